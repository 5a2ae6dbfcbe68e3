package vm

// What a timer does when it fires.

// fire lets a timer fire.
func (m *Machine) fire(t Addr, c Choice) Event {
	e := m.timerEvent(t, c.Alt)
	m.stepsIn(m.load64(t + timerBubble))
	when := m.timerDeadline(t)
	early := m.isEarly(t, c.Alt)
	if !early && !m.overdue(t) {
		if m.moveTime(m.load64(t+timerBubble), when); m.stop.kind != running {
			return e
		}
	}
	period := int64(m.load64(t + timerPeriod))
	m.disarm(t)
	if period > 0 {
		if early {
			m.store64(t+timerEarly, 1)
		}
		m.arm(t, when+period)
	}
	now := max(m.clockOf(m.load64(t+timerBubble)), when)
	if m.races.off {
		m.sched.read = max(m.sched.read, now)
	}
	if ch := m.load64(t + timerChan); ch != 0 {
		m.timerSend(t, ch, now)
	} else {
		m.timerStart(t, now)
	}
	e.Wide = e.Wide || m.stop.kind != running
	return e
}

// unseen reports whether time has come to a timer that nobody waits for: as
// of Go 1.23 it has fired for whoever looks at its channel or at itself.
func (m *Machine) unseen(t Addr) bool {
	return m.load64(t+timerSync) != 0 && m.load64(t+timerChan) != 0 && m.overdue(t) && !m.noticed(t)
}

// runUnseen lets such a timer fire as of its time.
func (m *Machine) runUnseen(t Addr) {
	when, period := m.timerDeadline(t), int64(m.load64(t+timerPeriod))
	m.disarm(t)
	if period > 0 {
		late := m.clockOf(m.load64(t+timerBubble)) - when
		m.arm(t, when+period*(1+late/period))
	}
	m.timerSend(t, m.load64(t+timerChan), when)
}

// runAllUnseen does so for all those of a bubble, after its time has moved.
func (m *Machine) runAllUnseen(bubble uint64) {
	for t := m.sched.timers; t != 0; {
		next := m.load64(t + timerNext)
		if m.load64(t+timerBubble) == bubble && m.unseen(t) {
			m.runUnseen(t)
		}
		t = next
	}
}

// timerClockAt is the clock of a firing at time now: what armed the timer
// happens before it.
func (m *Machine) timerClockAt(t Addr, now int64) clockRef {
	c := &m.races.clocks
	r := clockRef(m.load64(t + timerClock))
	if c.time(r) >= now && c.read(r) >= now {
		return r
	}
	return c.timed(r, max(c.time(r), now), max(c.read(r), now))
}

// timerSend is time.sendTime: it sends the time unless the channel is full.
func (m *Machine) timerSend(t, ch Addr, now int64) {
	k := m.load64(ch + chanSent)
	if m.chanLen(ch) >= m.load64(ch+chanLimit) || m.load64(ch+chanClosed) != 0 {
		return
	}
	p := m.chanPlace(ch, k)
	m.store64(p, m.load64(p)&^(1<<32-1)|uint64(m.timerClockAt(t, now)))
	m.order.channel(ch)
	for i, w := range m.timeValue(now, m.load64(t+timerBubble) != 0) {
		m.store64(p+8+8*uint64(i), w)
	}
	m.store64(ch+chanSent, k+1)
	m.sched.crowd.rouseOn(ch)
}

// timeValue is time.Now() at virtual time now: wall clock with a monotonic
// reading in the layout of time.Time, in local time.
func (m *Machine) timeValue(now int64, bubble bool) [3]uint64 {
	const (
		hasMonotonic = 1 << 63
		nsecShift    = 30
	)
	sec, nsec := wallClock(now, bubble)
	if bubble {
		return [3]uint64{uint64(nsec), uint64(sec + to1), m.prog.timeLocal()}
	}
	mono := now + monotonicStart - m.timeStart()
	return [3]uint64{hasMonotonic | uint64(sec+to1885)<<nsecShift | uint64(nsec), uint64(mono), m.prog.timeLocal()}
}

// Seconds from 1885, and from the year 1, to 1970.
const (
	to1885 = 2682288000
	to1    = 62135596800
)

// monotonicStart is what runtimeNano returns at the beginning of time: not
// zero, which package time takes for "none".
const monotonicStart = 1

// timeLocal is the value of time.Local at the beginning.
func (p *Program) timeLocal() Addr { return p.variable("time", "localLoc") }

// timeStart is time.startNano.
func (m *Machine) timeStart() int64 {
	if a := m.prog.variable("time", "startNano"); a != 0 {
		return int64(m.load64(a))
	}
	return 0
}

// variable is the address of a package variable, 0 if there is none.
func (p *Program) variable(path, name string) Addr {
	p.mu.Lock()
	defer p.mu.Unlock()
	pkg := p.cfg.SSA.ImportedPackage(path)
	if pkg == nil || pkg.Var(name) == nil {
		return 0
	}
	return p.globalAddr(pkg.Var(name))
}

// timerStart is time.goFunc: it starts a goroutine.
func (m *Machine) timerStart(t Addr, now int64) {
	s := m.load64(t + timerSlot)
	if m.sched.alive >= m.limits.Goroutines {
		m.stopWith(stopState{kind: stopLimit, limit: "goroutines"})
		return
	}
	slot := m.names.slot(Slot(uint32(s)), 0, int32(s>>32))
	m.store64(t+timerSlot, s+1<<32)
	h := m.bear(slot, Slot(uint32(s)))
	h.vc = m.timerClockAt(t, now)
	h.sync.now, h.sync.read = m.races.clocks.time(h.vc), m.races.clocks.read(h.vc)
	h.sync.bubble = uint32(m.load64(t + timerBubble))
	h.sync.waits = int32(m.load64(t + timerWaits))
	m.newFrameG(h, m.load64(t+timerFunc), nil)
	m.proceed(h)
}
