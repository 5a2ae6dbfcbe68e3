package por

// This file implements DL-S-POR.
//
//	[CEFM23] Cirisci, Enea, Farzan, Mutluergil. A pragmatic approach to
//	stateful partial order reduction. Algorithm 3 (DL-S-POR), and
//	Appendix A.
//
// Notation and differences: see spor.go. The states of the full level are
// those for which backtrack is the safe set. Of the optimisations of Appendix
// A there are: each transition is traversed once; no traversal after the last
// thread that is enabled; none if all other threads lead to states that are
// known; an end to it once everything, or a thread that is not enabled, was
// found.

func dlSPOR(sys System, opts Options, visit Visitor) Result {
	return newStateful(sys, opts, visit, lazy).search()
}

// retraverse finds the threads that do something dependent with e after it,
// e being what a thread has done at l.
func (s *statefulSearch) retraverse(l *statefulLevel, e *Event) {
	set := l.currentOf(e.Proc)
	set.add(e.Proc)
	left := false
	for _, c := range l.enabled {
		left = left || !l.done.has(c.Proc)
	}
	if !left {
		return
	}
	to := s.lts.after(l.id, e)
	if to < 0 {
		return
	}
	ok := s.lts.traverse(to, func(label int32) bool {
		f := &s.lts.labels[label]
		if set.has(f.Proc) || !reversible(e, f) {
			return true
		}
		set.add(f.Proc)
		for _, c := range l.enabled {
			if c.Proc == f.Proc {
				return true
			}
		}
		return false
	})
	if !ok {
		l.full = true
	}
}

// after is the state that e leads to from a state, -1 if there is none.
func (l *lts) after(from int32, e *Event) int32 {
	label, ok := l.known[*e]
	for i := l.states[from].first; ok && i != 0; i = l.edges[i].next {
		if l.edges[i].label == label && l.edges[i].to >= 0 {
			return l.edges[i].to
		}
	}
	return -1
}
