package por

// This file implements S-POR, and the search that it has in common with
// DE-S-POR (despor.go) and DL-S-POR (dlspor.go).
//
//	[CEFM23] Cirisci, Enea, Farzan, Mutluergil. A pragmatic approach to
//	stateful partial order reduction. Algorithm 1 (S-POR), and the order of
//	enumeration of Section 4.1.3 (sporchoice.go).
//
// Notation: the stack is the path with s.levels; a state's backtrack, done and
// current are those of its level; next(s, t) is what the choices of t in
// level.enabled do; safeSet(s) is level.safe if it is not negative, else all
// that is enabled; notVisited(s) is what lts.state says. Of L_r there are the
// states (lts.go) and, for every state, the actions that occur in executions
// from there (sporstore.go, futures.go), not the transitions.
//
// Differences: (1) A thread may have several choices, which are explored
// together. An operation with several ways to go (Alt is not 0) is not known
// in full: ways may be added when others move. A state where such a thread is
// to be explored is expanded by all that is enabled. (2) The paper has
// systems that are acyclic, deterministic and without deadlocks. Here, an event
// that is blocked at a state counts as one that follows from there, so
// that what a lock that is never given back prevents is seen; and a state from
// which the stack can be reached again is expanded by all that is enabled, so
// that nothing is put off forever. Then the set of final states is that of
// the full state space, deadlocks included, and of every process every local
// state is reached. (3) Whether an action is invisible is found, not
// declared: it touches nothing, or nothing that another process may still
// touch, if the system is a [Lookahead]. (4) Two actions count as dependent
// only if they can be reversed: an Acquire that follows a Release does not.
// (5) Nothing is invisible to an event that ends everything: a state from
// which one was reached is expanded by all that is enabled. So is a state on a
// cycle, once such an event was seen anywhere: it may be found only after the
// state was left. If such states were left before, all is explored once more.
//
// State matching hides executions: the visitor sees one for each way found
// into a final state by states not seen before, not one for each trace.
//
// The stateless variants are those of Section 4.1.3: without state matching,
// and without L_r. What DL-S-POR needs to know of the executions from a
// successor is kept until the search is back. Every state is expanded by a
// source set, so the visitor sees every trace, some of them often.
//
// With Options.MaxMemory, states that are not on the stack are forgotten when
// there is no room for another, and explored again when they are met again.
// Nothing is lost by that: a level has what may happen after its state as far
// as it was explored, whether or not the states in between are still known.
// There is an end to it, since a state on the stack is always known.

func sPOR(sys System, opts Options, visit Visitor) Result {
	return newPragmatic(sys, opts, visit, safeOnly, true).search()
}

func statelessSPOR(sys System, opts Options, visit Visitor) Result {
	return newPragmatic(sys, opts, visit, safeOnly, false).search()
}

// pragmaticKind is which of the three algorithms is running.
type pragmaticKind uint8

const (
	safeOnly pragmaticKind = iota
	eager
	lazy
)

// A pragmaticSearch is a depth-first search that expands states by source sets.
type pragmaticSearch struct {
	walker
	kind    pragmaticKind
	state   Stateful  // nil if states are not matched
	look    Lookahead // nil if the system is none
	before  Foresight // likewise
	lts     lts
	sets    *futureSets      // nil if it does not matter what follows
	levels  []pragmaticLevel // levels[:depth] are those of the path
	depth   int
	rank    []int32  // by process, its place in Options.Order
	digests []digest // eager: of the events
	pending []Event
	closed  procSet // scratch

	// What was found out about the state at the end of the path when the search
	// came to it or left it: what may happen after it, by process, and whether
	// that is all; whether a Wide event is among it.
	after       []int32
	known, ends bool

	// endSeen says that a Wide event was seen, hasty that a state was left from
	// which one may be found later, by way of the stack, though only a safe set
	// was explored.
	endSeen, hasty bool
}

// A pragmaticLevel is a state on the stack.
type pragmaticLevel struct {
	id      int32
	low     int // the lowest level that can be reached from here
	enabled []Choice
	able    procSet // the threads that are enabled
	safe    Proc    // the safe set, -1 if it is all that is enabled
	next    int     // of the thread being explored, enabled[:next] are
	// back is the set of threads to explore, done those explored; the one
	// being explored is cur, by an event with that label.
	back, done procSet
	cur        Proc
	label      int32
	// current[i] are the threads that do something dependent with what
	// thread i did here, by thread.
	current []procSet
	// after is what may happen after this state, as far as it was explored.
	after []int32
	// full says that all that is enabled has to be explored, ends that a Wide
	// event can be reached.
	full, ends bool
}

func newPragmatic(sys System, opts Options, visit Visitor, kind pragmaticKind, matching bool) *pragmaticSearch {
	s := &pragmaticSearch{walker: newWalker(sys, opts, visit), kind: kind}
	s.progress = s
	s.look, _ = sys.(Lookahead)
	s.before, _ = sys.(Foresight)
	s.rankProcesses()
	if kind != safeOnly {
		s.sets = newFutureSets()
	}
	if matching {
		s.state = sys.(Stateful)
	}
	return s
}

func (s *pragmaticSearch) search() Result {
	s.pass()
	if s.hasty && s.endSeen && !s.halt {
		s.pass()
	}
	return s.finish()
}

// pass explores everything from the initial state.
func (s *pragmaticSearch) pass() {
	s.hasty = false
	s.res.States = 0
	s.cut(0)
	s.seek(0)
	if s.state != nil {
		s.lts = newLTS()
	}
	s.push()
	for s.depth > 0 && !s.halt {
		s.advance()
	}
}

// measure says how far the search has come: see progress.go.
func (s *pragmaticSearch) measure() (part float64, memory int64) {
	done := newShare()
	for i := range s.levels[:s.depth] {
		l := &s.levels[i]
		wanted := 0
		for p := range l.able.all() {
			if s.wanted(l, p) {
				wanted++
			}
		}
		done.descend(l.done.len(), wanted)
	}
	memory = s.memory() + s.stored() + int64(cap(s.digests))*16 + int64(cap(s.pending))*eventSize
	levels := s.levels[:cap(s.levels)]
	for i := range levels {
		memory += levels[i].memory()
	}
	return done.part(), memory
}

// push looks at the state at the end of the path and, if it is a new one,
// adds a level for it.
func (s *pragmaticSearch) push() {
	id := int32(-1)
	if s.state != nil {
		f := s.state.Fingerprint()
		if s.opts.MaxMemory > 0 && !s.lts.has(f) {
			s.makeRoom()
		}
		known, fresh := s.lts.state(f)
		if !fresh {
			s.recognised()
			s.matched(known)
			return
		}
		id = known
		s.lts.enter(id, s.depth)
	}
	s.res.States++
	l := s.newLevel(id)
	s.noteBlocked(l)
	failed := s.opts.Failed != nil && s.opts.Failed()
	if len(l.enabled) == 0 || failed || s.deep() {
		s.show(len(l.enabled) != 0)
		l.enabled = l.enabled[:0]
		if failed {
			s.stop("failure")
		}
		return
	}
	s.order(l.enabled)
	s.chooseSafe(l)
}

// newLevel adds a level to the stack, for state id.
func (s *pragmaticSearch) newLevel(id int32) *pragmaticLevel {
	s.levels = longer(s.levels[:s.depth])
	l := &s.levels[s.depth]
	l.id, l.low, l.safe, l.cur, l.next, l.label, l.full, l.ends = id, s.depth, -1, -1, 0, 0, false, false
	l.able, l.back, l.done, l.after = l.able[:0], l.back[:0], l.done[:0], l.after[:0]
	l.enabled = s.sys.Enabled(l.enabled[:0])
	for _, c := range l.enabled {
		l.able.add(c.Proc)
	}
	for i := range l.current {
		l.current[i] = l.current[i][:0]
	}
	s.depth++
	return l
}

// noteBlocked notes what is pending at l, but not enabled.
func (s *pragmaticSearch) noteBlocked(l *pragmaticLevel) {
	s.pending = s.pend.Pending(s.pending[:0])
	if s.kind == safeOnly {
		return
	}
	for i := range s.pending {
		e := &s.pending[i]
		if quiesces(e) || hasChoice(l.enabled, e.Choice) {
			continue
		}
		if s.collects() {
			s.note(l, s.sets.label(e))
		}
		if s.kind == eager {
			s.update(e, len(s.events))
		}
	}
}

func hasChoice(choices []Choice, c Choice) bool {
	for _, d := range choices {
		if c == d {
			return true
		}
	}
	return false
}

// chooseSafe sets l.safe.
func (s *pragmaticSearch) chooseSafe(l *pragmaticLevel) {
	for _, c := range l.enabled {
		for i := range s.pending {
			if e := &s.pending[i]; e.Choice == c && s.invisible(e) {
				l.safe = c.Proc
				return
			}
		}
	}
}

// invisible reports whether no other process can tell that e happens. What
// starts a process has nothing to do with any but that one.
func (s *pragmaticSearch) invisible(e *Event) bool {
	if e.Alt != 0 || e.Wide {
		return false
	}
	if e.Accesses[0].Mode == 0 {
		return true
	}
	if s.look == nil {
		return false
	}
	for i := range s.pending {
		if p := s.pending[i].Proc; p != e.Proc && s.mayPrecede(p, e) {
			return false
		}
	}
	return true
}

// mayPrecede reports whether p may do something before e that cannot as well come
// after it.
func (s *pragmaticSearch) mayPrecede(p Proc, e *Event) bool {
	if s.before != nil {
		return s.before.MayPrecede(p, *e)
	}
	return s.look.MayConflict(p, *e)
}

// advance explores the next choice of the state on top of the stack, or
// leaves it.
func (s *pragmaticSearch) advance() {
	top := s.depth - 1
	l := &s.levels[top]
	if len(s.events) > top {
		s.backFrom(l, &s.events[top])
		s.cut(top)
	}
	n := l.more()
	if n < 0 {
		if n = s.choose(l); n < 0 {
			s.leave(l)
			return
		}
		l.begin(l.enabled[n].Proc)
	}
	s.explore(l, n)
}

// more is the next choice of the thread being explored, -1 if there is none.
func (l *pragmaticLevel) more() int {
	for n := l.next; n < len(l.enabled); n++ {
		if l.enabled[n].Proc == l.cur {
			return n
		}
	}
	return -1
}

// begin begins to explore thread p.
func (l *pragmaticLevel) begin(p Proc) {
	l.cur = p
	l.done.add(p)
	l.back.add(p)
	l.currentOf(p).add(p)
}

// wanted reports whether thread p is to be explored from l.
func (s *pragmaticSearch) wanted(l *pragmaticLevel, p Proc) bool {
	switch {
	case l.full:
		return true
	case l.safe >= 0:
		return p == l.safe
	case s.kind == safeOnly || len(l.done) == 0:
		return true
	}
	return l.back.has(p)
}

// explore takes choice n of l.
func (s *pragmaticSearch) explore(l *pragmaticLevel, n int) {
	l.next = n + 1
	if l.more() < 0 {
		l.next = len(l.enabled)
	}
	e := s.extend(l.enabled[n])
	s.res.States--
	if e.Alt != 0 || e.Wide {
		// What else the thread could do here is not known, or whatever
		// follows is cut off.
		l.full = true
	}
	if s.kind != safeOnly {
		l.label = s.sets.label(e)
	}
	if s.kind == eager {
		top := len(s.events) - 1
		s.digests = append(s.digests[:top], s.sets.labels.events[l.label].digest)
		s.update(e, top)
	}
	s.push() // may move the levels
}

// matched is called when the state at the end of the path is known.
func (s *pragmaticSearch) matched(id int32) {
	st := &s.lts.states[id]
	s.known, s.ends, s.after = st.settled, st.ends, nil
	if s.known {
		s.after = s.lts.after(id)
		if s.kind == eager {
			s.updateAll(s.after)
		}
		return
	}
	top := &s.levels[s.depth-1]
	low := s.lts.lowest(id)
	top.low = min(top.low, low)
	s.res.Endless = true
	if st.open {
		// A cycle: expand a state on it, lest what all leave out be put off
		// forever.
		top.full = true
	}
	if s.kind == eager {
		s.updateCycle(low)
	}
}

// backFrom is called on top of the stack when all after event e was explored.
func (s *pragmaticSearch) backFrom(l *pragmaticLevel, e *Event) {
	s.endSeen = s.endSeen || e.Wide
	l.ends = l.ends || e.Wide || s.ends
	if l.safe >= 0 && (l.ends || s.endSeen && !s.known) {
		l.full = true
	}
	if s.kind == safeOnly {
		return
	}
	if s.collects() {
		s.note(l, l.label)
		for p, set := range s.after {
			l.join(s.sets, Proc(p), set)
		}
	}
	if l.full || l.safe >= 0 {
		return
	}
	if s.kind == lazy {
		s.retraverse(l)
	}
	if l.more() < 0 {
		s.updateBack(l)
	}
}

// leave leaves the state on top of the stack.
func (s *pragmaticSearch) leave(l *pragmaticLevel) {
	if l.done.len() > 1 {
		s.res.Choices++
	}
	s.depth--
	s.known, s.ends, s.after = l.low == s.depth, l.ends, l.after
	if s.state != nil {
		s.lts.leave(l.id, s.levels[l.low].id, l.ends)
		if s.known {
			s.lts.settle(l.id, l.after)
		}
	}
	if !s.known {
		s.hasty = s.hasty || l.safe >= 0 && !l.full
		below := &s.levels[s.depth-1]
		below.low = min(below.low, l.low)
	}
}
