package por

import "slices"

// This file says in what order S-POR, DE-S-POR and DL-S-POR enumerate the
// threads of a state, and which they explore.

// rankProcesses notes the place of every process in Options.Order.
func (s *pragmaticSearch) rankProcesses() {
	for i, p := range s.opts.Order {
		for int(p) >= len(s.rank) {
			s.rank = append(s.rank, int32(len(s.opts.Order)))
		}
		s.rank[p] = int32(i)
	}
}

// rankOf is the place of p in Options.Order. Processes that are not there come
// last.
func (s *pragmaticSearch) rankOf(p Proc) int32 {
	if int(p) < len(s.rank) {
		return s.rank[p]
	}
	return int32(len(s.opts.Order))
}

// order orders what is enabled: the sequential strategy of the paper if there
// is an Options.Order, the random one if there is a Seed. What only gives back
// comes first in any case: the thread that does it is a source set as a rule.
func (s *pragmaticSearch) order(enabled []Choice) {
	shuffle(&s.rng, enabled)
	if s.rank != nil {
		slices.SortStableFunc(enabled, func(a, b Choice) int { return int(s.rankOf(a.Proc) - s.rankOf(b.Proc)) })
	}
	first := 0
	for i, c := range enabled {
		if givesBack(s.pending, c) {
			copy(enabled[first+1:i+1], enabled[first:i])
			enabled[first] = c
			first++
		}
	}
}

// givesBack reports whether c, which is pending, only gives back what its
// process has, or takes what is there for it.
func givesBack(pending []Event, c Choice) bool {
	for i := range pending {
		e := &pending[i]
		if e.Choice != c {
			continue
		}
		for a := range e.Accesses {
			switch e.Accesses[a].Mode {
			case 0, Release, Unshare, Consume:
			default:
				return false
			}
		}
		return e.Alt == 0 && !e.Wide
	}
	return false
}

// choose chooses the thread of l to explore next: its first choice, -1 if
// there is none. With Options.KnownFirst, one that leads to a known state is
// preferred.
func (s *pragmaticSearch) choose(l *pragmaticLevel) int {
	chosen := -1
	for n, c := range l.enabled {
		if l.done.has(c.Proc) || !s.wanted(l, c.Proc) {
			continue
		}
		if s.state == nil || !s.opts.KnownFirst {
			return n
		}
		if s.leadsToKnown(c) {
			return l.firstOf(c.Proc)
		}
		if chosen < 0 {
			chosen = n
		}
	}
	return chosen
}

// firstOf is the first choice of thread p, which has one.
func (l *pragmaticLevel) firstOf(p Proc) int {
	return slices.IndexFunc(l.enabled, func(c Choice) bool { return c.Proc == p })
}

// leadsToKnown reports whether the state after choice c, which is enabled at
// the end of the path, is known.
func (s *pragmaticSearch) leadsToKnown(c Choice) bool {
	s.seek(len(s.events))
	s.step(c)
	s.astray = true
	return s.lts.has(s.state.Fingerprint())
}

// currentOf is the set of threads that depend on what thread p does at l.
func (l *pragmaticLevel) currentOf(p Proc) *procSet {
	if n := len(l.current); int(p) >= n {
		words := make([]uint64, int(p)+4-n) // one for each set: mostly enough
		for i := range words {
			l.current = append(l.current, words[i:i:i+1])
		}
	}
	return &l.current[p]
}

// updateBack is UpdateBack of the paper (Figure 2).
func (s *pragmaticSearch) updateBack(l *pragmaticLevel) {
	// The first case: a thread that is not enabled.
	for p := range l.done.all() {
		if !l.currentOf(p).within(l.able) {
			l.full = true
			return
		}
	}
	// The second: threads explored that depend on none but themselves. Take
	// out those that do until all or none are left.
	s.closed = append(s.closed[:0], l.done...)
	for changed := true; changed; {
		changed = false
		for p := range s.closed.all() {
			if !l.currentOf(p).within(s.closed) {
				s.closed.remove(p)
				changed = true
			}
		}
	}
	if s.closed.len() > 0 {
		l.back = append(l.back[:0], l.done...)
		return
	}
	// The third: go on with those that something explored depends on.
	for p := range l.done.all() {
		for q := range l.currentOf(p).all() {
			l.back.add(q)
		}
	}
}

// reversible reports whether f could happen before e in another execution,
// where e happens before f in one, and that makes a difference.
func reversible(e, f *Event) bool {
	switch {
	case e.Proc == f.Proc:
		return false // the ways of one process are explored together
	case e.Wide || f.Wide:
		return true
	case sameProcess(e, f):
		return e.Alt != 0 || f.Alt != 0
	case quiesces(e) || quiesces(f):
		return false
	}
	for i := range e.Accesses {
		x := &e.Accesses[i]
		if x.Mode == 0 {
			break
		}
		for j := range f.Accesses {
			y := &f.Accesses[j]
			if y.Mode == 0 {
				break
			}
			if x.Object == y.Object {
				if r := x.Mode.conflict(y.Mode); r&together != 0 || r != 0 && !f.Firm {
					return true
				}
			}
		}
	}
	return false
}
