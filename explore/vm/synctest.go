package vm

// Bubbles of testing/synctest. A bubble is an object of the arena with a clock
// of its own; a goroutine knows the address of its bubble, and so do channels
// and timers made in it. Its children are in the same bubble.
//
// Waiting for the rest of a bubble to block, and for its end, happens when
// nothing in the whole program can go on, before any clock moves. So what
// runs beside a bubble does not go on while the bubble waits, which is less
// than Go would allow (beside.go).
//
// A bubble ends when its main goroutine, the first one in it, has returned and the others as
// well. Once it has returned time stands still in the bubble.

const (
	bubbleClock = 0
	bubbleFirst = 8 // slot of its main goroutine
	bubbleBytes = 16
)

func init() {
	never := func(*Machine, *G) bool { return false } // see quiescentBubbles
	quiesce := func(_ *Machine, _ *G, _ int32, e *Event) { e.touch(0, Quiesce) }
	operations[KindBubbleWait] = operation{
		name: "synctest.Wait", ready: never, touch: quiesce,
		exec: func(m *Machine, g *G, _ int32) bool {
			m.settle()
			// What the others did before they blocked happens before.
			for _, s := range m.liveGoroutines() {
				if h := m.gs[s]; h != g && h.sync.bubble == g.sync.bubble {
					m.touch(h)
					m.acquire(g, m.publish(h))
				}
			}
			m.acquireAt(g, Addr(g.sync.bubble))
			return false
		},
	}
	operations[KindBubbleEnd] = operation{
		name: "synctest.Test", ready: never, touch: quiesce,
		exec: func(m *Machine, g *G, _ int32) bool {
			m.acquireAt(g, m.arg(g, 0))
			return false
		},
	}
	registerVisible(map[string]Kind{
		"internal/synctest.waitBubble": KindBubbleWait,
		"internal/synctest.endBubble":  KindBubbleEnd,
	})
	register(map[string]Intrinsic{
		"internal/synctest.newBubble": func(m *Machine, g *G, w []uint64) trap {
			b, ok := m.allocRaw(&g.region, bubbleBytes, 0)
			if !ok {
				return m.stopWith(stopState{kind: stopLimit, limit: "memory"})
			}
			w[0] = b
			return trapNone
		},
		"internal/synctest.joinBubble": func(m *Machine, g *G, w []uint64) trap {
			g.sync.bubble = uint32(w[0])
			if b := w[0]; b != 0 && m.load64(b+bubbleFirst) == 0 {
				m.store64(b+bubbleFirst, uint64(g.Slot))
				m.bubbleBegins(g)
			}
			return trapNone
		},
		"internal/synctest.currentBubble": func(m *Machine, g *G, w []uint64) trap {
			w[0] = uint64(g.sync.bubble)
			return trapNone
		},
	})
}

// clockOf is the time in a bubble, or outside all if it is 0.
func (m *Machine) clockOf(bubble uint64) int64 {
	if bubble == 0 {
		return m.sched.clock
	}
	return int64(m.load64(bubble + bubbleClock))
}

func (m *Machine) setClock(bubble uint64, at int64) {
	if bubble == 0 {
		m.sched.clock = max(m.sched.clock, at)
	} else {
		m.store64(bubble+bubbleClock, uint64(max(at, m.clockOf(bubble))))
		d := digest{m.sched.bubbles, 0}
		d.add(bubble)
		d.add(uint64(at))
		m.sched.bubbles = d.a
	}
}

// bubbleMain is the main goroutine of a bubble.
func (m *Machine) bubbleMain(bubble uint64) Slot { return Slot(m.load64(bubble + bubbleFirst)) }

// frozen reports whether time stands still in a bubble for good.
func (m *Machine) frozen(bubble uint64) bool { return bubble != 0 && !m.Lives(m.bubbleMain(bubble)) }

// quiescentBubbles appends the choices of those who wait for a bubble. It is
// asked when nothing else can go on.
func (m *Machine) quiescentBubbles(buf []Choice) []Choice {
	for _, s := range m.liveGoroutines() {
		g := m.gs[s]
		switch {
		case g.status != Parked:
		case g.pending.Kind == KindBubbleWait && m.durable(g):
			buf = append(buf, Choice{Slot: s})
		case g.pending.Kind == KindBubbleEnd && m.deserted(uint32(m.arg(g, 0))):
			buf = append(buf, Choice{Slot: s})
		}
	}
	return buf
}

// deserted reports whether no goroutine is in a bubble.
func (m *Machine) deserted(bubble uint32) bool {
	for _, s := range m.liveGoroutines() {
		if m.gs[s].sync.bubble == bubble {
			return false
		}
	}
	return true
}

// durable reports whether all goroutines of g's bubble but g itself are
// durably blocked: on something that only the bubble can undo.
func (m *Machine) durable(g *G) bool {
	for _, s := range m.liveGoroutines() {
		if h := m.gs[s]; h != g && h.sync.bubble == g.sync.bubble && !m.durablyBlocked(h) {
			return false
		}
	}
	return true
}

func (m *Machine) durablyBlocked(g *G) bool {
	var c choosing
	if m.choosingOf(g, &c) {
		for i := range c.n {
			if k := m.at(&c, i); k.ch != 0 && m.load64(k.ch+chanBubble) != uint64(g.sync.bubble) {
				return false
			}
		}
		return true
	}
	switch g.pending.Kind {
	case KindSleep, kindCondSleep, KindWaitGroupWait:
		return true
	}
	return false
}
