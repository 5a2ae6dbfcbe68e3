package vm

// Channels serve first who has waited longest, and what somebody waits for is
// handed over at once (runtime/chan.go). A goroutine parked at a send or
// receive may not have begun to wait, so as a rule whoever is parked may be
// served, in any order. But when nothing can go on, all that are parked have
// begun to wait, and from then on their turn is kept:
//
//   - whoever came later, or began to wait later, is not served before;
//   - while they could go on, what the handing over is part of has not
//     happened yet for anybody else: no select finds the channel empty or
//     full, nobody sees its length, and it is not closed before a value that
//     waits to be sent.
//
// This holds for those that wait for one channel. A select would stop waiting
// for one channel when it can go on with another, which no event that touches
// the first would show; so it does not make others wait.

// settle notes that nothing can go on, so that whoever is at an operation that
// waits has begun to wait.
func (m *Machine) settle() {
	ranks := m.queueRanks()
	last := ranks[len(ranks)-1] + 1
	var o choosing
	for _, s := range m.liveGoroutines() {
		g := m.gs[s]
		switch {
		case g.status != Parked:
		case g.sync.queued != 0:
			if r := ranks[g.sync.queued]; r != g.sync.queued {
				m.touch(g)
				g.sync.queued = r
			}
		case m.choosingOf(g, &o) && o.blocking && g.sync.taken == 0:
			m.touch(g)
			g.sync.queued = last
			if o.n == 1 {
				g.sync.settled = true
				m.countWaiting(&o, 1)
			}
		}
	}
}

// queueRanks maps the moments at which goroutines have begun to wait to ranks
// without gaps, so that they do not grow in a program that goes round.
func (m *Machine) queueRanks() []int32 {
	r := m.sched.ranks[:0]
	for _, s := range m.liveGoroutines() {
		q := int(m.gs[s].sync.queued)
		for len(r) <= q {
			r = append(r, 0)
		}
		r[q] = 1
	}
	if len(r) == 0 {
		r = append(r, 0)
	}
	r[0] = 0
	for i := 1; i < len(r); i++ {
		r[i] += r[i-1]
	}
	m.sched.ranks = r
	return r
}

// served ends the waiting of the goroutine of c, which is served.
func (m *Machine) served(c *choosing) {
	s := &c.g.sync
	if s.settled {
		m.countWaiting(c, -1)
	}
	s.queued, s.settled = 0, false
}

// countWaiting adds to the number of those that wait for the one channel of c.
func (m *Machine) countWaiting(c *choosing, by int64) {
	if k := m.at(c, 0); k.ch != 0 {
		a := waitingAt(k.ch, k.send)
		m.store64(a, m.load64(a)+uint64(by))
	}
}

func waitingAt(ch Addr, send bool) Addr {
	if send {
		return ch + chanSenders
	}
	return ch + chanReceivers
}

// behind reports whether others are served before g in a case that is ready
// or has partners. The first of them can go on whenever g could otherwise.
func (m *Machine) behind(g *G, k *chanCase) bool {
	if m.load64(waitingAt(k.ch, k.send)) == 0 || m.load64(k.ch+chanClosed) != 0 && (k.send || m.chanLen(k.ch) == 0) {
		return false
	}
	mine := g.sync.queued
	if mine <= 1 {
		return mine == 0
	}
	var o choosing
	for _, s := range m.liveGoroutines() {
		p := m.gs[s]
		if !p.sync.settled || p.sync.queued >= mine || p.status != Parked || !m.choosingOf(p, &o) {
			continue
		}
		if q := m.at(&o, 0); q.ch == k.ch && q.send == k.send {
			return true
		}
	}
	return false
}

// handing reports whether somebody who has waited at a buffered channel can go
// on: to send, or either way.
func (m *Machine) handing(ch Addr, sendOnly bool) bool {
	if ch == 0 {
		return false
	}
	n := m.chanLen(ch)
	return n < m.load64(ch+chanLimit) && m.load64(ch+chanSenders) != 0 && m.load64(ch+chanClosed) == 0 ||
		n > 0 && m.load64(ch+chanReceivers) != 0 && !sendOnly
}

// handingAny reports whether that is so at a channel of c.
func (m *Machine) handingAny(c *choosing) bool {
	for i := range c.n {
		if m.handing(m.at(c, i).ch, false) {
			return true
		}
	}
	return false
}

// firstInLine keeps of the choices of one case those with the partners that are
// served first, and reports whether they are known to wait.
func (m *Machine) firstInLine(ways []Choice) (kept []Choice, settled bool) {
	first := int32(0)
	for _, c := range ways {
		if s := m.partnerOf(c); s.settled && (first == 0 || s.queued < first) {
			first = s.queued
		}
	}
	if first == 0 {
		return ways, false
	}
	kept = ways[:0]
	for _, c := range ways {
		if q := m.partnerOf(c).queued; q != 0 && q <= first {
			kept = append(kept, c)
		}
	}
	return kept, true
}

// partnerOf is the partner in a choice.
func (m *Machine) partnerOf(c Choice) *syncState {
	_, _, partner := splitAlternative(c.Alt)
	return &m.gs[partner].sync
}
