package vm

// The scheduler's side of the machine: what every goroutine is about to do,
// whether it can, and doing it.
//
// A goroutine stays parked in front of its operation, whether it can go on
// or not: parked goroutines are the wait queues, and no order among the
// waiters is kept, since Go promises none. Where an operation has to
// be seen to have begun (a writer that waits for readers, Cond.Wait), it is
// two or three steps: the first one leaves the goroutine parked with the kind
// of the next.
//
// The table operations says for each kind when it can be executed, what it
// touches, and what it does. What it touches is found before it is done, so
// the event that [Machine.Pendings] shows is the one that [Machine.Step]
// returns.

import "github.com/mazurka-go/mazurka/explore/vm/compile"

// The kinds of visible operations of the language.
const (
	KindSend   = Kind(compile.KindSend)
	KindRecv   = Kind(compile.KindRecv)
	KindSelect = Kind(compile.KindSelect)
	KindClose  = Kind(compile.KindClose)
	KindLen    = Kind(compile.KindLen)
	KindGo     = Kind(compile.KindGo)
	KindRead   = Kind(compile.KindRead)
	KindWrite  = Kind(compile.KindWrite)
)

// The kinds of the standard library. Those with an unexported name are the
// later steps of others.
const (
	KindMutexLock = Kind(compile.FirstLibraryKind) + iota
	KindMutexTryLock
	KindMutexUnlock
	KindRWLock // announces the writer, which then waits for the readers
	kindRWAcquire
	KindRWTryLock
	KindRWUnlock
	KindRWRLock
	KindRWTryRLock
	KindRWRUnlock
	KindWaitGroupAdd
	KindWaitGroupWait
	KindOnceEnter
	KindOnceLeave
	KindCondEnqueue // the first step of Cond.Wait; unlocks as well
	kindCondSleep
	KindCondSignal
	KindCondBroadcast
	KindObserve // of an object of a model: reads and acquires,
	KindReplace // writes and releases,
	KindModify  // does both,
	KindAdd     // or changes it without looking
	KindPool    // orders without an edge
	KindMapRead
	KindMapWrite
	KindMapRange
	KindMapClear
	KindSocketReceive // of a simulated socket: waits for an item,
	KindSocketSend    // for room,
	KindSocketClose   // or ends one or both directions
	KindReflectSend
	KindReflectRecv
	KindReflectSelect
	KindSleep
	KindNewTimer
	KindStopTimer
	KindResetTimer
	KindTimer // a timer fires
	KindClock // time moves on
	KindGosched
	KindBubbleWait
	KindBubbleEnd
	KindWorld   // looks at all goroutines
	KindCollect // looks for unreachable objects
	kindAtomic  // and those that follow: see atomic.go
)

// syncState is the part of a goroutine's state that belongs to
// synchronisation. It is saved and rewound with the goroutine.
type syncState struct {
	time uint32 // own component of the vector clock, less one
	born uint32 // that of who started it then, as of shareRecord
	now  int64  // latest time it has heard of from a timer that fired early
	// looks counts how often it has looked at the clock; see clock.go.
	looks uint32
	read  int64 // the latest time that it, or what happens before, has read
	seen  lookCounts
	// taken is the case of a send, receive or select that a partner has
	// executed on the goroutine's behalf, plus one; wake is what the partner
	// gave away.
	taken int32
	wake  clockRef
	until int64 // end of a sleep
	// cond is the Cond in whose queue the goroutine is, with its ticket.
	cond    Addr
	ticket  uint32
	exited  bool    // by Goexit
	settled bool    // it waits for one channel, see [Machine.settle]
	queued  int32   // rank by when it began to wait, 0: it may not have begun
	hidden  region  // see [Machine.regionOf]
	locks   lockset // it holds; see locksets.go
	timers  int32   // made so far: the next one's name
	waits   int32   // timers armed and sleeps begun so far
	bubble  uint32  // the address of the synctest bubble, 0 for none
	told    int32   // its index when it gave away its clock last
}

func (s *syncState) own() uint32 { return s.time + 1 }

// schedState is the scheduler's state beside that of the goroutines.
type schedState struct {
	schedMark
	early bool
	// mainEnds: the program ends when the main goroutine returns.
	mainEnds bool
	// live are the slots of the goroutines that have not ended, ascending;
	// stale says that they must be collected anew.
	live     []Slot
	stale    bool
	crowd    crowdState
	beside   besideState
	restored restoredWords // scratch of Unchanged
	// offers: see [Machine.offering]; known until the state changes.
	offers      []Slot
	offersKnown bool
	// timerOf are the timers by slot; see timer.go.
	timerOf   []Addr
	deadlines []deadline
	missed    []missedFiring
	waiters   []Slot   // scratch of timers
	ways      []Choice // scratch of timers
	ranks     []int32  // scratch of [Machine.settle]
	stepped   Event    // scratch of steps: the present one
	enabled   []Choice // scratch of outcomes
	// timed: initialisers have remembered a point of time.
	timed  bool
	moved  []Slot // if time alone can pass: who moves with it
	dirty  dirtyState
	shares shareState
	tracer tracer
	reach  reachState
	graph  liveGraph
	// classes are those of functions, by number; see transparent.go.
	classes []funcClass
}

// schedMark is the part of it that is rewound.
type schedMark struct {
	clock int64 // virtual time since the beginning of time
	// bubbles is a hash of how time has moved in bubbles.
	bubbles uint64
	read    int64 // the latest time that anybody has read; see clock.go
	// specials is the first special, collections how often unreachable objects
	// have been looked for; see special.go.
	specials    Addr
	collections int32
	cycles      uint32 // calls of runtime.GC
	garbage     uint64 // bytes found unreachable by the latest one
	passed      int64  // steps for which time has passed; see ticking.go
	timers      Addr   // the first of the armed timers
	misses      int    // how many of missed there are
	quiet       quietState
	late        lateState
	words       dirtyMark
	given       shareMark

	overgiven bool // see Overgiven
	// alive counts the goroutines that have not ended, slept is how many had fallen asleep.
	alive, slept int
	faults       int // of the network, so far
}

func (s *schedState) mark() schedMark {
	s.words, s.given, s.slept = s.dirty.dirtyMark, s.shares.mark(), s.crowd.mark()
	return s.schedMark
}

func (s *schedState) rewind(k schedMark) {
	s.schedMark = k
	s.dirty.rewind(k.words)
	s.shares.rewind(k.given)
	s.crowd.rewind(k.slept)
	s.offersKnown, s.reach.known = false, false
}

func (s *schedState) clone() schedState {
	return schedState{timed: s.timed, schedMark: schedMark{clock: s.clock, read: s.read, timers: s.timers, specials: s.specials}, timerOf: append([]Addr(nil), s.timerOf...), stale: true}
}

func (s *schedState) configure(m *Machine) {
	s.early = m.cfg.EarlyTimers
	s.dirty = dirtyState{base: m.regions.next}
	s.stale = true
}

// An operation is how a kind is scheduled.
type operation struct {
	name string
	// firm: see [Event].
	firm bool
	// objects: only events that touch the object at operand 0 make it ready.
	objects bool
	// ready reports whether the operation can be executed; nil means always.
	ready func(m *Machine, g *G) bool
	// ways appends the enabled choices of an operation that may have several;
	// if it is nil, there is alternative 0.
	ways func(m *Machine, g *G, buf []Choice) []Choice
	// future appends what g may execute next, enabled or not. If it is nil,
	// that is alternative 0.
	future func(m *Machine, g *G, buf []Event) []Event
	// touch completes the event of executing alternative alt now.
	touch func(m *Machine, g *G, alt int32, e *Event)
	// exec executes it; stay says that g is not to run on, because it is
	// parked again.
	exec func(m *Machine, g *G, alt int32) (stay bool)
}

var operations [256]operation

func (k Kind) String() string { return operations[k].name }

// liveGoroutines are the slots of the goroutines that have not ended.
func (m *Machine) liveGoroutines() []Slot {
	s := &m.sched
	if s.stale {
		s.stale = false
		s.live = s.live[:0]
		for i, g := range m.gs {
			if g != nil && (g.status == Parked || g.status == Running) {
				s.live = append(s.live, Slot(i))
			}
		}
	}
	return s.live
}

// enlist notes that g, which was not, is live.
func (m *Machine) enlist(g *G) {
	m.sched.alive++
	m.sched.stale = true
	m.sched.crowd.rouse(g.Slot)
}

// Enabled appends the choices possible now to buf, ordered by slot, then
// alternative. None means that the execution is over; see [Machine.Outcome].
func (m *Machine) Enabled(buf []Choice) []Choice {
	if m.stop.kind != running {
		return buf
	}
	start := len(buf)
	ended := 0
	for _, s := range m.awakeGoroutines() {
		g, n := m.gs[s], len(buf)
		if g.status != Parked {
			ended++
			continue
		}
		if buf = m.choicesOf(g, buf); len(buf) == n {
			m.mayRest(g)
		}
	}
	if ended > crowded || len(m.sched.crowd.drowsy) > 0 {
		m.restDrowsy()
	}
	buf = m.timerChoices(buf, start)
	if len(buf) == start {
		buf = m.quiescent(buf)
	} else {
		buf = m.due(buf, start)
	}
	if len(buf) == start {
		buf = m.collectLate(buf)
	}
	return buf
}

// EnabledOf appends the choices of one goroutine, which are among those of
// [Machine.Enabled].
func (m *Machine) EnabledOf(s Slot, buf []Choice) []Choice {
	if m.stop.kind != running || s < 0 || int(s) >= len(m.gs) || m.gs[s] == nil || m.gs[s].status != Parked {
		return buf
	}
	return m.choicesOf(m.gs[s], buf)
}

func (m *Machine) choicesOf(g *G, buf []Choice) []Choice {
	o := &operations[g.pending.Kind]
	if o.ways != nil {
		return o.ways(m, g, buf)
	}
	if o.ready == nil || o.ready(m, g) {
		buf = append(buf, Choice{Slot: g.Slot})
	}
	return buf
}

// Pendings appends, for each live goroutine, each armed timer and the clock, the events that
// it may execute next, one for each alternative, enabled or not.
func (m *Machine) Pendings(buf []Event) []Event {
	if m.stop.kind != running {
		return buf
	}
	start := len(buf)
	for _, s := range m.liveGoroutines() {
		if g := m.gs[s]; g.status == Parked {
			buf = m.futureOf(g, buf)
		}
	}
	buf = m.timerEvents(buf, start)
	n := len(buf)
	buf = m.clockEvents(buf)
	if m.mayCollectLate() {
		buf = append(buf, m.collectEvent())
	}
	if len(buf) > n {
		sortEvents(buf[start:])
	}
	return buf
}

func (m *Machine) futureOf(g *G, buf []Event) []Event {
	o := &operations[g.pending.Kind]
	if o.future != nil {
		return o.future(m, g, buf)
	}
	return m.appendEvent(buf, g, 0)
}

// appendEvent appends what executing alternative alt of g's operation now
// would be.
func (m *Machine) appendEvent(buf []Event, g *G, alt int32) []Event {
	buf = append(buf, Event{})
	m.foretell(&buf[len(buf)-1], g, alt)
	return buf
}

// foretell sets e to what executing alternative alt of g's operation now would
// be.
func (m *Machine) foretell(e *Event, g *G, alt int32) {
	o := &operations[g.pending.Kind]
	*e = Event{Choice: Choice{Slot: g.Slot, Alt: alt}, Peer: NoSlot, Kind: g.pending.Kind, Firm: o.firm}
	if o.touch != nil {
		o.touch(m, g, alt, e)
	}
}

// Step executes a choice that is enabled now and lets its goroutine run on
// to its next visible operation or its end.
func (m *Machine) Step(c Choice) Event {
	m.sched.offersKnown, m.sched.reach.known = false, false
	if m.recorder != nil {
		m.recorder.touched = m.recorder.touched[:0]
	}
	m.passTime()
	if len(m.races.clocks.words) >= m.races.clocks.sweepAt {
		m.sweepClocks()
	}
	e := m.step(c)
	m.rouseBy(&e)
	m.sched.offersKnown = false
	if len(m.marks)%16 == 0 {
		m.limitRemembered()
	}
	return e
}

func (m *Machine) step(c Choice) Event {
	if t := m.timer(c.Slot); t != 0 {
		return m.fire(t, c)
	}
	if int(c.Slot) >= len(m.gs) || m.gs[c.Slot] == nil {
		if m.IsClock(c.Slot) {
			return m.stepClock(c)
		}
		e := m.collectEvent()
		m.collect()
		return e
	}
	g := m.gs[c.Slot]
	if g.status != Parked {
		panic("vm: step of a goroutine that is not parked")
	}
	if m.sched.beside.bubbles && g.pending.Kind != KindBubbleEnd {
		m.stepsIn(uint64(g.sync.bubble))
	}
	m.touch(g)
	e := &m.sched.stepped
	m.foretell(e, g, c.Alt)
	g.index++
	stay := operations[e.Kind].exec(m, g, c.Alt)
	if !stay {
		m.proceed(g)
	}
	// What ends the program ends what the others might still do. At quiescence
	// that goes without saying.
	e.Wide = e.Wide || m.stop.kind != running && m.stop.kind != stopEndless
	return *e
}

// proceed lets g run on to its next visible operation. Operations whose order
// nobody can observe (transparent.go) are executed on the way.
func (m *Machine) proceed(g *G) {
	for m.stop.kind == running {
		g.status = Running
		m.run(g)
		if m.stop.kind == stopPaused {
			return
		}
		if g.status != Parked {
			m.sched.stale = true
			m.sched.alive--
			if g.sync.bubble != 0 {
				m.mergeAt(g, Addr(g.sync.bubble))
			}
			if g.Slot == mainSlot && m.sched.mainEnds && !g.sync.exited {
				m.stopWith(stopState{kind: stopMain})
			}
			return
		}
		if m.stop.kind != running || !m.transparent(g) || !m.executeHidden(g) {
			break
		}
	}
	if g.status == Parked {
		m.arrive(g)
	}
}

// arrive notes what an operation needs of the time when it began.
func (m *Machine) arrive(g *G) {
	var c choosing
	if m.choosingOf(g, &c) {
		if c.n > maxCases {
			m.unsupported(g, "select with more than 126 cases")
		}
		m.rouseReceivers(&c)
	}
	if g.pending.Kind == KindSleep {
		g.sync.until = m.after(g, int64(m.arg(g, 0)))
		g.sync.waits++
	}
}

// arg is the i-th operand of the operation that g is parked at.
func (m *Machine) arg(g *G, i int32) uint64 { return g.stack[g.pending.Args+i] }

// setResult sets the i-th result word.
func (m *Machine) setResult(g *G, i int32, v uint64) { g.stack[g.pending.Res+i] = v }

// badPointer raises the run-time panic for a nil pointer if a cannot be an object
// of the given size.
func (m *Machine) badPointer(g *G, a Addr, size uint64) bool {
	if m.valid(a, size) {
		return false
	}
	m.callRuntime(g, "panicmem")
	return true
}

func touchNothing(*Machine, *G, int32, *Event) {}

func init() {
	operations[KindGo] = operation{name: "go", firm: true, touch: touchGo, exec: execGo}
	operations[KindRead] = operation{
		name: "read", firm: true,
		touch: func(m *Machine, g *G, _ int32, e *Event) {
			e.touchMemory(Addr(g.pending.Aux), uint64(g.pending.Args), Read)
		},
		exec: func(m *Machine, g *G, _ int32) bool {
			m.raceAccess(g, Addr(g.pending.Aux), uint64(g.pending.Args), plainRead)
			return false
		},
	}
	operations[KindWrite] = operation{
		name: "write", firm: true,
		touch: func(m *Machine, g *G, _ int32, e *Event) {
			e.touchMemory(Addr(g.pending.Aux), uint64(g.pending.Args), Write)
		},
		exec: func(m *Machine, g *G, _ int32) bool {
			m.raceAccess(g, Addr(g.pending.Aux), uint64(g.pending.Args), plainWrite)
			return false
		},
	}
	operations[KindGosched] = operation{
		name: "runtime.Gosched", firm: true, touch: touchNothing,
		exec: func(*Machine, *G, int32) bool { return false },
	}
	registerVisible(map[string]Kind{"runtime.Gosched": KindGosched})
}

func boolWord(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
