package por

import (
	"iter"
	"math/bits"
)

// An lts is the part of a system's state space that a search with state
// matching has seen: states by fingerprint, and the events between them.
type lts struct {
	ids    map[[2]uint64]int32
	states []ltsState
	edges  []ltsEdge
	labels []Event
	known  map[Event]int32 // index in labels
	marks  []int32         // scratch of traverse: by state, the round it was last met
	round  int32
	todo   []int32 // scratch of traverse
}

// ltsState is a state. Its edges, and the events that are blocked there, are
// linked lists in edges; 0 ends a list.
type ltsState struct {
	first int32
	// open says that the state is on the stack of the search: not all that
	// may happen after it is known.
	open bool
	// ends says that a Wide event was seen that can be reached from here.
	ends bool
}

// An ltsEdge is an event to another state or, if to is negative, one that
// is blocked.
type ltsEdge struct {
	label, to, next int32
}

func newLTS() lts {
	return lts{ids: map[[2]uint64]int32{}, known: map[Event]int32{}, edges: make([]ltsEdge, 1)}
}

// state returns the number of the state with fingerprint f, and whether it is
// a new one.
func (l *lts) state(f [2]uint64) (id int32, fresh bool) {
	if id, ok := l.ids[f]; ok {
		return id, false
	}
	id = int32(len(l.states))
	l.ids[f] = id
	l.states = append(l.states, ltsState{})
	l.marks = append(l.marks, 0)
	return id, true
}

// add adds an edge from a state; to is negative for an event that is blocked.
func (l *lts) add(from int32, e *Event, to int32) {
	label, ok := l.known[*e]
	if !ok {
		label = int32(len(l.labels))
		l.known[*e] = label
		l.labels = append(l.labels, *e)
	}
	s := &l.states[from]
	for i := s.first; i != 0; i = l.edges[i].next {
		if l.edges[i].label == label && l.edges[i].to == to {
			return
		}
	}
	l.edges = append(l.edges, ltsEdge{label, to, s.first})
	s.first = int32(len(l.edges)) - 1
}

// traverse calls visit for each event on an edge that can be reached from
// state from, and each that is blocked on the way; each edge once. It returns
// false if visit does, or if it comes to a state that is open.
func (l *lts) traverse(from int32, visit func(label int32) bool) bool {
	l.round++
	l.todo = append(l.todo[:0], from)
	l.marks[from] = l.round
	for len(l.todo) > 0 {
		s := &l.states[l.todo[len(l.todo)-1]]
		l.todo = l.todo[:len(l.todo)-1]
		if s.open {
			return false
		}
		for i := s.first; i != 0; i = l.edges[i].next {
			e := &l.edges[i]
			if !visit(e.label) {
				return false
			}
			if e.to >= 0 && l.marks[e.to] != l.round {
				l.marks[e.to] = l.round
				l.todo = append(l.todo, e.to)
			}
		}
	}
	return true
}

func (l *lts) memory() int64 {
	const mapEntry = 2 // a map is about half full
	return int64(len(l.ids))*20*mapEntry + int64(len(l.known))*(eventSize+4)*mapEntry +
		int64(cap(l.labels))*eventSize + int64(cap(l.edges))*12 + int64(cap(l.states))*8 + int64(cap(l.marks)+cap(l.todo))*4
}

// A procSet is a set of processes.
type procSet []uint64

func (s procSet) has(p Proc) bool { return int(p)>>6 < len(s) && s[p>>6]&(1<<(p&63)) != 0 }

func (s *procSet) add(p Proc) {
	for int(p)>>6 >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[p>>6] |= 1 << (p & 63)
}

func (s procSet) remove(p Proc) {
	if int(p)>>6 < len(s) {
		s[p>>6] &^= 1 << (p & 63)
	}
}

// all yields the processes of s in order.
func (s procSet) all() iter.Seq[Proc] {
	return func(yield func(Proc) bool) {
		for i := range s {
			for w := s[i]; w != 0; w &= w - 1 {
				if !yield(Proc(i<<6 + bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}

// within reports whether all of s is in t.
func (s procSet) within(t procSet) bool {
	for i, w := range s {
		if i < len(t) {
			w &^= t[i]
		}
		if w != 0 {
			return false
		}
	}
	return true
}
