package por

import (
	"math"
	"slices"
)

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
// Step 1 is the choice of teeth in fillTeeth, step 2 and the first half of
// step 3 are spike, the rest is pick and join: [e] must not hold any of D.
//
// Differences: (1) The spike of d holds events e that are dependent with d and do not
// have it in [e], such that C ∪ [e] is a configuration; as d is enabled at C, e
// and d conflict, immediately or because of an event of [e] that is in the
// spike as well. (2) If a spike is empty there is no alternative, and none is
// made up of the others, however small k is. (3) The k teeth are that of the event
// explored last, and the shortest ones.

// A comb is scratch for the search for one alternative. Its teeth are those but
// for the event explored last, whose events are tried one by one.
type comb struct {
	teeth [][]int32
	short []int // the lengths of the shortest teeth, as many as are needed, in order
	pool  []int32
	ends  []int32
	tried []int32
	j     []int32 // J without C
}

// alternative appends to buf an alternative to the events asleep at a level, if
// there is one, causes first. The path ends at that level.
func (s *qporSearch) alternative(buf []int32, level int) []int32 {
	c := &s.comb
	set := s.sleep.set(level)
	last := len(set) - 1
	d := s.asleep[set[last].at]
	// Often there is nothing to be tried.
	empty := true
	s.spike(d, func(int32) bool {
		empty = false
		return false
	})
	if empty || !s.fillTeeth(set[:last]) {
		return buf
	}
	c.j, c.tried = c.j[:0], c.tried[:0]
	found := false
	s.spike(d, func(e int32) bool {
		if slices.Contains(c.tried, e) {
			return true
		}
		had := len(c.j)
		if found = s.join(e) && s.pick(0); !found {
			c.j, c.tried = c.j[:had], append(c.tried, e)
		}
		return !found
	})
	if !found {
		return buf
	}
	slices.Sort(c.j)
	return append(buf, c.j...)
}

// fillTeeth finds the teeth of the events of set: all of them, or the k-1
// shortest. It reports whether none is empty.
func (s *qporSearch) fillTeeth(set []sleeper) bool {
	c := &s.comb
	c.pool, c.ends, c.short = c.pool[:0], c.ends[:0], c.short[:0]
	enough := len(set)
	if k := s.opts.Alternatives; k > 0 {
		enough = min(enough, k-1)
	}
	for i := len(set) - 1; i >= 0; i-- {
		n, most := len(c.pool), c.longest(enough)
		s.spike(s.asleep[set[i].at], func(e int32) bool {
			if !slices.Contains(c.pool[n:], e) {
				c.pool = append(c.pool, e)
			}
			return len(c.pool)-n < most
		})
		length := len(c.pool) - n
		if length == 0 {
			return false
		}
		if length >= most {
			c.pool = c.pool[:n]
			continue
		}
		c.shorten(length, enough)
		c.ends = append(c.ends, int32(len(c.pool)))
	}
	c.cutTeeth(enough)
	return true
}

// cutTeeth makes teeth of the pool, and keeps the shortest, so many of them.
func (c *comb) cutTeeth(enough int) {
	c.teeth = c.teeth[:0]
	lo := int32(0)
	for _, hi := range c.ends {
		c.teeth = append(c.teeth, c.pool[lo:hi])
		lo = hi
	}
	if enough < len(c.teeth) {
		slices.SortStableFunc(c.teeth, func(a, b []int32) int { return len(a) - len(b) })
		c.teeth = c.teeth[:enough]
	}
}

// longest is a length of which no tooth is needed any more, n being enough: if
// none is, it matters still that there is one.
func (c *comb) longest(n int) int {
	switch {
	case n == 0:
		return 1
	case len(c.short) < n:
		return math.MaxInt
	}
	return c.short[n-1]
}

// shorten notes a tooth of a length; n are enough.
func (c *comb) shorten(length, n int) {
	at, _ := slices.BinarySearch(c.short, length)
	c.short = slices.Insert(c.short, at, length)
	c.short = c.short[:min(len(c.short), n)]
}

// spike calls f for the events of the spike of d, some of them more than once,
// until f says that it is enough.
func (s *qporSearch) spike(d int32, f func(e int32) (more bool)) {
	x := &s.u.events[d]
	s.u.rivals(d, s.front, func(e int32) bool {
		y := &s.u.events[e]
		// The cheapest first.
		if !x.digest.apart(y.digest) && Dependent(&x.Event, &y.Event) && s.follows(e) && !s.u.includes(e, d) {
			return f(e)
		}
		return true
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
		stop := s.front[p].index
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
		if c := s.front[p]; s.u.events[l].index <= c.index {
			if s.u.events[l].at == 0 {
				return false
			}
		} else if s.u.ancestor(l, c.index) != c.event {
			return false
		}
	}
	for p, l := range known {
		for stop := s.front[p].index; s.u.events[l].index > stop; l = s.u.events[l].pred {
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
		for p, l := range s.front {
			if l.event != 0 && !s.knows(e, l.event, Proc(p)) {
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
