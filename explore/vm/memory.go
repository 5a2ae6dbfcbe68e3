package vm

import (
	"math/bits"
	"unsafe"
)

// An Addr is an address of the machine: an offset into its arena. Guest
// pointers are Addrs. Addresses below unmapped are nil pointers with an
// offset.
type Addr = uint64

const (
	unmapped = 4096
	// granule is the alignment of objects.
	granule = 16
	// headerSize is the size of the header before each heap object: one
	// word with the address of the element type, one with the size.
	headerSize = 16
)

// arena is the linear memory of one machine: a reserved range of virtual
// memory, touched page by page. From low to high: the unmapped page, the
// static part (type descriptors, strings, globals; grows while code is
// compiled, never rewound), then chunks of the allocation regions.
//
// Every write that a rewind must undo goes through [arena.log] first.
type arena struct {
	base  unsafe.Pointer
	limit uint64 // size of the arena

	// starts has one bit for each granule: an object's payload starts here.
	// Bits are cleared when memory is allocated again, so they need no undo.
	starts []uint64

	trail []trailEntry
	tn    int // used entries of trail
	// marked is tn at the last mark: entries from there on may be compacted.
	marked    int
	compacted bool   // since the last mark
	thinned   bool   // since then, compacting has dropped what is in newborn memory
	logged    bitSet // scratch memory of compactTrail
	whole     bool   // no entry is ever dropped
	newborn   newborn
	trailPast
}

// A trailPast is what compacting has done to the trail; a rewind goes back to
// what it was.
type trailPast struct {
	dropped int // entries
	moved   int // how many there had ever been at the latest time
}

// A trailEntry is the old value of an aligned word.
type trailEntry struct{ addr, old uint64 }

func newArena(memory, starts []byte) arena {
	return arena{
		base:   unsafe.Pointer(unsafe.SliceData(memory)),
		limit:  uint64(len(memory)),
		starts: unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(starts))), len(starts)/8),
	}
}

func (a *arena) ptr(addr Addr) unsafe.Pointer { return unsafe.Add(a.base, addr) }

func (a *arena) valid(addr, size uint64) bool {
	return addr >= unmapped && addr < a.limit && size <= a.limit-addr
}

// log remembers the aligned word at addr&^7 before it is written.
func (a *arena) log(addr Addr) {
	addr &^= 7
	if a.tn == len(a.trail) {
		a.growTrail()
	}
	a.trail[a.tn] = trailEntry{addr, *(*uint64)(a.ptr(addr))}
	a.tn++
}

func (a *arena) logRange(addr Addr, size uint64) {
	for w := addr &^ 7; w < addr+size; w += 8 {
		a.log(w)
	}
}

func (a *arena) load8(p Addr) uint8   { return *(*uint8)(a.ptr(p)) }
func (a *arena) load16(p Addr) uint16 { return *(*uint16)(a.ptr(p)) }
func (a *arena) load32(p Addr) uint32 { return *(*uint32)(a.ptr(p)) }
func (a *arena) load64(p Addr) uint64 { return *(*uint64)(a.ptr(p)) }

func (a *arena) store8(p Addr, v uint8)   { a.log(p); *(*uint8)(a.ptr(p)) = v }
func (a *arena) store16(p Addr, v uint16) { a.log(p); *(*uint16)(a.ptr(p)) = v }
func (a *arena) store32(p Addr, v uint32) { a.log(p); *(*uint32)(a.ptr(p)) = v }
func (a *arena) store64(p Addr, v uint64) { a.log(p); *(*uint64)(a.ptr(p)) = v }

// bytes is the memory [p, p+n). It must not be written to, and is valid
// until the machine runs on.
func (a *arena) bytes(p Addr, n uint64) []byte {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(a.ptr(p)), n)
}

// write copies b to p, logged.
func (a *arena) write(p Addr, b []byte) {
	a.logRange(p, uint64(len(b)))
	copy(unsafe.Slice((*byte)(a.ptr(p)), len(b)), b)
}

// move copies n bytes like memmove, logged.
func (a *arena) move(dst, src Addr, n uint64) {
	if n == 0 {
		return
	}
	a.logRange(dst, n)
	copy(unsafe.Slice((*byte)(a.ptr(dst)), n), unsafe.Slice((*byte)(a.ptr(src)), n))
}

// clear zeroes [p, p+n), logged.
func (a *arena) clear(p Addr, n uint64) {
	if n == 0 {
		return
	}
	a.logRange(p, n)
	clear(unsafe.Slice((*byte)(a.ptr(p)), n))
}

// compactAt is how many entries since the last mark make it worth looking for
// words that were logged twice. What is kept then fits the cache.
const compactAt = 1 << 15

// growTrail makes room for another entry. Between two marks only the oldest
// value of a word matters, and none of newborn memory, so a long run without
// marks needs little more memory than the words it writes that are older.
func (a *arena) growTrail() {
	if n := a.tn - a.marked; n >= compactAt && !a.whole {
		a.compactTrail()
		if a.tn-a.marked <= n/2 {
			return
		}
	}
	t := make([]trailEntry, max(2*len(a.trail), 1024))
	copy(t, a.trail[:a.tn])
	a.trail = t
}

// compactTrail drops all entries since the last mark but the oldest of each
// word that is not newborn.
func (a *arena) compactTrail() {
	kept := a.trail[:a.marked]
	for _, e := range a.trail[a.marked:a.tn] {
		if a.newborn.has(e.addr) {
			a.thinned = true
		} else if a.logged.add(e.addr / 8) {
			kept = append(kept, e)
		}
	}
	a.logged.reset()
	a.moved = a.tn + a.dropped
	a.dropped += a.tn - len(kept)
	a.tn, a.compacted = len(kept), true
}

// rewindTrail undoes all writes logged since the trail had length n.
func (a *arena) rewindTrail(n int) {
	base := a.base
	for i := a.tn - 1; i >= n; i-- {
		e := a.trail[i]
		*(*uint64)(unsafe.Add(base, e.addr)) = e.old
	}
	a.tn, a.marked, a.thinned = n, n, false
	a.newborn.grown()
}

// startsAt reports whether a heap object starts at addr.
func (a *arena) startsAt(addr Addr) bool {
	return addr%granule == 0 && a.starts[addr/granule/64]>>(addr/granule%64)&1 != 0
}

// object finds the heap object that contains addr. ok is false for addresses
// outside any heap object.
func (a *arena) object(addr Addr) (start Addr, size uint64, elem Addr, ok bool) {
	if addr < unmapped || addr >= a.limit {
		return 0, 0, 0, false
	}
	g := addr / granule
	i := g / 64
	if i >= uint64(len(a.starts)) {
		return 0, 0, 0, false
	}
	w := a.starts[i] & (^uint64(0) >> (63 - g%64))
	for w == 0 {
		if i == 0 {
			return 0, 0, 0, false
		}
		i--
		w = a.starts[i]
	}
	start = (i*64 + uint64(63-bits.LeadingZeros64(w))) * granule
	elem, size = a.load64(start-headerSize), a.load64(start-headerSize+8)
	// One past the end of a zero-size tail still belongs to the object.
	if addr >= start+max(size, 1) {
		return 0, 0, 0, false
	}
	return start, size, elem, true
}
