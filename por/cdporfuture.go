package por

import (
	"math/bits"
	"unsafe"
)

// This file keeps what has been seen to happen below the nodes of cdpor, and
// looks for the races of that with another past: difference (1) of cdpor.go.

// eventNames numbers events: the index-th event of a process, with what it
// does, executed or only wanted.
type eventNames struct {
	named []namedEvent
	// variants are, by process and index, the last of that index;
	// namedEvent.before leads to the others.
	variants [][]int32
}

type namedEvent struct {
	digested
	index  int32
	wanted bool
	before int32 // the name before of that process and index, -1 if none
}

// name is the number of e, event index of its process.
func (t *eventNames) name(e *Event, index int32, wanted bool) int32 {
	for int(e.Proc) >= len(t.variants) {
		t.variants = append(t.variants, nil)
	}
	for int(index) >= len(t.variants[e.Proc]) {
		t.variants[e.Proc] = append(t.variants[e.Proc], -1)
	}
	last := &t.variants[e.Proc][index]
	for id := *last; id >= 0; id = t.named[id].before {
		if n := &t.named[id]; n.wanted == wanted && n.Event == *e {
			return id
		}
	}
	t.named = append(t.named, namedEvent{digested{*e, digestOf(e)}, index, wanted, *last})
	*last = int32(len(t.named)) - 1
	return *last
}

// sameStep reports whether two names are of the same step of a process, taken
// in the same way, to whatever effect.
func (t *eventNames) sameStep(a, b int32) bool {
	x, y := &t.named[a], &t.named[b]
	return a == b || x.index == y.index && x.Choice == y.Choice
}

// after reports whether the event called name is dependent with one of list.
func (t *eventNames) after(name int32, list []int32) bool {
	for _, x := range list {
		if !independent(&t.named[x].digested, &t.named[name].digested) {
			return true
		}
	}
	return false
}

// rival is the position of the last event in w that is in a race with block,
// an event or a section: for a section, the beginning of the last section
// before it. It is -1 if there is none.
func (t *eventNames) rival(w, block []int32) int {
	e := &t.named[block[0]].digested
	for m := len(w) - 1; m >= 0; m-- {
		f := &t.named[w[m]].digested
		if independent(e, f) || len(block) > 1 && f.Accesses[0].Mode != Acquire {
			continue
		}
		if sameProcess(&e.Event, &f.Event) {
			return -1
		}
		return m
	}
	return -1
}

// moves reports whether one of the events of list is p's.
func (t *eventNames) moves(list []int32, p Proc) bool {
	for _, x := range list {
		if t.named[x].Proc == p {
			return true
		}
	}
	return false
}

func independent(a, b *digested) bool {
	return a.digest.apart(b.digest) || !Dependent(&a.Event, &b.Event)
}

func (t *eventNames) memory() int64 {
	size := int64(cap(t.named)) * int64(unsafe.Sizeof(namedEvent{}))
	for _, v := range t.variants {
		size += int64(cap(v)) * 4
	}
	return size
}

// An eventSet is a set of names of events.
type eventSet []uint64

func (s *eventSet) add(name int32) {
	for int(name>>6) >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[name>>6] |= 1 << (name & 63)
}

func (s *eventSet) merge(t eventSet) {
	for len(*s) < len(t) {
		*s = append(*s, 0)
	}
	for i, w := range t {
		(*s)[i] |= w
	}
}

// inherit is called at a node that is to be cut, because it has the state of a
// node explored below the level origin. It sees to it that the races of the
// path with what was seen to follow are reversed, and reports whether it can:
// if not, the node has to be explored, and nothing has changed.
//
// Where something would have to be tried out (rule 3 of race.go), everything
// is explored: a level that is expanded in full needs no reason. That is too
// much for levels above origin: they are shared with much else.
func (s *contextSearch) inherit(origin int) bool {
	future := s.nodes[origin].future
	s.races = append(s.races[:0], make([]raceKind, len(s.events))...)
	for i, w := range future {
		for ; w != 0; w &= w - 1 {
			if f := &s.names.named[i<<6+bits.TrailingZeros64(w)]; f.index >= s.count(f.Proc) {
				s.meet(f)
			}
		}
	}
	for _, p := range s.history.alts {
		s.races[p] = unsure
	}
	for i, kind := range s.races[:origin] {
		if kind == unsure && !s.expanded(i) {
			return false
		}
	}
	for i, kind := range s.races {
		switch kind {
		case sure:
			s.reverseFuture(i)
		case unsure:
			s.expand(i)
		}
	}
	s.nodes[s.depth-1].future.merge(future)
	return true
}

// A raceKind says whether an event of a path is in a race with its future.
type raceKind uint8

const (
	noRace raceKind = iota
	sure            // perhaps not, but if so, what reverses it is known
	unsure          // what reverses it has to be tried out
)

// expanded reports whether all choices of a level are explored, there or
// elsewhere, or will be.
func (s *contextSearch) expanded(level int) bool {
	for _, c := range s.nodes[level].enabled {
		if !s.covers(level, c) {
			return false
		}
	}
	return true
}

// expand sees to it that they are.
func (s *contextSearch) expand(level int) {
	for _, c := range s.nodes[level].enabled {
		if !s.covers(level, c) {
			s.levels[level].todo = append(s.levels[level].todo, c)
		}
	}
}

// locks reports whether f does nothing but take one thing exclusively. If that
// is blocked for good, it is by who took it last; the race with that one is
// found, however it is reversed, as if f had been executed after a release.
func (f *namedEvent) locks() bool {
	return f.Firm && f.Accesses[0].Mode == Acquire && f.Accesses[1].Mode == 0
}

// meet notes the races of the path with f, which may follow it.
func (s *contextSearch) meet(f *namedEvent) {
	h, n := &s.history, len(s.events)
	probes := len(h.probes)
	added := !f.wanted || f.locks()
	if added {
		h.add(&f.Event, nil, false)
		for _, i := range h.racesOf(n) {
			s.races[i] = max(s.races[i], sure)
		}
	} else {
		h.blocked(&f.Event, n, -1-int32(f.Proc))
	}
	for _, q := range h.probes[probes:] {
		if int(q.p) < n {
			s.races[q.p] = unsure
		}
	}
	if added {
		h.cut(n)
	}
	h.probes = h.probes[:probes]
}

// reverseFuture sees to it that a race of event i with something that follows
// the path is reversed: an initial of notdep(i) will do, if there is any.
// If not, what the other event needs begins with a process that has not moved
// since: all these are explored.
func (s *contextSearch) reverseFuture(i int) {
	h, l, n := &s.history, &s.levels[i], len(s.events)
	first := -1
	for k := i + 1; k < n; k++ {
		if int(h.steps[k].recent) <= i {
			if s.covers(i, s.events[k].Choice) {
				return
			}
			if first < 0 {
				first = k
			}
		}
	}
	if first >= 0 {
		l.todo = append(l.todo, s.events[first].Choice)
		return
	}
	for _, c := range s.nodes[i].enabled {
		if !s.moved(i, c.Proc) && !s.covers(i, c) {
			l.todo = append(l.todo, c)
		}
	}
}

// moved reports whether p is involved in event i of the path or a later one.
func (s *contextSearch) moved(i int, p Proc) bool { return int(s.history.procs[p]) > i }

func (s *contextSearch) futureMemory() (size int64) {
	for i := range s.nodes {
		size += int64(cap(s.nodes[i].enabled)+cap(s.nodes[i].future)) * 8
	}
	return size + int64(cap(s.nodes))*int64(unsafe.Sizeof(contextNode{}))
}
