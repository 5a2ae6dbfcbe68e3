package vm

// What runs beside a bubble.
//
// In a bubble time moves on, and synctest.Wait returns, when nothing in the whole
// program can go on (synctest.go). Go wants that of the bubble only. So if something
// outside could act between the beginning of a bubble and its end, there are orders that
// no execution here has. This file notices that: an execution says so if
//
//   - when a bubble begins, a goroutine lives that is neither in front of the
//     beginning, as those are that have started it, nor in the bubble;
//   - or one has ended whose end is not known to have happened before;
//   - or, while there are goroutines in a bubble, others take a step.
//
// It is a note of what the program is like, no part of the state, and not undone.

type besideState struct {
	bubbles bool // there has been one
	found   bool
}

// Beside reports whether, in any execution so far, something ran beside a bubble, so that
// not all orders that Go allows are among the executions.
func (m *Machine) Beside() bool { return m.sched.beside.found }

// bubbleBegins notes who could run beside the bubble that g begins.
func (m *Machine) bubbleBegins(g *G) {
	b := &m.sched.beside
	b.bubbles = true
	for _, h := range m.gs {
		if h == nil || h == g || h.status == Unborn || h.Slot == initSlot || m.ancestor(h.Slot, g.Slot) {
			continue
		}
		known := h.status == Ended && h.index == h.sync.told && m.seen(g, h.Slot, h.sync.time)
		b.found = b.found || !known
	}
}

// ancestor reports whether a has started s, or somebody who has.
func (m *Machine) ancestor(a, s Slot) bool {
	for s = m.Creator(s); s != NoSlot; s = m.Creator(s) {
		if s == a {
			return true
		}
	}
	return false
}

// stepsIn notes that somebody in a bubble, or in none, takes a step that does not end a
// bubble.
func (m *Machine) stepsIn(bubble uint64) {
	b := &m.sched.beside
	if !b.bubbles || b.found {
		return
	}
	for _, s := range m.liveGoroutines() {
		if in := uint64(m.gs[s].sync.bubble); in != 0 && in != bubble {
			b.found = true
			return
		}
	}
}
