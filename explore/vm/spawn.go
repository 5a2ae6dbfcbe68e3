package vm

// The go statement.

// touchGo: starting a goroutine is ordered with all that the new one does.
func touchGo(m *Machine, g *G, _ int32, e *Event) {
	e.Peer = m.names.slot(g.Slot, 0, g.spawned)
}

// execGo starts a goroutine: "The go statement that starts a new goroutine is
// synchronized before the start of the goroutine's execution." It runs to its
// first visible operation at once: what it does until then is its own.
func execGo(m *Machine, g *G, _ int32) bool {
	if g.pending.Aux < 1 {
		panic("vm: go without the number of its operands")
	}
	closure := m.arg(g, 0)
	if closure == 0 {
		m.throw(g, "go of nil func value")
		return false
	}
	args := g.stack[g.pending.Args+1 : g.pending.Args+int32(g.pending.Aux)]
	if m.sched.alive >= m.limits.Goroutines {
		m.stopWith(stopState{kind: stopLimit, limit: "goroutines"})
		return false
	}
	h := m.spawn(g, closure, args)
	if h.Slot >= maxPartners {
		m.stopWith(stopState{kind: stopLimit, limit: "goroutines"})
		return false
	}
	m.proceed(h)
	return false
}

// spawn makes a child of g that is to call closure.
func (m *Machine) spawn(g *G, closure Addr, args []uint64) *G {
	h := m.newG(g)
	h.goPos, h.creator, h.labels = int32(g.pending.Pos), g.creatorOf(), g.labels
	h.sync.born = g.sync.own()
	h.vc = m.publish(g)
	h.sync.now, h.sync.read, h.sync.bubble = g.sync.now, g.sync.read, g.sync.bubble
	m.newFrameG(h, closure, args)
	return h
}
