package por

// This file implements quasi-optimal partial order reduction.
//
//	[NRSCP18] Nguyen, Rodríguez, Sousa, Coti, Petrucci. Quasi-Optimal Partial
//	Order Reduction. CAV 2018 (extended version). Algorithm 1, and Section 4 for
//	k-partial alternatives: see combs.go.
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
//  3. D holds events enabled at C only: one that conflicts with what was
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
	s.prober = prober{w: &s.walker, h: &s.history, found: s.extendFound}
	s.limit = leastLimit
	s.push(nil, 0, 0)
	for s.depth > 0 && !s.halt {
		s.advance()
	}
	s.res.Estimate = float64(s.res.Executions)
	if !s.res.Complete {
		s.res.Estimate /= s.part()
	}
	s.res.Memory = s.memory() + s.history.memory() + s.sleep.memory() + s.u.memory() + int64(cap(s.levels))*32
	return s.res
}

type qporSearch struct {
	walker
	history history
	prober  prober
	u       unfolding
	path    []int32 // the events of the path, in U
	last    []int32 // the last event of each process on the path
	front   []int32 // and its index
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
	if n := s.u.stride - len(s.last); n > 0 {
		s.last = append(s.last, make([]int32, n)...)
		s.front = append(s.front, make([]int32, n)...)
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
	past[e.Proc] = s.last[e.Proc]
	n := s.u.add(e, s.history.steps[top].digest, past, s.placeOnPath(e, top))
	s.path = append(s.path, n)
	s.last[e.Proc], s.front[e.Proc] = n, s.u.events[n].index
	s.u.events[n].at = int32(top) + 1
	return n
}

// placeOnPath is the place of e, at position top of the path.
func (s *qporSearch) placeOnPath(e *Event, top int) *place {
	h, where := &s.history, &s.where
	*where = place{}
	t := &h.steps[top]
	where.proc = s.pathAt(t.procPrev)
	if e.Peer >= 0 {
		where.peer = s.pathAt(t.peerPrev)
	}
	for i := range t.accesses {
		for entry := t.prev[i]; entry != 0; {
			k, slot := split(entry)
			if total[h.steps[k].mode[slot]] {
				where.objects[i] = s.path[k]
				break
			}
			entry = h.steps[k].prev[slot]
		}
	}
	return where
}

// pathAt is the event at position at-1 of the path, 0 if there is none.
func (s *qporSearch) pathAt(at int32) int32 {
	if at == 0 {
		return 0
	}
	return s.path[at-1]
}

// retreat shortens the path to top events and puts the one after them, which
// was explored, to sleep.
func (s *qporSearch) retreat(top int) {
	s.sleep.add(&s.events[top], s.history.steps[top].digest)
	s.asleep = append(s.asleep, s.path[top])
	x := &s.u.events[s.path[top]]
	x.at, s.last[x.Proc], s.front[x.Proc] = 0, x.pred, x.index-1
	s.path = s.path[:top]
	s.cut(top)
	s.history.cut(top)
	s.searched = min(s.searched, top)
}

// extendAll adds the conflicting extensions of the path to U: see race.go.
func (s *qporSearch) extendAll() {
	if s.halt {
		return
	}
	s.choices = s.sys.Enabled(s.choices[:0])
	s.prober.begin(s.searched)
	for j := range s.events {
		for _, i := range s.history.racesOf(j) {
			if j >= s.searched || s.prober.again(int(i)) {
				s.extension(int(i), j)
			}
		}
	}
	s.prober.collect(s.choices)
	s.searched = len(s.events)
	s.prober.run()
	if len(s.u.events) > s.limit {
		s.collect()
	}
}

// collect forgets the events of U that are in no alternative to be found: the
// paper's U ∩ Q. Of what J at a level may hold is known that the events of the
// path up to there can precede it and that neither what sleeps there nor the
// next event of the path is in it. So e is of use at the level after the
// longest beginning of the path that is in [e], if nothing in [e] sleeps there;
// at deeper levels what sleeps still does, or conflicts with the path.
func (s *qporSearch) collect() {
	s.marked = append(s.marked[:0], make([]bool, len(s.u.events))...)
	for _, n := range s.path {
		s.mark(n)
	}
	for _, n := range s.asleep {
		s.mark(n)
	}
	s.chains = append(s.chains, make([][]int32, max(0, s.history.known-len(s.chains)))...)
	for p := range s.chains {
		s.chains[p] = s.chains[p][:0]
	}
	for at, n := range s.path {
		p := s.u.events[n].Proc
		s.chains[p] = append(s.chains[p], int32(at))
	}
	for n := int32(1); n < int32(len(s.u.events)); n++ {
		if !s.marked[n] && s.useful(n) {
			s.mark(n)
		}
	}
	numbers := s.u.keep(s.marked)
	for _, list := range [][]int32{s.path, s.asleep, s.last} {
		for i, n := range list {
			list[i] = numbers[n]
		}
	}
	s.limit = max(leastLimit, 2*len(s.u.events))
}

// leastLimit is how many events U may have at least.
const leastLimit = 64

// mark marks the events of [e].
func (s *qporSearch) mark(e int32) {
	for _, l := range s.u.lastsOf(e) {
		for ; !s.marked[l] && l != 0; l = s.u.events[l].pred {
			s.marked[l] = true
		}
	}
}

// useful reports whether e may be in an alternative.
func (s *qporSearch) useful(e int32) bool {
	level := len(s.path)
	for p, l := range s.u.lastsOf(e)[:s.history.known] {
		if s.u.events[l].index > s.front[p] {
			l = s.u.ancestor(l, s.front[p])
		}
		for l != 0 && s.u.events[l].at == 0 {
			l = s.u.events[l].pred
		}
		if next := int(s.u.events[l].index); next < len(s.chains[p]) {
			level = min(level, int(s.chains[p][next]))
		}
	}
	for _, t := range s.sleep.set(level) {
		if s.u.includes(e, s.asleep[t.at]) {
			return false
		}
	}
	return true
}

// extension adds the event at j without that at i, and what is after that,
// in its history.
func (s *qporSearch) extension(i, j int) {
	e, d := &s.events[j], s.history.steps[j].digest
	s.beginHistory(e)
	for k := j - 1; k >= 0; k-- {
		if k < i || k > i && !s.history.before(i, k) {
			s.after(e, d, k)
		}
	}
	s.u.add(e, d, s.past[:s.u.stride], &s.where)
}

// extendFound adds what the prober has found: its q after the events before p
// and the first so many of the rest.
func (s *qporSearch) extendFound(p, first int) {
	q := s.prober.q
	d := digestOf(q)
	s.beginHistory(q)
	for n := first - 1; n >= 0; n-- {
		s.after(q, d, int(s.prober.rest[n]))
	}
	for k := p - 1; k >= 0; k-- {
		s.after(q, d, k)
	}
	s.u.add(q, d, s.past[:s.u.stride], &s.where)
}

func (s *qporSearch) beginHistory(e *Event) {
	s.grow(max(e.Proc, e.Peer))
	clear(s.past)
	s.where = place{}
}

// after adds event k of the path to the history of e, s.past, if e has to come
// after it. What comes later in the execution is added first.
func (s *qporSearch) after(e *Event, d digest, k int) {
	f, t, n := &s.events[k], &s.history.steps[k], s.path[k]
	if d.apart(t.digest) {
		return
	}
	w := &s.where
	if w.proc == 0 && (f.Proc == e.Proc || f.Peer == e.Proc) {
		w.proc = n
	}
	if e.Peer >= 0 && w.peer == 0 && (f.Proc == e.Peer || f.Peer == e.Peer) {
		w.peer = n
	}
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if a.Mode == 0 {
			break
		}
		for m := range t.accesses {
			if w.objects[i] == 0 && f.Accesses[m].Object == a.Object && total[f.Accesses[m].Mode] {
				w.objects[i] = n
			}
		}
	}
	if s.u.events[s.past[f.Proc]].index < s.u.events[n].index && Dependent(e, f) {
		s.u.joinHistory(s.past, n)
	}
}

// part is the part of the search tree that was explored, if the branches
// known at a level weigh the same.
func (s *qporSearch) part() float64 {
	part, weight := 0.0, 1.0
	for _, l := range s.levels[:s.depth] {
		branches := l.explored
		if l.lo < l.hi {
			branches++
		}
		if branches > 0 {
			weight /= float64(branches)
			part += weight * float64(max(l.explored-1, 0))
		}
	}
	return part + weight
}
