package vm

import "slices"

// Dropping the clocks that nobody refers to any more. Those since the last mark
// can be dropped: what the trails remember is older. So a long run without
// marks needs the clocks that are in use, not one for each of its events.

// clocksSweepAt is how many words of clocks since the last mark make it worth
// looking for those in use.
const clocksSweepAt = 1 << 18

// sweepClocks drops the clocks since the last mark that nobody refers to. Those
// that stay get new numbers, so nobody but the machine's state may hold one.
func (m *Machine) sweepClocks() {
	k := clockKeeper{clocks: &m.races.clocks}
	records := 0
	if n := len(m.marks); n > 0 {
		k.from, records = clockRef(m.marks[n-1].races.clocks), m.marks[n-1].sched.given.records
	}
	k.old = slices.Clone(k.words[k.from:])
	k.words = k.words[:k.from]
	for _, g := range m.gs {
		if g != nil && g.status != Unborn {
			k.keep(&g.vc)
			k.keep(&g.sync.wake)
		}
	}
	for i := range m.sched.shares.records[min(records, len(m.sched.shares.records)):] {
		k.keep(&m.sched.shares.records[records+i].vc)
	}
	seen := m.races.eachClock(m.unlogged(), k.keep)
	seen += m.eachClockInMemory(k.keep)
	m.races.clocks.sweepAt = len(k.words) + max(clocksSweepAt, len(k.words)-int(k.from), seen/4)
}

// A clockKeeper gives clocks new places.
type clockKeeper struct {
	*clocks
	from clockRef
	old  []uint32 // from there on, as they were
}

// kept stands in the place of the first word of a clock or chunk whose new number
// follows.
const kept = ^uint32(0)

// keep replaces a reference to a clock by its new number.
func (k *clockKeeper) keep(r *clockRef) {
	if *r < k.from {
		return
	}
	at := k.old[*r-k.from:]
	if n := at[0]; n != kept {
		chunks := at[clockHeader:][:bodyWords(n)]
		if n > clockChunk {
			for i := range chunks {
				k.keepChunk(&chunks[i])
			}
		}
		k.move(at, clockHeader+len(chunks))
	}
	*r = clockRef(at[1])
}

// keepChunk replaces the index of a chunk.
func (k *clockKeeper) keepChunk(index *uint32) {
	if *index < uint32(k.from) {
		return
	}
	at := k.old[*index-uint32(k.from):]
	if at[0] != kept {
		k.move(at, clockChunk)
	}
	*index = at[1]
}

// move gives n words a new place.
func (k *clockKeeper) move(at []uint32, n int) {
	to := uint32(len(k.words))
	k.words = append(k.words, at[:n]...)
	at[0], at[1] = kept, to
}

// eachClock calls f for the clocks of synchronisation objects in guest memory that
// may have changed since the last mark, and returns how many places it has looked at.
func (r *raceState) eachClock(objects []extent, f func(*clockRef)) (seen int) {
	visit := func(c *clockRef) {
		if *c&shareTag == 0 {
			f(c)
		}
	}
	r.compact()
	for _, e := range r.trail[r.marked:] {
		if kind := e.at & 7; kind >= shadowSync {
			visit(&r.page(e.at).sync[e.at>>3%pageWords*2+(kind-shadowSync)])
		}
	}
	seen = len(r.trail) - r.marked
	r.eachPage(objects, func(p *shadowPage, from, to uint64) {
		if !p.clocks {
			return
		}
		for i := 2 * from; i < 2*to; i++ {
			visit(&p.sync[i])
		}
		seen += int(to - from)
	})
	return seen
}

// eachClockInMemory does the same for the clocks of channels and timers.
func (m *Machine) eachClockInMemory(f func(*clockRef)) (seen int) {
	visit := func(a Addr) {
		f((*clockRef)(m.ptr(a)))
		f((*clockRef)(m.ptr(a + 4)))
	}
	m.compactTrail()
	for _, e := range m.trail[m.marked:m.tn] {
		if e.addr < heapBase {
			continue
		}
		if start, _, tag, ok := m.object(e.addr); ok && m.holdsClocks(start, tag, e.addr) {
			visit(e.addr)
		}
	}
	seen = m.tn - m.marked
	for _, o := range m.allocated(&m.newborn) {
		for a := o.from + headerSize; a < o.to && m.startsAt(a); {
			m.clocksOf(a, m.load64(a-headerSize), visit)
			a += objectBytes(m.load64(a - headerSize + 8))
			seen++
		}
	}
	return seen
}

// holdsClocks reports whether a word of an object with a tag holds clocks, one in
// each half.
func (m *Machine) holdsClocks(start Addr, tag uint64, a Addr) bool {
	switch {
	case tag == timerTag:
		return a == start+timerClock
	case tag == chanTag && a >= start+chanBuffer:
		return (a-start-chanBuffer)%m.chanStride(start) == 0
	}
	return tag == chanTag && a == start+chanClock
}

// clocksOf calls f for all such words.
func (m *Machine) clocksOf(start Addr, tag uint64, f func(Addr)) {
	switch tag {
	case timerTag:
		f(start + timerClock)
	case chanTag:
		f(start + chanClock)
		for k := range m.load64(start + chanLimit) {
			f(m.chanPlace(start, k))
		}
	}
}
