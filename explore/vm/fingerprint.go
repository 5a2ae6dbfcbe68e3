package vm

// Fingerprints of states.
//
// Addresses are stable names, so a state needs no renaming to be compared:
// the hash covers the goroutines (their frames and what they wait for), the
// objects of the heap that can be reached, virtual time and the armed timers.
// What the base image contains is left out; of it, only words that differ
// from the image count. Garbage does not count, but how much a goroutine has
// allocated does, since it decides the names of what it allocates next.
//
// Not part of a fingerprint: vector clocks and race shadow (but see ordering.go), numbers of events
// and steps, output and reports, but for the one that ended everything.
//
// What is a pointer is told conservatively. That can only make equal states
// look different, which costs time and is sound.

import (
	"math/bits"
	"slices"
	"unsafe"
)

// A digest is a hash of a sequence of words.
type digest struct{ a, b uint64 }

const (
	digestA = 0x9E3779B97F4A7C15
	digestB = 0xD6E8FEB86659FD93
)

func (d *digest) add(w uint64) {
	hi, lo := bits.Mul64(d.a^w, digestA)
	d.a = hi ^ lo + digestB
	hi, lo = bits.Mul64(d.b^bits.RotateLeft64(w, 29), digestB)
	d.b = hi ^ lo + digestA
}

// plus adds the digest of a part of the state, of which the order does not
// matter.
func (d *digest) plus(e digest) {
	d.a += e.a
	d.b += e.b
}

// place adds a word of memory, w at address a.
func (d *digest) place(a Addr, w uint64) {
	x, y := placed(a*digestA, a*digestB, w)
	d.a += x
	d.b += y
}

// placed is what place adds, of the products of the address with digestA and digestB.
func placed(a, b, w uint64) (x, y uint64) {
	hi, lo := bits.Mul64(b^w, digestA)
	x = hi ^ lo
	hi, lo = bits.Mul64(a+bits.RotateLeft64(w, 29), digestB)
	return x, hi ^ lo
}

// replace puts a word in the place of another one.
func (d *digest) replace(a Addr, was, w uint64) {
	var old digest
	old.place(a, was)
	d.place(a, w)
	d.a -= old.a
	d.b -= old.b
}

// A dirtyWord is a word of the base image that has been written, and what it
// held before.
type dirtyWord struct {
	addr Addr
	old  uint64
	// hidden: the word belongs to a cache (transparent.go).
	hidden bool
}

// dirtyState is what is known about written words of the base image: those
// that the trail has shown up to entry at. Entries from before the trail was
// forgotten stay.
type dirtyState struct {
	base  Addr // end of the image's heap
	words []dirtyWord
	bits  []uint64 // by number of the word
	dirtyMark
}

type dirtyMark struct{ n, at int }

// number numbers the words of the base image.
func (d *dirtyState) number(a Addr) uint64 {
	if a >= heapBase {
		return (a - heapBase) / 8
	}
	return (d.base - heapBase + a - dataBase) / 8
}

func (d *dirtyState) rewind(k dirtyMark) {
	for _, w := range d.words[k.n:] {
		i := d.number(w.addr)
		d.bits[i/64] &^= 1 << (i % 64)
	}
	d.words = d.words[:k.n]
	d.dirtyMark = k
}

// collectDirty notes the words of the base image that have been written
// since the last time.
func (m *Machine) collectDirty() {
	d := &m.sched.dirty
	// Behind the last mark the trail may have been compacted since.
	for _, e := range m.trail[min(d.at, m.marked):m.tn] {
		if e.addr < dataBase || e.addr >= d.base {
			continue
		}
		i := d.number(e.addr)
		for i/64 >= uint64(len(d.bits)) {
			d.bits = append(d.bits, make([]uint64, i/64+64-uint64(len(d.bits)))...)
		}
		if d.bits[i/64]>>(i%64)&1 == 0 {
			d.bits[i/64] |= 1 << (i % 64)
			d.words = append(d.words, dirtyWord{e.addr, e.old, m.hiddenVariable(e.addr)})
		}
	}
	d.n, d.at = len(d.words), m.tn
}

// A tracer visits the objects that can be reached from a state.
type tracer struct {
	m *Machine
	// list are the objects that have been reached, those from next on have not
	// been visited yet. reached has a bit for each of them, by granule.
	list    []Addr
	next    int
	reached []uint64
	sum     digest
	mode    traceMode
	depth   int  // of hidden objects being looked into
	deep    bool // a hidden object is among those reached
	// timed: a heap object has a point of time in it (traceHeap only).
	timed bool
	graph *liveGraph // what is reached is told to, if not nil
}

// A traceMode says what a trace covers.
type traceMode uint8

const (
	traceAll traceMode = iota
	// traceHeap leaves out the goroutines themselves and what only grows: times
	// are relative to now, items of channels and names of future goroutines
	// are not numbered.
	traceHeap
	// traceReach is traceHeap if only what is reached matters.
	traceReach
)

// begin forgets what was visited.
func (t *tracer) begin(m *Machine, mode traceMode) {
	t.m, t.mode, t.sum, t.timed, t.deep = m, mode, digest{}, false, false
	for _, a := range t.list {
		t.reached[a/granule/64] = 0
	}
	t.list, t.next = t.list[:0], 0
	if n := int(m.regions.next/granule/64) + 1; n > len(t.reached) {
		t.reached = append(t.reached, make([]uint64, n-len(t.reached))...)
	}
}

// fromImage begins a trace of what can be reached with what the base image and
// package variables refer to.
func (t *tracer) fromImage(m *Machine) {
	m.collectDirty()
	t.begin(m, traceReach)
	for i := range m.sched.dirty.words {
		t.word(m.load64(m.sched.dirty.words[i].addr))
	}
}

// word visits what w points to, if that is an object behind the base image.
// It returns what stands for w in a digest.
func (t *tracer) word(w uint64) uint64 {
	if w < t.m.sched.dirty.base || w >= t.m.regions.next {
		return w
	}
	start, ok := w, true
	if !t.m.startsAt(w) {
		if start, _, _, ok = t.m.object(w); !ok {
			return w
		}
	}
	if t.m.isHidden(start) {
		if size, elem := t.m.load64(start-8), t.m.load64(start-16); t.depth < maxHiddenDepth && elem != chanTag && elem != timerTag {
			if t.graph != nil {
				t.graph.secret, t.graph.hidden = true, true
			}
			return t.content(start, size) ^ (w - start)
		}
		t.deep = true
	}
	if t.graph != nil {
		t.graph.refer(start)
		return w
	}
	if r, bit := &t.reached[start/granule/64], uint64(1)<<(start/granule%64); *r&bit == 0 {
		*r |= bit
		t.list = append(t.list, start)
	}
	return w
}

// maxHiddenDepth bounds how far hidden objects are looked into from each
// other.
const maxHiddenDepth = 6

// content stands for a hidden object: its address depends on who filled a
// cache first, what it contains does not.
func (t *tracer) content(a Addr, size uint64) uint64 {
	t.depth++
	var d digest
	for _, w := range t.m.words(a, (size+7)/8) {
		d.add(t.word(w))
	}
	t.depth--
	return d.a ^ d.b
}

// words are n words of the arena at a.
func (m *Machine) words(a Addr, n uint64) []uint64 {
	return unsafe.Slice((*uint64)(m.ptr(a)), n)
}

// drain adds the objects that wait to be visited. The sum of their digests
// does not depend on the order.
//
// This is where the time goes: what is asked of most objects and words is asked here,
// without a call.
func (t *tracer) drain() {
	m, starts, reached := t.m, t.m.starts, t.reached
	base := m.sched.dirty.base
	heap := m.regions.next - base
	for t.next < len(t.list) {
		a := t.list[t.next]
		t.next++
		size, elem := m.load64(a-8), m.load64(a-16)
		if 0 < elem && elem <= lastTag {
			t.tagged(a, elem)
			continue
		}
		words := m.words(a, (size+7)/8)
		t.sum.placeAll(a, words)
		t.sum.place(a-8, size<<32^elem)
		for i, w := range words {
			if w-base >= heap {
				continue
			}
			if r, bit := w/granule/64, uint64(1)<<(w/granule%64); w%granule == 0 && !t.deep {
				if reached[r]&bit != 0 {
					continue
				}
				if starts[r]&bit != 0 && !m.isHidden(w) {
					reached[r] |= bit
					t.list = append(t.list, w)
					continue
				}
			}
			if v := t.word(w); v != w {
				t.sum.replace(a+8*uint64(i), w, v)
			}
		}
		if t.mode == traceHeap {
			t.timed = t.timed || slices.ContainsFunc(words, pointOfTime)
		}
	}
}

// placeAll adds words of memory from a on. Nothing is multiplied twice.
func (d *digest) placeAll(a Addr, words []uint64) {
	var stepA, stepB uint64 = digestA, digestB // of one byte
	atA, atB := a*stepA, a*stepB
	sumA, sumB := d.a, d.b
	for _, w := range words {
		x, y := placed(atA, atB, w)
		sumA, sumB = sumA+x, sumB+y
		atA, atB = atA+8*stepA, atB+8*stepB
	}
	d.a, d.b = sumA, sumB
}

// tagged adds an object of the machine's.
func (t *tracer) tagged(a, tag Addr) {
	d := digest{a, tag}
	switch tag {
	case chanTag:
		t.channel(&d, a)
	case timerTag:
		t.timer(&d, a)
	case specialTag:
		for off := specialObj; off < specialBytes; off += 8 {
			d.add(t.word(t.m.load64(a + uint64(off))))
		}
	}
	t.sum.plus(d)
}

func (t *tracer) channel(d *digest, c Addr) {
	m := t.m
	limit, words := m.load64(c+chanLimit), m.load64(c+chanWords)
	sent, received := m.load64(c+chanSent), m.load64(c+chanReceived)
	d.add(limit)
	d.add(m.load64(c + chanClosed))
	if t.mode != traceAll {
		d.add(sent - received)
	} else {
		d.add(sent)
		d.add(received)
	}
	t.word(m.load64(c + chanTimer))
	for k := received; k != sent; k++ {
		for _, w := range m.words(m.chanPlace(c, k)+8, words) {
			d.add(t.word(w))
		}
	}
}

func (t *tracer) timer(d *digest, a Addr) {
	m := t.m
	for _, off := range [...]uint64{timerC, timerSlot, timerPeriod, timerFunc, timerChan, timerSync, timerEarly, timerBubble, timerArmed} {
		w := m.load64(a + off)
		if t.mode != traceAll && off == timerSlot {
			w &= 1<<32 - 1
		}
		d.add(t.word(w))
	}
	d.add(min(m.load64(a+timerWaits), earlyWaits+1))
	if m.load64(a+timerArmed) != 0 {
		d.add(t.moment(m.timerDeadline(a)))
	}
}

// moment is a point of virtual time.
func (t *tracer) moment(at int64) uint64 {
	if t.mode != traceAll {
		at -= t.m.sched.clock
	}
	return uint64(at)
}

// goroutine adds a goroutine that lives.
func (t *tracer) goroutine(g *G) {
	d := digest{uint64(g.Slot), uint64(g.status)}
	p := &g.pending
	d.add(uint64(p.Kind) | uint64(uint32(p.Args))<<8)
	d.add(uint64(p.Res)<<32 ^ uint64(p.Aux))
	d.add(uint64(uint32(g.sync.taken)) | uint64(g.sync.ticket)<<32)
	d.add(g.sync.cond)
	d.add(uint64(g.sync.queued))
	if p.Kind == KindSleep {
		d.add(t.moment(g.sync.until))
	}
	if g.sync.now > t.m.sched.clock {
		d.add(t.moment(g.sync.now))
	}
	if t.mode == traceAll {
		d.add(uint64(uint32(g.spawned)) | uint64(uint32(g.sync.timers))<<32)
		d.add(g.region.brk)
		d.add(uint64(min(g.sync.waits, earlyWaits+1)))
		d.add(uint64(g.randCount) | bit(g.survives)<<32)
		if now := t.m.now(g); g.sync.read >= now {
			d.add(uint64(g.sync.read))
			if g.sync.seen.at == now {
				d.add(g.sync.seen.counts)
			}
		}
	}
	d.add(g.panics)
	t.word(g.panics)
	d.add(t.word(g.labels))
	for i := range g.frames {
		f := &g.frames[i]
		d.add(funcPC(f.fn.ID, f.pc))
		d.add(uint64(uint32(f.base)) | uint64(f.flags)<<32)
		d.add(f.defers)
		t.word(f.defers)
		live := g.liveWords(i)
		for k, w := range g.stack[f.base : int(f.base)+f.fn.Words] {
			if live == nil || live[k/64]>>(k%64)&1 != 0 {
				d.add(t.word(w))
			}
		}
		if i == len(g.frames)-1 && (p.Kind == KindRead || p.Kind == KindWrite) {
			// Perhaps the arguments of an intrinsic.
			for _, w := range g.stack[int(f.base)+f.fn.Words:][:f.fn.Out] {
				d.add(t.word(w))
			}
		}
	}
	if t.mode == traceAll {
		t.sum.plus(d)
	}
}

// trace runs over the whole state.
func (t *tracer) trace(m *Machine, mode traceMode) [2]uint64 {
	m.collectDirty()
	t.begin(m, mode)
	for _, s := range m.liveGoroutines() {
		t.goroutine(m.gs[s])
	}
	for a := m.sched.timers; a != 0; a = m.load64(a + timerNext) {
		t.word(a)
	}
	for a := m.sched.specials; a != 0; a = m.load64(a + specialNext) {
		t.word(a)
	}
	for i := range m.sched.dirty.words {
		w := &m.sched.dirty.words[i]
		if now := m.load64(w.addr); now != w.old && !w.hidden {
			t.sum.place(w.addr, t.word(now))
		}
	}
	t.drain()
	return m.conclude(t.sum, mode)
}

// conclude makes a fingerprint of the sum of the digests.
func (m *Machine) conclude(d digest, mode traceMode) [2]uint64 {
	if mode == traceAll {
		d.add(uint64(m.sched.clock))
		d.add(uint64(m.sched.faults))
		d.add(uint64(m.sched.collections))
		d.add(m.sched.garbage<<32 ^ uint64(m.sched.cycles))
	}
	d.add(uint64(m.stop.kind))
	if n := len(m.reports); m.stop.kind == stopCrash && n > 0 {
		d.report(&m.reports[n-1])
	}
	return [2]uint64{d.a, d.b}
}

// report adds what ended everything, and where.
func (d *digest) report(r *Report) {
	d.add(uint64(r.Kind))
	for i := range len(r.Message) {
		d.add(uint64(r.Message[i]))
	}
	for i := range r.Sides {
		for _, f := range r.Sides[i].Stack {
			d.add(uint64(uint32(f.Loc.Func))<<32 | uint64(uint32(f.Loc.Instr)))
		}
	}
}
