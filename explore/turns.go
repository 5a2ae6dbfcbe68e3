package explore

import "math/rand/v2"

// turns is the scheduler of an execution that is not one of many: fair, as
// that of the Go runtime, so that a goroutine that spins does not keep the
// others from what it waits for. A seed other than zero makes every choice at
// random.
type turns struct {
	seed   uint64
	random *rand.Rand
	now    int32 // the number of the goroutine whose turn it is
	taken  int   // visible operations in this turn
}

// turn is how many visible operations a goroutine may do in one turn.
const turn = 16

func newTurns(seed uint64) *turns {
	return &turns{seed: seed, random: rand.New(rand.NewPCG(seed, 0))}
}

// lasts reports whether the goroutine whose turn it is goes on if it can.
func (t *turns) lasts() bool { return t.seed == 0 && t.taken < turn }

// An enabledList lists the choices possible now, ordered by goroutine.
type enabledList interface {
	// size is how many there are: at least one.
	size() int
	// owner is the number of the goroutine that the i-th choice lets go on.
	owner(i int) int32
	// fallback reports whether the i-th choice is the default case of a
	// select.
	fallback(i int) bool
}

// next picks one of the enabled choices.
func next[L enabledList](t *turns, l L) int {
	if t.seed != 0 {
		return t.random.IntN(l.size())
	}
	from, to := of(l, t.now)
	if from == to || t.taken >= turn {
		// Who alone can go on does, but others come first as soon as they can: that
		// may be seldom, and always at the same place of its round.
		if then := after(l, t.now); then != t.now {
			t.now, t.taken = then, 0
		}
		from, to = of(l, t.now)
	}
	t.taken++
	// A select does not take its default case if another is ready.
	if to-from > 1 && l.fallback(to-1) {
		to--
	}
	if to-from == 1 {
		return from
	}
	return from + t.random.IntN(to-from)
}

// of returns the range of the choices of one goroutine.
func of[L enabledList](l L, who int32) (from, to int) {
	for from < l.size() && l.owner(from) < who {
		from++
	}
	to = from
	for to < l.size() && l.owner(to) == who {
		to++
	}
	return from, to
}

// after returns the next goroutine with a choice, in a circle.
func after[L enabledList](l L, who int32) int32 {
	for i := range l.size() {
		if l.owner(i) > who {
			return l.owner(i)
		}
	}
	return l.owner(0)
}
