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
// everything else, and below that what commutes: see siblings.go. They serve to
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

	// The trees: kids has the first branches below each event, roots those below
	// none.
	kids     []kids
	roots    []int32
	rootOf   map[root]int32
	branches []branch
	twigs    []twig
	// everywhere are the events that are dependent with all others.
	everywhere []int32
	renumbered []int32 // scratch of keep
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
		u.rootOf, u.branches, u.twigs = map[root]int32{}, append(u.branches, branch{}), append(u.twigs, twig{})
		u.kids = append(u.kids, kids{})
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
	u.places, u.kids = append(u.places, *where), append(u.kids, kids{})
	u.enlist(n)
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

// keep forgets all events but those marked, which must include the histories of
// each, and numbers them anew, in the same order. It returns the new numbers by
// the old ones; the array is reused.
func (u *unfolding) keep(marked []bool) []int32 {
	u.renumbered = append(u.renumbered[:0], make([]int32, len(u.events))...)
	to := int32(1)
	for from := 1; from < len(u.events); from++ {
		if !marked[from] {
			continue
		}
		u.renumbered[from] = to
		u.move(int32(from), to)
		to++
	}
	u.events, u.places, u.lasts = u.events[:to], u.places[:to], u.lasts[:int(to)*u.stride]
	u.kids, u.roots = u.kids[:to], u.roots[:0]
	clear(u.kids)
	clear(u.rootOf)
	u.branches, u.twigs, u.everywhere = u.branches[:1], u.twigs[:1], u.everywhere[:0]
	for n := int32(1); n < to; n++ {
		u.enlist(n)
	}
	u.rehash()
	return u.renumbered
}

// move copies event from, whose causes have been moved, to place to.
func (u *unfolding) move(from, to int32) {
	x, w := u.events[from], u.places[from]
	x.pred, x.jump = u.renumbered[x.pred], u.renumbered[x.jump]
	w.proc, w.peer = u.renumbered[w.proc], u.renumbered[w.peer]
	for i, o := range w.objects {
		w.objects[i] = u.renumbered[o]
	}
	lasts := u.lastsOf(to)
	for p, l := range u.lastsOf(from) {
		lasts[p] = u.renumbered[l]
	}
	lasts[x.Proc] = x.pred
	x.hash = hashOf(&x.Event, x.digest, lasts)
	lasts[x.Proc] = to
	u.events[to], u.places[to] = x, w
}

func (u *unfolding) memory() int64 {
	return int64(cap(u.events))*int64(unsafe.Sizeof(unfolded{})+unsafe.Sizeof(place{})+unsafe.Sizeof(kids{})) +
		int64(cap(u.lasts)+cap(u.slots)+4*cap(u.twigs)+4*cap(u.branches))*4 + int64(len(u.rootOf))*40
}
