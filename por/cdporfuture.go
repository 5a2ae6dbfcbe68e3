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
// an event or a section: for a section, the beginning of the last section before it. It
// is -1 if there is none.
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

// inherit is called at a node that is to be cut, because its state is that of
// another one. What was seen to follow that one is in future. inherit sees
// to it that the races of the path with the future are reversed, and reports
// whether it can: if not, the node has to be explored, and nothing has
// changed.
func (s *contextSearch) inherit(future eventSet) bool {
	if len(s.history.alts) > 0 {
		return false
	}
	s.raced = append(s.raced[:0], make([]bool, len(s.events))...)
	for i, w := range future {
		for ; w != 0; w &= w - 1 {
			f := &s.names.named[i<<6+bits.TrailingZeros64(w)]
			if f.index >= s.count(f.Proc) && !s.meet(f) {
				return false
			}
		}
	}
	for i, raced := range s.raced {
		if raced {
			s.reverseFuture(i)
		}
	}
	s.nodes[s.depth-1].future.merge(future)
	return true
}

// locks reports whether f does nothing but take one thing exclusively. If that
// is blocked for good, it is by who took it last; the race with that one is
// found, however it is reversed, as if f had been executed after a release.
func (f *namedEvent) locks() bool {
	return f.Firm && f.Accesses[0].Mode == Acquire && f.Accesses[1].Mode == 0
}

// meet notes the races of the path with f, which may follow it, and reports
// whether all are known.
func (s *contextSearch) meet(f *namedEvent) (known bool) {
	h, n := &s.history, len(s.events)
	probes := len(h.probes)
	if f.wanted && !f.locks() {
		h.blocked(&f.Event, n, -1-int32(f.Proc))
		known = len(h.probes) == probes
		h.probes = h.probes[:probes]
		return known
	}
	h.add(&f.Event, nil, false)
	known = len(h.probes) == probes
	for _, i := range h.racesOf(n) {
		s.raced[i] = true
	}
	h.cut(n)
	return known
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
