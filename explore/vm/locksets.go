package vm

import "slices"

// Which locks goroutines hold, and which protect which memory.
//
//	[SBNSA97] Savage, Burrows, Nelson, Sobalvarro, Anderson. Eraser: a dynamic
//	data race detector for multi-threaded programs. TOCS 15(4), 1997.
//
// Used the other way round than there: not to find races, but to know what
// cannot be in one. Two accesses by goroutines that both hold a lock, one of
// them exclusively, are ordered by it, in every execution.
//
// What a goroutine holds is told by its own operations alone, so it is the same
// in all executions in which it comes to a place in the same way. A lock that
// somebody gives back without having taken it protects nothing.

// A heldLock is the address of a lock, and in the lowest bit whether it is held
// exclusively.
type heldLock uint32

const exclusive heldLock = 1

// atomically stands in for a lock: atomic accesses do not race with each other.
const atomically heldLock = 2

// A lockset is the number of a sorted list of locks; 0 is the empty one.
type lockset uint32

// locksets numbers sets of locks. Numbers last as long as the machine.
type locksets struct {
	lists  [][]heldLock
	number map[string]lockset
	meets  map[[2]lockset]lockset
	// broken are the locks that protect nothing.
	broken map[heldLock]bool
}

func (s *locksets) init() {
	s.lists = [][]heldLock{nil}
	s.number = map[string]lockset{"": 0}
	s.meets = map[[2]lockset]lockset{}
	s.broken = map[heldLock]bool{}
}

func (s *locksets) of(list []heldLock) lockset {
	key := make([]byte, 0, 4*len(list))
	for _, l := range list {
		key = append(key, byte(l), byte(l>>8), byte(l>>16), byte(l>>24))
	}
	n, ok := s.number[string(key)]
	if !ok {
		n = lockset(len(s.lists))
		s.lists = append(s.lists, list)
		s.number[string(key)] = n
	}
	return n
}

// with is the set a and one more lock.
func (s *locksets) with(a lockset, l heldLock) lockset {
	list := append(slices.Clone(s.lists[a]), l)
	slices.Sort(list)
	return s.of(list)
}

// without is the set a but for one lock; held is false if that is not in it.
func (s *locksets) without(a lockset, l heldLock) (rest lockset, held bool) {
	i := slices.Index(s.lists[a], l)
	if i < 0 {
		return a, false
	}
	return s.of(slices.Delete(slices.Clone(s.lists[a]), i, i+1)), true
}

// protecting is what protects an access by who holds a: what it has exclusively
// or, for one that reads, at all. The result does not say how.
func (s *locksets) protecting(a lockset, mode accessMode) lockset {
	if a == 0 && mode&atomicRead == 0 {
		return 0
	}
	key := [2]lockset{a, ^lockset(mode)}
	if n, ok := s.meets[key]; ok {
		return n
	}
	var list []heldLock
	if mode&atomicRead != 0 {
		list = append(list, atomically)
	}
	for _, l := range s.lists[a] {
		if l&exclusive != 0 || mode&plainWrite == 0 {
			list = append(list, l&^exclusive)
		}
	}
	slices.Sort(list)
	n := s.of(slices.Compact(list))
	s.meets[key] = n
	return n
}

// meet is what is in both sets.
func (s *locksets) meet(a, b lockset) lockset {
	if a == b || a == 0 {
		return a
	}
	if n, ok := s.meets[[2]lockset{a, b}]; ok {
		return n
	}
	n := s.of(slices.DeleteFunc(slices.Clone(s.lists[a]), func(l heldLock) bool { return !slices.Contains(s.lists[b], l) }))
	s.meets[[2]lockset{a, b}] = n
	return n
}

// protects reports whether one of the locks does.
func (s *locksets) protects(a lockset) bool {
	return slices.ContainsFunc(s.lists[a], func(l heldLock) bool { return !s.broken[l] })
}

// taken notes that g has taken the lock at p.
func (m *Machine) taken(g *G, p Addr, how heldLock) {
	if o := &m.order; o.on && !m.races.silent() {
		g.sync.locks = o.locks.with(g.sync.locks, heldLock(p)&^exclusive|how)
	}
}

// givenBack notes that g has given the lock at p back.
func (m *Machine) givenBack(g *G, p Addr, how heldLock) {
	o := &m.order
	if !o.on {
		return
	}
	rest, held := o.locks.without(g.sync.locks, heldLock(p)&^exclusive|how)
	g.sync.locks = rest
	// Transparent operations take and give back without an edge.
	if l := heldLock(p) &^ exclusive; held == m.races.silent() && !o.locks.broken[l] {
		o.locks.broken[l] = true
		o.unprotected()
	}
}
