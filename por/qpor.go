package por

// This file implements quasi-optimal partial order reduction.
//
//	[NRSCP18] Nguyen, Rodríguez, Sousa, Coti, Petrucci. Quasi-Optimal Partial
//	Order Reduction. CAV 2018 (extended version). Algorithm 1.
//
// U is in unfolding.go, cexp in extensions.go, Alt in combs.go, Q in garbage.go.
//
// Notation: U is s.u; the configuration C is the path, as events of U in
// s.path; D is the sleep set of a level, as events of U the first of s.asleep
// after those of the levels above; A is what a level has in alt; en(C)
// are the choices enabled. Explore(C, D, A) is a level: push begins it, advance
// is called each time the recursion returns to it.
//
// Differences:
//
//  1. The paper's systems have mutexes only, and every conflicting extension of a
//     configuration, cex(C), is added to U. Here events touch any number of
//     objects in any mode, and an event has as many histories as there are sets of
//     others that commute with each other but not with it, which may be
//     exponentially many. So U gets those conflicting extensions that race.go
//     says are enough: C'·q for events p of the path, where C' begins the path
//     before p, contains nothing after p, and q conflicts with p. Histories follow
//     from the accesses: an event's causes are the events before it
//     that it is dependent with, whatever the modes. Blocked operations and other
//     ways of a select are found there, too.
//
//  2. They are added when an execution is over, complete or blocked, not at each
//     step, and not again as long as nothing new has been executed that could
//     be in C'.
//
//  3. U ∩ Q is not formed at each return, but when U has doubled, and Q is
//     what is known to be of use: see garbage.go.
//
//  4. The binary recursion, Explore(C ∪ {e}, D, A \ {e}) and then Explore(C,
//     D ∪ {e}, J \ C), is one level with several children.
//
//  5. D holds events enabled at C only: one that conflicts with what was
//     executed cannot be in any C ∪ J.
//
// Why this is complete, for every k. Suppose that a level is left although a
// maximal configuration M that includes C avoids D. Then some sequence v that
// [AAJS14] inserts at C, one of the C'·q, is begun by no event of D, since the
// theorem there says that these sequences are enough, and race.go that those
// found are. So each d in D is dependent with an event m of v, with d not in [m]:
// d and m conflict. All events of v are in U: those of C' because they were
// executed, q because it was added. So the union of all those [m] is an
// alternative to D after C, and the comb of D has it: each m is in
// the spike of its d. A k-partial alternative exists all the more.
//
// Theorem relied on: each maximal configuration is visited exactly once, and if
// k is not limited no execution is blocked.

func qpor(sys System, opts Options, visit Visitor) Result {
	s := &qporSearch{walker: newWalker(sys, opts, visit)}
	s.progress = s
	s.prober = prober{w: &s.walker, h: &s.history, found: s.extendFound}
	s.limit = leastLimit
	s.push(nil, 0, 0)
	for s.depth > 0 && !s.halt {
		s.advance()
	}
	return s.finish()
}

type qporSearch struct {
	walker
	history history
	prober  prober
	u       unfolding
	path    []int32    // the events of the path, in U
	front   []frontier // the last event of each process on the path
	sleep   sleepStack
	asleep  []int32 // sleep.events, in U
	alts    []int32 // what is left of the alternatives of all levels
	levels  []qporLevel
	depth   int
	choices []Choice
	past    []int32 // scratch: a history
	where   place   // scratch
	comb    comb
	marked  []bool    // scratch: events to be kept
	chains  [][]int32 // scratch: by process, the positions of its events
	limit   int       // of how many events U may have
	// searched says for how many events of the path races were looked for.
	searched int
}

type qporLevel struct {
	lo, hi   int32 // A is alts[lo:hi]
	base     int32 // how many alts belong to the levels above
	explored int32
	switches int32 // of the path, from process to process
	// free says that A is empty, and first the choice to explore.
	free  bool
	first Choice
}

// push begins the level of the state after e, which is at the end of the path,
// with A = alts[lo:hi].
func (s *qporSearch) push(e *Event, lo, hi int32) {
	s.sleep.enter(e)
	if s.depth == len(s.levels) {
		s.levels = append(s.levels, qporLevel{})
	}
	l := &s.levels[s.depth]
	*l = qporLevel{lo: lo, hi: hi, base: int32(len(s.alts)), switches: s.switches(e)}
	s.depth++
	if s.opts.Switches > 0 && int(l.switches) > s.opts.Switches {
		s.bound("switches")
		l.hi = l.lo
		s.extendAll()
		return
	}
	if lo < hi && !s.deep() {
		return
	}
	l.hi = l.lo
	s.choices = s.sys.Enabled(s.choices[:0])
	if len(s.choices) == 0 || s.deep() {
		s.show(len(s.choices) != 0)
		s.extendAll()
		return
	}
	s.grow(s.choices[len(s.choices)-1].Proc)
	l.first, l.free = s.sleep.firstAwake(s.choices, s.rng.n(len(s.choices)))
	if !l.free {
		s.res.Blocked++
		s.extendAll()
	}
}

// switches counts how often the path, which ends with e, changes process.
func (s *qporSearch) switches(e *Event) int32 {
	n := len(s.events)
	if e == nil || n < 2 {
		return 0
	}
	count := s.levels[s.depth-1].switches
	if s.events[n-2].Proc != e.Proc {
		count++
	}
	return count
}

func (s *qporSearch) grow(p Proc) {
	s.history.grow(p)
	s.u.grow(p)
	if n := s.u.stride - len(s.front); n > 0 {
		s.front = append(s.front, make([]frontier, n)...)
		s.past = append(s.past, make([]int32, n)...)
	}
}

// advance explores the next event from the deepest level, or leaves it.
func (s *qporSearch) advance() {
	top := s.depth - 1
	l := &s.levels[top]
	if len(s.events) > top {
		s.retreat(top)
		s.alts = s.alts[:l.base]
		s.alts = s.alternative(s.alts, top)
		l.lo, l.hi = l.base, int32(len(s.alts))
	}
	var c Choice
	rest := l.lo
	switch {
	case l.free:
		c, l.free = l.first, false
	case l.lo < l.hi:
		c, rest = s.u.events[s.alts[l.lo]].Choice, l.lo+1
	default:
		if l.explored > 1 {
			s.res.Choices++
		}
		s.depth--
		s.sleep.leave()
		s.asleep = s.asleep[:len(s.sleep.events)]
		return
	}
	l.explored++
	hi := l.hi
	e := s.extendWithOthers(c)
	s.history.add(e, s.others, s.rival)
	n := s.enter(e, top)
	if rest > l.lo && n != s.alts[l.lo] {
		panic(broken(&s.u.events[s.alts[l.lo]].Event, e))
	}
	s.push(e, rest, hi)
}

// enter finds the event of U that e, at position top of the path, is.
func (s *qporSearch) enter(e *Event, top int) int32 {
	s.grow(max(e.Proc, e.Peer))
	past := s.past[:s.u.stride]
	clear(past)
	for p, n := range s.history.clock(top)[:s.history.known] {
		if n > 0 && Proc(p) != e.Proc {
			past[p] = s.path[n-1]
		}
	}
	past[e.Proc] = s.front[e.Proc].event
	n := s.u.add(e, s.history.steps[top].digest, past, s.placeOnPath(e, top))
	s.path = append(s.path, n)
	s.front[e.Proc] = frontier{n, s.u.events[n].index}
	s.u.events[n].at = int32(top) + 1
	return n
}

// retreat shortens the path to top events and puts the one after them, which
// was explored, to sleep.
func (s *qporSearch) retreat(top int) {
	s.sleep.add(&s.events[top], s.history.steps[top].digest)
	s.asleep = append(s.asleep, s.path[top])
	x := &s.u.events[s.path[top]]
	x.at, s.front[x.Proc] = 0, frontier{x.pred, x.index - 1}
	s.path = s.path[:top]
	s.cut(top)
	s.history.cut(top)
	s.searched = min(s.searched, top)
}

// measure says how far the search has come: see progress.go.
func (s *qporSearch) measure() (part float64, memory int64) {
	done := newShare()
	for _, l := range s.levels[:s.depth] {
		known := l.explored
		if l.lo < l.hi {
			known++
		}
		done.descend(int(l.explored), int(known))
	}
	return done.part(), s.memory() + s.history.memory() + s.sleep.memory() + s.u.memory() + int64(cap(s.levels))*32
}
