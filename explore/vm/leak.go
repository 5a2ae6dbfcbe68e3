package vm

// Which goroutines, of those that are blocked when nothing can go on, can
// never go on: nothing that lives can reach what they wait for.
//
// A goroutine that waits on an object which a package variable or a
// timer can reach may be an idle worker; so may what its stack reaches.
// Whoever is blocked on an object that cannot be reached in this way leaks.
// What is a pointer is told conservatively: any word that falls into an
// object is taken for one, so a leak may be missed, never invented.

// A marker marks objects of the heap that can be reached.
type marker struct {
	m     *Machine
	seen  map[Addr]bool
	queue []Addr
}

// word marks the object that w points into, if it does.
func (k *marker) word(w uint64) {
	if w < heapBase {
		return
	}
	if start, _, _, ok := k.m.object(w); ok && !k.seen[start] {
		k.seen[start] = true
		k.queue = append(k.queue, start)
	}
}

func (k *marker) words(a Addr, n uint64) {
	for i := uint64(0); i+8 <= n; i += 8 {
		k.word(k.m.load64(a + i))
	}
}

func (k *marker) drain() {
	for len(k.queue) > 0 {
		a := k.queue[len(k.queue)-1]
		k.queue = k.queue[:len(k.queue)-1]
		_, size, _, _ := k.m.object(a)
		k.words(a, size)
	}
}

// stack marks what a goroutine's frames reach.
func (k *marker) stack(g *G) {
	for _, w := range g.stack[:min(int(g.top()), len(g.stack))] {
		k.word(w)
	}
	k.word(g.panics)
	for i := range g.frames {
		k.word(g.frames[i].defers)
	}
	k.drain()
}

// Leaked are the goroutines, in the order of their slots, that can never go
// on. It is asked when nothing is enabled.
func (m *Machine) Leaked() []Slot {
	k := marker{m: m, seen: map[Addr]bool{}}
	k.words(dataBase, m.prog.dataUsed()-dataBase)
	for t := m.sched.timers; t != 0; t = m.load64(t + timerNext) {
		// A timer that could fire would have fired: what it refers to counts
		// only if somebody can still reset it.
		if k.seen[t] {
			k.words(t, timerBytes)
		}
	}
	k.drain()
	waiting := append([]Slot(nil), m.liveGoroutines()...)
	for changed := true; changed; {
		changed = false
		rest := waiting[:0]
		for _, s := range waiting {
			if g := m.gs[s]; m.reached(&k, g) {
				k.stack(g)
				changed = true
			} else {
				rest = append(rest, s)
			}
		}
		waiting = rest
	}
	return waiting
}

// reached reports whether something that g waits for has been marked. Who
// waits for nothing, like select{}, waits in vain.
func (m *Machine) reached(k *marker, g *G) bool {
	marked := func(a Addr) bool {
		if a >= dataBase && a < dataEnd {
			return true
		}
		start, _, _, ok := m.object(a)
		return ok && k.seen[start]
	}
	var o choosing
	if m.choosingOf(g, &o) {
		for i := range o.n {
			if c := m.at(&o, i); c.ch != 0 && marked(c.ch) {
				return true
			}
		}
		return false
	}
	switch g.pending.Kind {
	case KindSleep, KindBubbleWait:
		return false
	}
	return marked(m.arg(g, 0))
}
