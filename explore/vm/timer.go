package vm

// Virtual time, sleeps and timers.
//
// Time stands still while anything can run; how it moves on is told in moving.go.
// All that is then due happens in any order. A timer is a process of its own with
// a slot of its own: firing it is a choice.
//
// If Config.EarlyTimers is set, a one-shot timer or a sleep may also end
// before time has come to it, at any moment, because everybody else may be
// slow: a sleep orders nothing. Time then is a matter of happens-before (see
// hb.go), no jump is needed for them, and such a choice touches nothing but
// what the firing itself does. Tickers fire at quiescence, and once early. So
// that loops with a timeout end, only the first few waits of a goroutine may
// end early.
//
// Package time is compiled from its real source; the functions without a
// body are here. Semantics of Stop and Reset are those of Go 1.23 (unbuffered
// look, no stale values) unless the program asks for the old ones, which
// package time decides itself (syncTimer).
//
// The simulated network is as fast as it has to be: timeouts that the network
// packages themselves have armed (of a dial, a deadline, an http.Client) pass
// only when time comes to them.

import "strings"

// The Unix time at which every execution begins: an ordinary moment, neither
// a whole second nor the first of a month, as programs are written for such
// (2026-03-11 10:42:17.123456789 UTC). In a bubble of testing/synctest time
// begins at midnight UTC 2000-01-01.
const (
	startTime   = 1773225737
	startNanos  = 123456789
	bubbleStart = 946684800
)

// wallClock is the Unix time at virtual time now.
func wallClock(now int64, bubble bool) (sec, nsec int64) {
	if bubble {
		return bubbleStart + now/1e9, now % 1e9
	}
	now += startNanos
	return startTime + now/1e9, now % 1e9
}

// The layout of a timer: a time.Timer, then our own words.
const (
	timerC      = 0
	timerInit   = 8
	timerSlot   = 16
	timerWhen   = 24 // deadline
	timerPeriod = 32 // 0: one-shot
	timerFunc   = 40 // closure to be started, 0 for a channel
	timerChan   = 48 // channel to send on, 0 for a function
	timerSync   = 56 // 1: Stop and Reset drop what has been sent
	timerNext   = 64 // list of armed timers
	timerPrev   = 72
	timerEarly  = 80 // 1: a ticker that has fired early once
	timerClock  = 88 // clock of who armed it
	timerBubble = 96
	timerArmed  = 104 // 1: in the list
	timerWaits  = 112 // see earlyWaits: of who armed it
	timerBytes  = 120

	// never is a time that nothing waits for to the end, 146 years from the
	// beginning: programs say so by a sleep as long as the type allows.
	never = 1 << 62

	// earlyWaits is of how many timers armed and sleeps begun by one
	// goroutine, the first ones, the end may come early. Who is started by a
	// timer goes on counting.
	earlyWaits = 8
)

// timerTag stands in the place of the element type in the header of timers.
const timerTag = 16

// now is the virtual time as g knows it.
func (m *Machine) now(g *G) int64 {
	if g.sync.bubble != 0 {
		return m.clockOf(uint64(g.sync.bubble))
	}
	return max(m.sched.clock, g.sync.now)
}

// timer is the armed or idle timer of a slot, 0 if the slot is not one.
func (m *Machine) timer(s Slot) Addr {
	if int(s) >= len(m.sched.timerOf) {
		return 0
	}
	return m.sched.timerOf[s]
}

// timerChoices appends the choices of timers that may fire although others
// can run: those that are overdue, and early ones. buf[start:] stays sorted.
func (m *Machine) timerChoices(buf []Choice, start int) []Choice {
	n := len(buf)
	for t := m.sched.timers; t != 0; t = m.load64(t + timerNext) {
		buf = m.timerWays(t, buf)
	}
	if len(buf) > n {
		sortChoices(buf[start:])
	}
	return buf
}

// timerWays appends the ways in which t may fire although others can run.
func (m *Machine) timerWays(t Addr, buf []Choice) []Choice {
	s := m.timerSlotOf(t)
	switch {
	case m.overdue(t):
		buf = append(buf, Choice{Slot: s, Alt: m.dueWay(t)})
	case !m.mayBeEarly(t):
	case !m.waitedFor(t):
		buf = append(buf, Choice{Slot: s})
	default:
		for _, w := range m.waiters(t) {
			buf = append(buf, Choice{Slot: s, Alt: alternative(0, 0, w)})
		}
	}
	return buf
}

// waitedFor reports whether t fires early only for somebody who waits on its
// channel. Each of those is then a way to fire, in which it is the peer:
// what took it to its operation is what made the firing possible.
func (m *Machine) waitedFor(t Addr) bool {
	return m.sched.early && m.load64(t+timerBubble) == 0 && m.load64(t+timerWaits) <= earlyWaits && m.load64(t+timerChan) != 0 && m.load64(t+timerSync) != 0
}

// missedWay is the alternative of a firing that was missed.
const missedWay = 2

// dueWay is the alternative by which t fires because its time has come.
func (m *Machine) dueWay(t Addr) int32 {
	if m.waitedFor(t) {
		return 1
	}
	return 0
}

func (m *Machine) timerSlotOf(t Addr) Slot { return Slot(m.load32(t + timerSlot)) }

func (m *Machine) timerDeadline(t Addr) int64 { return int64(m.load64(t + timerWhen)) }

func (m *Machine) overdue(t Addr) bool {
	return m.timerDeadline(t) <= m.clockOf(m.load64(t+timerBubble))
}

// mayBeEarly: see the head of this file. In a bubble of synctest time is
// exact.
func (m *Machine) mayBeEarly(t Addr) bool { return m.couldBeEarly(t) && m.noticed(t) }

// couldBeEarly is mayBeEarly if somebody noticed.
func (m *Machine) couldBeEarly(t Addr) bool {
	return m.sched.early && m.load64(t+timerBubble) == 0 && m.load64(t+timerWaits) <= earlyWaits &&
		m.timerDeadline(t) < never &&
		(m.load64(t+timerPeriod) == 0 || m.load64(t+timerEarly) == 0)
}

// noticed reports whether the firing of a timer can be noticed now: as in Go
// 1.23, a timer whose channel nobody waits on need not run.
func (m *Machine) noticed(t Addr) bool {
	return m.load64(t+timerChan) == 0 || m.load64(t+timerSync) == 0 || len(m.waiters(t)) > 0
}

// waiters are those who wait on the channel of a timer, unless it has fired.
// The list is valid until the next call.
func (m *Machine) waiters(t Addr) []Slot {
	list, c := m.sched.waiters[:0], m.load64(t+timerChan)
	if m.chanLen(c) > 0 {
		return list
	}
	var o choosing
	for _, s := range m.with(m.awakeGoroutines(), c) {
		g := m.gs[s]
		if g.status != Parked || !m.choosingOf(g, &o) || g.sync.taken != 0 {
			continue
		}
		for i := range o.n {
			if k := m.at(&o, i); k.ch == c {
				list = append(list, s)
				break
			}
		}
	}
	m.sched.waiters = list
	return list
}

// sleepReady: a sleep is over when time has come to its end, or, early, at any
// moment. One that takes no time does not wait.
func sleepReady(m *Machine, g *G) bool {
	return g.sync.until <= m.now(g) ||
		m.sched.early && g.sync.until < never && g.sync.bubble == 0 && g.sync.waits <= earlyWaits && !m.ofNetwork(g)
}

// timerEvents appends the events of the armed timers to those of goroutines,
// and those of firings that were missed.
func (m *Machine) timerEvents(buf []Event, start int) []Event {
	n := len(buf)
	for t := m.sched.timers; t != 0; t = m.load64(t + timerNext) {
		buf = m.timerFuture(t, buf)
	}
	for _, firing := range m.sched.missed[:m.sched.misses] {
		e := Event{Choice: Choice{Slot: firing.timer, Alt: missedWay}, Peer: NoSlot, Kind: KindTimer}
		e.touch(firing.object, Write)
		buf = append(buf, e)
	}
	if len(buf) > n {
		sortEvents(buf[start:])
	}
	return buf
}

func sortEvents(e []Event) {
	for i := 1; i < len(e); i++ {
		for j := i; j > 0 && e[j].Slot < e[j-1].Slot; j-- {
			e[j], e[j-1] = e[j-1], e[j]
		}
	}
}

// timerFuture appends the events of firing t in the ways possible now, or
// else when its time comes.
func (m *Machine) timerFuture(t Addr, buf []Event) []Event {
	ways := m.timerWays(t, m.sched.ways[:0])
	m.sched.ways = ways
	for _, c := range ways {
		buf = append(buf, m.timerEvent(t, c.Alt))
	}
	if len(ways) == 0 {
		buf = append(buf, m.timerEvent(t, m.dueWay(t)))
	}
	return buf
}

// isEarly reports whether firing t by alternative alt is early.
func (m *Machine) isEarly(t Addr, alt int32) bool {
	return !m.overdue(t) && (alt != m.dueWay(t) || !m.waitedFor(t) && m.mayBeEarly(t))
}

// timerEvent is the event of firing t now.
func (m *Machine) timerEvent(t Addr, alt int32) Event {
	s := m.timerSlotOf(t)
	_, _, peer := splitAlternative(alt)
	e := Event{Choice: Choice{Slot: s, Alt: alt}, Peer: peer, Kind: KindTimer}
	c := m.load64(t + timerChan)
	if c == 0 {
		e.Peer = m.names.slot(s, 0, m.timerChild(t))
	}
	if !m.overdue(t) && !m.isEarly(t, alt) {
		e.touch(0, Quiesce)
		return e
	}
	e.touch(object(Addr(s), partTimer), Write)
	if c == 0 {
		return e
	}
	if k := (chanCase{ch: c, send: true}); m.readyAlone(&k) {
		m.touchCase(&k, &e)
	} else {
		e.touch(object(c, partTail), Read)
		e.touch(object(c, partHead), Read)
	}
	return e
}

// timerChild is the number of the goroutine that t starts when it fires.
func (m *Machine) timerChild(t Addr) int32 { return int32(m.load64(t+timerSlot) >> 32) }

// arm enters a timer into the list of those that can fire.
func (m *Machine) arm(t Addr, when int64) {
	m.store64(t+timerWhen, uint64(when))
	m.store64(t+timerArmed, 1)
	m.linkTimer(&m.sched.timers, t)
}

// disarm takes it out and reports whether it was in.
func (m *Machine) disarm(t Addr) bool {
	if m.load64(t+timerArmed) == 0 {
		return false
	}
	m.store64(t+timerArmed, 0)
	m.unlinkTimer(&m.sched.timers, t)
	return true
}

// A missedFiring is one that could have been before its timer was stopped or
// reset. A search has to know of it: so an event stays pending that never becomes
// possible, and conflicts with that operation by an object of its own.
type missedFiring struct {
	timer  Slot
	object uint64
}

// missedObject is the object of what g's index-th event makes a timer miss.
func missedObject(g *G, index int32) uint64 {
	return numbered(Addr(g.Slot), partMissed, uint64(index))
}

// missTimer notes that the present event of g stops or resets t. If t could
// not have fired, because time stood still, it misses nothing.
func (m *Machine) missTimer(g *G, t Addr) {
	if m.load64(t+timerArmed) != 0 && (m.overdue(t) || m.couldBeEarly(t)) {
		f := missedFiring{m.timerSlotOf(t), missedObject(g, g.index-1)}
		m.sched.missed = append(m.sched.missed[:m.sched.misses], f)
		m.sched.misses++
	}
}

func (m *Machine) linkTimer(first *Addr, t Addr) {
	m.store64(t+timerNext, *first)
	m.store64(t+timerPrev, 0)
	if *first != 0 {
		m.store64(*first+timerPrev, t)
	}
	*first = t
}

func (m *Machine) unlinkTimer(first *Addr, t Addr) {
	next, prev := m.load64(t+timerNext), m.load64(t+timerPrev)
	if prev != 0 {
		m.store64(prev+timerNext, next)
	} else {
		*first = next
	}
	if next != 0 {
		m.store64(next+timerPrev, prev)
	}
}

// ofNetwork reports whether the wait that g is about to begin is one of the
// network packages, be it through package context.
func (m *Machine) ofNetwork(g *G) bool {
	for i := len(g.frames) - 1; i >= 0; i-- {
		pkg := packageOf(m.code(g.frames[i].fn.ID).Name)
		switch pkg {
		case "time", "context", "sync":
			continue
		case "net", "internal/poll", "crypto/tls":
			return true
		}
		return strings.HasPrefix(pkg, "net/")
	}
	return false
}

// packageOf is the import path in the full name of a function.
func packageOf(name string) string {
	start := strings.LastIndexByte(name, '/') + 1
	if i := strings.IndexByte(name[start:], '.'); i >= 0 {
		return name[:start+i]
	}
	return ""
}
