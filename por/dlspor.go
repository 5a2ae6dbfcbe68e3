package por

// This file implements DL-S-POR.
//
//	[CEFM23] Cirisci, Enea, Farzan, Mutluergil. A pragmatic approach to
//	stateful partial order reduction. Algorithm 3 (DL-S-POR), and
//	Appendix A.
//
// Notation and differences: see spor.go; UpdateBack is in sporchoice.go.
// IsComplete is backFrom, with retraverse for its lines on current; the states
// of the full level are those for which backtrack is the safe set. A further
// difference: (6) IsComplete is called on the way back from known states, too,
// not only from new ones, so that no more is explored than needed.
//
// The optimisations of Appendix A:
//
//   - Each transition is traversed once, not once for each execution. Here, a
//     level collects what may happen after its state from those that follow, as
//     the search leaves them (backFrom), so that each transition is looked at
//     once for each time that it is taken or its state is met, and A_s' is
//     there when it is needed, as a set of labels for each thread.
//   - No traversal when there is no thread left to explore: the beginning of
//     retraverse. It is not called where there is only the safe set.
//   - No traversal when all threads that are left lead to known states: these
//     transitions are taken then, in [pragmaticSearch.allKnown]. It costs a
//     step to find out, so it is done only where that has to be found out
//     anyway, to choose the next one: with Options.KnownFirst.
//   - No end of a traversal but the last if current is all that is enabled, or
//     has a thread that is not: both in retraverse. One thread that is not
//     enabled is enough to explore all that is.

func dlSPOR(sys System, opts Options, visit Visitor) Result {
	return newPragmatic(sys, opts, visit, lazy, true).search()
}

func statelessDLSPOR(sys System, opts Options, visit Visitor) Result {
	return newPragmatic(sys, opts, visit, lazy, false).search()
}

// retraverse finds the threads that do something dependent, later, with what
// was explored last at l.
func (s *pragmaticSearch) retraverse(l *pragmaticLevel) {
	current := l.currentOf(l.cur)
	switch {
	case l.able.within(l.done):
		return
	case !s.known || s.allKnown(l):
		l.full = true
		return
	}
	for q, set := range s.after {
		if set == 0 || current.has(Proc(q)) || !s.sets.reversible(l.label, set) {
			continue
		}
		current.add(Proc(q))
		if !l.able.has(Proc(q)) {
			l.full = true
			return
		}
		if l.able.within(*current) {
			return
		}
	}
}

// allKnown reports whether all threads that are left at l lead to known
// states.
func (s *pragmaticSearch) allKnown(l *pragmaticLevel) bool {
	if s.state == nil || !s.opts.KnownFirst {
		return false
	}
	s.cut(s.depth - 1)
	for _, c := range l.enabled {
		if !l.done.has(c.Proc) && !s.leadsToKnown(c) {
			return false
		}
	}
	return true
}
