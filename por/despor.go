package por

// This file implements DE-S-POR.
//
//	[CEFM23] Cirisci, Enea, Farzan, Mutluergil. A pragmatic approach to
//	stateful partial order reduction. Algorithm 2 (DE-S-POR), and
//	Appendix A.
//
// Notation and differences: see spor.go; UpdateBack is in sporchoice.go.
// Further differences: (6) UpdateCurr looks for all transitions of the stack
// that are dependent and can be reversed, not for the last one only: with locks,
// the last one is not the one to be reversed. (7) Nothing is kept for states
// that all that is enabled is explored from, or a safe set.
//
// Of the optimisations of Appendix A, one is for this algorithm: a traversal
// from a known state takes each transition once, and then UpdateCurr is for all
// transitions of the stack. Here it takes even less: what may happen after a
// state is collected when the search leaves it, and looked up in updateAll.
// That fails where a known state leads back to the stack, since what follows
// from there is not known yet: see updateCycle.

func deSPOR(sys System, opts Options, visit Visitor) Result {
	return newPragmatic(sys, opts, visit, eager, true).search()
}

func statelessDESPOR(sys System, opts Options, visit Visitor) Result {
	return newPragmatic(sys, opts, visit, eager, false).search()
}

// update is UpdateCurr(e) for the first n transitions of the stack.
func (s *pragmaticSearch) update(e *Event, n int) {
	digest := digestOf(e)
	for d := range n {
		if s.digests[d].apart(digest) {
			continue
		}
		t, l := &s.events[d], &s.levels[d]
		if !l.full && l.safe < 0 && reversible(t, e) {
			l.currentOf(t.Proc).add(e.Proc)
		}
	}
}

// updateAll is UpdateCurr for all that may happen after a known state, which
// the stack has come to.
func (s *pragmaticSearch) updateAll(after []int32) {
	for d := range s.levels[:s.depth] {
		l := &s.levels[d]
		if l.full || l.safe >= 0 {
			continue
		}
		current := l.currentOf(l.cur)
		for q, set := range after {
			if set != 0 && !current.has(Proc(q)) && s.sets.reversible(l.label, set) {
				current.add(Proc(q))
			}
		}
	}
}

// updateCycle is what updateAll is for a state from which one on the stack can
// be reached, level low being the lowest. From there on, all that is enabled is
// to be explored. All that may happen after the states above is found with
// these on the stack.
func (s *pragmaticSearch) updateCycle(low int) {
	for d := low; d < s.depth; d++ {
		s.levels[d].full = true
	}
}
