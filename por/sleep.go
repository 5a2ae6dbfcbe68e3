package por

// This file implements sleep sets.
//
//	[G96] Godefroid. Partial-Order Methods for the Verification of
//	Concurrent Systems. LNCS 1032, 1996. The algorithm with sleep sets and
//	without persistent sets.
//
// Notation: the sleep set of a node is that of its level in sleep; the
// choices already explored from it are added there, since the next sibling
// inherits them.
//
// Differences: (1) The search is stateless: nothing is matched. (2) A sleep
// set holds the events themselves rather than transitions. An event that
// sleeps is independent of all that was executed since, so it is still the
// same event. (3) Blocking needs no care: sleep sets prune choices that are
// enabled, and whatever can enable, disable or change an event is dependent
// with it.
//
// Theorem relied on: exactly one complete execution per trace is visited.
// Others end in a node where all that is enabled is asleep; they are counted
// as blocked.

func sleepSets(sys System, opts Options, visit Visitor) Result {
	s := &sleepSearch{walker: newWalker(sys, opts, visit)}
	s.progress = s
	s.push(nil)
	for len(s.levels) > 0 && !s.halt {
		s.advance()
	}
	return s.finish()
}

type sleepSearch struct {
	walker
	levels  []sleepNode
	choices []Choice // of all levels
	sleep   sleepStack
}

// A sleepNode is a node of the path: choices[lo:hi] are not asleep there,
// choices[lo:next] are explored.
type sleepNode struct{ lo, next, hi int }

// push adds the level of the state after e, which is at the end of the path.
// If nothing can go on there, the execution is over.
func (s *sleepSearch) push(e *Event) {
	s.sleep.enter(e)
	lo := len(s.choices)
	s.choices = s.sys.Enabled(s.choices)
	enabled := len(s.choices) - lo
	awake := s.choices[:lo]
	for _, c := range s.choices[lo:] {
		if !s.sleep.has(len(s.levels), c) {
			awake = append(awake, c)
		}
	}
	s.choices = awake
	switch {
	case enabled == 0:
		s.show(false)
	case len(s.choices) == lo:
		s.res.Blocked++
	case s.deep():
		s.show(true)
		s.choices = s.choices[:lo]
	}
	if len(s.choices)-lo > 1 {
		s.res.Choices++
	}
	shuffle(&s.rng, s.choices[lo:])
	s.levels = append(s.levels, sleepNode{lo, lo, len(s.choices)})
}

// advance explores the next choice of the deepest level, or leaves it.
func (s *sleepSearch) advance() {
	top := len(s.levels) - 1
	l := &s.levels[top]
	s.choices = s.choices[:l.hi]
	if len(s.events) > top {
		// Back from below: what was explored sleeps from now on.
		s.sleep.add(&s.events[top], digestOf(&s.events[top]))
		s.cut(top)
	}
	if l.next == l.hi {
		s.levels = s.levels[:top]
		s.sleep.leave()
		return
	}
	e := s.extend(s.choices[l.next])
	l.next++
	s.push(e)
}

// measure is what part of the tree was explored, and what the search has
// allocated.
func (s *sleepSearch) measure() (part float64, memory int64) {
	done := newShare()
	for _, l := range s.levels {
		done.descend(l.next-l.lo, l.hi-l.lo)
	}
	return done.part(), s.memory() + int64(cap(s.levels))*24 + int64(cap(s.choices))*8 + s.sleep.memory()
}
