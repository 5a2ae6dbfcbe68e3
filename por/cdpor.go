package por

import (
	"math"
	"slices"
)

// This file implements context-sensitive DPOR.
//
//	[AAGGS17] Albert, Arenas, García de la Banda, Gómez-Zamalloa, Stuckey.
//	Context-sensitive dynamic partial order reduction. Algorithm 1, the
//	optimizations of Section 5.3 (CDPOR1, 2 and 3 of Section 6.3), and the
//	form of Section 6.2 that avoids recomputations.
//
// E.p and E'.v.u, the same events in two orders, may lead to the same state
// although a race was reversed on the way from one to the other: then the two
// are independent in that context, whatever [Dependent] says of them.
//
// Notation: E is the path; backtrack(E), I_[E'](v), and the single events of
// sleep(E) are as in sourcedpor.go. The sequences in sleep(E) are those that
// begin at its level and those begun above that the path has followed since
// (cdporsequence.go). For a race of event i with event j, E' is the path
// before i, and v.u is what [sleepSequences.record] puts together. Line 13 is
// left to the execution of v.u: the state it comes to is compared with that
// after event j, by fingerprint. If they are equal, the node N there is cut:
// what can follow is what followed M, the node after E.p.
//
// Differences, beyond those of sourcedpor.go:
//
// (1) Races of what is cut. What follows N may be in a race with an event of
// the path to N, and not with one of the path to M. The paper does not look
// for such races: its proof of Theorem 1 takes for granted that the backtrack
// sets become what Source-DPOR, which cuts nothing, makes of them. With
// processes that block each other, final states are lost that way. Here every
// node notes its future: the events executed below it, those blocked for
// good, and the ways not taken. A cut looks for the races of the path to N
// with the future of M ([contextSearch.inherit]). The order in which the
// future happened is not kept, so this finds too many races rather than too
// few. Where rule 3 of race.go would try something out, every choice is
// explored, or N is not cut.
//
// (2) Why that is enough. Take the graph of the explored nodes, in which N
// leads on as M does. Let w be a continuation of a node E that begins with
// nothing explored from E; let b be the choice explored there whose
// independent prefix of w, w_b, is the longest; and w = w_b.q... As in
// [AAJS14] it is enough that the race of b with q is found. The graph has a
// path from E.b that is, event by event, equivalent to w_b.q... If it passes
// no cut, findRaces finds the race, otherwise inherit does at the first cut it
// passes. What sleeps at M but not at N was put to sleep between E' and M; it
// is explored from there, and belongs to the future of E', which is what
// inherit looks at: all that was explored from E' so far. What was put to
// sleep above E' and sleeps at M has to sleep at N, too, or N is not cut. M is
// explored completely when N is reached, as v leads to another branch of E';
// so nothing is put off forever if executions end. The proof of [AAJS14] is
// not repeated with blocking and alternatives; the random systems of the tests
// are there to doubt that part, as with race.go.
//
// (3) More sequences. If v.u may lead to the state after event j-1, then v.u
// and event j may lead to the one after event j, and a race of j with an event
// of v.u is reversed in a sequence of its own ([sleepSequences.lengthen]), if
// j is of a process that moves in v.u. With the sequences of line 14 only, two
// orders of several events of two processes, all dependent, are not seen to
// commute: the program of Table 1 would take 10, 62, 408 and 2758 executions
// instead of the 8, 32, 128 and 512 printed there. With events j of all
// processes, for which Options.Sequences is 4, more is seen to commute than in
// the paper: the example of Section 3 takes 2 executions, not 3.
//
// (4) Sections. What a process does between Acquire and Release cannot be put
// off until the other process has released, so line 14 never sees two
// sections commute. When event r releases what event j has taken, a sequence
// is recorded that reverses the race of j with the section before it, all up
// to r ([contextSearch.recordSection]).
//
// (5) What is tried. A reversal that [prober] finds is recorded, too: the
// steps tried, then the others that the path has up to there. Operations that
// are not firm, such as a compare-and-swap or a send, do something else after
// other events; a sequence is followed by steps, to whatever effect.
//
// (6) A sequence is followed without anything in between, since the state to
// compare with is that of exactly these events. Guiding sees to that.
//
// (7) Anticipated cuts: if one event of a sequence is left and no process but
// its own may do anything dependent with it from here on, says [Lookahead],
// exploring that event alone is enough. It comes first, and the cut is next.
// The paper does not execute it, having compared the states before. Without
// Lookahead, CDPOR2 is CDPOR1.
//
// (8) A node that is cut counts as explored. Its siblings are explored if
// there is a race that says so, and not because of the cut.
//
// Theorem relied on: every final state is visited, deadlocks and failures
// included, if all executions end. Otherwise Options.MaxDepth has to end them,
// and nothing is promised but that what is visited can happen.

func contextSensitive(sys System, opts Options, visit Visitor) Result {
	s := &contextSearch{sourceSearch: sourceSearch{walker: newWalker(sys, opts, visit)}}
	s.progress = s
	s.prober = prober{w: &s.walker, h: &s.history, found: s.reverseTried}
	s.state = sys.(Stateful)
	s.ahead, _ = sys.(Lookahead)
	s.variant = opts.Sequences
	if s.variant == 0 {
		s.variant = 3
	}
	s.push(nil)
	for s.depth > 0 && !s.halt {
		s.advance()
	}
	return s.finish()
}

type contextSearch struct {
	sourceSearch
	state     Stateful
	ahead     Lookahead
	variant   int
	sequences sleepSequences
	names     eventNames
	// path are the names of the events, counts how many events each process
	// has executed.
	path   []int32
	counts []int32
	nodes  []contextNode // by level
	races  []raceKind    // scratch: by level
	wanted []Event       // scratch
}

// A contextNode is what a level has beyond that of Source-DPOR.
type contextNode struct {
	enabled []Choice
	state   [2]uint64
	future  eventSet
}

// push adds the level of the state after e, which is at the end of the path.
func (s *contextSearch) push(e *Event) {
	s.sleep.enter(e)
	l, node := s.open()
	s.choices = s.sys.Enabled(s.choices[:0])
	node.enabled = append(node.enabled[:0], s.choices...)
	node.state = s.state.Fingerprint()
	match := -1
	if e == nil {
		s.sequences.open(0)
	} else {
		match = s.match(node.state)
	}
	over := len(s.choices) == 0
	switch {
	case match >= 0 && (over || s.inherit(match)):
		s.recognised()
		s.findRaces()
		return
	case over || s.deep():
		s.show(!over)
		s.noteBlocked()
		s.findRaces()
		return
	}
	s.history.grow(s.choices[len(s.choices)-1].Proc)
	if c, ok := s.first(); ok {
		l.todo = append(l.todo, c)
		return
	}
	s.res.Blocked++
	s.noteBlocked()
	s.findRaces()
}

// match follows the sequences, and returns the level where one begins that
// leads to the present state, as expected: a state that was reached by another
// branch of that level, and where all sleeps that slept there before. It is -1
// if there is none.
func (s *contextSearch) match(state [2]uint64) int {
	level, t := s.sequences.follow(&s.names, s.path[len(s.path)-1], state)
	if level < 0 || t.explored == s.levels[level].next {
		return -1
	}
	if sleeping, _ := s.sleepers(level, s.depth-1); t.slept&^sleeping != 0 {
		return -1
	}
	return level
}

// open makes room for one more level.
func (s *contextSearch) open() (*sourceLevel, *contextNode) {
	if s.depth == len(s.levels) {
		s.levels = append(s.levels, sourceLevel{})
		s.nodes = append(s.nodes, contextNode{})
	}
	l, node := &s.levels[s.depth], &s.nodes[s.depth]
	s.depth++
	l.todo, l.next = l.todo[:0], 0
	clear(node.future)
	return l, node
}

// first is what to explore first at the last level, if anything: line 3.
func (s *contextSearch) first() (c Choice, ok bool) {
	least := int32(2)
	if s.variant >= 3 {
		least = math.MaxInt32
	}
	for _, f := range s.sequences.at() {
		name, left := s.sequences.next(f)
		if left >= least {
			continue
		}
		e := &s.names.named[name].Event
		if s.awake(e.Choice) && (s.variant >= 3 || s.variant == 2 && s.last(e)) {
			c, ok, least = e.Choice, true, left
		}
	}
	if ok {
		return c, true
	}
	return s.sleep.firstAwake(s.choices, s.rng.n(len(s.choices)))
}

// advance explores the next choice of the deepest level, or leaves it.
func (s *contextSearch) advance() {
	top := s.depth - 1
	l := &s.levels[top]
	if len(s.events) > top {
		s.sleep.add(&s.events[top], s.history.steps[top].digest)
		s.sequences.forget(&s.names, s.events[top].Choice)
		s.retreat(top)
	}
	if l.next == len(l.todo) {
		s.leave()
		return
	}
	if s.variant >= 3 {
		s.prefer(l.todo[l.next:])
	}
	c := l.todo[l.next]
	l.next++
	e := s.extendWithOthers(c)
	s.history.add(e, s.others, s.rival)
	s.name(e, top)
	s.push(e)
}

// awake reports whether c is possible and not asleep at the last level.
func (s *contextSearch) awake(c Choice) bool {
	return hasChoice(s.choices, c) && !s.sleep.has(s.depth-1, c)
}

// last reports whether nobody else may do anything dependent with e from here
// on, whatever is done first.
func (s *contextSearch) last(e *Event) bool {
	if s.ahead == nil {
		return false
	}
	for p := range Proc(s.history.known) {
		if p != e.Proc && s.ahead.MayConflict(p, *e) {
			return false
		}
	}
	return true
}

// prefer puts first, of several choices to explore at the last level, the one
// that follows the shortest sequence: line 5.
func (s *contextSearch) prefer(todo []Choice) {
	best, least := 0, int32(math.MaxInt32)
	for _, f := range s.sequences.at() {
		name, left := s.sequences.next(f)
		if left >= least {
			continue
		}
		if i := slices.Index(todo, s.names.named[name].Choice); i >= 0 {
			best, least = i, left
		}
	}
	if best < len(todo) {
		todo[0], todo[best] = todo[best], todo[0]
	}
}

// name names e, which was executed at the level top.
func (s *contextSearch) name(e *Event, top int) {
	for int(e.Proc) >= len(s.counts) {
		s.counts = append(s.counts, 0)
	}
	id := s.names.name(e, s.counts[e.Proc], false)
	s.counts[e.Proc]++
	s.path = append(s.path, id)
	s.nodes[top].future.add(id)
	s.notePossible(s.others, top)
}

// count is how many events p has executed.
func (s *contextSearch) count(p Proc) int32 {
	if int(p) < len(s.counts) {
		return s.counts[p]
	}
	return 0
}

// notePossible notes what was wanted, or another way, at a level.
func (s *contextSearch) notePossible(events []Event, level int) {
	for i := range events {
		f := &events[i]
		s.nodes[level].future.add(s.names.name(f, s.count(f.Proc), true))
	}
}

// retreat goes back to the level top, from the one below it.
func (s *contextSearch) retreat(top int) {
	s.cut(top)
	s.history.cut(top)
	s.searched = min(s.searched, top)
	s.counts[s.names.named[s.path[top]].Proc]--
	s.path = s.path[:top]
}

// leave removes the last level.
func (s *contextSearch) leave() {
	s.depth--
	if s.levels[s.depth].next > 1 {
		s.res.Choices++
	}
	if s.depth > 0 {
		s.nodes[s.depth-1].future.merge(s.nodes[s.depth].future)
	}
	s.sleep.leave()
	s.sequences.leave()
}

// findRaces looks for the races of an execution that is over, and records
// their reversals.
func (s *contextSearch) findRaces() {
	if s.halt {
		return
	}
	n := len(s.events)
	for j := s.searched; j < n; j++ {
		locks := s.names.named[s.path[j]].locks()
		for _, i := range s.history.racesOf(j) {
			if first := s.reverse(int(i), j); !locks {
				s.record(int(i), first, j, j)
			}
		}
		if !locks {
			s.lengthen(j, j)
		}
		s.recordSection(j)
	}
	s.prober.begin(s.searched)
	s.prober.collect(s.choices)
	s.searched = n
	s.prober.run()
}

// record records the reversal of the race of events i and j, up to event r,
// unless what it begins with, the event first, was explored.
func (s *contextSearch) record(i, first, j, r int) {
	if r-i < maxSequence && !s.sleep.has(i, s.events[first].Choice) {
		s.sequences.record(&s.history, s.path, i, first, j, r)
		s.addSequence(i, r+1)
	}
}

// reverseTried sees to it that what the prober has found is explored, and
// records a sequence: difference (5).
func (s *contextSearch) reverseTried(p, first int) {
	s.reverseFound(p, first)
	before := s.prober.rest[:first]
	if j := s.stepOf(s.prober.q, p, before); j >= 0 {
		r := j
		for _, k := range before {
			r = max(r, int(k))
		}
		if r-p < maxSequence {
			s.sequences.recordTried(&s.history, s.path, p, before, j, r)
			s.addSequence(p, r+1)
		}
	}
}

// addSequence adds the sequence just made to level i. It may lead to the state
// of level end.
func (s *contextSearch) addSequence(i, end int) {
	if slept, ok := s.sleepers(i, end); ok {
		s.sequences.add(i, end, sequence{state: s.nodes[end].state, slept: slept, explored: s.levels[i].next})
	}
}

// stepOf is the position of the event that took the place of q on the path:
// the first of its process behind event p and not among before. It is -1 if
// there is none, or if it is another choice.
func (s *contextSearch) stepOf(q *Event, p int, before []int32) int {
	for j := p + 1; j < len(s.events); j++ {
		if s.events[j].Proc == q.Proc && !slices.Contains(before, int32(j)) {
			if s.events[j].Choice != q.Choice {
				return -1
			}
			return j
		}
	}
	return -1
}

// sleepers are the events put to sleep above level i, by place, that sleep at
// level m. It is not ok if there are too many.
func (s *contextSearch) sleepers(i, m int) (mask uint64, ok bool) {
	above := s.sleep.levels[i].events
	for k, t := range s.sleep.set(i) {
		if t.at >= above {
			break
		}
		if k == 64 {
			return 0, false
		}
		if slices.ContainsFunc(s.sleep.set(m), func(u sleeper) bool { return u.at == t.at }) {
			mask |= 1 << k
		}
	}
	return mask, true
}

// lengthen makes sequences longer by events j to r of the path.
func (s *contextSearch) lengthen(j, r int) {
	for _, f := range s.sequences.levels[j].ends {
		if s.sequences.lengthen(&s.names, f, s.path[j:r+1], s.variant > 3) {
			s.addSequence(int(f.level), r+1)
		}
	}
}

// recordSection does the same for the section that event r ends, if it
// releases what its process has taken.
func (s *contextSearch) recordSection(r int) {
	e := &s.events[r]
	if e.Accesses[0].Mode != Release {
		return
	}
	j, least := r-1, max(0, r-maxSequence)
	for j >= least && !(s.events[j].Proc == e.Proc && s.events[j].Accesses[0] == Access{e.Accesses[0].Object, Acquire}) {
		j--
	}
	if j < least {
		return
	}
	alone := true
	for k := j; k < r; k++ {
		alone = alone && s.events[k].Proc == e.Proc
	}
	for _, i := range s.history.racesOf(j) {
		if s.events[i].Accesses[0] == s.events[j].Accesses[0] {
			s.record(int(i), s.reverse(int(i), j), j, r)
		}
	}
	if alone {
		s.lengthen(j, r)
	}
}

// noteBlocked notes, at the last level, what is pending but not possible. At a
// cut this is not needed: the future has what comes of it.
func (s *contextSearch) noteBlocked() {
	s.wanted = s.pend.Pending(s.wanted[:0])
	kept := s.wanted[:0]
	for _, e := range s.wanted {
		if !hasChoice(s.choices, e.Choice) {
			kept = append(kept, e)
		}
	}
	s.notePossible(kept, s.depth-1)
}

// measure says how far the search has come: see progress.go.
func (s *contextSearch) measure() (part float64, memory int64) {
	part, memory = s.sourceSearch.measure()
	return part, memory + s.sequences.memory() + s.names.memory() + s.futureMemory()
}
