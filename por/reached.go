package por

// This file spares searches questions about who can reach an object.

// A reached remembers which objects others could reach whenever it was asked.
// They are taken to be reached from then on, which is sound, and asked about now
// and then: an object that others could not reach once is always asked about.
type reached struct {
	heap    Heap
	objects map[uint64]reachedObject
}

// A reachedObject is what is known of an object.
type reachedObject struct {
	times    uint32 // that it was asked for
	changing bool   // it was not always reached
}

// After reachedSure answers, one question in reachedEvery is asked.
const (
	reachedSure  = 16
	reachedEvery = 64
)

func newReached(heap Heap) reached {
	return reached{heap: heap, objects: map[uint64]reachedObject{}}
}

// byOthers reports whether a process other than p may reach the object.
func (r *reached) byOthers(p Proc, object uint64) bool {
	o := r.objects[object]
	if o.changing {
		return r.heap.Shared(p, object)
	}
	o.times++
	answer := true
	if o.times <= reachedSure || o.times%reachedEvery == 0 {
		answer = r.heap.Shared(p, object)
		o.changing = !answer
	}
	r.objects[object] = o
	return answer
}

// memory is what the answers take.
func (r *reached) memory() int64 { return int64(len(r.objects)) * 24 }
