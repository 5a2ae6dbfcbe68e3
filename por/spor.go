package por

// This file implements S-POR, and what it has in common with DE-S-POR
// (despor.go) and DL-S-POR (dlspor.go).
//
//	[CEFM23] Cirisci, Enea, Farzan, Mutluergil. A pragmatic approach to
//	stateful partial order reduction. Algorithm 1 (S-POR).
//
// Notation: L_r is s.lts; the stack is the path with s.levels; a state's
// backtrack, done and current are those of its level; next(s, t) is what the
// choices of t in level.enabled do; safeSet(s) is level.safe if it is not
// negative, else all that is enabled.
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
//
// (5) Nothing is invisible to an event that ends everything: a state from
// which one was reached is expanded by all that is enabled.
//
// State matching hides executions: the visitor sees one for each way found
// into a final state by states not seen before, not one for each trace.

func sPOR(sys System, opts Options, visit Visitor) Result {
	return newStateful(sys, opts, visit, safeOnly).search()
}

// statefulKind is which of the three algorithms is running.
type statefulKind uint8

const (
	safeOnly statefulKind = iota
	eager
	lazy
)

// A statefulSearch is a depth-first search with state matching.
type statefulSearch struct {
	walker
	kind    statefulKind
	state   Stateful
	look    Lookahead // nil if the system is none
	lts     lts
	levels  []statefulLevel // levels[:depth] are those of the path
	depth   int
	pending []Event
	closed  procSet // scratch
	seen    []int32 // scratch: labels collected by a traversal
	fresh   []bool  // scratch: by label, whether it is in seen
}

// A statefulLevel is a state on the stack.
type statefulLevel struct {
	id      int32
	enabled []Choice
	safe    Proc // the safe set, -1 if it is all that is enabled
	next    int  // of the thread being explored, enabled[:next] are
	// back is the set of threads to explore, done those explored; the one
	// being explored is cur.
	back, done procSet
	cur        Proc
	// current[i] are the threads that do something dependent with what
	// thread i did here, by thread.
	current []procSet
	// full says that all that is enabled has to be explored.
	full bool
}

func newStateful(sys System, opts Options, visit Visitor, kind statefulKind) *statefulSearch {
	s := &statefulSearch{walker: newWalker(sys, opts, visit), kind: kind, state: sys.(Stateful), lts: newLTS()}
	s.look, _ = sys.(Lookahead)
	return s
}

func (s *statefulSearch) search() Result {
	s.res.States = 0
	s.push()
	for s.depth > 0 && !s.halt {
		s.advance()
	}
	s.res.Estimate = float64(s.res.Executions)
	if !s.res.Complete {
		s.res.Estimate /= s.part()
	}
	s.res.Memory = s.memory() + s.lts.memory() + int64(cap(s.levels))*160
	return s.res
}

// push looks at the state at the end of the path and, if it is a new one,
// adds a level for it. It returns its number.
func (s *statefulSearch) push() int32 {
	id, fresh := s.lts.state(s.state.Fingerprint())
	if !fresh {
		s.res.Matched++
		s.matched(id)
		return id
	}
	s.res.States++
	if s.depth == len(s.levels) {
		s.levels = append(s.levels, statefulLevel{})
	}
	l := &s.levels[s.depth]
	s.depth++
	*l = statefulLevel{
		id: id, enabled: s.sys.Enabled(l.enabled[:0]), safe: -1, cur: -1,
		back: l.back[:0], done: l.done[:0], current: l.current,
	}
	for i := range l.current {
		l.current[i] = l.current[i][:0]
	}
	s.lts.states[id].open = true
	s.noteBlocked(l)
	s.order(l.enabled)
	if len(l.enabled) == 0 || s.deep() {
		s.show(len(l.enabled) != 0)
		l.enabled = l.enabled[:0]
		return id
	}
	s.chooseSafe(l)
	return id
}

// order permutes what is enabled: the enumeration strategies of the paper. Even
// seeds are permutations of the threads, odd ones random. What only gives
// back comes first in any case: the thread that does it is a source set as
// a rule.
func (s *statefulSearch) order(enabled []Choice) {
	seed := s.opts.Seed
	switch {
	case seed == 0:
	case seed%2 != 0:
		shuffle(&s.rng, enabled)
	default:
		permute(seed/2, enabled)
	}
	first := 0
	for i, c := range enabled {
		if givesBack(s.pending, c) {
			copy(enabled[first+1:i+1], enabled[first:i])
			enabled[first] = c
			first++
		}
	}
}

// givesBack reports whether c, which is pending, only gives back what its
// process has, or takes what is there for it.
func givesBack(pending []Event, c Choice) bool {
	for i := range pending {
		e := &pending[i]
		if e.Choice != c {
			continue
		}
		for a := range e.Accesses {
			switch e.Accesses[a].Mode {
			case 0, Release, Unshare, Consume:
			default:
				return false
			}
		}
		return e.Alt == 0 && !e.Wide
	}
	return false
}

// permute orders choices by the n-th permutation of the processes' numbers.
func permute(n uint64, choices []Choice) {
	for i := len(choices); i > 1 && n > 0; i-- {
		k := int(n % uint64(i))
		n /= uint64(i)
		choices[i-1], choices[k] = choices[k], choices[i-1]
	}
}

// noteBlocked adds to the lts what is pending at l, but not enabled.
func (s *statefulSearch) noteBlocked(l *statefulLevel) {
	s.pending = s.pend.Pending(s.pending[:0])
	for i := range s.pending {
		e := &s.pending[i]
		if quiesces(e) || hasChoice(l.enabled, e.Choice) {
			continue
		}
		s.lts.add(l.id, e, -1)
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
func (s *statefulSearch) chooseSafe(l *statefulLevel) {
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
func (s *statefulSearch) invisible(e *Event) bool {
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
		if p := s.pending[i].Proc; p != e.Proc && s.look.MayConflict(p, *e) {
			return false
		}
	}
	return true
}

// advance explores the next choice of the state on top of the stack, or
// leaves it.
func (s *statefulSearch) advance() {
	top := s.depth - 1
	l := &s.levels[top]
	if len(s.events) > top {
		s.backFrom(l, &s.events[top])
		s.cut(top)
	}
	if n := l.more(); n >= 0 {
		s.explore(l, n)
		return
	}
	for n, c := range l.enabled {
		if !l.done.has(c.Proc) && s.wanted(l, c.Proc) {
			l.cur = c.Proc
			l.done.add(c.Proc)
			l.back.add(c.Proc)
			l.currentOf(c.Proc).add(c.Proc)
			s.explore(l, n)
			return
		}
	}
	s.finish(l)
}

// more is the next choice of the thread being explored, -1 if there is none.
func (l *statefulLevel) more() int {
	for n := l.next; n < len(l.enabled); n++ {
		if l.enabled[n].Proc == l.cur {
			return n
		}
	}
	return -1
}

// wanted reports whether thread p is to be explored from l.
func (s *statefulSearch) wanted(l *statefulLevel, p Proc) bool {
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
func (s *statefulSearch) explore(l *statefulLevel, n int) {
	l.next = n + 1
	if l.more() < 0 {
		l.next = len(l.enabled)
	}
	from := l.id
	e := *s.extend(l.enabled[n])
	s.res.States--
	if e.Alt != 0 || e.Wide {
		// What else the thread could do here is not known, or whatever
		// follows is cut off.
		l.full = true
	}
	if s.kind == eager {
		s.update(&e, len(s.events)-1)
	}
	to := s.push() // may move the levels
	s.lts.add(from, &e, to)
}

// matched is called when the state at the end of the path is known.
func (s *statefulSearch) matched(id int32) {
	if s.kind == eager {
		s.updateAll(id)
	}
	if s.lts.states[id].open && s.depth > 0 {
		// A cycle: expand a state on it, lest what all leave out be put off
		// forever.
		s.levels[s.depth-1].full = true
	}
}

// backFrom is called on top of the stack when all after event e was explored.
func (s *statefulSearch) backFrom(l *statefulLevel, e *Event) {
	if to := s.lts.after(l.id, e); e.Wide || to >= 0 && s.lts.states[to].ends {
		s.lts.states[l.id].ends = true
		if l.safe >= 0 {
			l.full = true
		}
	}
	if l.full || l.safe >= 0 || s.kind == safeOnly {
		return
	}
	if s.kind == lazy {
		s.retraverse(l, e)
	}
	if l.more() < 0 {
		s.updateBack(l)
	}
}

// currentOf is the set of threads that depend on what thread p does at l.
func (l *statefulLevel) currentOf(p Proc) *procSet {
	for int(p) >= len(l.current) {
		l.current = append(l.current, nil)
	}
	return &l.current[p]
}

// updateBack is UpdateBack of the paper (Figure 2).
func (s *statefulSearch) updateBack(l *statefulLevel) {
	enabled := func(p Proc) bool {
		for _, c := range l.enabled {
			if c.Proc == p {
				return true
			}
		}
		return false
	}
	// The first case: a thread that is not enabled.
	for p := range l.current {
		if !l.done.has(Proc(p)) {
			continue
		}
		for q := range l.current[p].all() {
			if !enabled(q) {
				l.full = true
				return
			}
		}
	}
	// The second: threads explored that depend on none but themselves. Take
	// out those that do until all or none are left.
	s.closed = append(s.closed[:0], l.done...)
	for changed := true; changed; {
		changed = false
		for p := range s.closed.all() {
			if !l.currentOf(p).within(s.closed) {
				s.closed[p>>6] &^= 1 << (p & 63)
				changed = true
			}
		}
	}
	for range s.closed.all() {
		return
	}
	// The third: go on with those that something explored depends on.
	for p := range l.done.all() {
		for q := range l.currentOf(p).all() {
			l.back.add(q)
		}
	}
}

// finish leaves the state on top of the stack.
func (s *statefulSearch) finish(l *statefulLevel) {
	n := 0
	for range l.done.all() {
		n++
	}
	if n > 1 {
		s.res.Choices++
	}
	s.lts.states[l.id].open = false
	s.depth--
}

// part is the part of the search tree that was explored, if the threads known
// at a level weigh the same.
func (s *statefulSearch) part() float64 {
	part, weight := 0.0, 1.0
	for i := range s.levels[:s.depth] {
		l := &s.levels[i]
		done, all := 0, 0
		for _, c := range l.enabled {
			if l.done.has(c.Proc) {
				done++
			}
			if s.wanted(l, c.Proc) {
				all++
			}
		}
		if all > 0 {
			weight /= float64(all)
			part += weight * float64(max(done-1, 0))
		}
	}
	return part + weight
}

// reversible reports whether f could happen before e in another execution,
// where e happens before f in one, and that makes a difference.
func reversible(e, f *Event) bool {
	switch {
	case e.Proc == f.Proc:
		return false // the ways of one process are explored together
	case e.Wide || f.Wide:
		return true
	case sameProcess(e, f):
		return e.Alt != 0 || f.Alt != 0
	case quiesces(e) || quiesces(f):
		return false
	}
	for i := range e.Accesses {
		x := &e.Accesses[i]
		if x.Mode == 0 {
			break
		}
		for j := range f.Accesses {
			y := &f.Accesses[j]
			if y.Mode == 0 {
				break
			}
			if x.Object == y.Object {
				if r := x.Mode.conflict(y.Mode); r&together != 0 || r != 0 && !f.Firm {
					return true
				}
			}
		}
	}
	return false
}
