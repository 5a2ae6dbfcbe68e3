package por

import "slices"

// This file implements hybrid partial order reduction: look-ahead, refined by
// what references were seen to point to.
//
//	[P16] Parízek. Hybrid partial order reduction with under-approximate
//	dynamic points-to and determinacy information. Figure 2 is in
//	interference.go, Figure 3 here.
//
// Notation: a tuple (v, p, t) of a variable, a program point and a thread is a
// site ([Heap]); pointsto is interferenceSearch.pointsTo, determinacy
// pointsTo.determinate; existsFutureInterferingAccess(ac, tc, t, s) is meets,
// for each access of ac; extendDynPointstoSet is in notePending;
// inspectPreviousAccesses is inspectPrevious; isOrderedStrictly is
// what history.unordered leaves out; markInterferingAction is doubt.
//
// What no other process can reach does not interfere, as with heap-por. Of the
// rest, a site that may still access what an event accesses counts only if the
// object was seen there. When it is seen too late, the levels of the path where
// that would have made a difference are expanded after all.
//
// Why that is enough: take the states in the order in which they are left.
// Let e be explored alone in state s because of what was not seen, and let w be a shortest path from s
// without p = proc(e) that ends with an event f dependent with e. What comes
// before f on w is independent of e, so that p and f's process q can be where
// they meet after e as well, with f pending. By the induction hypothesis, the
// search below e has come to such a state, with no more before f than w
// and what has to do with neither, or has come to one it knew on the way there.
// In the first case f was pending while e was on the path, not ordered before it,
// and inspectPrevious has expanded s. In the second, everything after
// the state it knew was explored, so that the object of f was seen at its site;
// q, or who was to start it, may still come there; and inspectFuture has
// expanded s. If not everything was explored because the path can be reached
// again, s is either expanded by closeCycles, or is on the path still when it is.
//
// Differences: (1) The paper looks at a state again no more once it is known.
// That loses final states: an access can be ordered after e on the first path
// to a state, by what other processes have done in between, and not on the second.
// So whenever the path ends in a known state, it is asked again for
// all events of the path (inspectFuture). (2) Objects are noted at a site when
// the process comes there, not when it goes on, so that what blocks counts.
// (3) Both of the paper's conditions for a future access, one for determinate
// variables and one for others, say that the object is in the points-to set.
// (4) Of an earlier access, the object accessed counts, not all of the
// points-to set at its site.

func hybridPOR(sys System, opts Options, visit Visitor) Result {
	return newInterference(sys, opts, visit, pointedTo).search()
}

// A pointsTo is the set of objects that were seen at a site.
type pointsTo struct {
	first uint64
	known bool
	// more are the others: there are none as long as the site is determinate.
	more []uint64
}

// has reports whether object was seen: conditions (A) and (B) of the paper.
func (p *pointsTo) has(object uint64) bool {
	if p.determinate() {
		return p.known && p.first == object
	}
	return p.first == object || slices.Contains(p.more, object)
}

func (p *pointsTo) add(object uint64) {
	switch {
	case !p.known:
		p.first, p.known = object, true
	case !p.has(object):
		p.more = append(p.more, object)
	}
}

// determinate reports whether at most one object was seen.
func (p *pointsTo) determinate() bool { return len(p.more) == 0 }

func (p *pointsTo) memory() int64 { return 40 + int64(cap(p.more))*8 }

// seen is the points-to set of a site.
func (s *interferenceSearch) seen(site int32) *pointsTo {
	for int(site) >= len(s.pointsTo) {
		s.pointsTo = append(s.pointsTo, pointsTo{})
	}
	return &s.pointsTo[site]
}

// meets reports whether process q, or one it may start, may still make an
// access that does not commute with x, and come before it.
func (s *interferenceSearch) meets(q Proc, x *Access) certainty {
	sure := certainlyNot
	s.ahead = s.heap.Future(q, *x, s.ahead[:0])
	for _, f := range s.ahead {
		if f.Mode.conflict(x.Mode)&together == 0 {
			continue
		}
		if f.Site < 0 || s.kind == accessed || s.seen(f.Site).has(x.Object) {
			return interfering
		}
		sure = probablyNot
	}
	return sure
}

// notePending notes which objects the processes have come to, and inspects
// the path for earlier accesses to them.
func (s *interferenceSearch) notePending() {
	for i := range s.pending {
		e := &s.pending[i]
		site := s.heap.Site(e.Proc)
		if site < 0 {
			continue
		}
		seen := s.seen(site)
		for a := range e.Accesses {
			if e.Accesses[a].Mode == 0 {
				break
			}
			seen.add(e.Accesses[a].Object)
		}
		s.inspectPrevious(e)
	}
}

// inspectPrevious expands the levels of the path where an event was explored
// alone with which e, which is pending, is in a race.
func (s *interferenceSearch) inspectPrevious(e *Event) {
	s.history.grow(e.Proc)
	s.history.standing(e.Proc, -1)
	for a := range e.Accesses {
		if e.Accesses[a].Mode == 0 {
			return
		}
		s.history.unordered(e, &e.Accesses[a], s.doubt)
	}
}

// doubt sees to it that a level is expanded in full.
func (s *interferenceSearch) doubt(level int, _ Proc) { s.levels[level].full = true }

// inspectFuture does for a state that is known what inspectPrevious will not
// do, because what follows is not explored again.
func (s *interferenceSearch) inspectFuture() {
	for i := range s.pending {
		q := s.pending[i].Proc
		if i > 0 && q == s.pending[i-1].Proc {
			continue
		}
		s.history.grow(q)
		s.history.standing(q, -1)
		for _, level := range s.doubtful {
			if e := &s.events[level]; !s.levels[level].full && e.Proc != q && !s.history.in(s.history.point, level) {
				s.levels[level].full = s.meetsEvent(q, e)
			}
		}
	}
}

// meetsEvent reports whether q may still interfere with e.
func (s *interferenceSearch) meetsEvent(q Proc, e *Event) bool {
	for a := range e.Accesses {
		if e.Accesses[a].Mode == 0 {
			break
		}
		if s.meets(q, &e.Accesses[a]) == interfering {
			return true
		}
	}
	return false
}
