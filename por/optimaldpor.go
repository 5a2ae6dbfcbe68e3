package por

// This file implements Optimal-DPOR.
//
//	[AAJS14] Abdulla, Aronis, Jonsson, Sagonas. Optimal dynamic partial
//	order reduction. POPL 2014. Algorithm 2 (Optimal-DPOR).
//
// Notation: E is the path; sleep(E) is the set of a
// level in sleep; wut(E) is the
// tree at level.pending, without the branch being explored, whose subtree is
// the tree of the next level. That branch can be left out because the first
// event of what is inserted at a level is never its weak initial: the
// sequence ends with, or contains, something dependent with it.
//
// Differences: (1) What a race is includes blocked operations and
// alternatives: see race.go. Every sequence inserted is known to be
// executable, either by the rules there or because it was tried. So that no
// execution is blocked by sleep sets holds as in the paper, whose proof of it
// asks nothing else of what is inserted. (2) Trees hold events,
// not processes: a process may have several next events. An event in a tree
// is the one that its choice yields there, and that is checked. (3) A race
// that was looked at before is not again unless there are new events behind
// its first event and not after it: otherwise the reversing sequence is the
// same as before. (4) A sequence found by trying leaves out what comes
// after it and conflicts with it.
//
// Theorem relied on: exactly one complete execution per trace is visited, and
// none ends up blocked.

func optimalDPOR(sys System, opts Options, visit Visitor) Result {
	return newOptimal(sys, opts, visit).search()
}

func newOptimal(sys System, opts Options, visit Visitor) *optimalSearch {
	s := &optimalSearch{walker: newWalker(sys, opts, visit)}
	s.progress = s
	s.prober = prober{w: &s.walker, h: &s.history, found: s.reverseFound}
	return s
}

func (s *optimalSearch) search() Result {
	s.push(nil, 0)
	for s.depth > 0 && !s.halt {
		s.advance()
	}
	return s.finish()
}

type optimalSearch struct {
	walker
	history history
	prober  prober
	tree    wakeupTree
	levels  []optimalLevel // levels[:depth] are those of the path
	depth   int
	sleep   sleepStack
	choices []Choice
	v       []wakeupEvent // scratch: the sequence to be inserted
	dropped []int32       // scratch: events left out of it
	// searched says for how many events of the path races were looked for.
	searched int
	// observer, if not nil, says which Writes nobody observes.
	observer *observer
	// shared are the levels of the path that are shared with other workers, if
	// there are any.
	shared sharedPath
}

type optimalLevel struct {
	pending  int32 // the wakeup tree
	explored int32
	// free says that nothing is to be explored but some choice: first.
	free  bool
	first Choice
}

// push adds the level of the state after e, which is at the end of the path.
// Its wakeup tree begins at pending.
func (s *optimalSearch) push(e *Event, pending int32) {
	s.sleep.enter(e)
	if s.depth == len(s.levels) {
		s.levels = append(s.levels, optimalLevel{})
	}
	l := &s.levels[s.depth]
	s.depth++
	*l = optimalLevel{pending: pending}
	if pending != 0 && !s.deep() {
		return
	}
	s.choices = s.sys.Enabled(s.choices[:0])
	if len(s.choices) == 0 || s.deep() {
		s.tree.drop(pending)
		l.pending = 0
		s.show(len(s.choices) != 0)
		s.findRaces()
		return
	}
	s.history.grow(s.choices[len(s.choices)-1].Proc)
	l.first, l.free = s.sleep.firstAwake(s.choices, s.rng.n(len(s.choices)))
	if !l.free {
		s.res.Blocked++
	}
}

// advance explores the next branch of the deepest level, or leaves it.
func (s *optimalSearch) advance() {
	top := s.depth - 1
	l := &s.levels[top]
	if len(s.events) > top {
		s.sleep.add(&s.events[top], s.history.steps[top].digest)
		s.cut(top)
		s.history.cut(top)
		s.shared.cut(top)
		if s.observer != nil {
			s.observer.cut(top)
		}
		s.searched = min(s.searched, top)
	}
	number, children := int32(0), int32(0)
	switch {
	case l.free:
		l.free = false
	case l.pending != 0:
		number, children, l.pending = s.tree.take(l.pending)
		l.first = s.tree.events.events[number].Choice
	default:
		if l.explored > 1 {
			s.res.Choices++
		}
		s.depth--
		s.sleep.leave()
		return
	}
	l.explored++
	s.tree.numbers = append(s.tree.numbers[:top], number)
	e := s.extendWithOthers(l.first)
	if number != 0 && !foretells(&s.tree.events.events[number].Event, e) {
		panic(broken(&s.tree.events.events[number].Event, e))
	}
	s.history.add(e, s.others, s.rival)
	if s.observer != nil {
		s.observer.keep(s.others, s.rival)
	}
	s.push(e, children)
}

// findRaces looks for the races of an execution that is over.
func (s *optimalSearch) findRaces() {
	if s.halt {
		return
	}
	if s.observer != nil {
		s.searched = min(s.searched, s.observer.revise(&s.walker, &s.history))
	}
	s.prober.begin(s.searched)
	for j := range s.events {
		for _, i := range s.history.racesOf(j) {
			if j >= s.searched || s.observer != nil || s.prober.again(int(i)) {
				s.reverse(int(i), j)
			}
		}
	}
	s.prober.collect(s.choices)
	s.searched = len(s.events)
	s.prober.run()
}

// reverse inserts notdep(i).j before i, for the race between events i and j.
func (s *optimalSearch) reverse(i, j int) {
	if s.observer != nil && !dependentIfUnseen(&s.events[i], &s.events[j]) {
		s.reverseObserved(i, j)
		if !s.events[len(s.events)-1].Wide {
			return
		}
		// Without what ends everything i might not have happened at all.
	}
	s.v = s.v[:0]
	for k := i + 1; k < len(s.events); k++ {
		if !s.history.before(i, k) {
			s.then(k, s.observer != nil && s.history.before(k, j))
		}
	}
	s.then(j, true)
	s.insert(i)
}

// then adds event k of the path to s.v.
func (s *optimalSearch) then(k int, needed bool) {
	s.v = append(s.v, wakeupEvent{s.history.steps[k].digest, int32(k), needed})
}

// reverseFound inserts what the prober has found: its q can be executed
// before event p after the first so many of the rest, and then those of the
// rest that have nothing to do with q.
func (s *optimalSearch) reverseFound(p, first int) {
	s.v = s.v[:0]
	q, d := s.prober.q, digestOf(s.prober.q)
	s.tree.extra = *q
	rest := s.prober.rest
	for _, k := range rest[:first] {
		s.then(int(k), false)
	}
	s.v = append(s.v, wakeupEvent{d, -1, false})
	s.dropped = s.dropped[:0]
	for _, k := range rest[first:] {
		drop := !d.apart(s.history.steps[k].digest) && Dependent(q, &s.events[k])
		for i := 0; !drop && i < len(s.dropped); i++ {
			drop = s.history.before(int(s.dropped[i]), int(k))
		}
		if drop {
			s.dropped = append(s.dropped, k)
		} else {
			s.then(int(k), false)
		}
	}
	s.insert(p)
}

// insert adds s.v to the wakeup tree before event i, unless something asleep
// there begins it.
func (s *optimalSearch) insert(i int) {
	s.tree.path = s.events
	for _, t := range s.sleep.set(i) {
		if s.covers(t) {
			return
		}
	}
	if i < len(s.shared.path) {
		s.insertShared(i)
		return
	}
	s.tree.insert(&s.levels[i].pending, s.v)
}

// covers reports whether t, asleep, begins s.v.
func (s *optimalSearch) covers(t sleeper) bool {
	e := &s.sleep.events[t.at]
	if t.state == owing {
		return s.tree.overwrites(&e.Event, s.v)
	}
	k, ok := s.tree.weakInitial(e, s.v)
	return ok && (t.state == asleep || k >= 0 && s.tree.overwritten(s.v, k))
}

// measure says how far the search has come: see progress.go.
func (s *optimalSearch) measure() (part float64, memory int64) {
	done := newShare()
	for _, l := range s.levels[:s.depth] {
		known := l.explored
		for n := l.pending; n != 0; n = s.tree.nodes[n].next {
			known++
		}
		done.descend(int(l.explored), int(known))
	}
	return done.part(), s.memory() + s.history.memory() + s.sleep.memory() + s.tree.memory() + int64(cap(s.levels))*20 + int64(cap(s.v))*24
}
