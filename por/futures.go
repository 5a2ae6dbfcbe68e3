package por

// This file holds what may happen after the states of a search, in little
// room: the futures of a state are, for every process, the number of a set of
// labels. Many states share one, since what a process may still do depends
// mostly on where it is. Sets are united once for many states, and asked once
// what may be reversed with them.

// futureSets numbers labels, and sets of labels of one process. Both start
// from 1; 0 is the empty set of any process.
type futureSets struct {
	labels eventTable
	bit    []int32 // by label, its place among those of its process
	single []int32 // by label, the set of it alone
	procs  [][]int32
	sets   []futureSet
	words  []uint64
	slots  []int32      // number of a set, by what is in it
	unions []unionEntry // what was united last, and asked; as many as slots
	meets  []meetEntry
	sum    []uint64 // scratch
}

// A futureSet has the labels procs[proc][i] where bit i of words[first:][:size]
// is set; the last of these is not 0.
type futureSet struct {
	proc        Proc
	first, size int32
}

// A unionEntry remembers that a and b make sum, a meetEntry whether anything
// in a set may be reversed with a label.
type (
	unionEntry struct{ a, b, sum int32 }
	meetEntry  struct {
		label, set int32
		yes        bool
	}
)

func newFutureSets() *futureSets {
	f := &futureSets{bit: make([]int32, 1), single: make([]int32, 1), sets: make([]futureSet, 1)}
	f.resize(64)
	return f
}

// label is the number of what matters of e: how it may be reversed.
func (f *futureSets) label(e *Event) int32 {
	x := *e
	x.Op, x.Blind = 0, false
	if x.Alt != 0 {
		x.Alt = 1
	}
	n := f.labels.number(&x, digest{})
	if int(n) < len(f.bit) {
		return n
	}
	f.labels.events[n].digest = digestOf(&x)
	for int(x.Proc) >= len(f.procs) {
		f.procs = append(f.procs, nil)
	}
	bit := len(f.procs[x.Proc])
	f.procs[x.Proc] = append(f.procs[x.Proc], n)
	f.bit = append(f.bit, int32(bit))
	f.sum = append(f.sum[:0], make([]uint64, bit>>6+1)...)
	f.sum[bit>>6] = 1 << (bit & 63)
	f.single = append(f.single, f.number(x.Proc))
	return n
}

// union is the number of the union of two sets of one process.
func (f *futureSets) union(a, b int32) int32 {
	switch {
	case a == b || b == 0:
		return a
	case a == 0:
		return b
	case a > b:
		a, b = b, a
	}
	h := hash(uint64(a)<<32 | uint64(b))
	if u := f.unions[h&uint64(len(f.unions)-1)]; u.a == a && u.b == b {
		return u.sum
	}
	sum := f.unite(a, b) // may make room in the tables
	f.unions[h&uint64(len(f.unions)-1)] = unionEntry{a, b, sum}
	return sum
}

func (f *futureSets) unite(a, b int32) int32 {
	s, t := f.sets[a], f.sets[b]
	if s.size < t.size {
		s, t = t, s
	}
	f.sum = append(f.sum[:0], f.words[s.first:][:s.size]...)
	for i, w := range f.words[t.first:][:t.size] {
		f.sum[i] |= w
	}
	return f.number(s.proc)
}

// number is the number of the set of process p that is in f.sum.
func (f *futureSets) number(p Proc) int32 {
	if 2*len(f.sets) >= len(f.slots) {
		f.resize(4 * len(f.slots))
	}
	at := f.slot(p, f.sum)
	if f.slots[at] == 0 {
		f.slots[at] = int32(len(f.sets))
		f.sets = append(f.sets, futureSet{p, int32(len(f.words)), int32(len(f.sum))})
		f.words = append(f.words, f.sum...)
	}
	return f.slots[at]
}

// slot is where the number of a set is, or is to be.
func (f *futureSets) slot(p Proc, words []uint64) uint64 {
	h := uint64(p)
	for _, w := range words {
		h = hash(h ^ w)
	}
	mask := uint64(len(f.slots)) - 1
	at := h & mask
	for f.slots[at] != 0 && !f.equal(f.slots[at], p, words) {
		at = (at + 1) & mask
	}
	return at
}

func (f *futureSets) equal(set int32, p Proc, words []uint64) bool {
	s := &f.sets[set]
	if s.proc != p || int(s.size) != len(words) {
		return false
	}
	for i, w := range f.words[s.first:][:s.size] {
		if w != words[i] {
			return false
		}
	}
	return true
}

// resize makes room in the tables.
func (f *futureSets) resize(n int) {
	f.slots, f.unions, f.meets = make([]int32, n), make([]unionEntry, n), make([]meetEntry, n)
	for i := 1; i < len(f.sets); i++ {
		s := &f.sets[i]
		f.slots[f.slot(s.proc, f.words[s.first:][:s.size])] = int32(i)
	}
}

// reversible reports whether a label, seen earlier, and one in a set may be
// reversed.
func (f *futureSets) reversible(label, set int32) bool {
	h := hash(uint64(label)<<32 | uint64(set))
	m := &f.meets[h&uint64(len(f.meets)-1)]
	if m.label != label || m.set != set {
		*m = meetEntry{label, set, f.meet(label, set)}
	}
	return m.yes
}

func (f *futureSets) meet(label, set int32) bool {
	e, s := &f.labels.events[label], &f.sets[set]
	labels := f.procs[s.proc]
	for i, w := range f.words[s.first:][:s.size] {
		for j := i << 6; w != 0; j, w = j+1, w>>1 {
			if w&1 == 0 {
				continue
			}
			if t := &f.labels.events[labels[j]]; !e.digest.apart(t.digest) && reversible(&e.Event, &t.Event) {
				return true
			}
		}
	}
	return false
}

// memory is what all that has allocated, in bytes.
func (f *futureSets) memory() int64 {
	n := f.labels.memory() + int64(cap(f.bit)+cap(f.single)+cap(f.slots))*4 + int64(cap(f.words)+cap(f.sum))*8 +
		int64(cap(f.sets)+cap(f.unions)+cap(f.meets))*12 + int64(cap(f.procs))*24
	for _, labels := range f.procs {
		n += int64(cap(labels)) * 4
	}
	return n
}
