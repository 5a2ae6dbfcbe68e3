package vm

// Who may be in a race with an access that is remembered: those that access the same
// memory later on, if one of the two writes. How far each goroutine had come when it
// accessed memory for the last time is known from any execution so far. A search that
// has left out to tell something about an access because of that begins anew when it
// turns out not to be so.

import "slices"

// A sharedWord is who uses a word of memory.
type sharedWord struct {
	// opponents are, for reads and for writes, those that may be in a race with one.
	opponents [2][]opponent
	// omitted says that a fingerprint did not tell about an access because of them.
	omitted bool
}

// An opponent is a goroutine, and the number of the operation with or behind which it
// accesses the word for the last time.
type opponent struct {
	slot  Slot
	until int32
}

// maxRestless is how often a goroutine may turn out to use memory later than was
// thought, before it is taken to be able to do so always.
const maxRestless = 3

// always is the number of an operation that is never reached.
const always = 1<<31 - 1

const (
	readOpponents = iota
	writeOpponents
)

// share notes that the word of u, which one goroutine has used, is used by another one.
func (o *orderState) share(u *wordUse) {
	o.words = append(o.words, sharedWord{})
	u.shared = int32(len(o.words) - 1)
	o.opposes(u, u.first-1, u.until, u.written)
}

// opposes notes an access by the goroutine of a slot at its n-th operation.
func (o *orderState) opposes(u *wordUse, s Slot, n int32, writes bool) {
	x := &o.words[u.shared]
	o.oppose(x, writeOpponents, s, n)
	if writes {
		o.oppose(x, readOpponents, s, n)
	}
}

// oppose notes that s may, at its n-th operation, be in a race with accesses of a kind.
func (o *orderState) oppose(x *sharedWord, kind int, s Slot, n int32) {
	i := slices.IndexFunc(x.opponents[kind], func(y opponent) bool { return y.slot == s })
	switch {
	case i < 0:
		x.opponents[kind] = append(x.opponents[kind], opponent{s, o.until(s, n)})
	case x.opponents[kind][i].until < n:
		if x.omitted {
			o.restless[s]++
		}
		x.opponents[kind][i].until = o.until(s, n)
	default:
		return
	}
	o.late = o.late || x.omitted
}

// until is n, or always for a goroutine of which that was found to be wrong too often.
func (o *orderState) until(s Slot, n int32) int32 {
	if o.restless[s] > maxRestless {
		return always
	}
	return n
}

// seenByOpponents reports whether what slot s did at time t to the word of u, an access
// of a kind, happens before all that is still to come and might be in a race with it.
func (m *Machine) seenByOpponents(u *wordUse, kind uint64, s Slot, t uint32) bool {
	if m.order.all || u.shared == 0 {
		return m.seenByAll(s, t)
	}
	x := &m.order.words[u.shared]
	opponents := x.opponents[readOpponents]
	if kind == shadowWrite {
		opponents = x.opponents[writeOpponents]
	}
	for i := range opponents {
		if h := &opponents[i]; !(m.Lives(h.slot) && m.gs[h.slot].index >= h.until) && !m.seenBy(h.slot, s, t) {
			return false
		}
	}
	x.omitted = x.omitted || !m.seenByAll(s, t)
	return true
}

// seenBy reports whether what slot s did at time t happens before all that goroutine h,
// which may not have begun, is still to do. Whoever starts it hands on what it has
// seen.
func (m *Machine) seenBy(h, s Slot, t uint32) bool {
	for ; h != NoSlot && !m.Lives(h); h = m.Creator(h) {
		if int(h) < len(m.gs) && m.gs[h] != nil && m.gs[h].status == Ended {
			return true
		}
		if m.names.entries[h].tag != 0 {
			return m.seenByAll(s, t)
		}
	}
	return h == NoSlot || m.seen(m.gs[h], s, t)
}

// seenByAll reports whether what slot s did at time t happens before all that is still
// to come.
func (m *Machine) seenByAll(s Slot, t uint32) bool {
	for _, h := range m.liveGoroutines() {
		if !m.seen(m.gs[h], s, t) {
			return false
		}
	}
	for a := m.sched.timers; a != 0; a = m.load64(a + timerNext) {
		if t > m.races.clocks.at(clockRef(m.load64(a+timerClock)), s) {
			return false
		}
	}
	return true
}
