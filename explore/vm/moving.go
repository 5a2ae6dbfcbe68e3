package vm

// How time moves on. At quiescence a clock jumps to the earliest deadline among the
// sleepers and the timers that somebody can notice.
//
// If there is one deadline only, that is part of what it was waited for: the
// sleep ends, the timer fires. Otherwise, be it that several are due at the same
// time or that there are bubbles with clocks of their own, that time moves
// on is an event by itself, of a process by itself. What is then due comes
// after it, and is ordered with all else as any event is; were it one of
// the timers that moves time as well, it would be the first one in every execution, since
// an event at quiescence is never reversed with another. Which clock moves first is an alternative of
// that process, since alternatives are all explored.

const (
	// timerNameTag and clockTag are the tags in the names of timers and of the process that moves
	// time on.
	timerNameTag = 't'
	clockTag     = 'c'
)

func init() { operations[KindClock] = operation{name: "time moves on"} }

// quiescent appends the choices there are when nothing else can go on: those
// who wait for the rest of a bubble to block, or else time moves on.
func (m *Machine) quiescent(buf []Choice) []Choice {
	start := len(buf)
	if buf = m.quiescentBubbles(buf); len(buf) > start {
		return buf
	}
	earliest := m.earliest()
	m.eachDeadline(func(c Choice, bubble uint64, at int64) {
		for _, d := range earliest {
			if d.bubble == bubble && d.at == at {
				buf = append(buf, c)
			}
		}
	})
	if len(buf)-start > 1 {
		buf = buf[:start]
		for _, d := range earliest {
			buf = append(buf, m.clockChoice(d.bubble))
		}
		sortChoices(buf[start:])
	}
	return buf
}

// eachDeadline calls f for each sleeper and each armed timer that matters,
// with its bubble.
func (m *Machine) eachDeadline(f func(c Choice, bubble uint64, at int64)) {
	m.eachWait(func(c Choice, bubble uint64, at int64) {
		if t := m.timer(c.Slot); t == 0 || m.noticed(t) {
			f(c, bubble, at)
		}
	})
}

// eachWait calls f for each sleeper and each armed timer, with its bubble.
func (m *Machine) eachWait(f func(c Choice, bubble uint64, at int64)) {
	for _, s := range m.liveGoroutines() {
		g := m.gs[s]
		if b := uint64(g.sync.bubble); g.status == Parked && g.pending.Kind == KindSleep && g.sync.until < never && !m.frozen(b) {
			f(Choice{Slot: s}, b, g.sync.until)
		}
	}
	for t := m.sched.timers; t != 0; t = m.load64(t + timerNext) {
		if b := m.load64(t + timerBubble); m.timerDeadline(t) < never && !m.frozen(b) {
			f(Choice{Slot: m.timerSlotOf(t), Alt: m.dueWay(t)}, b, m.timerDeadline(t))
		}
	}
}

// A deadline is the earliest one of a bubble that matters.
type deadline struct {
	bubble uint64
	at     int64
}

func (m *Machine) earliest() []deadline {
	list := m.sched.deadlines[:0]
	m.eachDeadline(func(_ Choice, bubble uint64, at int64) {
		for i := range list {
			if list[i].bubble == bubble {
				list[i].at = min(list[i].at, at)
				return
			}
		}
		list = append(list, deadline{bubble, at})
	})
	m.sched.deadlines = list
	return list
}

// clockSlot is the slot of the process that moves time on.
func (m *Machine) clockSlot() Slot { return m.names.slot(mainSlot, clockTag, 0) }

// IsClock reports whether a slot is that of the process that moves time on.
func (m *Machine) IsClock(s Slot) bool {
	return s >= 0 && int(s) < len(m.names.entries) && m.names.entries[s].tag == clockTag
}

// clockChoice is the choice of moving time on in a bubble, which the alternative
// names by its main goroutine.
func (m *Machine) clockChoice(bubble uint64) Choice {
	c := Choice{Slot: m.clockSlot()}
	if bubble != 0 {
		c.Alt = alternative(0, 0, m.bubbleMain(bubble))
	}
	return c
}

// clockEvent is the event of such a choice.
func clockEvent(c Choice) Event {
	e := Event{Choice: c, Peer: NoSlot, Kind: KindClock}
	e.touch(0, Quiesce)
	return e
}

// clockEvents appends the events by which time may move on, if there are
// several who wait for that. Whether anybody notices them is left open.
func (m *Machine) clockEvents(buf []Event) []Event {
	start, waits := len(buf), 0
	m.eachWait(func(_ Choice, bubble uint64, _ int64) {
		waits++
		e := clockEvent(m.clockChoice(bubble))
		for i := start; i < len(buf); i++ {
			if buf[i].Alt == e.Alt {
				return
			}
		}
		buf = append(buf, e)
	})
	if waits < 2 {
		buf = buf[:start]
	}
	return buf
}

// stepClock moves time on by the choice c.
func (m *Machine) stepClock(c Choice) Event {
	for _, d := range m.earliest() {
		if m.clockChoice(d.bubble) == c {
			m.moveTime(d.bubble, d.at)
			return clockEvent(c)
		}
	}
	panic("vm: nothing is due by that clock")
}
