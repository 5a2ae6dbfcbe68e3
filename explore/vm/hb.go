package vm

// Happens-before, as in "The Go Memory Model" (go.dev/ref/mem, version of
// June 6, 2022): the clauses are cited where the edges are made, in the files
// of the operations.
//
// Happens-before serves race detection and is not the dependence that
// searches reduce by: read-modify-writes whose results nobody uses release
// but do not acquire, since their order cannot be known to the program.
//
// A goroutine's vector clock is a reference to one that does not change
// (vectors.go) and, apart, its own component, which a release increments, so that
// what it does afterwards is not covered by what it gave away before.

// publish gives away the clock of g: all g did so far happens before what
// follows an acquire of the result. The clocks of an execution may take as
// much as what it allocates.
func (m *Machine) publish(g *G) clockRef {
	if m.races.silent() {
		return 0
	}
	if uint64(len(m.races.clocks.words)) > min(m.limits.Memory/4, maxClockWords) {
		m.stopWith(stopState{kind: stopLimit, limit: "memory"})
		return 0
	}
	r := m.races.clocks.with(g.vc, g.Slot, g.sync.own(), g.sync.now, g.sync.read)
	g.sync.time++
	g.sync.told = g.index
	return r
}

// acquire makes what gave away r happen before what g does next.
func (m *Machine) acquire(g *G, r clockRef) {
	if r == 0 || m.races.silent() {
		return
	}
	g.vc = m.races.clocks.join(g.vc, r)
	g.sync.now = max(g.sync.now, m.races.clocks.time(r))
	g.sync.read = max(g.sync.read, m.races.clocks.read(r))
}

// seen reports whether what slot s did at its time t happens before what g
// does now.
func (m *Machine) seen(g *G, s Slot, t uint32) bool {
	return s == g.Slot || t <= m.races.clocks.at(g.vc, s)
}

// The clock of a synchronisation object in guest memory stands in the shadow
// of its address: one for each four bytes.

func (m *Machine) acquireAt(g *G, a Addr) { m.acquire(g, m.races.syncClock(a)) }

// releaseAt replaces the clock at a: a later acquire sees the last release
// and what happened before it.
func (m *Machine) releaseAt(g *G, a Addr) {
	if m.races.silent() {
		return
	}
	m.races.setSyncClock(a, m.publish(g))
	if m.order.on {
		m.order.clock(a)
	}
}

// mergeAt adds to the clock at a: a later acquire sees all releases.
func (m *Machine) mergeAt(g *G, a Addr) {
	if m.races.silent() {
		return
	}
	old := m.races.syncClock(a)
	m.races.setSyncClock(a, m.races.clocks.join(old, m.publish(g)))
	if m.order.on {
		m.order.clock(a)
	}
}
