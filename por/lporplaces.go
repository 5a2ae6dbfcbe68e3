package por

import "slices"

// This file computes the stubborn sets of lpor for systems of processes that go from
// place to place ([Placed]). See lpor.go for the paper.
//
// The relations of the paper are the same in every state, but for NET. Here they are
// used as they are in the present one, which the paper names as a way to go on.
//
// What can be executed without the processes of a stubborn set Stub: reach is the
// smallest set with every transition all of whose places are arrived, and none of whose
// resources is lacking for good. A place is arrived if a process is there now, or if a
// transition of reach moves one there; a resource is lacking for good if it is lacking
// now, and reach has not enough that gives it. One that is executed at most once,
// because its process does not come back there, gives as often as it says; any other
// one without end. Transitions that belong to a place of a process of Stub may be in
// reach, but nothing is concluded from them: see below.
//
// This is NET: all transitions outside reach are those for which transitions of Stub
// are necessary now. And the rule for each resource is a necessary enabling set: it is
// given by one of those that give it, or not at all.
//
// Why reach has all that can be executed on a path w from s, as long as no process of
// Stub moves: by induction on the length of w. The next transition t on w has its
// processes at its places; they were there in s, or came by a transition before t on w,
// which is in reach. Each resource that t needs was there in s, or was given as often
// as it was lacking by transitions before t on w, in reach all of them. What is idle is
// not executed, since the one that Stub was made for is enabled in s and stays so.
//
// Why Stub is stubborn if no transition of it depends on one of reach outside Stub: let
// w be a path from s without transitions of Stub. Let t be the first transition on w
// that moves a process of Stub, if there is one. Until then no such process moves, so t
// is in reach. It belongs to the place of a process of Stub, where there is one of Stub
// that depends on it: a contradiction. So none moves, all of w is in reach, and nothing
// of Stub depends on it (D1, D2).
//
// When some does, what is enabled and leads there by transitions of reach is brought
// in, one after the other, as in the paper. Of a transition all of whose places have a
// process now, only what gives it what it lacks leads to it, or brings a process there
// again; of the others, only what brings a process there. That is enough, for on any
// path where it is executed the last of these that was executed before it leads to it.
// Where it is disabled though nothing is known to be lacking, everything leads to it.

type placedSets struct {
	rel Placed
	net bool
	// The relations, by transition, but for at, which is by place.
	depends      []bitset
	own, partner []int32
	at           [][]int32
	moves, needs [][]int32
	gives        [][]gift
	idle         bitset

	// The present state: places where a process is, what is enabled, what is disabled
	// though nothing is known to be lacking, and how much lacks.
	here    []int32
	isHere  bitset
	enabled bitset
	unclear []int32
	lack    []int32

	// The stubborn set being computed, and the places of its processes.
	stub bitset
	held bitset
	list []int32
	// reach is what can be executed without them, bad what of it is in the way.
	reach, bad bitset
	arrived    bitset
	given      []int32
	waiting    [][]int32 // by resource
	todo       []int32
	met        bitset
}

// A gift is something that a transition may give.
type gift struct{ resource, n int32 }

// plenty is more than can be lacking.
const plenty = 1 << 29

func newPlacedSets(rel Placed, opts Options) *placedSets {
	n, places := rel.Transitions(), rel.Places()
	s := &placedSets{
		rel: rel, net: opts.NET == NETState || opts.NET == NETBoth,
		depends: make([]bitset, n), own: make([]int32, n), partner: make([]int32, n), at: make([][]int32, places),
		moves: make([][]int32, n), needs: make([][]int32, n), gives: make([][]gift, n), idle: newBitset(n),
		isHere: newBitset(places), enabled: newBitset(n), lack: make([]int32, rel.Resources()),
		stub: newBitset(n), held: newBitset(places), reach: newBitset(n), bad: newBitset(n),
		arrived: newBitset(places), given: make([]int32, rel.Resources()), waiting: make([][]int32, rel.Resources()),
		met: newBitset(n),
	}
	ordered := !opts.Deadlocks && !opts.AllIfVisible
	for t := range n {
		s.depends[t] = newBitset(n)
		for u := range n {
			if t != u && (rel.DependsOn(t, u) || ordered && rel.Visible(t) && rel.Visible(u)) {
				s.depends[t].add(int32(u))
			}
		}
		s.place(t)
		s.moves[t], s.needs[t] = rel.Moves(t, nil), rel.Needs(t, nil)
		if rel.Idle(t) {
			s.idle.add(int32(t))
		}
	}
	back := s.comeBack()
	for t := range n {
		for r := range rel.Resources() {
			if g := rel.Gives(t, r); g != 0 {
				if g < 0 || back[s.own[t]] {
					g = plenty
				}
				s.gives[t] = append(s.gives[t], gift{int32(r), g})
			}
		}
	}
	return s
}

// place notes the places of t.
func (s *placedSets) place(t int) {
	own, partner := s.rel.At(t)
	s.own[t], s.partner[t] = int32(own), int32(partner)
	for _, p := range []int{own, partner} {
		if p >= 0 {
			s.at[p] = append(s.at[p], int32(t))
		}
	}
}

// comeBack reports for each place whether its process may come back there.
func (s *placedSets) comeBack() []bool {
	back := make([]bool, len(s.at))
	seen := newBitset(len(s.at))
	for p := range s.at {
		clear(seen)
		for todo := []int32{int32(p)}; len(todo) > 0 && !back[p]; {
			q := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, t := range s.at[q] {
				for _, to := range s.moves[t] {
					back[p] = back[p] || to == int32(p)
					if !seen.has(to) {
						seen.add(to)
						todo = append(todo, to)
					}
				}
			}
		}
	}
	return back
}

// Enter tells what is enabled in the present state of the system.
func (s *placedSets) Enter(enabled []int32, _ []int32) {
	clear(s.enabled)
	for _, t := range enabled {
		s.enabled.add(t)
	}
	s.here = s.rel.Here(s.here[:0])
	clear(s.isHere)
	for _, p := range s.here {
		s.isHere.add(p)
	}
	for r := range s.lack {
		s.lack[r] = s.rel.Lack(r)
	}
	s.unclear = s.unclear[:0]
	for _, p := range s.here {
		for _, t := range s.at[p] {
			if s.own[t] == p && s.isPresent(t) && !s.enabled.has(t) && !s.lacking(t) {
				s.unclear = append(s.unclear, t)
			}
		}
	}
}

// isPresent reports whether all that t takes is at its places.
func (s *placedSets) isPresent(t int32) bool {
	return s.own[t] >= 0 && s.isHere.has(s.own[t]) && (s.partner[t] < 0 || s.isHere.has(s.partner[t]))
}

// lacking reports whether something that t needs is lacking now.
func (s *placedSets) lacking(t int32) bool {
	for _, r := range s.needs[t] {
		if s.lack[r] > 0 {
			return true
		}
	}
	return false
}

// Set is the enabled transitions of a stubborn set of the present state that contains
// ti, which is enabled. It gives up, and returns nil, as soon as accept refuses one of
// them. The list is valid until the next call.
func (s *placedSets) Set(ti int32, enabled []int32, accept func(t int32) bool) []int32 {
	clear(s.stub)
	clear(s.held)
	s.list = s.list[:0]
	for next := ti; ; {
		if !s.include(next, accept) {
			return nil
		}
		if !s.inTheWay() {
			return s.list
		}
		if next = s.leading(enabled); next < 0 {
			return nil
		}
	}
}

// include puts t in the stubborn set.
func (s *placedSets) include(t int32, accept func(t int32) bool) bool {
	if accept != nil && !accept(t) {
		return false
	}
	s.stub.add(t)
	s.list = append(s.list, t)
	for _, p := range []int32{s.own[t], s.partner[t]} {
		if p >= 0 {
			s.held.add(p)
		}
	}
	return true
}

// inTheWay computes bad and reports whether there is anything.
func (s *placedSets) inTheWay() (any bool) {
	s.spread()
	clear(s.bad)
	for _, t := range s.list {
		if s.own[t] < 0 {
			copy(s.bad, s.reach)
		}
		for i, w := range s.depends[t] {
			s.bad[i] |= w & s.reach[i]
		}
	}
	for i := range s.bad {
		s.bad[i] &^= s.stub[i]
		any = any || s.bad[i] != 0
	}
	return any
}

// spread computes reach.
func (s *placedSets) spread() {
	clear(s.reach)
	clear(s.arrived)
	for r := range s.given {
		s.given[r] = 0
		s.waiting[r] = s.waiting[r][:0]
	}
	s.todo = s.todo[:0]
	for _, p := range s.here {
		s.arrive(p)
	}
	for t := range s.own {
		if s.own[t] < 0 && s.enabled.has(int32(t)) {
			s.reach.add(int32(t))
		}
	}
	for len(s.todo) > 0 {
		p := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		for _, t := range s.at[p] {
			if s.arrived.has(s.own[t]) && (s.partner[t] < 0 || s.arrived.has(s.partner[t])) {
				s.try(t)
			}
		}
	}
}

// arrive notes that a process may be at p.
func (s *placedSets) arrive(p int32) {
	if !s.arrived.has(p) {
		s.arrived.add(p)
		s.todo = append(s.todo, p)
	}
}

// try adds t, whose places are arrived, to what can be executed if it can.
func (s *placedSets) try(t int32) {
	if s.reach.has(t) || s.idle.has(t) && !s.enabled.has(t) {
		return
	}
	if s.net {
		for _, r := range s.needs[t] {
			if s.lack[r] > s.given[r] {
				s.waiting[r] = append(s.waiting[r], t)
				return
			}
		}
	}
	s.reach.add(t)
	if s.net && (s.held.has(s.own[t]) || s.partner[t] >= 0 && s.held.has(s.partner[t])) {
		return
	}
	for _, p := range s.moves[t] {
		s.arrive(p)
	}
	for _, g := range s.gives[t] {
		s.give(g)
	}
}

// give notes that a resource may be given, and tries again what has waited for it.
func (s *placedSets) give(g gift) {
	r := g.resource
	before := s.given[r]
	s.given[r] = min(before+g.n, plenty)
	if s.lack[r] <= before || s.lack[r] > s.given[r] {
		return
	}
	for _, t := range s.waiting[r] {
		s.try(t)
	}
}

// leading is something enabled that leads to what is in the way, -1 if there is
// nothing.
func (s *placedSets) leading(enabled []int32) int32 {
	for _, t := range enabled {
		if !s.stub.has(t) && s.leads(t) {
			return t
		}
	}
	return -1
}

// leads reports whether t, which is enabled, is the beginning of a chain to something
// in the way.
func (s *placedSets) leads(t int32) bool {
	if s.bad.has(t) || s.own[t] < 0 {
		return true
	}
	clear(s.met)
	clear(s.arrived)
	s.met.add(t)
	s.todo = append(s.todo[:0], t)
	for _, u := range s.unclear {
		if s.meet(u) {
			return true
		}
	}
	for len(s.todo) > 0 {
		from := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		for _, p := range s.moves[from] {
			if s.arrived.has(p) {
				continue
			}
			s.arrived.add(p)
			for _, u := range s.at[p] {
				if s.meet(u) {
					return true
				}
			}
		}
		if s.wakes(from) {
			return true
		}
	}
	return false
}

// wakes meets what waits in the present state for what t gives.
func (s *placedSets) wakes(t int32) (bad bool) {
	for _, g := range s.gives[t] {
		if s.lack[g.resource] == 0 {
			continue
		}
		for _, p := range s.here {
			for _, u := range s.at[p] {
				if s.isPresent(u) && !s.met.has(u) && slices.Contains(s.needs[u], g.resource) && s.meet(u) {
					return true
				}
			}
		}
	}
	return false
}

// meet goes on to u in a chain. It reports whether that is in the way.
func (s *placedSets) meet(u int32) (bad bool) {
	if s.met.has(u) || !s.reach.has(u) {
		return false
	}
	s.met.add(u)
	if s.bad.has(u) {
		return true
	}
	if s.net && (s.held.has(s.own[u]) || s.partner[u] >= 0 && s.held.has(s.partner[u])) {
		return false
	}
	s.todo = append(s.todo, u)
	return false
}

// memory is what s has allocated, in bytes.
func (s *placedSets) memory() int64 {
	n, words := int64(len(s.depends)), int64(len(s.enabled))
	return n*words*8 + n*120 + int64(len(s.at))*48
}
