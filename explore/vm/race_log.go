package vm

import "slices"

// The undo log of the race detector, and what keeps long steps from filling
// memory with what nobody can go back to.

type raceMark struct {
	clocks, accesses, nodes, stacks, trail int
}

// A shadowEntry is an old value of the shadow. The kind of cell stands in
// the lowest bits of the address.
type shadowEntry struct{ at, old uint64 }

const (
	shadowWrite = iota
	shadowRead
	shadowSync // and shadowSync+1 for the upper half of a word
	shadowSyncHigh
)

func (r *raceState) mark() raceMark {
	r.marked, r.compactAt = len(r.trail), shadowCompactAt
	r.nodesMarked, r.sweepAt = len(r.nodes), len(r.nodes)+nodesSweepAt
	r.accessesMarked, r.stacksMarked, r.recordsAt = len(r.accesses), len(r.stacks), len(r.accesses)+recordsSweepAt
	r.clocks.marked()
	return raceMark{len(r.clocks.words), len(r.accesses), len(r.nodes), len(r.stacks), len(r.trail)}
}

func (r *raceState) rewind(k raceMark) {
	for i := len(r.trail) - 1; i >= k.trail; i-- {
		e := &r.trail[i]
		a := e.at &^ 7
		p := r.page(a)
		w := a >> 3 % pageWords
		switch e.at & 7 {
		case shadowWrite:
			p.write[w] = cell(e.old)
		case shadowRead:
			p.read[w] = cell(e.old)
		case shadowSync:
			p.sync[2*w] = clockRef(e.old)
		case shadowSyncHigh:
			p.sync[2*w+1] = clockRef(e.old)
		}
	}
	r.trail = r.trail[:k.trail]
	r.marked, r.compactAt = k.trail, shadowCompactAt
	r.nodesMarked, r.sweepAt = k.nodes, k.nodes+nodesSweepAt
	r.clocks.words = r.clocks.words[:k.clocks]
	r.clocks.marked()
	r.accesses, r.nodes, r.stacks = r.accesses[:k.accesses], r.nodes[:k.nodes], r.stacks[:k.stacks]
	r.accessesMarked, r.stacksMarked, r.recordsAt = k.accesses, k.stacks, k.accesses+recordsSweepAt
	r.last = 0
}

// shadowCompactAt is how many entries of the trail since the last mark make
// it worth looking for those logged twice.
const shadowCompactAt = 1 << 16

func (r *raceState) log(a Addr, kind uint64, old uint64) {
	if r.newborn.has(a) {
		return
	}
	if len(r.trail)-r.marked >= r.compactAt {
		r.compact()
	}
	r.trail = append(r.trail, shadowEntry{a&^7 | kind, old})
}

// compact keeps the oldest value of each cell since the last mark: in between
// nothing can be rewound to.
func (r *raceState) compact() {
	kept := r.trail[:r.marked]
	for _, e := range r.trail[r.marked:] {
		if !r.newborn.has(e.at) && r.logged.add(e.at) {
			kept = append(kept, e)
		}
	}
	r.logged.reset()
	r.trail = kept
	r.compactAt = max(shadowCompactAt, 2*(len(kept)-r.marked))
}

// nodesSweepAt is how many nodes since the last mark make it worth looking for
// those that are in no set any more.
const nodesSweepAt = 1 << 18

// sweep drops the nodes since the last mark that no cell refers to. Cells that
// have changed since then are in the trail, or those of newborn objects, and what
// the compacted trail remembers is older than the mark.
func (r *raceState) sweep(objects []extent) {
	r.compact()
	fresh := slices.Clone(r.nodes[r.nodesMarked:])
	r.nodes = r.nodes[:r.nodesMarked]
	seen := r.eachCell(objects, func(c *cell) {
		if *c&cellList != 0 {
			*c = cell(r.keepNodes(fresh, uint32(*c>>16)))<<16 | cellList
		}
	})
	r.sweepAt = len(r.nodes) + max(nodesSweepAt, len(r.nodes)-r.nodesMarked, seen/4)
}

// eachCell calls f for the cells that may have changed since the last mark, and
// returns how many it has looked at.
func (r *raceState) eachCell(objects []extent, f func(*cell)) (seen int) {
	for _, e := range r.trail[r.marked:] {
		if c := r.cellAt(e.at); c != nil {
			f(c)
		}
	}
	seen = len(r.trail) - r.marked
	r.eachPage(objects, func(p *shadowPage, from, to uint64) {
		for i := from; i < to; i++ {
			f(&p.write[i])
			f(&p.read[i])
		}
		seen += 2 * int(to-from)
	})
	return seen
}

// eachPage calls f with the words of shadow pages that belong to some memory.
func (r *raceState) eachPage(memory []extent, f func(p *shadowPage, from, to uint64)) {
	for _, o := range memory {
		for a := o.from; a < o.to; {
			next := min((a>>pageShift+1)<<pageShift, o.to)
			if p := r.find(a); p != nil {
				f(p, a>>3%pageWords, (next-1)>>3%pageWords+1)
			}
			a = next
		}
	}
}

// keepNodes appends the nodes of a set that stand in fresh, which were behind
// those that stay, and returns the set's new head.
func (r *raceState) keepNodes(fresh []node, head uint32) uint32 {
	if int(head) < r.nodesMarked {
		return head
	}
	n := fresh[int(head)-r.nodesMarked]
	n.next = r.keepNodes(fresh, n.next)
	r.nodes = append(r.nodes, n)
	return uint32(len(r.nodes) - 1)
}

// recordsSweepAt is how many access records since the last mark make it worth
// looking for those that are in no set any more.
const recordsSweepAt = 1 << 20

// sweepRecords drops the records of accesses since the last mark, and their
// stacks, that no cell refers to. Those that stay get new numbers, so nobody
// may hold one.
func (r *raceState) sweepRecords(objects []extent) {
	r.sweep(objects)
	k := recordKeeper{
		raceState: r, accesses: slices.Clone(r.accesses[r.accessesMarked:]), stacks: slices.Clone(r.stacks[r.stacksMarked:]),
		numbers: make([]uint32, len(r.accesses)-r.accessesMarked), moved: map[uint32]uint32{},
	}
	r.accesses, r.stacks = r.accesses[:r.accessesMarked], r.stacks[:r.stacksMarked]
	for i := r.nodesMarked; i < len(r.nodes); i++ {
		r.nodes[i].ref = k.keep(r.nodes[i].ref)
	}
	seen := r.eachCell(objects, func(c *cell) {
		if *c&cellOne != 0 {
			*c = oneCell(k.keep(uint32(*c>>16)), uint8(*c>>8))
		}
	})
	r.last = 0
	clear(r.recent[:])
	clear(r.contexts[:])
	r.recordsAt = len(r.accesses) + max(recordsSweepAt, len(r.accesses)-r.accessesMarked, seen/16)
}

// A recordKeeper gives records and stacks new places.
type recordKeeper struct {
	*raceState
	accesses []access // since the mark, as they were
	stacks   []uint64
	numbers  []uint32          // new numbers of accesses, 0 for none
	moved    map[uint32]uint32 // stacks
}

// keep returns the new number of a record.
func (k *recordKeeper) keep(ref uint32) uint32 {
	old := int(ref) - k.accessesMarked
	if old < 0 {
		return ref
	}
	if k.numbers[old] == 0 {
		x := k.accesses[old]
		x.stack = k.keepStack(x.stack, x.depth)
		k.numbers[old] = uint32(len(k.raceState.accesses))
		k.raceState.accesses = append(k.raceState.accesses, x)
	}
	return k.numbers[old]
}

// keepStack returns the new place of a stack.
func (k *recordKeeper) keepStack(at uint32, depth int32) uint32 {
	old := int(at) - k.stacksMarked
	if old < 0 {
		return at
	}
	to, known := k.moved[at]
	if !known {
		to = uint32(len(k.raceState.stacks))
		k.raceState.stacks = append(k.raceState.stacks, k.stacks[old:old+int(depth)]...)
		k.moved[at] = to
	}
	return to
}

// cellAt is the cell of an entry of the trail, nil if that is about a clock.
func (r *raceState) cellAt(at uint64) *cell {
	p := r.page(at &^ 7)
	switch w := at >> 3 % pageWords; at & 7 {
	case shadowWrite:
		return &p.write[w]
	case shadowRead:
		return &p.read[w]
	}
	return nil
}
