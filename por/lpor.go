package por

import "slices"

// This file implements LPOR, local partial order reduction: stubborn sets
// computed in single states from relations between transitions.
//
//	[BKSS11] Bokor, Kinder, Serafini, Suri. Supporting domain-specific
//	state space reductions through local partial-order reduction. Algorithm 1
//	(forward-enable sets) and Algorithm 2 (LPOR); both are in lporsets.go.
//
// Notation: ce is [Relations].CanEnable, dep DependsOn (t depends on t1), net
// Necessary and NecessaryNow; FwdEnableSet is Stubborn.fwdEnableSet,
// FwdEnableSetIdx Stubborn.leads, LPOR(ti, s, sigma) Stubborn.Set; Stub is
// Stubborn.stub, Trans the part of Stubborn.list not yet looked at; sigma is
// the path of the walker, of which executed counts the transitions. Breadth
// first, it is the one on which the state was found.
//
// Why the sets are stubborn: take a path from s of transitions t1 ... tn
// outside Stub, and t in Stub. If t depends on one of them, let ti be the
// first. It was not enabled in s, or t would have brought it in. So something
// on the path enabled it, something that, and so on back to one that was
// enabled in s: a chain from there to ti, on which every transition but the
// first was disabled in s. The second rule (leadsTo) has looked at the chain
// and left its beginning out, because one on it waits for a transition of
// Stub, which is not on the path: a contradiction. So t is independent of all
// of them, stays enabled (D2) and can come first (D1). Stub only grows, so
// that what the rule found stays true.
//
// Differences: (1) Of the sets en only the minimal ones are kept, since a
// larger one never brings in what a smaller one does not; and a set en holds
// pairs of NET, not transitions, so that each pair can be in force or not in
// the present state. The search-path form (a pair is in force until its
// transition was executed on sigma) and the state-conditional form, which
// needs no path, are then the same algorithm. Where there are many such sets,
// none is kept: the can-enable relation is walked along when it comes to it,
// from one transition to the next unless that has to wait for one of Stub,
// which finds the same. Options.Online always does so. (2) All enabled
// transitions are tried as the initial one; the set with the fewest choices is
// taken. (3) The shortcut for transitive dependency relations is left out: the
// relations here are seldom transitive.
//
// What is kept. With Options.Deadlocks, the final states. Otherwise also all
// values, in all states, of whatever only visible transitions change, by two
// more conditions. First, visible transitions count as dependent on each
// other. The paper allows none in a set unless it is everything enabled; that
// is Options.AllIfVisible. Second, nothing is ignored along cycles, for which
// the paper refers to an appendix. Here: in a state that is not expanded by all
// that is enabled, there is a transition in the set none of whose choices
// leads to a state on the stack or, breadth first, to one that was expanded
// already.
//
// For then the value at the end of a path s t1 ... tn is seen, by induction on
// n and on the order in which states are left, or, breadth first, on how many
// are yet to be expanded. If the set has one of the path, let ti be the first.
// It can come to the front (D1), and n decreases. If it has none of the path,
// but something visible, then nothing on the path is visible, and the value is
// that at s. Otherwise the transition just mentioned, which is invisible,
// stays enabled along the path and can come to its front (D2, D1), by
// whichever of its choices; and the state it leads to was left before s, or is
// expanded after it.
//
// State matching hides executions, as with s-por: the visitor sees one for
// each final state. Invariants are for the system to watch as it is stepped;
// every state that the search counts is stepped into.

func lpor(sys System, opts Options, visit Visitor) Result {
	rel := sys.(Relations)
	return lporWith(sys, rel, stubbornSetsOf(rel, opts), opts, visit)
}

func lporWithoutNET(sys System, opts Options, visit Visitor) Result {
	opts.NET = NETNone
	return lpor(sys, opts, visit)
}

func lporBreadthFirst(sys System, opts Options, visit Visitor) Result {
	opts.BreadthFirst = true
	return lpor(sys, opts, visit)
}

// states explores all that is enabled in every state.
func states(sys System, opts Options, visit Visitor) Result {
	return lporWith(sys, unrelated{sys.(Stateful)}, nil, opts, visit)
}

// An unrelated system has one transition only, so that nothing is left out.
type unrelated struct{ Stateful }

func (unrelated) Transitions() int             { return 1 }
func (unrelated) TransitionOf(Choice) int      { return 0 }
func (unrelated) DependsOn(t, u int) bool      { return true }
func (unrelated) CanEnable(t, u int) bool      { return true }
func (unrelated) Necessary(t, u int) Necessity { return 0 }
func (unrelated) NecessaryNow(t, u int) bool   { return false }
func (unrelated) Visible(int) bool             { return true }

// lporWith explores sys by stubborn sets. They may be nil if there is one transition only.
func lporWith(sys System, rel Relations, sets stubbornSets, opts Options, visit Visitor) Result {
	s := &lporSearch{walker: newWalker(sys, opts, visit), rel: rel, sets: sets, known: newLTS()}
	s.progress = s
	s.executed = make([]int32, rel.Transitions())
	s.choices = make([]int32, rel.Transitions())
	s.res.States = 0
	if opts.BreadthFirst {
		s.breadthFirst()
		s.res.Endless = s.cyclic()
	} else {
		s.depthFirst()
	}
	return s.finish()
}

// stubbornSets computes stubborn sets in single states.
type stubbornSets interface {
	// Enter tells what is enabled in the present state, and how often each transition
	// was executed on the path to it. The latter is read as long as the state is
	// the present one.
	Enter(enabled []int32, executed []int32)
	// Set is the enabled transitions of a stubborn set of the present state that
	// contains ti, which is enabled. It gives up, and returns nil, as soon as accept
	// refuses one of them; a nil accept accepts all. The list is valid until the next
	// call.
	Set(ti int32, enabled []int32, accept func(t int32) bool) []int32
	memory() int64
}

func stubbornSetsOf(rel Relations, opts Options) stubbornSets {
	if placed, ok := rel.(Placed); ok {
		return newPlacedSets(placed, opts)
	}
	return NewStubborn(rel, opts)
}

// An lporSearch is a search with state matching that expands states by
// stubborn sets.
type lporSearch struct {
	walker
	rel   Relations
	sets  stubbornSets
	known lts
	// path are the transitions of the events, executed how often each is there.
	path     []int32
	executed []int32

	levels []lporLevel // depth first: levels[:depth] are those of the path
	depth  int
	queue  []lporNode // breadth first: by number of the state
	// expanded is how many of the queue are, or are being, expanded.
	expanded int
	// next are the states after those that were expanded, breadth first; those after
	// state id end at ends[id].
	next, ends []int32

	// scratch
	choices  []int32 // by transition, how many choices it has now
	distinct []int32
	best     []int32
	route    []Choice
	weight   int // of the set being computed
}

// An lporLevel is a state being expanded.
type lporLevel struct {
	id int32
	// choices are those enabled, of[i] is the transition of choices[i]. The
	// first reduced of them are to be explored, the first next have been.
	choices       []Choice
	of            []int32
	reduced, next int
	// bad are transitions by which something might be put off forever.
	bad []int32
}

// An lporNode says how a state was found.
type lporNode struct {
	parent int32
	choice Choice
}

// depthFirst explores all states from the initial one.
func (s *lporSearch) depthFirst() {
	s.arrive()
	for s.depth > 0 && !s.halt {
		s.back(s.depth - 1)
		l := &s.levels[s.depth-1]
		if l.next == l.reduced && !s.widen(l) {
			s.known.states[l.id].open = false
			s.leave(l)
			s.depth--
			continue
		}
		t := l.of[l.next]
		s.take(l.choices[l.next], t)
		l.next++
		if s.arrive() {
			s.res.Endless = true
			l.bad = append(l.bad, t)
		}
	}
}

// arrive looks at the state at the end of the path and puts it on the stack
// if it is new. It reports whether the state was there already.
func (s *lporSearch) arrive() (onStack bool) {
	id, fresh := s.known.state(s.rel.Fingerprint())
	if !fresh {
		s.recognised()
		return s.known.states[id].open
	}
	s.res.States++
	if s.depth == len(s.levels) {
		// The caller's level may move; it is not written to when one is added.
		s.levels = append(s.levels, lporLevel{})
	}
	s.known.states[id].open = true
	s.levels[s.depth].id = id
	s.expand(&s.levels[s.depth])
	s.depth++
	return false
}

// breadthFirst explores all states from the initial one, nearest first.
func (s *lporSearch) breadthFirst() {
	s.discover(lporNode{parent: -1})
	var l lporLevel
	for id := int32(0); int(id) < len(s.queue) && !s.halt; id++ {
		if s.visitNode(id); s.halt {
			return
		}
		s.known.states[id].open = false
		s.expanded++
		l.id = id
		s.expand(&l)
		for depth := len(s.events); !s.halt && (l.next < l.reduced || s.widen(&l)); l.next++ {
			s.take(l.choices[l.next], l.of[l.next])
			if !s.discover(lporNode{id, l.choices[l.next]}) {
				l.bad = append(l.bad, l.of[l.next])
			}
			s.back(depth)
		}
		s.leave(&l)
		s.ends = append(s.ends, int32(len(s.next)))
	}
}

// cyclic reports whether an execution can come back to one of its states.
func (s *lporSearch) cyclic() bool {
	into := make([]int32, len(s.queue))
	for _, id := range s.next {
		into[id]++
	}
	var todo []int32
	for id, n := range into {
		if n == 0 {
			todo = append(todo, int32(id))
		}
	}
	left := len(s.queue)
	for ; len(todo) > 0; left-- {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if int(id) >= len(s.ends) {
			continue // not expanded
		}
		first := int32(0)
		if id > 0 {
			first = s.ends[id-1]
		}
		for _, next := range s.next[first:s.ends[id]] {
			if into[next]--; into[next] == 0 {
				todo = append(todo, next)
			}
		}
	}
	return left > 0
}

// discover looks at the state at the end of the path and queues it if it is
// new. It reports whether the state is still to be expanded.
func (s *lporSearch) discover(n lporNode) (ahead bool) {
	id, fresh := s.known.state(s.rel.Fingerprint())
	if n.parent >= 0 {
		s.next = append(s.next, id)
	}
	if !fresh {
		s.recognised()
		return s.known.states[id].open
	}
	s.res.States++
	s.known.states[id].open = true
	s.queue = append(s.queue, n)
	return true
}

// visitNode makes the path the one on which state id was found.
func (s *lporSearch) visitNode(id int32) {
	s.route = s.route[:0]
	for n := s.queue[id]; n.parent >= 0; n = s.queue[n.parent] {
		s.route = append(s.route, n.choice)
	}
	depth, n := 0, len(s.route)
	for depth < n && depth < len(s.events) && s.events[depth].Choice == s.route[n-1-depth] {
		depth++
	}
	s.back(depth)
	for ; depth < n && !s.halt; depth++ {
		c := s.route[n-1-depth]
		s.seek(depth)
		s.take(c, int32(s.rel.TransitionOf(c)))
		s.res.Transitions--
	}
}

// take executes c, of transition t, at the end of the path.
func (s *lporSearch) take(c Choice, t int32) {
	s.extend(c)
	s.res.States-- // counted when it is known to be new
	s.path = append(s.path, t)
	s.executed[t]++
}

// back shortens the path to d events.
func (s *lporSearch) back(d int) {
	s.cut(d)
	for len(s.path) > d {
		s.executed[s.path[len(s.path)-1]]--
		s.path = s.path[:len(s.path)-1]
	}
}

// expand fills in what is to be explored from the state at the end of the
// path, and shows the path if that is nothing.
func (s *lporSearch) expand(l *lporLevel) {
	s.seek(len(s.events))
	l.next, l.reduced, l.bad, l.of = 0, 0, l.bad[:0], l.of[:0]
	l.choices = s.sys.Enabled(l.choices[:0])
	if len(l.choices) == 0 || s.deep() {
		s.show(len(l.choices) != 0)
		l.choices = l.choices[:0]
		return
	}
	shuffle(&s.rng, l.choices)
	s.distinct = s.distinct[:0]
	for _, c := range l.choices {
		t := int32(s.rel.TransitionOf(c))
		l.of = append(l.of, t)
		if s.choices[t] == 0 {
			s.distinct = append(s.distinct, t)
		}
		s.choices[t]++
	}
	l.reduced = len(l.choices)
	if s.reduce(len(l.choices)) {
		l.reduced = l.bring(s.best)
	}
	for _, t := range s.distinct {
		s.choices[t] = 0
	}
}

// reduce computes in s.best a stubborn set with as few choices as possible. It
// reports whether there is one with fewer than all.
func (s *lporSearch) reduce(all int) bool {
	if len(s.distinct) == 1 {
		return false
	}
	s.sets.Enter(s.distinct, s.executed)
	fewest, alone := all, s.opts.AllIfVisible && !s.opts.Deadlocks
	accept := func(t int32) bool {
		s.weight += int(s.choices[t])
		return s.weight < fewest && !(alone && s.rel.Visible(int(t)))
	}
	for _, ti := range s.distinct {
		s.weight = 0
		if set := s.sets.Set(ti, s.distinct, accept); set != nil {
			fewest = s.weight
			s.best = append(s.best[:0], set...)
		}
		if fewest == 1 {
			break
		}
	}
	return fewest < all
}

// bring moves the choices of the transitions in set to the front, and returns
// how many they are.
func (l *lporLevel) bring(set []int32) int {
	n := 0
	for i, t := range l.of {
		if slices.Contains(set, t) {
			l.of[i], l.of[n] = l.of[n], t
			l.choices[i], l.choices[n] = l.choices[n], l.choices[i]
			n++
		}
	}
	return n
}

// widen adds to what is explored from l all that is enabled if otherwise
// something might be put off forever. It reports whether there is more now.
func (s *lporSearch) widen(l *lporLevel) bool {
	if s.opts.Deadlocks || l.reduced == len(l.choices) {
		return false
	}
	for _, t := range l.of[:l.reduced] {
		if !slices.Contains(l.bad, t) {
			return false
		}
	}
	l.reduced = len(l.choices)
	return true
}

// leave counts l, of which all was explored.
func (s *lporSearch) leave(l *lporLevel) {
	if l.next > 1 {
		s.res.Choices++
	}
}

// measure says how far the search has come: see progress.go.
func (s *lporSearch) measure() (part float64, memory int64) {
	memory = s.memory() + s.known.memory() + int64(cap(s.levels))*112 + int64(cap(s.queue))*12 + int64(cap(s.next)+cap(s.ends))*4
	if s.sets != nil {
		memory += s.sets.memory()
	}
	if s.opts.BreadthFirst {
		return float64(max(s.expanded, 1)) / float64(max(len(s.queue), 1)), memory
	}
	done := newShare()
	for i := range s.levels[:s.depth] {
		done.descend(s.levels[i].next, s.levels[i].reduced)
	}
	return done.part(), memory
}
