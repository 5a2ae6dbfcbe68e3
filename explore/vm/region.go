package vm

import "unsafe"

// Allocation regions. Each goroutine allocates from chunks of its own, and a
// chunk's address depends only on (goroutine name, number of the chunk, its
// size), remembered for as long as the machine lives. So an object has the
// same address in every execution in which its goroutine did the same
// things, and independent steps commute on addresses too.

const (
	firstChunk = 8 << 10
	maxChunk   = 1 << 20
)

// A region is the allocation state of one goroutine; it is saved and
// rewound with the goroutine.
type region struct {
	slot     Slot
	chunks   int32 // chunks taken so far
	brk, end Addr  // free part of the current chunk
}

type chunkKey struct {
	slot  Slot
	index int32
	size  uint64
}

// regions hands out the chunks of a machine. It is not rewound.
type regions struct {
	chunk  map[chunkKey]Addr
	next   Addr     // first address never handed out, as far as is known
	hidden pieceSet // what belongs to hidden regions
	common *Names   // if not nil, chunk is a part of its own
}

// isHidden reports whether a lies in a hidden region: memory that code listed
// in transparent.go keeps for itself. How much of that a goroutine allocates
// depends on who filled a cache first, so it must not lie among what the
// goroutine allocates otherwise.
func (r *regions) isHidden(a Addr) bool { return r.hidden.has(a) }

// hiddenSlot stands for the hidden region of a goroutine in the names of its
// chunks.
func hiddenSlot(s Slot) Slot { return -2 - s }

// regionOf is where g allocates now.
func (m *Machine) regionOf(g *G) *region {
	if !m.allocatesHidden(g) {
		return &g.region
	}
	r := &g.sync.hidden
	r.slot = hiddenSlot(g.Slot)
	return r
}

// objectBytes is what an object takes, with its header.
func objectBytes(size uint64) uint64 {
	return (headerSize + max(size, 1) + granule - 1) &^ (granule - 1)
}

// allocRaw returns the address of size fresh zeroed bytes for an object of
// elements of type elem (0: no pointers), or ok = false if the machine's
// memory limit is reached. The object's size is size, at least 1.
func (m *Machine) allocRaw(r *region, size uint64, elem Addr) (addr Addr, ok bool) {
	need := objectBytes(size)
	if size > m.limits.Memory || m.live+need > m.limits.Memory {
		return 0, false
	}
	if r.end-r.brk < need && !m.grow(r, need) {
		return 0, false
	}
	p := r.brk
	r.brk += need
	m.live += need
	clear(unsafe.Slice((*byte)(m.ptr(p)), need))
	clearBits(m.starts, p/granule, need/granule)
	m.races.fresh(p, need)
	addr = p + headerSize
	m.starts[addr/granule/64] |= 1 << (addr / granule % 64)
	*(*uint64)(m.ptr(p)) = elem
	*(*uint64)(m.ptr(p + 8)) = max(size, 1)
	if m.sched.graph.valid {
		m.sched.graph.allocated(addr, size)
	}
	return addr, true
}

// grow gives r a chunk with room for need bytes.
func (m *Machine) grow(r *region, need uint64) bool {
	size := uint64(firstChunk) << min(r.chunks, 7)
	size = min(size, maxChunk)
	for size < need {
		size *= 2
	}
	key := chunkKey{r.slot, r.chunks, size}
	base, known := m.chunk[key]
	if !known {
		if base, known = m.place(key, m.arena.limit); !known {
			return false
		}
		m.chunk[key] = base
		m.next = max(m.next, base+size)
		if r.slot < NoSlot {
			m.hidden.add(base, size)
		}
	}
	m.newborn.take(base, size)
	if r.brk < r.end {
		// For those who look at whole chunks.
		clearBits(m.starts, r.brk/granule, (r.end-r.brk)/granule)
		m.races.fresh(r.brk, r.end-r.brk)
	}
	r.chunks++
	r.brk, r.end = base, base+size
	return true
}

// place finds room for a new chunk below limit.
func (r *regions) place(key chunkKey, limit Addr) (base Addr, ok bool) {
	if r.common != nil {
		return r.common.place(key, limit)
	}
	return r.next, key.size <= limit-r.next
}

// clearBits clears bits [from, from+n).
func clearBits(b []uint64, from, n uint64) {
	for n > 0 && from%64 != 0 {
		b[from/64] &^= 1 << (from % 64)
		from, n = from+1, n-1
	}
	clear(b[from/64 : from/64+n/64])
	for i := from + n&^63; i < from+n; i++ {
		b[i/64] &^= 1 << (i % 64)
	}
}

// smallBuffer is up to how many bytes gc keeps on the stack for a string or
// slice of a size known only at run time, if it does not escape; largeBuffer is
// that for slices of constant size.
const (
	smallBuffer = 32
	largeBuffer = 64 << 10
)

// malloc counts an allocation of n bytes if gc makes it, too, whatever its
// escape analysis and its inliner find out: those of strings and slices whose
// size only shows at run time, of channels, and of what reflect makes.
func (m *Machine) malloc(n uint64) {
	if n > smallBuffer {
		m.mallocs++
	}
}

// zeroBase is the address of all objects without size: 16 bytes of rodata.
const zeroBase = rodataBase

// alloc returns n zeroed elements of the type with descriptor typ, allocated
// by g.
func (m *Machine) alloc(g *G, typ Addr, n uint64) (Addr, trap) {
	size := m.load64(typ)
	if size == 0 || n == 0 {
		return zeroBase, trapNone
	}
	if n != 1 {
		if n > m.limits.Memory/size {
			return 0, m.stopWith(stopState{kind: stopLimit, limit: "memory"})
		}
		size *= n
	}
	a, ok := m.allocRaw(m.regionOf(g), size, typ)
	if !ok {
		return 0, m.stopWith(stopState{kind: stopLimit, limit: "memory"})
	}
	return a, trapNone
}
