package vm

// Data race detection.
//
//	[FF09] Flanagan, Freund. FastTrack: efficient and precise dynamic race
//	detection. PLDI 2009.
//
// Notation: an epoch is (slot, time) of an access record; W_x and R_x are the
// write and read cells of a word's shadow. Differences: (1) cells carry a
// mask of bytes, so goroutines that write different bytes of a word do not
// race, and one word may have several last writers; (2) after a read by
// several goroutines R_x is a list of epochs, not a vector; (3) a record also
// says where in the code the access was, so both sides can be reported.
//
// Shadow pages are made on demand and belong to the machine for good; what is
// in them is logged and rewound. Memory that is allocated anew has its
// shadow cleared, so nothing stale is left behind by a rewind.

import (
	"go/token"
	"slices"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

const (
	pageShift = 12
	pageWords = 1 << pageShift / 8
	pageDir   = 1 << 10
)

// A shadowPage is the shadow of 4 KiB.
type shadowPage struct {
	write, read [pageWords]cell
	sync        [2 * pageWords]clockRef // by four bytes
	clocks      bool                    // there is or was something in sync
}

// A cell is the set of the last accesses of a word: 0 if there is none, an
// access record with a mask of bytes, or the index of a node.
type cell uint64

const (
	cellOne  cell = 1
	cellList cell = 2
)

func oneCell(ref uint32, mask uint8) cell { return cell(ref)<<16 | cell(mask)<<8 | cellOne }

// A node is a member of a set of accesses. Nodes are immutable.
type node struct {
	ref  uint32
	mask uint8
	next uint32 // index of a node, 0 for none
}

// An access is where and when a goroutine touched memory.
type access struct {
	slot  Slot
	time  uint32
	index int32 // visible events of the goroutine before it
	depth int32 // length of its stack, at stack in the slice of stacks
	stack uint32
	// atomic: it does not race with others that are.
	atomic bool
	pc     uint64
}

type raceState struct {
	on bool
	// muted: the operation that is executed makes no edges (transparent.go).
	muted bool
	// off: nobody asks for happens-before.
	off bool
	// sole: initialisation has left no goroutine and no timer behind.
	sole   bool
	clocks clocks
	dir    [pageDir]*[pageDir]*shadowPage
	pages  uint64 // shadow pages made

	accesses []access
	nodes    []node
	stacks   []uint64
	last     uint32 // the latest record, tried first
	contexts [1 << 12]context
	recent   [256]uint32

	trail []shadowEntry
	// marked is the length of trail at the last mark; see compact.
	marked, compactAt int
	// nodesMarked is the length of nodes at the last mark, sweepAt the length
	// at which it is worth looking for those that no cell refers to.
	nodesMarked, sweepAt int
	// accessesMarked and stacksMarked are lengths at the last mark, recordsAt
	// is the number of accesses at which it is worth to sweep them.
	accessesMarked, stacksMarked, recordsAt int
	logged                                  bitSet // scratch memory of compact
	// newborn is memory whose shadow is not logged.
	newborn *newborn

	watch    map[uint64]bool // program counters
	watchPos map[token.Pos]bool
	watched  [4]uint64 // filter in front of watch
}

// clone is the state in which an execution from an image begins: clocks that
// channels and goroutines refer to stay, but all that initialisation did
// happens before all that follows.
func (r *raceState) clone() raceState {
	return raceState{clocks: clocks{words: slices.Clone(r.clocks.words)}}
}

func (r *raceState) configure(m *Machine) {
	r.on, r.newborn = m.cfg.Races, &m.newborn
	if m.cfg.Matching {
		// Fingerprints also look at the shadow of memory that has been given back.
		r.newborn = new(newborn)
	}
	r.compactAt, r.sweepAt, r.recordsAt = shadowCompactAt, nodesSweepAt, recordsSweepAt
	r.off = !m.cfg.Races && !m.cfg.EarlyTimers
	if len(r.clocks.words) == 0 {
		r.clocks.init()
	}
	r.clocks.marked()
	if len(r.accesses) == 0 {
		// Number 0 stands for none.
		r.accesses = append(r.accesses, access{slot: NoSlot})
		r.nodes = append(r.nodes, node{})
		r.accessesMarked, r.nodesMarked = 1, 1
	}
	r.watch, r.watchPos = nil, nil
	for _, pos := range m.cfg.Watch {
		if r.watchPos == nil {
			r.watch, r.watchPos = map[uint64]bool{}, map[token.Pos]bool{}
		}
		r.watchPos[pos] = true
	}
}

// watchCode notes the instructions of a function that are to be watched.
func (r *raceState) watchCode(id int32, c *compile.Func) {
	pos := token.NoPos
	for i, p := range c.Pos {
		if p.IsValid() {
			pos = p
		}
		if r.watchPos[pos] {
			pc := funcPC(id, int32(i))
			r.watch[pc] = true
			r.watched[pc>>6&3] |= 1 << (pc & 63)
		}
	}
}

func (r *raceState) close() { *r = raceState{} }

// alone reports whether nobody but g has ever run or is about to: what it does
// now happens before all that others will do, so nothing can race with it and
// nobody need remember it. It does not change between two visible operations.
func (m *Machine) alone(g *G) bool {
	return m.races.sole && g.Slot == mainSlot && g.spawned == 0 && g.sync.timers == 0 && m.sched.collections == 0 && m.races.watch == nil
}

// find returns the shadow page of a, or nil if nothing is there.
func (r *raceState) find(a Addr) *shadowPage {
	d := r.dir[a>>(pageShift+10)&(pageDir-1)]
	if d == nil {
		return nil
	}
	return d[a>>pageShift&(pageDir-1)]
}

func (r *raceState) page(a Addr) *shadowPage {
	if p := r.find(a); p != nil {
		return p
	}
	d := &r.dir[a>>(pageShift+10)&(pageDir-1)]
	if *d == nil {
		*d = new([pageDir]*shadowPage)
	}
	p := new(shadowPage)
	r.pages++
	(*d)[a>>pageShift&(pageDir-1)] = p
	return p
}

// silent reports whether operations make no edges now.
func (r *raceState) silent() bool { return r.muted || r.off }

// syncClock is the clock of the synchronisation object at a.
func (r *raceState) syncClock(a Addr) clockRef {
	p := r.find(a)
	if p == nil {
		return 0
	}
	return p.sync[a>>2%(2*pageWords)]
}

func (r *raceState) setSyncClock(a Addr, c clockRef) {
	p := r.page(a)
	i := a >> 2 % (2 * pageWords)
	r.log(a, shadowSync+i&1, uint64(p.sync[i]))
	p.sync[i], p.clocks = c, true
}

// fresh clears the shadow of memory that is allocated. It needs no log:
// whoever reuses the memory after a rewind clears it again.
func (r *raceState) fresh(a Addr, size uint64) {
	for end := a + size; a < end; {
		next := min((a>>pageShift+1)<<pageShift, end)
		if p := r.find(a); p != nil {
			from, to := a>>3%pageWords, (next-1)>>3%pageWords+1
			clear(p.write[from:to])
			clear(p.read[from:to])
			clear(p.sync[2*from : 2*to])
		}
		a = next
	}
}

// raceRead is called before memory is read by an instruction; true means
// that g has to park there, since the access is to be visible.
func (m *Machine) raceRead(g *G, a Addr, size uint64) bool {
	if m.unchecked(g) {
		return false
	}
	if m.races.watch != nil && m.isWatched(g, a, size, false) {
		g.pending = Pending{Kind: KindRead, Aux: int64(a), Args: int32(size)}
		return true
	}
	m.raceAccess(g, a, size, plainRead)
	return false
}

// raceWrite is raceRead for an instruction that writes.
func (m *Machine) raceWrite(g *G, a Addr, size uint64) bool {
	if m.unchecked(g) {
		return false
	}
	if m.races.watch != nil && m.isWatched(g, a, size, true) {
		g.pending = Pending{Kind: KindWrite, Aux: int64(a), Args: int32(size)}
		return true
	}
	m.raceAccess(g, a, size, plainWrite)
	return false
}

// isWatched reports whether the access that g is about to make is to be visible.
// Others are noted, if that is asked for.
func (m *Machine) isWatched(g *G, a Addr, size uint64, write bool) bool {
	pc := g.here()
	if m.races.watched[pc>>6&3]>>(pc&63)&1 == 0 {
		return false
	}
	visible := m.races.watch[pc]
	if m.recorder != nil {
		m.note(g, a, size, write, visible)
	}
	return visible
}

// here is the program counter of the instruction that g executes.
func (g *G) here() uint64 {
	return g.frames[len(g.frames)-1].at()
}

// at is the program counter of the instruction that f executes; f.pc is the
// next one.
func (f *Frame) at() uint64 { return funcPC(f.fn.ID, max(f.pc-1, 0)) }

// plainAt is the same in code with breaks and in code without, and so is returnPC, the
// address at which f goes on, as the guest sees it.
func (f *Frame) plainAt() uint64 { return funcPC(f.fn.ID, f.fn.Plain(max(f.pc-1, 0))) }

func (f *Frame) returnPC() uint64 { return funcPC(f.fn.ID, f.fn.Plain(f.pc)) }

// An accessMode says how memory is accessed.
type accessMode uint8

const (
	plainRead   accessMode = 0
	plainWrite  accessMode = 1
	atomicRead  accessMode = 2
	atomicWrite accessMode = 3
)

// raceAccess checks an access by g to [a, a+size) against those before it
// and enters it into the shadow.
func (m *Machine) raceAccess(g *G, a Addr, size uint64, mode accessMode) {
	if !m.races.on || size == 0 || !m.valid(a, size) || a < dataBase || m.alone(g) {
		return
	}
	r := &m.races
	ref := m.accessRecord(g, mode&atomicRead != 0)
	if len(r.nodes) >= r.sweepAt {
		r.sweep(m.unlogged())
		m.limitRemembered()
	}
	end := a + size
	var p *shadowPage
	for w := a &^ 7; w < end; w += 8 {
		if p == nil || w&(1<<pageShift-1) == 0 {
			p = r.page(w)
		}
		mask := uint8(0xff)
		if w < a {
			mask <<= a - w
		}
		if w+8 > end {
			mask &= 0xff >> (w + 8 - end)
		}
		i := w >> 3 % pageWords
		if m.order.on {
			m.order.used(g, w, mode)
		}
		if mode&plainWrite != 0 {
			m.raceWriteWord(g, p, w, i, ref, mask)
		} else {
			m.raceReadWord(g, p, w, i, ref, mask)
		}
	}
}

// raceReadWord is [FF09] rules READ SAME EPOCH, READ EXCLUSIVE, READ SHARE.
func (m *Machine) raceReadWord(g *G, p *shadowPage, w, i uint64, ref uint32, mask uint8) {
	r := &m.races
	me := oneCell(ref, mask)
	if p.read[i] == me {
		return
	}
	if c := p.write[i]; c != 0 {
		m.raceCheck(g, c, w, mask, ref, true, false)
	}
	r.log(w, shadowRead, uint64(p.read[i]))
	p.read[i] = m.enter(g, p.read[i], ref, mask, r.accesses[ref].atomic)
}

// raceWriteWord is [FF09] rules WRITE SAME EPOCH, WRITE EXCLUSIVE, WRITE
// SHARED.
func (m *Machine) raceWriteWord(g *G, p *shadowPage, w, i uint64, ref uint32, mask uint8) {
	r := &m.races
	me := oneCell(ref, mask)
	reads := p.read[i]
	if p.write[i] == me && reads == 0 {
		return
	}
	if c := p.write[i]; c != 0 {
		m.raceCheck(g, c, w, mask, ref, true, true)
	}
	if reads != 0 {
		m.raceCheck(g, reads, w, mask, ref, false, true)
		r.log(w, shadowRead, uint64(reads))
		p.read[i] = m.enter(g, reads, 0, mask, r.accesses[ref].atomic)
	}
	if p.write[i] != me {
		r.log(w, shadowWrite, uint64(p.write[i]))
		p.write[i] = m.enter(g, p.write[i], ref, mask, r.accesses[ref].atomic)
	}
}

// raceCheck reports the members of c that touch bytes of mask and do not
// happen before now.
func (m *Machine) raceCheck(g *G, c cell, w Addr, mask uint8, ref uint32, firstWrites, secondWrites bool) {
	r := &m.races
	check := func(first uint32, bytes uint8) {
		x := &r.accesses[first]
		if bytes == 0 || m.seen(g, x.slot, x.time) || x.atomic && r.accesses[ref].atomic {
			return
		}
		m.reportRace(g, w, bytes, first, ref, firstWrites, secondWrites)
	}
	if c&cellOne != 0 {
		check(uint32(c>>16), uint8(c>>8)&mask)
		return
	}
	for n := uint32(c >> 16); n != 0; n = r.nodes[n].next {
		check(r.nodes[n].ref, r.nodes[n].mask&mask)
	}
}

// enter returns the set c with the access ref added (unless it is 0) and
// those left out whose bytes it covers and that happen before it: whatever
// races with them later also races with ref. That is not so if only ref is
// atomic.
func (m *Machine) enter(g *G, c cell, ref uint32, mask uint8, atomic bool) cell {
	r := &m.races
	var rest uint32 // what stays
	keep := func(old uint32, bytes uint8) {
		x := &r.accesses[old]
		if old == ref {
			mask |= bytes
			return
		}
		if m.seen(g, x.slot, x.time) && (x.atomic || !atomic) {
			bytes &^= mask
		}
		if bytes != 0 {
			r.nodes = append(r.nodes, node{old, bytes, rest})
			rest = uint32(len(r.nodes) - 1)
		}
	}
	if c&cellOne != 0 {
		keep(uint32(c>>16), uint8(c>>8))
	} else {
		for n := uint32(c >> 16); n != 0; n = r.nodes[n].next {
			keep(r.nodes[n].ref, r.nodes[n].mask)
		}
	}
	if ref != 0 {
		if rest == 0 {
			return oneCell(ref, mask)
		}
		r.nodes = append(r.nodes, node{ref, mask, rest})
		rest = uint32(len(r.nodes) - 1)
	}
	if rest == 0 {
		return 0
	}
	return cell(rest)<<16 | cellList
}
