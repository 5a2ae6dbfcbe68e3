package por

import "unsafe"

// An unfolding is a finite part of the prime event structure of a system, under
// the independence that [Dependent] leaves: [NRSCP18], Section 2. An event of it
// is an [Event] together with its history, the events that must happen before
// it; the same step after another history is another event. Two events are in
// conflict if no execution has both. Events are found by hashing, so each is
// there once.
//
// Notation: [e] is e with its history, the local configuration; tmax(e, p),
// Definition 7, is last. Of [e] nothing else is stored, since what is before
// it in process p are its predecessors in the tree of the process
// (Section 5.1).
//
// Differences: (1) An ancestor in the tree with a given index, q(e, index) in
// Section 5.2, is found in logarithmic time by one more pointer for each node,
// to an ancestor such that the distances grow like powers of two, instead of a
// list of pointers. (2) Trees of objects hold what conflicts with
// everything else, and below that what commutes: see siblings. They serve to
// find immediate conflicts; whether two events conflict is decided by
// their histories.
//
// Events are numbered from 1 in the order added: causes before effects.
type unfolding struct {
	stride int // processes with a component in lasts
	events []unfolded
	lasts  []int32 // by event: the last event of each process in [e], 0 if none
	slots  []int32 // numbers, by hash
	mask   uint64
	places []place // by event

	// trees has the first of the siblings, by what they have in common, in twigs.
	trees map[siblings]int32
	twigs []twig
	// everywhere are the events that are dependent with all others.
	everywhere []int32
	numbers    []int32 // scratch of keep
}

// A place is where an event is in the trees of its processes and its objects:
// the last event of [e) that involves the process, and the last one that
// touches the object in a mode that conflicts with all; 0 for none.
type place struct {
	proc, peer int32
	objects    [MaxAccesses]int32
}

// Siblings are the events that come next after one in the tree of an object,
// or of a process. If two events that both touch an object are in immediate
// conflict, they are siblings there: the last access to the object before
// both that conflicts with all is before each. This is the tree of
// [NRSCP18], Section 5.1, for modes other than locking.
type siblings struct {
	object uint64 // or process
	after  int32
	kind   treeKind
}

// Events of one process, and of none but that, are in immediate conflict only
// if their choices differ, since after both histories each choice has one
// outcome. Those that have one way to go are in a tree of their own.
type treeKind int32

const (
	objectTree treeKind = iota
	processTree
	plainTree
)

// plain reports whether x concerns one process, which has one way to go.
func (x *unfolded) plain() bool { return x.Alt == 0 && x.Peer < 0 }

// A twig is an event in a list of siblings, with what is looked at first.
type twig struct {
	event, next int32
	choice      Choice
	index       int32
}

type unfolded struct {
	Event
	digest digest
	hash   uint64
	// index counts the events of the process, from 1; pred is the one before,
	// jump some one before that: see ancestor.
	index, pred, jump int32
	// at is one more than the position in the path, 0 if the event is not on it.
	at int32
}

// last is the last event of process p in [e].
func (u *unfolding) last(e int32, p Proc) int32 { return u.lasts[int(e)*u.stride+int(p)] }

func (u *unfolding) lastsOf(e int32) []int32 {
	return u.lasts[int(e)*u.stride : (int(e)+1)*u.stride]
}

// grow makes room for process p in all histories.
func (u *unfolding) grow(p Proc) {
	if int(p) < u.stride {
		return
	}
	stride := max(8, 2*u.stride, int(p)+1)
	lasts := make([]int32, len(u.events)*stride, max(64, 2*len(u.events))*stride)
	for e := range u.events {
		copy(lasts[e*stride:], u.lasts[e*u.stride:(e+1)*u.stride])
	}
	u.lasts, u.stride = lasts, stride
}

// ancestor is the event with that index among e and its predecessors.
func (u *unfolding) ancestor(e, index int32) int32 {
	for u.events[e].index > index {
		if j := u.events[e].jump; u.events[j].index >= index {
			e = j
		} else {
			e = u.events[e].pred
		}
	}
	return e
}

// includes reports whether f is in [e].
func (u *unfolding) includes(e, f int32) bool {
	x := &u.events[f]
	l := u.last(e, x.Proc)
	return u.events[l].index >= x.index && u.ancestor(l, x.index) == f
}

// joinHistory adds [f] to the history past.
func (u *unfolding) joinHistory(past []int32, f int32) {
	for p, l := range u.lastsOf(f) {
		if u.events[l].index > u.events[past[p]].index {
			past[p] = l
		}
	}
}

// add finds the event e with the given history, its last event of each
// process, at that place, or adds it.
func (u *unfolding) add(e *Event, d digest, past []int32, where *place) int32 {
	if len(u.events) == 0 {
		u.grow(e.Proc)
		u.events, u.places = append(u.events, unfolded{}), append(u.places, place{})
		u.trees, u.twigs = map[siblings]int32{}, append(u.twigs, twig{})
		u.lasts = append(u.lasts, make([]int32, u.stride)...)
	}
	if 2*len(u.events) >= len(u.slots) {
		u.rehash()
	}
	h := hashOf(e, d, past)
	at := h & u.mask
	for ; u.slots[at] != 0; at = (at + 1) & u.mask {
		if n := u.slots[at]; u.events[n].hash == h && u.events[n].Event == *e && u.hasHistory(n, past) {
			return n
		}
	}
	n := int32(len(u.events))
	u.slots[at] = n
	pred := past[e.Proc]
	x := unfolded{Event: *e, digest: d, hash: h, pred: pred, index: u.events[pred].index + 1, jump: u.jumpOver(pred)}
	u.events = append(u.events, x)
	u.lasts = append(u.lasts, past...)
	u.lasts[int(n)*u.stride+int(e.Proc)] = n
	u.places = append(u.places, *where)
	u.enlist(n, where)
	return n
}

// hashOf does not depend on for how many processes there is room.
func hashOf(e *Event, d digest, past []int32) uint64 {
	h := hash(d.objects) ^ uint64(e.Proc)<<32 ^ uint64(uint32(e.Alt))
	for p, l := range past {
		if l != 0 {
			h = hash(h ^ uint64(uint32(l)) ^ uint64(p)<<32)
		}
	}
	return h
}

// jumpOver is the second pointer of an event whose predecessor is pred: if two
// jumps from pred are of the same length, one over both.
func (u *unfolding) jumpOver(pred int32) int32 {
	j := u.events[pred].jump
	jj := u.events[j].jump
	if u.events[pred].index-u.events[j].index == u.events[j].index-u.events[jj].index {
		return jj
	}
	return pred
}

// hasHistory reports whether past is the history of n, which has the process
// of n stand where n is the next.
func (u *unfolding) hasHistory(n int32, past []int32) bool {
	x := &u.events[n]
	for p, l := range u.lastsOf(n) {
		if l == n {
			l = x.pred
		}
		if l != past[p] {
			return false
		}
	}
	return true
}

// enlist makes n a sibling in its trees.
func (u *unfolding) enlist(n int32, where *place) {
	x := &u.events[n]
	kind := processTree
	if x.plain() {
		kind = plainTree
	}
	u.branch(siblings{uint64(x.Proc), where.proc, kind}, n)
	if x.Peer >= 0 {
		u.branch(siblings{uint64(x.Peer), where.peer, kind}, n)
	}
	if x.Wide || quiesces(&x.Event) {
		u.everywhere = append(u.everywhere, n)
		return
	}
	for i := range x.Accesses {
		a := &x.Accesses[i]
		if a.Mode == 0 {
			break
		}
		u.branch(siblings{a.Object, where.objects[i], objectTree}, n)
	}
}

func (u *unfolding) branch(key siblings, n int32) {
	x := &u.events[n]
	u.twigs = append(u.twigs, twig{n, u.trees[key], x.Choice, x.index})
	u.trees[key] = int32(len(u.twigs)) - 1
}

func (u *unfolding) rehash() {
	if n := max(256, 4*len(u.events)); n > cap(u.slots) || n < cap(u.slots)/4 {
		size := 256
		for size < n {
			size *= 2
		}
		u.slots = make([]int32, size)
	}
	clear(u.slots)
	u.mask = uint64(len(u.slots)) - 1
	for n := 1; n < len(u.events); n++ {
		at := u.events[n].hash & u.mask
		for u.slots[at] != 0 {
			at = (at + 1) & u.mask
		}
		u.slots[at] = int32(n)
	}
}

// rivals calls f for all events that may be in immediate conflict with e,
// some of them more than once: its siblings in the trees, until f says that
// it is enough. Those that are not beyond the front, an index for each process,
// are left out.
func (u *unfolding) rivals(e int32, where *place, front []int32, f func(int32) (more bool)) {
	x := &u.events[e]
	if x.Wide || quiesces(&x.Event) {
		for n := int32(1); n < int32(len(u.events)); n++ {
			if y := &u.events[n]; y.index > front[y.Proc] && !f(n) {
				return
			}
		}
		return
	}
	for _, n := range u.everywhere {
		if y := &u.events[n]; y.index > front[y.Proc] && !f(n) {
			return
		}
	}
	if !u.rivalsOf(x, x.Proc, where.proc, front, f) || x.Peer >= 0 && !u.rivalsOf(x, x.Peer, where.peer, front, f) {
		return
	}
	for i := range x.Accesses {
		a := &x.Accesses[i]
		if a.Mode == 0 || !u.each(siblings{a.Object, where.objects[i], objectTree}, x.Choice, front, f) {
			return
		}
	}
}

// rivalsOf does so for x as an event of process p, as each does.
func (u *unfolding) rivalsOf(x *unfolded, p Proc, after int32, front []int32, f func(int32) (more bool)) bool {
	return u.each(siblings{uint64(p), after, processTree}, x.Choice, front, f) &&
		(x.plain() || u.each(siblings{uint64(p), after, plainTree}, x.Choice, front, f))
}

// each calls f for the siblings that are beyond the front and another choice:
// the same one has one outcome after both histories. It reports whether f has
// seen them all.
func (u *unfolding) each(key siblings, but Choice, front []int32, f func(int32) (more bool)) bool {
	for t := u.trees[key]; t != 0; {
		w := &u.twigs[t]
		if w.choice != but && w.index > front[w.choice.Proc] && !f(w.event) {
			return false
		}
		t = w.next
	}
	return true
}

// keep forgets all events but those marked, which must include the histories of
// each, and numbers them anew, in the same order. It returns the new numbers by
// the old ones; the array is reused.
func (u *unfolding) keep(marked []bool) []int32 {
	u.numbers = append(u.numbers[:0], make([]int32, len(u.events))...)
	to := int32(1)
	for from := 1; from < len(u.events); from++ {
		if !marked[from] {
			continue
		}
		u.numbers[from] = to
		u.move(int32(from), to)
		to++
	}
	u.events, u.places, u.lasts = u.events[:to], u.places[:to], u.lasts[:int(to)*u.stride]
	clear(u.trees)
	u.twigs, u.everywhere = u.twigs[:1], u.everywhere[:0]
	for n := int32(1); n < to; n++ {
		u.enlist(n, &u.places[n])
	}
	u.rehash()
	return u.numbers
}

// move copies event from, whose causes have been moved, to place to.
func (u *unfolding) move(from, to int32) {
	x, w := u.events[from], u.places[from]
	x.pred, x.jump = u.numbers[x.pred], u.numbers[x.jump]
	w.proc, w.peer = u.numbers[w.proc], u.numbers[w.peer]
	for i, o := range w.objects {
		w.objects[i] = u.numbers[o]
	}
	lasts := u.lastsOf(to)
	for p, l := range u.lastsOf(from) {
		lasts[p] = u.numbers[l]
	}
	lasts[x.Proc] = x.pred
	x.hash = hashOf(&x.Event, x.digest, lasts)
	lasts[x.Proc] = to
	u.events[to], u.places[to] = x, w
}

func (u *unfolding) memory() int64 {
	return int64(cap(u.events))*int64(unsafe.Sizeof(unfolded{})+unsafe.Sizeof(place{})) +
		int64(cap(u.lasts)+cap(u.slots)+2*cap(u.twigs))*4 + int64(len(u.trees))*40
}
