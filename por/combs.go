package por

import "slices"

// This file finds k-partial alternatives: [NRSCP18], Section 5, Definitions 5
// and 6 and the five steps that follow them.
//
// An alternative to D after C is a set J of events of U such that C ∪ J is a
// configuration in which none of D is, and each d in D conflicts with
// some event of J; a k-partial one does so for k of them. The spike of d is the
// events of U that conflict with d immediately and can follow C. A comb has a
// spike for each d, as its teeth; J is the union of the local configurations of
// one event of each tooth, if these do not conflict with each other.
//
// Step 1 is the choice of teeth in alternative, step 2 and the first half of
// step 3 are spike, the rest is pick and join: [e] must not hold any of D.
//
// Differences: (1) The spike of d holds events e that are dependent with d and do not
// have it in [e], such that C ∪ [e] is a configuration; as d is enabled at C, e
// and d conflict, immediately or because of an event of [e] that is in the
// spike as well. (2) If a spike is empty there is no alternative, and none is
// made up of the others, however small k is. (3) The k teeth are that of the event
// explored last, and the shortest ones.

// A comb is scratch for the search for one alternative.
type comb struct {
	teeth [][]int32
	pool  []int32
	ends  []int32
	j     []int32 // J without C
}

// alternative appends to buf an alternative to the events asleep at a level, if
// there is one, causes first. The path ends at that level.
func (s *qporSearch) alternative(buf []int32, level int) []int32 {
	set := s.sleep.set(level)
	c := &s.comb
	c.pool, c.ends = c.pool[:0], c.ends[:0]
	for i := range set {
		// The event explored last comes first.
		d := s.asleep[set[len(set)-1-i].at]
		n := len(c.pool)
		s.spike(d)
		if len(c.pool) == n {
			return buf
		}
		c.ends = append(c.ends, int32(len(c.pool)))
	}
	c.teeth = c.teeth[:0]
	lo := int32(0)
	for _, hi := range c.ends {
		c.teeth = append(c.teeth, c.pool[lo:hi])
		lo = hi
	}
	if k := s.opts.Alternatives; k > 0 && k < len(c.teeth) {
		slices.SortStableFunc(c.teeth[1:], func(a, b []int32) int { return len(a) - len(b) })
		c.teeth = c.teeth[:k]
	}
	c.j = c.j[:0]
	if !s.pick(0) {
		return buf
	}
	slices.Sort(c.j)
	return append(buf, c.j...)
}

// spike adds the spike of d to the pool.
func (s *qporSearch) spike(d int32) {
	n := len(s.comb.pool)
	x := &s.u.events[d]
	s.u.rivals(d, &s.u.places[d], s.front, func(e int32) {
		y := &s.u.events[e]
		// The cheapest first.
		if Dependent(&x.Event, &y.Event) && !slices.Contains(s.comb.pool[n:], e) && s.follows(e) && !s.u.includes(e, d) {
			s.comb.pool = append(s.comb.pool, e)
		}
	})
}

// pick extends J by events of the teeth from the n-th on, one for each.
func (s *qporSearch) pick(n int) bool {
	c := &s.comb
	if n == len(c.teeth) {
		return true
	}
	tooth := c.teeth[n]
	// One that is in J already will do.
	for _, e := range tooth {
		if slices.Contains(c.j, e) {
			return s.pick(n + 1)
		}
	}
	had := len(c.j)
	for _, e := range tooth {
		if s.join(e) && s.pick(n+1) {
			return true
		}
		c.j = c.j[:had]
	}
	return false
}

// join adds [e] to J, and reports whether C ∪ J is a configuration then that
// none of D is in.
func (s *qporSearch) join(e int32) bool {
	c := &s.comb
	had := len(c.j)
	for p, l := range s.u.lastsOf(e) {
		stop := s.front[p]
		for ; s.u.events[l].index > stop; l = s.u.events[l].pred {
			if !slices.Contains(c.j[:had], l) {
				if s.avoided(l) || s.conflicts(l, had) {
					return false
				}
				c.j = append(c.j, l)
			}
		}
	}
	return true
}

// avoided reports whether e is in D.
func (s *qporSearch) avoided(e int32) bool {
	for _, t := range s.sleep.set(s.depth - 1) {
		if s.asleep[t.at] == e {
			return true
		}
	}
	return false
}

// conflicts reports whether e conflicts with one of the first had events of J.
func (s *qporSearch) conflicts(e int32, had int) bool {
	x := &s.u.events[e]
	for _, f := range s.comb.j[:had] {
		y := &s.u.events[f]
		if !x.digest.apart(y.digest) && Dependent(&x.Event, &y.Event) && !s.u.includes(e, f) && !s.u.includes(f, e) {
			return true
		}
	}
	return false
}

// follows reports whether C ∪ [e] is a configuration.
func (s *qporSearch) follows(e int32) bool {
	known := s.u.lastsOf(e)[:s.history.known]
	for p, l := range known {
		if l == 0 {
			continue
		}
		c := s.last[p]
		if stop := s.front[p]; s.u.events[l].index <= stop {
			if s.u.events[l].at == 0 {
				return false
			}
		} else if s.u.ancestor(l, stop) != c {
			return false
		}
	}
	for p, l := range known {
		for stop := s.front[p]; s.u.events[l].index > stop; l = s.u.events[l].pred {
			if !s.ordered(l) {
				return false
			}
		}
	}
	return true
}

// ordered reports whether all events of the path that e, which is not on it, is
// dependent with are in [e]. The history of e and the path have no two events
// of one process that conflict.
func (s *qporSearch) ordered(e int32) bool {
	x, h := &s.u.events[e], &s.history
	if x.Wide || quiesces(&x.Event) {
		for p, l := range s.last {
			if l != 0 && !s.knows(e, l, Proc(p)) {
				return false
			}
		}
		return true
	}
	if !s.knowsAt(e, h.procs[x.Proc]) || x.Peer >= 0 && !s.knowsAt(e, h.procs[x.Peer]) || !s.knowsAt(e, h.wide) {
		return false
	}
	for i := range x.Accesses {
		a := &x.Accesses[i]
		if a.Mode == 0 {
			break
		}
		for entry := h.objects.heads[h.objects.index(a.Object)]; entry != 0; {
			k, slot := split(entry)
			t := &h.steps[k]
			if t.mode[slot].conflict(a.Mode) == 0 {
				entry = t.prev[slot]
				continue
			}
			if !s.knowsAt(e, k+1) {
				return false
			}
			if total[t.mode[slot]] {
				break
			}
			entry = t.prev[slot]
		}
	}
	return true
}

// knowsAt reports whether the event at position at-1 of the path, if any, is in
// [e].
func (s *qporSearch) knowsAt(e, at int32) bool {
	if at == 0 {
		return true
	}
	n := s.path[at-1]
	return s.knows(e, n, s.u.events[n].Proc)
}

// knows is knowsAt for event n of process p.
func (s *qporSearch) knows(e, n int32, p Proc) bool {
	return s.u.events[s.u.last(e, p)].index >= s.u.events[n].index
}
