package por

import "slices"

// This file finds reversible races, for searches that reverse them.
//
// The textbook definition, [AAJS14]: e and f race if they
// are of different processes, e → f, and nothing is between them; the race is
// reversible if in some equivalent execution where they are adjacent, the
// process of f is not blocked before e. That is not enough here: the lock
// that f takes may be released between e and f; f may never happen because e
// blocked it for good; and f's process may have gone another way, because e
// made that possible or made f impossible. All of these are one thing. Let
// X be an execution, r a process, and q an operation that r is at after
// some event of X, done or not. Let C be a set of events of X closed under
// happens-before and such that r is at q after C, and p an event of X not
// in C such that C and p is closed as well. If q can be executed after C and
// is dependent with p there, then C·q is a beginning of executions none of
// which is equivalent to X: what unfolding semantics call a conflicting
// extension. A search is complete if, for every X it explores, it sees to
// it that for all such (p, q), and enough of the many C that belong to them,
// something that begins an execution with C·q is explored after the events
// before p.
//
// Enough are the following.
//
//  1. q is a firm operation that was executed in X, and waits for nothing, p
//     one it directly conflicts with, and C all events not after p. This is
//     the textbook case: nothing can stop q after C.
//  2. q is a firm operation on one resource, executed after a Release, and p
//     is the Acquire before that Release: after C the resource is free, as it
//     was before p, because no other access to it can be in C. Earlier
//     Acquires need not be looked at: among the executions that go on from
//     such an Acquire there is one in which q is the next to get the resource.
//  3. Everything else is tried out, by [prober]. The search takes the system
//     to the state before p, executes events of X that are not after p, and
//     looks on the way what could be executed that is dependent with p. It
//     does so
//     (a) for p that is one of several ways its process, or its peer, could
//     go (Alt is not 0), if another was possible or may become so because
//     others move on without p: see [history.contest];
//     (b) for p and a process that executes something later that conflicts
//     with p and is not firm, or needs that nobody shares what p shares;
//     (c) for p and a process with an operation that conflicts with p and
//     that is blocked at the end of X, or is a way not taken.
//     Without [Pending], (c) is not known, and everything is tried.
//
// Which C are tried, for p and a process r at an operation q: first what
// brought r there; then all that has nothing to do with q; then what can only
// make q possible; then what conflicts with q otherwise, the rivals, in the
// order of X. C is what was executed when q is possible and the next rival, or
// nothing, follows. If that does not end with q possible, and q may wait for
// anything, every choice of rivals is tried if there are few ([prober.choose]);
// otherwise C takes in as many rivals as possible: each that leaves q possible
// or is followed by what makes it so again ([prober.pack]).
//
// Why this is enough, for searches in the manner of [AAJS14] (their proof
// of completeness, with blocking). Let w be a continuation of E not covered
// by what is explored after E, and p the choice explored after E whose
// independent prefix of w, w_p, is the longest; w = w_p·q·... If q can be
// executed after E·p·w_p this is the textbook case, as q is firm or not:
// events do not change when independent ones are swapped. Otherwise p blocks
// q. Every X that extends E·p·w_p has p and w_p and an r at q, so p is tried
// with r. The tried C that has those events of w_p which conflict with q, and
// no others, is such that the first events of C·q are among those of w_p·q,
// which w then begins with, or are independent of all of it, so that their
// independent prefix of w is longer than w_p: a contradiction either way. It
// remains that this C is among those tried. On an object of which q needs
// exclusive use it is: what p takes exclusively is free again, or not at all,
// before anything else on the object happens, and X may be chosen such that q
// is next. What p shares with others that come and go, in parts that conflict
// with q but not with each other, has exponentially many C; those that
// are tried if they are not few are the least, the greatest, and those in the
// order of X, and the others are reached through the executions these lead to. That last
// step is not proved; the random systems of the tests are there to doubt it.

// conflicts adds to clock what e, the event of s, directly conflicts with, and
// records races and events to be probed. h.point is where e's process stood.
func (h *history) conflicts(e *Event, s *hbStep, clock []int32) {
	h.cands = h.cands[:0]
	if h.wide > h.quiet {
		h.afterWide()
		h.order(s, clock, h.wide-1)
	}
	for a, o := range s.object[:s.accesses] {
		if head := h.objects.heads[o]; head == 0 {
			continue
		} else if e.Firm {
			h.firmConflicts(s.mode[a], head)
		} else {
			h.looseConflicts(s.mode[a], head)
		}
	}
	// The latest first: a candidate that happens before one already handled
	// is no direct predecessor.
	if s.accesses > 1 && len(h.cands) > 1 {
		slices.SortFunc(h.cands, later)
	}
	for _, c := range h.cands {
		if clock[c.proc] > c.position {
			continue
		}
		if c.race {
			h.races = append(h.races, c.position)
		}
		h.order(s, clock, c.position)
	}
}

// later orders candidates: the latest first, of one event races first.
func later(a, b candidate) int {
	if a.position == b.position && a.race != b.race {
		if a.race {
			return -1
		}
		return 1
	}
	return int(b.position - a.position)
}

// afterWide notes the last Wide event for probing, if the process at h.point
// did not have to wait for it.
func (h *history) afterWide() {
	if h.wide > h.quiet && !h.in(h.point, h.wide-1) {
		h.probes = append(h.probes, probe{h.wide - 1, h.target})
	}
}

// firmConflicts collects what an access of a firm event conflicts with in the
// chain at entry.
func (h *history) firmConflicts(m Mode, entry int32) {
	waits := m == Acquire || m == Share || m == Await
	shared := false
	for entry != 0 {
		i, slot := split(entry)
		s := &h.steps[i]
		n := s.mode[slot]
		rel := m.conflict(n)
		if rel == 0 {
			entry = s.skip[slot]
			continue
		}
		entry = s.prev[slot]
		race := rel&together != 0
		if waits && race && n != Acquire && !h.in(h.point, i) {
			// Whether the resource is free after C only a try can tell.
			h.probes = append(h.probes, probe{i, h.target})
			shared = true
		}
		if waits && n != Acquire {
			race = false
		}
		h.cands = append(h.cands, candidate{i, s.proc, race})
		if !total[n] {
			continue
		}
		if waits && n == Release && !shared {
			h.acquireBefore(entry)
		} else if waits && (n == Write || n == sighted) {
			h.looseConflicts(m, entry)
		}
		return
	}
}

// waits reports whether e, a firm event, waits for a resource. What is not
// after an earlier Acquire of it has nothing to do with it, even if it
// happens before the Release.
func waits(e *Event) bool {
	m := e.Accesses[0].Mode
	return m == Acquire || m == Share || m == Await
}

// acquireBefore records the race with the last Acquire in the chain at
// entry, if it is one: rule 2.
func (h *history) acquireBefore(entry int32) {
	for entry != 0 {
		i, slot := split(entry)
		s := &h.steps[i]
		switch n := s.mode[slot]; {
		case h.in(h.point, i):
			if total[n] {
				return
			}
		case n == Acquire:
			h.races = append(h.races, i)
			return
		case n == Write || n == sighted:
			h.looseConflicts(Acquire, entry)
			return
		}
		entry = s.prev[slot]
	}
}

// looseConflicts collects what an access conflicts with in the chain at
// entry, and notes for probing all of it that is not in h.point, as far back
// as it matters. A Write need not look behind what is before the latest
// conflict: among the executions that go on from an earlier one there is
// one in which this event is next. Who waits for a resource has to find
// who took it; who reads may wait for any value.
func (h *history) looseConflicts(m Mode, entry int32) {
	for entry != 0 {
		i, slot := split(entry)
		s := &h.steps[i]
		n := s.mode[slot]
		if m.conflict(n) == 0 {
			entry = s.skip[slot]
			continue
		}
		entry = s.prev[slot]
		known := h.in(h.point, i)
		h.cands = append(h.cands, candidate{i, s.proc, false})
		if !known {
			h.probes = append(h.probes, probe{i, h.target})
		}
		if !total[n] {
			continue
		}
		if known || n == Acquire || m != Read && m != Acquire && m != Share && m != Await {
			return
		}
	}
}

// blocked notes for probing what e, an event that did not happen after the
// first n, conflicts with: an operation that is blocked, or a way not taken.
func (h *history) blocked(e *Event, n int, target int32) {
	if quiesces(e) {
		return
	}
	h.target = target
	h.grow(max(e.Proc, e.Peer))
	h.standing(e.Proc, e.Peer)
	if e.Wide {
		h.probeAll(n)
		return
	}
	h.afterWide()
	h.cands = h.cands[:0]
	for a := range e.Accesses {
		access := &e.Accesses[a]
		if access.Mode == 0 {
			break
		}
		h.looseConflicts(access.Mode, h.objects.heads[h.objects.index(access.Object)])
	}
}

// unordered calls visit for the events of the path that touch the object of an
// access of e, which is not on it, and might have come after e: they conflict
// with it, and do not happen before the point where its process stands, which
// has to be h.point.
func (h *history) unordered(e *Event, access *Access, visit func(position int, p Proc)) {
	for entry := h.objects.heads[h.objects.index(access.Object)]; entry != 0; {
		i, slot := split(entry)
		step := &h.steps[i]
		n := step.mode[slot]
		r := access.Mode.conflict(n)
		if r == 0 {
			entry = step.skip[slot]
			continue
		}
		entry = step.prev[slot]
		known := h.in(h.point, i)
		if known && total[n] {
			return
		}
		if !known && (r&together != 0 || !e.Firm) {
			visit(int(i), e.Proc)
		}
	}
}
