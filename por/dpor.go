package por

import "slices"

// This file implements dynamic partial order reduction as first proposed, with
// persistent sets of processes.
//
//	[FG05] Flanagan, Godefroid. Dynamic partial-order reduction for model
//	checking software. POPL 2005. The algorithm with clock vectors, and the
//	sleep sets that the paper recommends to add.
//
// Notation: S is the path; pre(S, i) is where level i is; backtrack(s) is
// todo[lo:hi] of a level of sets, completed by all the choices of each process
// in it; done is todo[lo:next]. The paper's set E is what the loop over
// needed events in addFor looks through.
//
// Differences: (1) A process may have several choices, which are explored
// together. A process counts as enabled, where it is to be added for a race, if
// it can go the way that it goes in the race. (2) The paper looks, at every
// state and for the next transition of every process, for the last transition
// it is in a race with. Here the races are those of race.go, looked for when an
// execution is over. There are more of them than last ones, so more is
// explored, but nothing is lost; and operations that are blocked, or were not
// chosen, count there too. (3) A process of which all that is enabled is asleep
// does not count as added: what it would do was explored before, but not what
// it would be in a race with from here. (4) The paper assumes that the state
// space has no cycles. So do searches without state matching here: see
// Options.MaxDepth.
//
// Theorem relied on: the todo of a level, in the end, is a persistent set; with
// sleep sets, exactly one complete execution per trace is visited.

func dpor(sys System, opts Options, visit Visitor) Result {
	s := &dporSearch{walker: newWalker(sys, opts, visit)}
	s.progress = s
	s.prober = prober{w: &s.walker, h: &s.history, found: s.reverseFound}
	s.push(nil)
	for len(s.sets.levels) > 0 && !s.halt {
		s.advance()
	}
	return s.finish()
}

type dporSearch struct {
	walker
	history  history
	prober   prober
	sets     choiceSets
	sleep    sleepStack
	needed   []int32 // scratch: positions of events before a race's second
	searched int     // for how many events of the path races were looked for
}

// push adds the level of the state after e, which is at the end of the path.
func (s *dporSearch) push(e *Event) {
	s.sleep.enter(e)
	enabled := s.sets.enter(s.sys)
	if len(enabled) == 0 || s.deep() {
		s.show(len(enabled) != 0)
		s.findRaces()
		return
	}
	s.history.grow(enabled[len(enabled)-1].Proc)
	if c, ok := s.sleep.firstAwake(enabled, s.rng.n(len(enabled))); ok {
		s.add(len(s.sets.levels)-1, c)
		return
	}
	s.res.Blocked++
	s.findRaces()
}

// add adds the process of c to the backtrack set of a level, if c is enabled
// there and not asleep, and reports whether it is.
func (s *dporSearch) add(level int, c Choice) bool {
	if !s.awake(level, c) {
		return false
	}
	for _, d := range s.sets.enabledAt(level) {
		if d.Proc == c.Proc && !s.sleep.has(level, d) {
			s.sets.add(level, d)
		}
	}
	return true
}

// awake reports whether c is enabled at a level, and is to be explored there or
// at least not asleep.
func (s *dporSearch) awake(level int, c Choice) bool {
	return s.sets.has(level, c) || slices.Contains(s.sets.enabledAt(level), c) && !s.sleep.has(level, c)
}

// advance explores the next choice of the deepest level, or leaves it.
func (s *dporSearch) advance() {
	top := len(s.sets.levels) - 1
	if len(s.events) > top {
		s.sleep.add(&s.events[top], s.history.steps[top].digest)
		s.cut(top)
		s.history.cut(top)
		s.searched = min(s.searched, top)
	}
	c, ok := s.sets.next()
	for ok && s.sleep.has(top, c) {
		c, ok = s.sets.next()
	}
	if !ok {
		if s.sets.leave() {
			s.res.Choices++
		}
		s.sleep.leave()
		return
	}
	e := s.extendWithOthers(c)
	s.history.add(e, s.others, s.rival)
	s.push(e)
}

// findRaces looks for the races of an execution that is over.
func (s *dporSearch) findRaces() {
	if s.halt {
		return
	}
	n := len(s.events)
	for j := s.searched; j < n; j++ {
		for _, i := range s.history.racesOf(j) {
			s.reverse(int(i), j)
		}
	}
	s.prober.begin(s.searched)
	s.prober.collect(s.sets.enabledAt(len(s.sets.levels) - 1))
	s.searched = n
	s.prober.run()
}

// reverse adds what reverses the race between events i and j to the
// backtrack set before i.
func (s *dporSearch) reverse(i, j int) {
	s.needed = s.needed[:0]
	for k := i + 1; k < j; k++ {
		if s.history.before(k, j) && !s.history.before(i, k) {
			s.needed = append(s.needed, int32(k))
		}
	}
	s.addFor(i, s.events[j].Choice)
}

// reverseFound does the same for what the prober has found.
func (s *dporSearch) reverseFound(p, first int) {
	b, h := &s.prober, &s.history
	s.needed = s.needed[:0]
	for t := first - 1; t >= 0; t-- {
		k := b.rest[t]
		needed := Dependent(b.q, &s.events[k])
		for i := 0; !needed && i < len(s.needed); i++ {
			needed = h.before(int(k), int(s.needed[i]))
		}
		if needed {
			s.needed = append(s.needed, k)
		}
	}
	s.addFor(p, b.q.Choice)
}

// addFor adds the process of c, the second operation of a race with event i,
// or a process without which c would not become possible, or everything.
func (s *dporSearch) addFor(i int, c Choice) {
	if s.add(i, c) {
		return
	}
	for _, k := range s.needed {
		if int(s.history.steps[k].recent) <= i && s.add(i, s.events[k].Choice) {
			return
		}
	}
	for _, d := range s.sets.enabledAt(i) {
		s.add(i, d)
	}
}

// measure says how far the search has come: see progress.go.
func (s *dporSearch) measure() (part float64, memory int64) {
	return s.sets.part(), s.memory() + s.history.memory() + s.sleep.memory() + s.sets.memory()
}
