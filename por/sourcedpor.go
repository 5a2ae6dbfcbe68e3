package por

import "slices"

// This file implements Source-DPOR.
//
//	[AAJS14] Abdulla, Aronis, Jonsson, Sagonas. Optimal dynamic partial
//	order reduction. POPL 2014. Algorithm 1 (Source-DPOR).
//
// Notation: E is the path, events[:d] for the level d; Sleep is the set of a
// level in sleep; backtrack(E) is level.todo, of which todo[:next] are explored
// or being explored; I_[E'](v) is what initials looks for; notdep(e,E).p is
// the part of the path behind e that is not after e, then p.
//
// Differences: (1) Races are looked for when an execution is over, complete or
// blocked, for all its events that no execution had before, rather than at
// each step. (2) What a race is
// includes blocked operations and alternatives: see race.go, which also says
// why the algorithm stays complete. (3) A race is not reversed either if an
// initial of the reversing sequence is asleep: executions beginning so have
// been explored elsewhere. (4) Which initial is added is free in the paper;
// here the process of the race's second event if it can be, otherwise the first
// one in the execution.
//
// Theorem relied on: exactly one complete execution per trace is visited, and
// some that end up blocked.

func sourceDPOR(sys System, opts Options, visit Visitor) Result {
	s := &sourceSearch{walker: newWalker(sys, opts, visit)}
	s.progress = s
	s.prober = prober{w: &s.walker, h: &s.history, found: s.reverseFound}
	s.push(nil)
	for s.depth > 0 && !s.halt {
		s.advance()
	}
	return s.finish()
}

type sourceSearch struct {
	walker
	history history
	prober  prober
	levels  []sourceLevel // levels[:depth] are those of the path
	depth   int
	sleep   sleepStack
	choices []Choice
	// searched says for how many events of the path races were looked for.
	searched int
}

type sourceLevel struct {
	todo []Choice
	next int
}

// push adds the level of the state after e, which is at the end of the path.
func (s *sourceSearch) push(e *Event) {
	s.sleep.enter(e)
	if s.depth == len(s.levels) {
		s.levels = append(s.levels, sourceLevel{})
	}
	l := &s.levels[s.depth]
	s.depth++
	l.todo, l.next = l.todo[:0], 0
	s.choices = s.sys.Enabled(s.choices[:0])
	if len(s.choices) == 0 || s.deep() {
		s.show(len(s.choices) != 0)
		s.findRaces()
		return
	}
	s.history.grow(s.choices[len(s.choices)-1].Proc)
	if c, ok := s.sleep.firstAwake(s.choices, s.rng.n(len(s.choices))); ok {
		l.todo = append(l.todo, c)
		return
	}
	s.res.Blocked++
	s.findRaces()
}

// advance explores the next choice of the deepest level, or leaves it.
func (s *sourceSearch) advance() {
	top := s.depth - 1
	l := &s.levels[top]
	if len(s.events) > top {
		s.sleep.add(&s.events[top], s.history.steps[top].digest)
		s.cut(top)
		s.history.cut(top)
		s.searched = min(s.searched, top)
	}
	if l.next == len(l.todo) {
		if l.next > 1 {
			s.res.Choices++
		}
		s.depth--
		s.sleep.leave()
		return
	}
	c := l.todo[l.next]
	l.next++
	e := s.extendWithOthers(c)
	s.history.add(e, s.others, s.rival)
	s.push(e)
}

// findRaces looks for the races of an execution that is over.
func (s *sourceSearch) findRaces() {
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
	s.prober.collect(s.choices)
	s.searched = n
	s.prober.run()
}

// reverse sees to it that the race between events i and j is reversed: that
// something that begins notdep(i).j is explored from before i. It returns the
// position of the event that does.
func (s *sourceSearch) reverse(i, j int) (first int) {
	h, l := &s.history, &s.levels[i]
	first = -1
	direct, waits := int(h.steps[j].stand) <= i, waits(&s.events[j])
	for k := i + 1; k < j; k++ {
		if int(h.steps[k].recent) <= i {
			if s.covers(i, s.events[k].Choice) {
				return k
			}
			if first < 0 {
				first = k
			}
		}
		if direct && !waits {
			direct = h.before(i, k) || !h.before(k, j)
		}
	}
	if direct {
		first = j
		if s.covers(i, s.events[first].Choice) {
			return first
		}
	}
	l.todo = append(l.todo, s.events[first].Choice)
	return first
}

// reverseFound does the same for what the prober has found: its q can be
// executed before event p, after the first so many of the rest.
func (s *sourceSearch) reverseFound(p, first int) {
	l, q := &s.levels[p], s.prober.q
	choice, direct := q.Choice, true
	some := false
	for _, k := range s.prober.rest[:first] {
		if int(s.history.steps[k].recent) <= p {
			if s.covers(p, s.events[k].Choice) {
				return
			}
			if !some {
				choice, some = s.events[k].Choice, true
			}
		}
		direct = direct && !Dependent(q, &s.events[k])
	}
	if direct {
		choice = q.Choice
		if s.covers(p, choice) {
			return
		}
	}
	l.todo = append(l.todo, choice)
}

// covers reports whether executions that begin with c at a level are
// explored, from there or elsewhere.
func (s *sourceSearch) covers(level int, c Choice) bool {
	return slices.Contains(s.levels[level].todo, c) || s.sleep.has(level, c)
}

// measure says how far the search has come: see progress.go.
func (s *sourceSearch) measure() (part float64, memory int64) {
	done := newShare()
	for _, l := range s.levels[:s.depth] {
		done.descend(l.next, len(l.todo))
	}
	return done.part(), s.memory() + s.history.memory() + s.sleep.memory() + int64(len(s.levels))*80
}
