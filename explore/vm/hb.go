package vm

// Happens-before, as in "The Go Memory Model" (go.dev/ref/mem, version of
// June 6, 2022): the clauses are cited where the edges are made, in the files
// of the operations.
//
// Happens-before serves race detection and is not the dependence that
// searches reduce by: read-modify-writes whose results nobody uses release
// but do not acquire, since their order cannot be known to the program.
//
// Vector clocks are immutable and shared. They stand one after the other in
// a slice; a rewind cuts it, and now and then those are dropped that nobody
// refers to (hb_sweep.go). A goroutine's clock is a
// reference to such a clock and, apart, its own component, which a release
// increments, so that what it does afterwards is not covered by what it gave
// away before.
//
// A clock also carries a time: the latest virtual time that its past has
// seen. When timers fire before time has come to them, time is a matter of
// happens-before: only who hears of the firing is later. Beside it stands the
// latest time that its past has read off the clock; see clock.go.

// A clockRef is the index of a clock; 0 is the clock of the beginning.
type clockRef uint32

// maxClockWords leaves room for shareTag, and for the longest clock.
const maxClockWords = 1<<31 - 1<<24

// The words of a clock: its length, its time and what it has read (two words
// each), its components.
const clockHeader = 5

type clocks struct {
	words []uint32
	// sweepAt is the length at which it is worth looking for those in use.
	sweepAt int
}

func (c *clocks) init() {
	c.words = append(c.words[:0], make([]uint32, clockHeader)...)
	c.marked()
}

// marked is called when the machine takes a mark or goes back to one.
func (c *clocks) marked() { c.sweepAt = len(c.words) + clocksSweepAt }

func (c *clocks) len(r clockRef) uint32 { return c.words[r] }

func (c *clocks) time(r clockRef) int64 { return c.int64(r + 1) }

func (c *clocks) read(r clockRef) int64 { return c.int64(r + 3) }

func (c *clocks) int64(i clockRef) int64 {
	return int64(uint64(c.words[i]) | uint64(c.words[i+1])<<32)
}

// at is the component of slot s.
func (c *clocks) at(r clockRef, s Slot) uint32 {
	if uint32(s) >= c.words[r] {
		return 0
	}
	return c.words[uint32(r)+clockHeader+uint32(s)]
}

func (c *clocks) vector(r clockRef) []uint32 {
	return c.words[r+clockHeader:][:c.words[r]]
}

// make returns a fresh clock of n components, all zero.
func (c *clocks) make(n uint32, time, read int64) clockRef {
	r := len(c.words)
	need := clockHeader + int(n)
	if r+need > cap(c.words) {
		c.words = append(make([]uint32, 0, max(2*cap(c.words), 1024, r+need)), c.words...)
	}
	c.words = c.words[:r+need]
	c.words[r] = n
	c.words[r+1], c.words[r+2] = uint32(time), uint32(uint64(time)>>32)
	c.words[r+3], c.words[r+4] = uint32(read), uint32(uint64(read)>>32)
	clear(c.words[r+clockHeader:])
	return clockRef(r)
}

// covers reports whether a >= b in every component and both times.
func (c *clocks) covers(a, b clockRef) bool {
	if c.time(a) < c.time(b) || c.read(a) < c.read(b) {
		return false
	}
	x, y := c.vector(a), c.vector(b)
	for i, v := range y {
		if v != 0 && (i >= len(x) || x[i] < v) {
			return false
		}
	}
	return true
}

// join is the least clock that covers both.
func (c *clocks) join(a, b clockRef) clockRef {
	switch {
	case b == 0 || a == b:
		return a
	case a == 0:
		return b
	case c.covers(a, b):
		return a
	case c.covers(b, a):
		return b
	}
	r := c.make(max(c.len(a), c.len(b)), max(c.time(a), c.time(b)), max(c.read(a), c.read(b)))
	v := c.vector(r)
	copy(v, c.vector(a))
	for i, x := range c.vector(b) {
		v[i] = max(v[i], x)
	}
	return r
}

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
	c, s := &m.races.clocks, uint32(g.Slot)
	r := c.make(max(c.len(g.vc), s+1), g.sync.now, g.sync.read)
	copy(c.vector(r), c.vector(g.vc))
	c.vector(r)[s] = g.sync.own()
	g.sync.time++
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
