package vm

import "slices"

// Newborn memory: chunks that goroutines have taken since the last mark.
// Whoever goes back gives them back whole, and memory that is allocated again
// is cleared, so nobody need remember what was in them: a long run without
// marks takes little more than what it allocates.

// newborn are the chunks taken since the last mark.
type newborn struct {
	chunks []extent
	pieces pieceSet // of which they consist
}

// An extent is a part of memory.
type extent struct{ from, to Addr }

func (n *newborn) take(base, size Addr) {
	n.chunks = append(n.chunks, extent{base, base + size})
	n.pieces.add(base, size)
}

// grown forgets all chunks: the machine takes a mark or goes back to one.
func (n *newborn) grown() {
	for _, c := range n.chunks {
		n.pieces.remove(c.from, c.to-c.from)
	}
	n.chunks = n.chunks[:0]
}

func (n *newborn) has(a Addr) bool { return n.pieces.has(a) }

// unlogged is the memory in use whose shadow is not logged, and perhaps some that
// is not in use and has none.
func (m *Machine) unlogged() []extent { return m.allocated(m.races.newborn) }

// allocated are the parts of chunks that are allocated, and in those in which
// there was no room any more the rest.
func (m *Machine) allocated(n *newborn) []extent {
	list := slices.Clone(n.chunks)
	slices.SortFunc(list, func(a, b extent) int { return int(int64(a.from) - int64(b.from)) })
	cut := func(r *region) {
		i, _ := slices.BinarySearchFunc(list, r.end, func(e extent, end Addr) int { return int(int64(e.to) - int64(end)) })
		if i < len(list) && list[i].from <= r.brk && r.brk < list[i].to {
			list[i].to = r.brk
		}
	}
	for _, g := range m.gs {
		if g != nil && g.status != Unborn {
			cut(&g.region)
			cut(&g.sync.hidden)
		}
	}
	return list
}

// A pieceSet is a set of pieces of firstChunk bytes of the heap, of which all
// chunks consist.
type pieceSet []uint64

func (s pieceSet) has(a Addr) bool {
	i := (a - heapBase) / firstChunk
	return a >= heapBase && i/64 < uint64(len(s)) && s[i/64]>>(i%64)&1 != 0
}

func (s *pieceSet) add(base, size Addr) {
	for a := base; a < base+size; a += firstChunk {
		i := (a - heapBase) / firstChunk
		for i/64 >= uint64(len(*s)) {
			*s = append(*s, 0)
		}
		(*s)[i/64] |= 1 << (i % 64)
	}
}

func (s pieceSet) remove(base, size Addr) {
	for a := base; a < base+size; a += firstChunk {
		i := (a - heapBase) / firstChunk
		s[i/64] &^= 1 << (i % 64)
	}
}
