package por

// This file implements sleep sets.
//
//	[G96] Godefroid. Partial-Order Methods for the Verification of
//	Concurrent Systems. LNCS 1032, 1996. The algorithm with sleep sets and
//	without persistent sets.
//
// Notation: the sleep set of a node is sleep[lo:hi] of its level; the
// choices already explored from it are appended there, since the next
// sibling inherits them.
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
	s := sleepSearch{walker: newWalker(sys, opts, visit)}
	s.push(0)
	for len(s.levels) > 0 && !s.halt {
		s.advance()
	}
	s.res.Estimate = float64(s.res.Executions)
	if !s.res.Complete {
		s.res.Estimate = s.estimate()
	}
	s.res.Memory = s.memory() + int64(cap(s.levels))*40 + int64(cap(s.choices))*8 + int64(cap(s.sleep))*eventSize
	return s.res
}

type sleepSearch struct {
	walker
	levels  []sleepLevel
	choices []Choice // of all levels
	sleep   []Event  // of all levels
}

// A sleepLevel is a node of the path: choices[lo:hi] are not asleep there,
// choices[lo:next] are explored.
type sleepLevel struct {
	lo, next, hi     int
	sleepLo, sleepHi int
}

// push adds the level of the state at the end of the path, whose sleep set
// is sleep[sleepLo:]. If nothing can go on there, the execution is over.
func (s *sleepSearch) push(sleepLo int) {
	lo := len(s.choices)
	s.choices = s.sys.Enabled(s.choices)
	enabled := len(s.choices) - lo
	awake := s.choices[:lo]
	for _, c := range s.choices[lo:] {
		if !contains(s.sleep[sleepLo:], c) {
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
	s.levels = append(s.levels, sleepLevel{lo, lo, len(s.choices), sleepLo, len(s.sleep)})
}

// advance explores the next choice of the deepest level, or leaves it.
func (s *sleepSearch) advance() {
	top := len(s.levels) - 1
	l := &s.levels[top]
	s.choices, s.sleep = s.choices[:l.hi], s.sleep[:l.sleepHi]
	if len(s.events) > top {
		// Back from below: what was explored sleeps from now on.
		s.sleep = append(s.sleep, s.events[top])
		l.sleepHi++
		s.cut(top)
	}
	if l.next == l.hi {
		s.levels = s.levels[:top]
		return
	}
	e := s.extend(s.choices[l.next])
	l.next++
	sleepLo := len(s.sleep)
	for i := l.sleepLo; i < l.sleepHi; i++ {
		if t := s.sleep[i]; !Dependent(&t, e) {
			s.sleep = append(s.sleep, t)
		}
	}
	s.push(sleepLo)
}

// estimate divides the executions by the part of the tree they are.
func (s *sleepSearch) estimate() float64 {
	part, weight := 0.0, 1.0
	for _, l := range s.levels {
		if l.hi > l.lo {
			weight /= float64(l.hi - l.lo)
			part += weight * float64(max(l.next-l.lo-1, 0))
		}
	}
	return float64(s.res.Executions) / (part + weight)
}

// contains reports whether c is the choice of one of events.
func contains(events []Event, c Choice) bool {
	for i := range events {
		if events[i].Choice == c {
			return true
		}
	}
	return false
}
