package por

// This file keeps U small, as [NRSCP18] does by Q: see [qporSearch.collect].

// collect forgets the events of U that are in no alternative to be found: the
// paper's U ∩ Q. Of what J at a level may hold is known that the events of the
// path up to there can precede it and that neither what sleeps there nor the
// next event of the path is in it. So e is of use at the level after the
// longest beginning of the path that is in [e], if nothing in [e] sleeps there;
// at deeper levels what sleeps still does, or conflicts with the path.
func (s *qporSearch) collect() {
	s.marked = append(s.marked[:0], make([]bool, len(s.u.events))...)
	for _, n := range s.path {
		s.mark(n)
	}
	for _, n := range s.asleep {
		s.mark(n)
	}
	s.chains = append(s.chains, make([][]int32, max(0, s.history.known-len(s.chains)))...)
	for p := range s.chains {
		s.chains[p] = s.chains[p][:0]
	}
	for at, n := range s.path {
		p := s.u.events[n].Proc
		s.chains[p] = append(s.chains[p], int32(at))
	}
	for n := int32(1); n < int32(len(s.u.events)); n++ {
		if !s.marked[n] && s.useful(n) {
			s.mark(n)
		}
	}
	numbers := s.u.keep(s.marked)
	for _, list := range [][]int32{s.path, s.asleep} {
		for i, n := range list {
			list[i] = numbers[n]
		}
	}
	for p := range s.front {
		s.front[p].event = numbers[s.front[p].event]
	}
	s.limit = max(leastLimit, 2*len(s.u.events))
}

// leastLimit is how many events U may have at least.
const leastLimit = 64

// mark marks the events of [e].
func (s *qporSearch) mark(e int32) {
	for _, l := range s.u.lastsOf(e) {
		for ; !s.marked[l] && l != 0; l = s.u.events[l].pred {
			s.marked[l] = true
		}
	}
}

// useful reports whether e may be in an alternative.
func (s *qporSearch) useful(e int32) bool {
	level := len(s.path)
	for p, l := range s.u.lastsOf(e)[:s.history.known] {
		if c := s.front[p]; s.u.events[l].index > c.index {
			l = s.u.ancestor(l, c.index)
		}
		for l != 0 && s.u.events[l].at == 0 {
			l = s.u.events[l].pred
		}
		if next := int(s.u.events[l].index); next < len(s.chains[p]) {
			level = min(level, int(s.chains[p][next]))
		}
	}
	for _, t := range s.sleep.set(level) {
		if s.u.includes(e, s.asleep[t.at]) {
			return false
		}
	}
	return true
}
