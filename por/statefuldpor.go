package por

// This file implements stateful dynamic partial order reduction.
//
//	[YCGK08] Yang, Chen, Gopalakrishnan, Kirby. Efficient stateful dynamic
//	partial order reduction. SPIN 2008.
//
// It is the algorithm of [FG05], see dpor.go, that stops where it comes to a
// state it knows. What it would have met from there on is known from the visible
// operation dependence graph: its nodes are events; it has an edge from a to b
// if b was pending in the state that a led to. Whatever may happen after a
// known state can be reached in the graph from what is pending in that state,
// and is treated as if it had been met there: races with the events of the
// path are reversed. So a state takes a fingerprint and a few words.
//
// Notation: S is the path; backtrack(s) is the todo of a level of sets; the
// graph is s.graph, of which s.reach lists what can be reached.
//
// Differences: (1) No sleep sets: what is asleep when a state is first met is
// not explored from there, though it may be needed when it is met again.
// (2) All events of the path that are in a race with what is pending in a state
// count, not the last one only: what happened before in which way is not known
// of events of the graph, but for the part that the path itself tells. An
// Acquire that follows a Release on the path does not hide the Acquire before,
// and operations that are blocked count. (3) A process that takes its step in
// one way of several (Alt is not 0) may have others that are not possible yet:
// all that is enabled is explored there. (4) The graph only grows, and what it
// says of a process that has ended is left out.
//
// (5) The paper has acyclic state spaces. Here, if the search comes from the
// state on top of the stack to a state that is still on the stack, or to one
// from which such a state can be reached, not all is known of what follows.
// Then all that is enabled is explored from the states above that one. All
// that happens after that one will have the states up to it on the stack; for
// those above there is nothing left to be added. In each cycle there is a state
// where everything enabled is explored, so that nothing is put off forever.
//
// Theorem relied on: the final states are those of the full state space,
// deadlocks included, and of every process every local state is reached.

func statefulDPOR(sys System, opts Options, visit Visitor) Result {
	s := &statefulDPORSearch{walker: newWalker(sys, opts, visit), state: sys.(Stateful), stateStack: newStateStack()}
	s.progress = s
	s.graph.edges = map[uint64]bool{}
	s.res.States = 0
	s.push()
	for len(s.levels) > 0 && !s.halt {
		s.advance()
	}
	return s.finish()
}

type statefulDPORSearch struct {
	walker
	stateStack
	state   Stateful
	history history
	sets    choiceSets
	graph   operationGraph
	pending []Event
	done    procSet // scratch: processes that have ended
}

// push looks at the state at the end of the path and, if it is a new one, adds
// a level for it.
func (s *statefulDPORSearch) push() {
	id, fresh := s.arrive(s.state.Fingerprint())
	s.pending = s.pend.Pending(s.pending[:0])
	s.notePending()
	if !fresh {
		s.recognised()
		s.matched(id)
		return
	}
	s.res.States++
	enabled := s.sets.enter(s.sys)
	if len(enabled) == 0 || s.deep() {
		s.show(len(enabled) != 0)
		return
	}
	s.add(len(s.levels)-1, s.first(enabled).Proc)
}

// first is the choice to begin with. What only gives back comes first: often
// it is enough.
func (s *statefulDPORSearch) first(enabled []Choice) Choice {
	for _, c := range enabled {
		if givesBack(s.pending, c) {
			return c
		}
	}
	return enabled[s.rng.n(len(enabled))]
}

// notePending notes what is pending at the end of the path.
func (s *statefulDPORSearch) notePending() {
	last := s.nodeAt(len(s.events))
	for i := range s.pending {
		s.note(last, &s.pending[i])
	}
}

// nodeAt is the node of the event that led to the state at a level.
func (s *statefulDPORSearch) nodeAt(level int) int32 {
	if level == 0 {
		return 0
	}
	return s.graph.node(&s.events[level-1])
}

// note adds e to the graph, after the event of node last, and reverses its
// races.
func (s *statefulDPORSearch) note(last int32, e *Event) {
	s.graph.edge(last, s.graph.node(e))
	s.reverse(e)
}

// noteEnd notes e, at the end of the path, which ends everything. That may not
// have shown while it was pending.
func (s *statefulDPORSearch) noteEnd(e *Event) {
	s.note(s.nodeAt(len(s.events)-1), e)
	pending := *e
	pending.Wide = false
	s.graph.edge(s.graph.node(&pending), s.graph.node(e))
}

// advance explores the next choice of the state on top of the stack, or leaves
// it.
func (s *statefulDPORSearch) advance() {
	top := len(s.levels) - 1
	l := &s.levels[top]
	s.cut(top)
	s.history.cut(top)
	if l.full && !s.deep() {
		s.addAll(top)
	}
	c, ok := s.sets.next()
	if !ok {
		s.leave()
		return
	}
	e := s.extend(c)
	s.res.States--
	l.full = l.full || e.Alt != 0 || e.Wide
	if e.Wide {
		s.noteEnd(e)
	}
	s.history.add(e, nil, false)
	s.push()
}

// leave removes the level on top of the stack.
func (s *statefulDPORSearch) leave() {
	if s.sets.leave() {
		s.res.Choices++
	}
	s.stateStack.leave()
}

// matched is called when the state at the end of the path is known.
func (s *statefulDPORSearch) matched(id int32) {
	s.done = s.done[:0]
	for p, last := range s.history.procs {
		if last > 0 {
			s.done.add(Proc(p))
		}
	}
	for i := range s.pending {
		s.done.remove(s.pending[i].Proc)
	}
	s.graph.reach(s.pending, s.done, s.reverse)
	s.res.Endless = s.closeCycles(id) || s.res.Endless
}

// reverse sees to it that the races of e, which follows on the path at once or
// later, with events of the path are reversed.
func (s *statefulDPORSearch) reverse(e *Event) {
	h := &s.history
	if quiesces(e) {
		return
	}
	h.grow(max(e.Proc, e.Peer))
	h.standing(e.Proc, -1)
	if e.Wide {
		for i := range h.steps {
			s.reverseIf(!h.in(h.point, int32(i)), i, e.Proc)
		}
		return
	}
	if e.Alt != 0 && e.Peer >= 0 {
		for last := h.procs[e.Peer]; last > 0; last = h.previous(last, e.Peer) {
			s.reverseIf(!h.in(h.point, last-1), int(last)-1, e.Proc)
		}
	}
	for a := range e.Accesses {
		if e.Accesses[a].Mode == 0 {
			break
		}
		h.unordered(e, &e.Accesses[a], s.reverseAt)
	}
}

// reverseIf adds, if there is a race, process p to the backtrack set of a level,
// or a process that has to move for p to get where it is, at h.point, or
// everything.
func (s *statefulDPORSearch) reverseIf(race bool, level int, p Proc) {
	if race {
		s.reverseAt(level, p)
	}
}

// reverseAt does so in any case.
func (s *statefulDPORSearch) reverseAt(level int, p Proc) {
	if s.levels[level].full || s.add(level, p) {
		return
	}
	for _, c := range s.sets.enabledAt(level) {
		if int(s.history.point[c.Proc]) > level+1 {
			s.add(level, c.Proc)
			return
		}
	}
	s.addAll(level)
}

// add adds what process p can do to the backtrack set of a level, and reports
// whether there is anything.
func (s *statefulDPORSearch) add(level int, p Proc) bool {
	able := false
	for _, c := range s.sets.enabledAt(level) {
		if c.Proc == p {
			able = true
			s.sets.add(level, c)
		}
	}
	return able
}

func (s *statefulDPORSearch) addAll(level int) {
	for _, c := range s.sets.enabledAt(level) {
		s.sets.add(level, c)
	}
}

// measure says how far the search has come: see progress.go.
func (s *statefulDPORSearch) measure() (part float64, memory int64) {
	return s.sets.part(), s.walker.memory() + s.history.memory() + s.sets.memory() + s.graph.memory() + s.stateStack.memory()
}

// An operationGraph is the visible operation dependence graph. Its nodes are
// numbered events; 0 is what was before the first one.
type operationGraph struct {
	events eventTable
	edges  map[uint64]bool
	next   [][]int32 // by node
	marks  []int32   // scratch: by node, the round it was last met
	round  int32
	todo   []int32 // scratch
}

// node is the node of e.
func (g *operationGraph) node(e *Event) int32 {
	n := g.events.number(e, digest{})
	for int(n) >= len(g.next) {
		g.next, g.marks = append(g.next, nil), append(g.marks, 0)
	}
	return n
}

func (g *operationGraph) edge(a, b int32) {
	if k := uint64(a)<<32 | uint64(b); !g.edges[k] {
		g.edges[k] = true
		g.next[a] = append(g.next[a], b)
	}
}

// reach calls visit for the events that can be reached from those after them,
// but for those of processes that are done.
func (g *operationGraph) reach(from []Event, done procSet, visit func(e *Event)) {
	g.round++
	g.todo = g.todo[:0]
	for i := range from {
		n := g.node(&from[i])
		g.marks[n] = g.round
		g.todo = append(g.todo, n)
	}
	for len(g.todo) > 0 {
		n := g.todo[len(g.todo)-1]
		g.todo = g.todo[:len(g.todo)-1]
		for _, m := range g.next[n] {
			if g.marks[m] == g.round {
				continue
			}
			g.marks[m] = g.round
			if e := &g.events.events[m].Event; !done.has(e.Proc) {
				g.todo = append(g.todo, m)
				visit(e)
			}
		}
	}
}

func (g *operationGraph) memory() int64 {
	return g.events.memory() + int64(len(g.edges))*(2*9+4) + int64(cap(g.next))*28
}
