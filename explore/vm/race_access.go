package vm

// Where and when memory was accessed: what the shadow refers to.

// maxRaceStack is how many frames of an access are remembered,
// maxAccessRecords how many accesses of one execution.
const (
	maxRaceStack     = 16
	maxAccessRecords = 1 << 22
)

// accessRecord returns the number of a record of the access that g is
// making. Accesses of one instruction in one epoch share their record.
func (m *Machine) accessRecord(g *G, atomic bool) uint32 {
	r := &m.races
	pc, t := g.here(), g.sync.own()
	same := func(n uint32) bool {
		if int(n) >= len(r.accesses) {
			return false
		}
		x := &r.accesses[n]
		return x.pc == pc && x.slot == g.Slot && x.time == t && x.atomic == atomic
	}
	if same(r.last) {
		return r.last
	}
	if len(r.accesses) >= r.recordsAt {
		r.sweepRecords(m.unlogged())
	}
	slot := &r.recent[(pc^pc>>pcFuncBits^uint64(g.Slot)<<3)%uint64(len(r.recent))]
	if !same(*slot) {
		if len(r.accesses) > maxAccessRecords {
			m.stopWith(stopState{kind: stopLimit, limit: "memory"})
			return r.last
		}
		c := r.contextOf(g)
		r.accesses = append(r.accesses, access{g.Slot, t, g.index, c.depth, c.stack, atomic, pc})
		*slot = uint32(len(r.accesses) - 1)
	}
	r.last = *slot
	return *slot
}

// A context is a call stack, or its innermost frames, in the slice of stacks.
type context struct {
	stack uint32
	depth int32
}

// contextOf is the context that g is in. Most accesses are made in few
// contexts, so the latest ones are looked up before one is written down again.
func (r *raceState) contextOf(g *G) context {
	frames := g.frames[max(0, len(g.frames)-maxRaceStack):]
	hash := uint64(0)
	for i := range frames {
		hash = (hash ^ frames[i].at()) * 0x9e3779b97f4a7c15
	}
	slot := &r.contexts[hash>>32%uint64(len(r.contexts))]
	if !r.isContext(*slot, frames) {
		*slot = context{uint32(len(r.stacks)), int32(len(frames))}
		for i := len(frames) - 1; i >= 0; i-- {
			r.stacks = append(r.stacks, frames[i].at())
		}
	}
	return *slot
}

// isContext reports whether c, which a rewind may have cut, is the stack of
// frames.
func (r *raceState) isContext(c context, frames []Frame) bool {
	end := int(c.stack) + int(c.depth)
	if int(c.depth) != len(frames) || end > len(r.stacks) {
		return false
	}
	for i, pc := range r.stacks[c.stack:end] {
		if pc != frames[len(frames)-1-i].at() {
			return false
		}
	}
	return true
}
