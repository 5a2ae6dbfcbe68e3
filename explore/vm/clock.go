package vm

// What a clock shows. Virtual time stands still while anything can run, but
// programs count on two looks at the clock, one after the other, not to see
// the same time: on real hosts they hardly ever do. So a goroutine that looks
// sees a time later by a nanosecond, a tick, than what it has read before, or
// what has been read in all that happens before. Of two looks that are not
// ordered none has influence on the other.
//
// A goroutine that looks again and again, waiting for time to pass, would so
// never be seen to wait. While time stands still, looks from one place, callers
// included, therefore make a few ticks only.
//
// Nothing that is to last a microsecond or more lasts exactly that long, but
// until a whole microsecond later: so ticks put no deadline before another,
// and time spent on the way to it counts for nothing.

// tickSpan is a time that ticks do not add up to.
const tickSpan = 1000

// A lookCounts counts looks by place, while time stands still.
type lookCounts struct {
	at     int64  // the time at which it stands still
	counts uint64 // two bits for each class of places
}

// maxLooks is how many looks from one place make ticks.
const maxLooks = 3

// look is the virtual time that g reads off the clock. In a bubble of synctest
// time is exact.
func (m *Machine) look(g *G) int64 {
	g.sync.looks++
	if m.cfg.Ticking {
		m.sched.clock += lookTime
	}
	now := m.now(g)
	if g.sync.bubble != 0 {
		return now
	}
	if m.races.off {
		// Nobody knows what happens before what.
		g.sync.read = max(g.sync.read, m.sched.read)
	}
	if !m.races.muted && !m.cfg.Ticking {
		g.tick(now)
	}
	g.sync.read = max(g.sync.read, now)
	m.sched.read = max(m.sched.read, g.sync.read)
	return g.sync.read
}

// tick makes the next time that g reads later, if it may.
func (g *G) tick(now int64) {
	s := &g.sync.seen
	if s.at != now {
		*s = lookCounts{at: now}
	}
	place := g.place() >> 59 << 1
	if s.counts>>place&maxLooks < maxLooks {
		s.counts += 1 << place
		g.sync.read++
	}
}

// place is a hash of where g is, with its callers.
func (g *G) place() uint64 {
	hash := uint64(0)
	for i := range g.frames {
		hash = (hash ^ g.frames[i].plainAt()) * 0x9e3779b97f4a7c15
	}
	return hash
}

// after is the deadline d after what g would read off the clock.
func (m *Machine) after(g *G, d int64) int64 {
	now := m.now(g)
	if g.sync.bubble == 0 {
		now = max(now, g.sync.read)
	}
	if d > 0 && now+d < now {
		return 1<<63 - 1
	}
	return m.deadline(g, now+max(d, 0))
}

// deadline is when a wait of g ends that is to last until at, which g may have
// computed from what it has read.
func (m *Machine) deadline(g *G, at int64) int64 {
	if g.sync.bubble != 0 || at < max(m.now(g), g.sync.read)+tickSpan || at > 1<<62 {
		return max(at, 0)
	}
	return (at/tickSpan + 1) * tickSpan
}

// ticked reports whether a difference of times may come from ticks.
func ticked(d int64) bool { return -tickSpan < d && d < tickSpan }
