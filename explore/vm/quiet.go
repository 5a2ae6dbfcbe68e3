package vm

// Programs that only wait for time to pass, over and over: a ticker nobody
// stops, a loop that retries after a sleep. When time moves on, the state is
// compared with an earlier one (Brent's cycle detection: the earlier state is
// replaced each time the distance reaches a power of two). If all is as it
// was, but for the time, again and again, nothing but time will ever change,
// and the execution ends: as a deadlock if the main goroutine waits for
// something else, as a livelock if it takes part, and without a finding if it
// has returned.
//
// When the main goroutine has returned, what the others do forever, in any
// number of different states, is of no interest: the execution ends once
// everybody who waits for time has had it move on for him about twice.
//
// A program that remembers a point of time may wait until enough time has
// passed. As long as there is one in its memory, nothing is concluded.

import "slices"

// A quietState is what is remembered of the last state in which time moved.
type quietState struct {
	snap         *quietSnap // immutable
	since, limit uint32     // jumps since snap, and how many until the next
	times        uint32     // how often snap has come back
}

// A lateState counts how often time has moved since the main goroutine
// returned.
type lateState struct {
	first       *quietSnap // when it moved for the first time
	moves, most int
}

// late notes that time is about to move, and reports whether it had better
// not, because it has done so often enough since the main goroutine returned.
func (m *Machine) late(now *quietSnap) bool {
	l := &m.sched.late
	if m.sched.mainEnds || slices.Contains(m.liveGoroutines(), mainSlot) {
		return false
	}
	if l.first == nil {
		*l = lateState{first: now, most: 4}
		m.eachDeadline(func(Choice, uint64, int64) { l.most += 2 })
	}
	l.moves++
	return l.moves > l.most
}

// quietTimes is how often a state has to come back.
const quietTimes = 16

type quietSnap struct {
	bubble uint64 // whose time moved
	clock  int64  // in it
	// heap is a hash of what can be reached, once it has been asked for; timed
	// says that a point of time is part of it.
	heap          [2]uint64
	traced, timed bool
	// code says where each goroutine is, words are the words of its frames,
	// index its number of events, by live goroutine.
	code  []uint64
	words []uint64
	slots []Slot
	index []int32
}

// traceQuiet adds to s, a record of the present state, what is expensive.
func (m *Machine) traceQuiet(s *quietSnap) {
	if !s.traced {
		s.heap, s.traced = m.sched.tracer.trace(m, traceHeap), true
		s.timed = m.sched.tracer.timed
	}
}

// snapQuiet records the present state.
func (m *Machine) snapQuiet(bubble uint64) *quietSnap {
	s := &quietSnap{bubble: bubble, clock: m.clockOf(bubble)}
	for _, slot := range m.liveGoroutines() {
		g := m.gs[slot]
		s.slots, s.index = append(s.slots, slot), append(s.index, g.index)
		s.code = append(s.code, uint64(slot), uint64(g.pending.Kind), g.panics)
		for i := range g.frames {
			f := &g.frames[i]
			s.code = append(s.code, funcPC(f.fn.ID, f.pc), f.defers)
			s.words = append(s.words, g.stack[f.base:int(f.base)+f.fn.Words]...)
		}
		if g.pending.Kind == KindSleep {
			s.words = append(s.words, uint64(g.sync.until))
		}
	}
	return s
}

// again reports whether the present state, b, is a, some time later.
func (m *Machine) again(a, b *quietSnap) bool {
	if !a.framesAgain(b) {
		return false
	}
	m.traceQuiet(b)
	return a.heap == b.heap && !b.timed
}

// framesAgain is again as far as it concerns the goroutines themselves.
func (a *quietSnap) framesAgain(b *quietSnap) bool {
	if a.bubble != b.bubble || len(a.words) != len(b.words) || !slices.Equal(a.code, b.code) {
		return false
	}
	for i, w := range a.words {
		switch v := b.words[i]; {
		case v == w:
			if pointOfTime(w) {
				return false
			}
		case !ticked(int64(v-w)-(b.clock-a.clock)) && !ticked(wallTime(v)-wallTime(w)-(b.clock-a.clock)):
			return false
		}
	}
	return true
}

// pointOfTime reports whether w looks like a point of time in the first month
// of an execution: the first or second word of a time.Time, or a Unix time in
// seconds, milliseconds, microseconds or nanoseconds.
func pointOfTime(w uint64) bool {
	const span = 31 * 24 * 3600
	if timeWithin(w, span) {
		return true
	}
	for _, start := range starts {
		if within(w, start, 1, span) || within(w, start, 1e3, span) || within(w, start, 1e6, span) {
			return true
		}
	}
	return false
}

// starts are the Unix times at which time begins.
var starts = [...]uint64{startTime, bubbleStart}

// timeWithin is pointOfTime for the forms that are hardly anything else.
func timeWithin(w, seconds uint64) bool {
	for _, start := range starts {
		switch {
		case w>>63 != 0:
			if within(uint64(wallTime(w)/1e9), start+to1885, 1, seconds) {
				return true
			}
		case within(w, start, 1e9, seconds) || within(w, start+to1, 1, seconds):
			return true
		}
	}
	return false
}

func within(w, from, unit, seconds uint64) bool {
	return w >= from*unit && w-from*unit < seconds*unit
}

// remembersTime reports whether the base image has a point of time in it. No
// time to speak of passes during initialisation.
func (m *Machine) remembersTime() bool {
	early := func(w uint64) bool { return timeWithin(w, 60) }
	return slices.ContainsFunc(m.words(dataBase, (m.prog.dataUsed()-dataBase)/8), early) ||
		slices.ContainsFunc(m.words(heapBase, (m.next-heapBase)/8), early)
}

// wallTime decodes the first word of a time.Time.
func wallTime(w uint64) int64 {
	const nanoseconds = 1<<30 - 1
	return int64(w<<1>>31)*1e9 + int64(w&nanoseconds)
}

// moveTime moves time in a bubble to at, since nothing else can go on.
func (m *Machine) moveTime(bubble uint64, at int64) {
	q := &m.sched.quiet
	now := m.snapQuiet(bubble)
	switch {
	case m.late(now):
		m.endless(m.sched.late.first)
		return
	case q.snap != nil && !m.sched.timed && m.again(q.snap, now):
		if q.times++; q.times == quietTimes {
			m.endless(q.snap)
			return
		}
		q.since++
	case q.snap == nil || q.since >= q.limit:
		m.traceQuiet(now)
		*q = quietState{snap: now, limit: 2*q.limit + 1}
	default:
		q.since++
	}
	m.setClock(bubble, at)
	m.runAllUnseen(bubble)
	m.settle()
}

// endless ends an execution that has come back to an earlier state.
func (m *Machine) endless(earlier *quietSnap) {
	m.stopWith(stopState{kind: stopEndless})
	m.sched.moved = m.sched.moved[:0]
	for i, s := range earlier.slots {
		if m.gs[s].index != earlier.index[i] {
			m.sched.moved = append(m.sched.moved, s)
		}
	}
	if slices.Contains(m.sched.moved, mainSlot) {
		m.report(Report{
			Kind:    LivelockReport,
			Message: "goes round in circles without effect",
			Sides:   []Side{m.side(m.gs[mainSlot], "repeats")},
		})
	}
}

// endlessOutcome is the outcome of such an execution.
func (m *Machine) endlessOutcome() Outcome {
	switch g := m.gs[mainSlot]; {
	case g == nil || g.status != Parked:
		if len(m.Leaked()) > 0 {
			return Leak
		}
		return Done
	case slices.Contains(m.sched.moved, mainSlot):
		return Livelock
	}
	return Deadlock
}
