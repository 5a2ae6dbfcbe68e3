package vm

// The operations of package time.

func init() {
	operations[KindSleep] = operation{
		name: "time.Sleep", ready: sleepReady,
		touch: func(m *Machine, g *G, _ int32, e *Event) {
			if !sleepReady(m, g) {
				e.touch(0, Quiesce)
			}
		},
		exec: func(m *Machine, g *G, _ int32) bool {
			if sleepReady(m, g) {
				g.sync.now = max(g.sync.now, g.sync.until)
			} else {
				m.moveTime(uint64(g.sync.bubble), g.sync.until)
			}
			return false
		},
	}
	operations[KindTimer] = operation{name: "timer"}
	operations[KindNewTimer] = operation{name: "time.NewTimer", firm: true, touch: touchNewTimer, exec: execNewTimer}
	operations[KindStopTimer] = operation{name: "time.Timer.Stop", firm: true, touch: touchTimer, exec: execStopTimer}
	operations[KindResetTimer] = operation{name: "time.Timer.Reset", firm: true, touch: touchTimer, exec: execResetTimer}
	registerVisible(map[string]Kind{
		"time.Sleep":      KindSleep,
		"time.armTimer":   KindNewTimer,
		"time.stopTimer":  KindStopTimer,
		"time.resetTimer": KindResetTimer,
	})
	register(map[string]Intrinsic{
		"time.makeTimer":        makeTimer,
		"time.runtimeNano":      nanotime,
		"time.runtimeNow":       runtimeNow,
		"time.now":              runtimeNow,
		"time.runtimeIsBubbled": isBubbled,
		"runtime.nanotime":      nanotime,
	})
}

// nanotime is func runtimeNano() int64.
func nanotime(m *Machine, g *G, w []uint64) trap {
	w[0] = uint64(m.look(g) + monotonicStart)
	return trapNone
}

// runtimeNow is func runtimeNow() (sec int64, nsec int32, mono int64). In
// a bubble there is no monotonic reading.
func runtimeNow(m *Machine, g *G, w []uint64) trap {
	now := m.look(g)
	sec, nsec := wallClock(now, g.sync.bubble != 0)
	w[0], w[1], w[2] = uint64(sec), uint64(nsec), uint64(now+monotonicStart)
	if g.sync.bubble != 0 {
		w[2] = 0
	}
	return trapNone
}

func isBubbled(_ *Machine, g *G, w []uint64) trap {
	w[0] = boolWord(g.sync.bubble != 0)
	return trapNone
}

// makeTimer is func makeTimer(f func(), c unsafe.Pointer, sync bool) *Timer: a
// timer that is not armed yet, which starts f or sends on c.
func makeTimer(m *Machine, g *G, w []uint64) trap {
	t, ok := m.allocRaw(&g.region, timerBytes, timerTag)
	if !ok {
		return m.stopWith(stopState{kind: stopLimit, limit: "memory"})
	}
	m.store8(t+timerInit, 1)
	m.store64(t+timerFunc, w[0])
	m.store64(t+timerChan, w[1])
	if w[2]&1 != 0 {
		m.store64(t+timerSync, 1)
		m.store64(w[1]+chanTimer, t)
		m.store64(w[1]+chanCap, 0)
	}
	m.store64(t+timerBubble, uint64(g.sync.bubble))
	w[0] = t
	return trapNone
}

// touchNewTimer: like a go statement, arming a timer for the first time is
// ordered with all that the timer does.
func touchNewTimer(m *Machine, g *G, _ int32, e *Event) {
	e.Peer = m.names.slot(g.Slot, timerNameTag, g.sync.timers)
}

// execNewTimer is func armTimer(t *Timer, when, period int64).
func execNewTimer(m *Machine, g *G, _ int32) bool {
	t := m.arg(g, 0)
	s := m.names.slot(g.Slot, timerNameTag, g.sync.timers)
	g.sync.timers++
	for int(s) >= len(m.sched.timerOf) {
		m.sched.timerOf = append(m.sched.timerOf, 0)
	}
	m.sched.timerOf[s] = t
	m.store64(t+timerSlot, uint64(s))
	m.armAgain(g, t, m.arg(g, 1), m.arg(g, 2))
	return false
}

// armAgain arms t on behalf of g; when is in the terms of runtimeNano.
func (m *Machine) armAgain(g *G, t Addr, when, period uint64) {
	m.store64(t+timerPeriod, period)
	m.store64(t+timerEarly, 0)
	waits := uint64(earlyWaits + 1)
	if !m.ofNetwork(g) {
		g.sync.waits++
		waits = uint64(g.sync.waits)
	}
	m.store64(t+timerWaits, waits)
	m.store64(t+timerClock, uint64(m.publish(g)))
	m.arm(t, m.deadline(g, int64(when)-monotonicStart))
	if m.unseen(t) {
		m.runUnseen(t)
	}
}

// touchTimer: stopping and resetting are ordered with the firing, and if
// stale values are dropped, with those who receive them. If there is none, that
// is observed, not made.
func touchTimer(m *Machine, g *G, _ int32, e *Event) {
	t := m.arg(g, 0)
	if !m.valid(t, timerBytes) {
		return
	}
	e.touch(object(Addr(m.timerSlotOf(t)), partTimer), Write)
	e.touch(missedObject(g, g.index), Write)
	if c := m.load64(t + timerChan); c != 0 && m.load64(t+timerSync) != 0 {
		fires := g.pending.Kind == KindResetTimer &&
			m.deadline(g, int64(m.arg(g, 1))-monotonicStart) <= m.clockOf(m.load64(t+timerBubble))
		mode := readOrWrite(m.chanLen(c) > 0 || fires)
		e.Firm = false
		e.touch(object(c, partHead), mode)
		e.touch(object(c, partTail), mode)
	}
}

// execStopTimer is func stopTimer(t *Timer) bool.
func execStopTimer(m *Machine, g *G, _ int32) bool {
	if t := m.arg(g, 0); !m.badTimer(g, t) {
		m.setResult(g, 0, boolWord(m.stopTimer(g, t)))
	}
	return false
}

// badTimer ends the program if a is not a timer: a copy of one.
func (m *Machine) badTimer(g *G, a Addr) bool {
	if start, _, elem, ok := m.object(a); ok && start == a && elem == timerTag {
		return false
	}
	m.throw(g, "timer is not one that package time made")
	return true
}

// stopTimer disarms t. As of Go 1.23 a value that was sent and not received
// counts as not sent.
func (m *Machine) stopTimer(g *G, t Addr) bool {
	m.missTimer(g, t)
	was := m.disarm(t)
	c := m.load64(t + timerChan)
	if c == 0 || m.load64(t+timerSync) == 0 {
		return was
	}
	for m.chanLen(c) > 0 {
		was = true
		m.store64(c+chanReceived, m.load64(c+chanReceived)+1)
	}
	return was
}

// execResetTimer is func resetTimer(t *Timer, when, period int64) bool.
func execResetTimer(m *Machine, g *G, _ int32) bool {
	t, when, period := m.arg(g, 0), m.arg(g, 1), m.arg(g, 2)
	if m.badTimer(g, t) {
		return false
	}
	was := m.stopTimer(g, t)
	m.armAgain(g, t, when, period)
	m.setResult(g, 0, boolWord(was))
	return false
}
