package por

// This file implements DE-S-POR.
//
//	[CEFM23] Cirisci, Enea, Farzan, Mutluergil. A pragmatic approach to
//	stateful partial order reduction. Algorithm 2 (DE-S-POR), and
//	Appendix A.
//
// Notation and differences: see spor.go. UpdateCurr looks for all
// transitions of the stack that are dependent and can be reversed, not for the
// last one only: with locks, the last one is not the one to be reversed. As
// in Appendix A, a traversal from a known state takes each transition once.

func deSPOR(sys System, opts Options, visit Visitor) Result {
	return newStateful(sys, opts, visit, eager).search()
}

// update is UpdateCurr(e) for the first n transitions of the stack.
func (s *statefulSearch) update(e *Event, n int) {
	for d := range n {
		if t := &s.events[d]; reversible(t, e) {
			s.levels[d].currentOf(t.Proc).add(e.Proc)
		}
	}
}

// updateAll is UpdateCurr for all that follows from a known state, which the
// stack has come to.
func (s *statefulSearch) updateAll(id int32) {
	s.seen = s.seen[:0]
	for len(s.fresh) < len(s.lts.labels) {
		s.fresh = append(s.fresh, true)
	}
	complete := s.lts.traverse(id, func(label int32) bool {
		if s.fresh[label] {
			s.fresh[label] = false
			s.seen = append(s.seen, label)
		}
		return true
	})
	for _, label := range s.seen {
		s.fresh[label] = true
		s.update(&s.lts.labels[label], len(s.events))
	}
	if !complete {
		// What follows from a state on the stack is not known yet.
		for d := range s.depth {
			s.levels[d].full = true
		}
	}
}
