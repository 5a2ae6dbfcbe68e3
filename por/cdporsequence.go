package por

import (
	"slices"
	"unsafe"
)

// sleepSequences are sequences of events, from the levels of a path on, that
// lead to a known state if they turn out as expected: [AAGGS17].
type sleepSequences struct {
	levels []sequenceLevel
	depth  int
	// live are the sequences begun at levels above that the path has followed.
	live []follower
	// present are those that may be followed from the last level; scratch.
	present []follower
	order   []int32 // scratch
	last    []int32 // scratch
}

// maxSequence is how long sequences get, maxSequences how many may begin at a
// level. Those left out cost executions, not soundness.
const (
	maxSequence  = 256
	maxSequences = 512
)

// A sequenceLevel has the sequences that begin at a level, and the place of
// those that the path has followed to it: live[lo:hi].
type sequenceLevel struct {
	names  []int32 // of the events of all sequences, one after the other
	list   []sequence
	lo, hi int
	// ends are the sequences whose state is that of this level.
	ends []follower
}

// A sequence is names[lo:hi] of its level, the state it may lead to, what slept
// there, and how many choices of the level were explored then, or being
// explored.
type sequence struct {
	lo, hi   int32
	state    [2]uint64
	slept    uint64
	explored int
}

// A follower is a sequence of a level, of which the path has followed all
// before names[at].
type follower struct{ level, sequence, at int32 }

// open adds a level, to which the sequences live[lo:] lead.
func (q *sleepSequences) open(lo int) {
	if q.depth == len(q.levels) {
		q.levels = append(q.levels, sequenceLevel{})
	}
	l := &q.levels[q.depth]
	q.depth++
	l.names, l.list, l.ends, l.lo, l.hi = l.names[:0], l.list[:0], l.ends[:0], lo, len(q.live)
}

// leave removes the last level.
func (q *sleepSequences) leave() {
	q.depth--
	q.live = q.live[:q.levels[q.depth].lo]
}

// at lists what may be followed from the last level.
func (q *sleepSequences) at() []follower {
	l := &q.levels[q.depth-1]
	q.present = append(q.present[:0], q.live[l.lo:l.hi]...)
	for i := range l.list {
		q.present = append(q.present, follower{int32(q.depth - 1), int32(i), l.list[i].lo})
	}
	return q.present
}

// follow adds the level after the event of that name: line 16. It returns the
// level where a sequence begins that this completes and that leads to the
// given state as expected, and that sequence; -1 if there is none.
func (q *sleepSequences) follow(names *eventNames, name int32, state [2]uint64) (match int, found sequence) {
	lo, match := len(q.live), -1
	for _, f := range q.at() {
		l := &q.levels[f.level]
		switch t := &l.list[f.sequence]; {
		case !names.sameStep(l.names[f.at], name):
		case f.at+1 < t.hi:
			q.live = append(q.live, follower{f.level, f.sequence, f.at + 1})
		case t.state == state:
			match, found = int(f.level), *t
		}
	}
	q.open(lo)
	return match, found
}

// next is the name of the event that goes on with f, and how many are left.
func (q *sleepSequences) next(f follower) (name, left int32) {
	l := &q.levels[f.level]
	return l.names[f.at], l.list[f.sequence].hi - f.at
}

// record puts into q.order the sequence v.u that reverses the race of event i
// of the path with event j: lines 8, 11 and 12. It has events i to r. v begins
// with the event first; next are what event j needs, j itself and what its
// process does up to r, then the rest that is not after event i. u is event i
// and what is after it, but for that.
func (q *sleepSequences) record(h *history, path []int32, i, first, j, r int) {
	v := q.order[:0]
	if first < j {
		v = append(v, path[first])
	}
	for _, g := range [...]group{needed, section, apart, behind} {
		for k := i; k <= r; k++ {
			if (k != first || k == j) && groupOf(h, i, j, k) == g {
				v = append(v, path[k])
			}
		}
	}
	q.order = v
}

// recordTried puts into q.order the events p to r of the path: first those
// before and j, in the order they were tried, then what is not after event p,
// then what is.
func (q *sleepSequences) recordTried(h *history, path []int32, p int, before []int32, j, r int) {
	v := q.order[:0]
	for _, k := range before {
		v = append(v, path[k])
	}
	v = append(v, path[j])
	for _, after := range [...]bool{false, true} {
		for k := p; k <= r; k++ {
			if (k == p || h.before(p, k)) == after && k != j && !slices.Contains(before, int32(k)) {
				v = append(v, path[k])
			}
		}
	}
	q.order = v
}

// A group is a part of a sequence that reverses a race.
type group uint8

const (
	needed  group = iota // by the second event of the race
	section              // that event and what its process does then
	apart                // from both
	behind               // the first event of the race
)

func groupOf(h *history, i, j, k int) group {
	switch {
	case k >= j && h.steps[k].proc == h.steps[j].proc:
		return section
	case k == i || h.before(i, k):
		return behind
	case k < j && h.before(k, j):
		return needed
	}
	return apart
}

// add adds q.order to level i, unless it is known. It may lead to the state of
// level end; all else that t has to say is said.
func (q *sleepSequences) add(i, end int, t sequence) {
	l := &q.levels[i]
	if len(l.list) == maxSequences {
		return
	}
	for _, w := range l.list {
		if w.state == t.state && slices.Equal(l.names[w.lo:w.hi], q.order) {
			return
		}
	}
	t.lo = int32(len(l.names))
	l.names = append(l.names, q.order...)
	t.hi = int32(len(l.names))
	q.levels[end].ends = append(q.levels[end].ends, follower{int32(i), int32(len(l.list)), t.lo})
	l.list = append(l.list, t)
}

// forget removes, from the last level, the sequences that begin with c, which
// is explored.
func (q *sleepSequences) forget(t *eventNames, c Choice) {
	l := &q.levels[q.depth-1]
	names, list := l.names[:0], l.list[:0]
	for _, w := range l.list {
		if t.named[l.names[w.lo]].Choice == c {
			continue
		}
		at := int32(len(names))
		names = append(names, l.names[w.lo:w.hi]...)
		w.lo, w.hi = at, int32(len(names))
		list = append(list, w)
	}
	l.names, l.list = names, list
}

// lengthen takes the sequence w that f begins, and block, which follows on the
// path what w may lead to: one event or a section. If block is in a race with
// an event of w, it puts into q.order the sequence that reverses it, which may
// lead to the state after block: difference (3). Unless any will do, only
// blocks of processes that move in w count.
func (q *sleepSequences) lengthen(t *eventNames, f follower, block []int32, any bool) bool {
	l := &q.levels[f.level]
	w := l.names[f.at:l.list[f.sequence].hi]
	if len(w)+len(block) > maxSequence || !any && !t.moves(w, t.named[block[0]].Proc) {
		return false
	}
	m := t.rival(w, block)
	if m >= 0 {
		q.reverse(t, w, m, block)
	}
	return m >= 0
}

// reverse puts into q.order what of w is not after w[m], block, and the rest.
func (q *sleepSequences) reverse(t *eventNames, w []int32, m int, block []int32) {
	q.order, q.last = append(q.order[:0], w[:m]...), append(q.last[:0], w[m])
	for _, y := range w[m+1:] {
		if t.after(y, q.last) {
			q.last = append(q.last, y)
		} else {
			q.order = append(q.order, y)
		}
	}
	q.order = append(append(q.order, block...), q.last...)
}

func (q *sleepSequences) memory() int64 {
	size := int64(cap(q.levels))*int64(unsafe.Sizeof(sequenceLevel{})) + int64(cap(q.live)+cap(q.present))*12
	for i := range q.levels[:cap(q.levels)] {
		l := &q.levels[:cap(q.levels)][i]
		size += int64(cap(l.names))*4 + int64(cap(l.list))*int64(unsafe.Sizeof(sequence{}))
	}
	return size
}
