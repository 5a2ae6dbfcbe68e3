package por

import (
	"iter"
	"math/bits"
	"unsafe"
)

// An lts is the part of a system's state space that a search with state
// matching has seen: states by fingerprint and, of those from which nothing on
// the stack of the search can be reached, what may happen after them.
type lts struct {
	states []ltsState
	slots  []int32 // one more than the number of a state, by fingerprint; 0 if empty
	// futures are those of states, see futures.go.
	futures []int32
	// unsettled are the states from which one on the stack can be reached, those
	// on the stack included, in the order in which they were met.
	unsettled []int32
}

// An ltsState is a state.
type ltsState struct {
	print [2]uint64
	// open says that the state is on the stack, at level: not all that may happen
	// after it is known. Else, if it is not settled, low is the lowest state on
	// the stack that could be reached when the search left it.
	open, settled bool
	// ends says that a Wide event was seen that can be reached from here, met
	// that the state was met again since states were forgotten.
	ends, met  bool
	level, low int32
	// futures[first:][:procs] are the state's, if it is settled.
	first, procs int32
}

const ltsStateSize = int64(unsafe.Sizeof(ltsState{}))

// newLTS has room for a few states.
func newLTS() lts { return lts{slots: make([]int32, 8)} }

// state returns the number of the state with fingerprint f, and whether it is
// a new one.
func (l *lts) state(f [2]uint64) (id int32, fresh bool) {
	at := l.slot(f)
	if n := l.slots[at]; n != 0 {
		l.states[n-1].met = true
		return n - 1, false
	}
	l.states = append(spacious(l.states, 1), ltsState{print: f})
	l.slots[at] = int32(len(l.states))
	if 2*len(l.states) > len(l.slots) {
		l.rehash(2 * len(l.slots))
	}
	return int32(len(l.states)) - 1, true
}

// has reports whether the state with fingerprint f is known.
func (l *lts) has(f [2]uint64) bool { return l.slots[l.slot(f)] != 0 }

// slot is where the state with fingerprint f is, or is to be.
func (l *lts) slot(f [2]uint64) int {
	mask := len(l.slots) - 1
	at := int(f[0]) & mask
	for l.slots[at] != 0 && l.states[l.slots[at]-1].print != f {
		at = (at + 1) & mask
	}
	return at
}

func (l *lts) rehash(size int) {
	l.slots = make([]int32, size)
	for i := range l.states {
		l.slots[l.slot(l.states[i].print)] = int32(i) + 1
	}
}

// enter puts a new state on the stack, at a level.
func (l *lts) enter(id int32, level int) {
	s := &l.states[id]
	s.open, s.level = true, int32(level)
	l.unsettled = append(spacious(l.unsettled, 1), id)
}

// leave takes a state from the stack: low is the lowest one there that can be
// reached from it.
func (l *lts) leave(id, low int32, ends bool) {
	s := &l.states[id]
	s.open, s.low, s.ends = false, low, ends
}

// settle says what may happen after a state that was left, and from which none
// on the stack can be reached: neither can one from those met since that are
// unsettled, but this one can be, so that the same may happen after them.
func (l *lts) settle(id int32, futures []int32) {
	first := int32(len(l.futures))
	l.futures = append(spacious(l.futures, len(futures)), futures...)
	ends := l.states[id].ends
	for {
		last := len(l.unsettled) - 1
		n := l.unsettled[last]
		l.unsettled = l.unsettled[:last]
		s := &l.states[n]
		s.settled, s.ends = true, ends
		s.first, s.procs = first, int32(len(futures))
		if n == id {
			return
		}
	}
}

// after is what may happen after a settled state.
func (l *lts) after(id int32) []int32 {
	s := &l.states[id]
	return l.futures[s.first:][:s.procs]
}

// lowest is the level of the lowest state on the stack that can be reached from
// an unsettled one, as far as is known.
func (l *lts) lowest(id int32) int {
	for !l.states[id].open {
		id = l.states[id].low
	}
	return int(l.states[id].level)
}

// tight reports whether one more state, and what may happen after it, would
// take more than most bytes.
func (l *lts) tight(most int64, procs int) bool {
	need := l.memory()
	need += more(l.states, 1)*ltsStateSize + more(l.unsettled, 1)*4 + more(l.futures, procs)*4
	if n := len(l.slots); 2*len(l.states)+2 > n {
		need += int64(n) * 4
	}
	return need > most
}

// forget forgets states that are not on the stack: all but those that were met
// again, if these are less than half. Those on the stack get new numbers, by
// level.
func (l *lts) forget(depth int) {
	kept, futures, unsettled := make([]ltsState, depth), []int32(nil), []int32(nil)
	keep := func(s ltsState) bool {
		return s.met && 2*len(kept) < len(l.states) && 2*(len(futures)+int(s.procs)) < len(l.futures)+2
	}
	for _, n := range l.unsettled {
		s := l.states[n]
		if s.open {
			kept[s.level] = s
			unsettled = append(unsettled, s.level)
		} else if keep(s) {
			s.low, s.met = int32(l.lowest(n)), false
			unsettled = append(unsettled, int32(len(kept)))
			kept = append(kept, s)
		}
	}
	for i, s := range l.states {
		if s.settled && keep(s) {
			s.first, s.met = int32(len(futures)), false
			futures = append(futures, l.after(int32(i))...)
			kept = append(kept, s)
		}
	}
	l.states, l.futures = append(l.states[:0], kept...), append(l.futures[:0], futures...)
	l.unsettled = append(l.unsettled[:0], unsettled...)
	l.rehash(len(l.slots))
}

func (l *lts) memory() int64 {
	return int64(cap(l.states))*ltsStateSize + int64(cap(l.slots)+cap(l.futures)+cap(l.unsettled))*4
}

// spacious is list with room for n more. It has at least twice the room if there
// was too little.
func spacious[T any](list []T, n int) []T {
	if more := more(list, n); more > 0 {
		return append(make([]T, 0, cap(list)+int(more)), list...)
	}
	return list
}

// more is how much room spacious adds.
func more[T any](list []T, n int) int64 {
	if len(list)+n <= cap(list) {
		return 0
	}
	return int64(cap(list) + n)
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

// len is how many processes are in s.
func (s procSet) len() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
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
