package vm

// What a search asks that looks ahead: who goroutines are, where they are, and
// what they can reach.

// StackHash is a hash of where the activations of a live goroutine are; zero of
// what has none, a timer.
func (m *Machine) StackHash(s Slot) [2]uint64 {
	if !m.Lives(s) {
		return [2]uint64{}
	}
	g := m.gs[s]
	d := digest{uint64(g.status), uint64(len(g.frames))}
	for i := range g.frames {
		d.add(g.frames[i].at())
	}
	d.add(uint64(g.pending.Kind))
	return [2]uint64{d.a, d.b}
}

// Lives reports whether s is a goroutine that has begun and not ended.
func (m *Machine) Lives(s Slot) bool {
	return s >= 0 && int(s) < len(m.gs) && m.gs[s] != nil && m.gs[s].status == Parked
}

// Creator is who makes the goroutine or timer s, NoSlot if nobody does.
func (m *Machine) Creator(s Slot) Slot {
	if s < 0 || int(s) >= len(m.names.entries) {
		return NoSlot
	}
	return m.names.entries[s].parent
}

// ReachedByOthers reports whether a goroutine other than s could access the
// object at an address, as of [ObjectOf], without s doing anything more. What is
// a pointer is told conservatively, and what belongs to the base image or to
// caches counts as reached.
func (m *Machine) ReachedByOthers(s Slot, a Addr) bool {
	if a < m.sched.dirty.base || a >= m.regions.next {
		return true
	}
	start, _, _, ok := m.object(a)
	if !ok || m.isHidden(start) {
		return true
	}
	r := &m.sched.reach
	if !r.known || r.but != s {
		r.known, r.but = true, s
		r.t.others(m, s)
	}
	return r.t.reached[start/granule/64]>>(start/granule%64)&1 != 0
}

// reachState is what all goroutines but one can reach in the present state.
type reachState struct {
	known bool
	but   Slot
	t     tracer
}

// others visits what all but the goroutine of a slot can reach.
func (t *tracer) others(m *Machine, s Slot) {
	t.fromImage(m)
	for a := m.sched.timers; a != 0; a = m.load64(a + timerNext) {
		t.word(a)
	}
	for a := m.sched.specials; a != 0; a = m.load64(a + specialNext) {
		t.word(a)
	}
	for _, h := range m.liveGoroutines() {
		if h != s {
			t.goroutine(m.gs[h])
		}
	}
	t.drain()
}

// ObjectOf is the address of the object that a name of an [Access] is about, or
// the name itself if it is not about an address.
func ObjectOf(name uint64) uint64 {
	switch a, p, _ := objectParts(name); p {
	case partTicket, partTimer, partMissed, partKey, partFault:
		return name
	default:
		return a
	}
}

// A Part says what of an object an [Access] is about.
type Part = part

// The parts that those who look ahead tell apart.
const (
	PartMemory  = partMemory
	PartMutex   = partMutex
	PartGate    = partGate
	PartReaders = partReaders
	PartCounter = partCounter
	PartOnce    = partOnce
	PartItem    = partItem
	PartRoom    = partRoom
)

// ObjectPart is the part that a name of an [Access] is about.
func ObjectPart(name uint64) Part {
	_, p, _ := objectParts(name)
	return p
}
