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
//   - Each transition is traversed once, not once for each execution. Here it
//     takes even less: a level collects what may happen after its state from
//     the levels after it, as the search leaves them (backFrom), and keeps it
//     with the state. So there is no traversal left: A_s' is at hand, as a set
//     of labels for each thread.
//   - No traversal from the last successor, when no thread is left to explore:
//     the first case of retraverse. It is not called for safe sets at all.
//   - No traversal when all threads left lead to known states; their
//     transitions are taken instead: allKnown. It costs steps to find out, more
//     than it saves here, so it is done only where the order of enumeration
//     asks for such steps anyway: with Options.KnownFirst.
//   - An early end once current is all that is enabled, and another one once it
//     has a thread that is not enabled: both in the loop of retraverse.

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
