package vm

// Which goroutines, of those that are blocked when nothing can go on, can
// never go on: nothing that lives can reach what they wait for.
//
// A goroutine that waits on an object which a package variable can reach may
// be an idle worker; so may those that wait on what its stack reaches.
// Whoever is blocked on an object that cannot be reached in this way leaks.
// Timers do not count: one that could still fire would have fired. What is
// a pointer is told conservatively, and everything that package initialisers
// made counts as reachable, so a leak may be missed, never invented.

import "slices"

// Leaked are the goroutines, in the order of their slots, that can never go
// on. It is asked when nothing is enabled.
func (m *Machine) Leaked() []Slot {
	t := &m.sched.tracer
	t.fromImage(m)
	t.drain()
	waiting := append([]Slot(nil), m.liveGoroutines()...)
	for changed := true; changed; {
		changed = false
		t.specials()
		rest := waiting[:0]
		for _, s := range waiting {
			if g := m.gs[s]; t.reaches(g) || m.stop.kind == stopEndless && slices.Contains(m.sched.moved, s) {
				t.goroutine(g)
				t.drain()
				changed = true
			} else {
				rest = append(rest, s)
			}
		}
		waiting = rest
	}
	return waiting
}

// reaches reports whether something that g waits for has been visited. Who
// waits for nothing, like select{}, waits in vain.
func (t *tracer) reaches(g *G) bool {
	m := t.m
	var o choosing
	if m.choosingOf(g, &o) {
		for i := range o.n {
			if c := m.at(&o, i); c.ch != 0 && t.visited(c.ch) {
				return true
			}
		}
		return false
	}
	switch g.pending.Kind {
	case KindSleep:
		return true // whoever sleeps for so long means it
	case KindBubbleWait, KindBubbleEnd:
		return false
	}
	return t.visited(m.arg(g, 0))
}

// visited reports whether a belongs to the base image or to an object that
// has been visited.
func (t *tracer) visited(a Addr) bool {
	if a < t.m.sched.dirty.base {
		return true
	}
	start, _, _, ok := t.m.object(a)
	return ok && t.reached[start/granule/64]>>(start/granule%64)&1 != 0
}

// specials visits what the finalizers and cleanups refer to whose objects have
// been visited. If time goes on, those of the others may still run.
func (t *tracer) specials() {
	m := t.m
	for s := m.sched.specials; s != 0; s = m.load64(s + specialNext) {
		if m.stop.kind == stopEndless || t.visited(m.specialObject(s)) {
			t.word(s)
		}
	}
	t.drain()
}
