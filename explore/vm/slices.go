package vm

// Slices: slicing, make, append and copy, with gc's bounds checks and the
// growth of runtime/slice.go.

import (
	"math/bits"
	"unsafe"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// opSlice executes x[lo:hi:max] in general.
func (m *Machine) opSlice(g *G, in *compile.Instr, fp unsafe.Pointer, length uint64) trap {
	x := regs(fp, in.B, 3)
	bounds := regs(fp, in.C, 3)
	imm := in.Imm
	elem := uint64(imm >> compile.SliceElem)
	var p, n, k uint64
	switch {
	case imm&compile.SliceArrayPtr != 0:
		if x[0] < unmapped {
			return m.callRuntime(g, "panicmem")
		}
		p, n, k = x[0], length, length
	case imm&compile.SliceString != 0:
		p, n, k = x[0], x[1], x[1]
	default:
		p, n, k = x[0], x[1], x[2]
	}
	lo, hi, limit := uint64(0), n, k
	if imm&compile.SliceLo != 0 {
		lo = bounds[0]
	}
	if imm&compile.SliceHi != 0 {
		hi = bounds[1]
	}
	if imm&compile.SliceMax != 0 {
		limit = bounds[2]
		switch {
		case limit > k:
			name := "panicSlice3Acap"
			if imm&compile.SliceArrayPtr != 0 {
				name = "panicSlice3Alen"
			}
			return m.boundsPanic(g, name, imm&compile.SliceMaxU != 0, limit, k)
		case hi > limit:
			return m.boundsPanic(g, "panicSlice3B", imm&compile.SliceHiU != 0, hi, limit)
		case lo > hi:
			return m.boundsPanic(g, "panicSlice3C", imm&compile.SliceLoU != 0, lo, hi)
		}
	} else {
		switch {
		case hi > k:
			name := "panicSliceAcap"
			if imm&(compile.SliceString|compile.SliceArrayPtr) != 0 {
				name = "panicSliceAlen"
			}
			return m.boundsPanic(g, name, imm&compile.SliceHiU != 0, hi, k)
		case lo > hi:
			return m.boundsPanic(g, "panicSliceB", imm&compile.SliceLoU != 0, lo, hi)
		}
	}
	a := in.A
	if imm&compile.SliceString != 0 {
		if lo != k {
			p += lo
		}
		*reg(fp, a), *reg(fp, a+1) = p, hi-lo
		return trapNone
	}
	if lo != limit {
		p += lo * elem
	}
	*reg(fp, a), *reg(fp, a+1), *reg(fp, a+2) = p, hi-lo, limit-lo
	return trapNone
}

// boundsPanic calls the runtime's function for a bounds failure.
func (m *Machine) boundsPanic(g *G, name string, unsigned bool, x, y uint64) trap {
	if unsigned {
		name += "U"
	}
	return m.callRuntime(g, name, x, y)
}

// slicePanic panics for the instructions that slice with one bound.
func (m *Machine) slicePanic(g *G, in *compile.Instr, fp unsafe.Pointer) trap {
	i, n := *reg(fp, in.C), *reg(fp, in.B+1)
	unsigned := in.Imm&1 != 0
	switch in.Op {
	case compile.OpSliceTo:
		return m.boundsPanic(g, "panicSliceAcap", unsigned, i, *reg(fp, in.B+2))
	case compile.OpStrTo:
		return m.boundsPanic(g, "panicSliceAlen", unsigned, i, n)
	}
	return m.boundsPanic(g, "panicSliceB", unsigned, i, n)
}

// maxAlloc is gc's limit of the size of an object.
const maxAlloc = 1 << 48

// makeSlice is make([]T, len, cap).
func (m *Machine) makeSlice(g *G, in *compile.Instr, fp unsafe.Pointer, avoidable bool) trap {
	n, k := *reg(fp, in.B), *reg(fp, in.C)
	typ := uint64(in.Imm)
	size := m.load64(typ)
	bad := func(x uint64) bool { return int64(x) < 0 || size != 0 && x > maxAlloc/size }
	if bad(k) || n > k {
		if bad(n) {
			return m.callRuntime(g, "panicmakeslicelen")
		}
		return m.callRuntime(g, "panicmakeslicecap")
	}
	p, t := m.alloc(g, typ, k)
	if t != trapNone {
		return t
	}
	if !avoidable || k*size > largeBuffer {
		m.malloc(k * size)
	}
	*reg(fp, in.A), *reg(fp, in.A+1), *reg(fp, in.A+2) = p, n, k
	return trapNone
}

// appendSlice appends n elements to the slice x: those at address from or, if
// words is not nil, those that stand there.
func (m *Machine) appendSlice(g *G, typ Addr, dst, x []uint64, from, n uint64, words unsafe.Pointer) trap {
	p, length, k := x[0], x[1], x[2]
	if n == 0 {
		dst[0], dst[1], dst[2] = p, length, k
		return trapNone
	}
	size := m.load64(typ)
	if words == nil && size > 0 && m.hook(g, from, n*size, false) {
		return trapPark
	}
	total := length + n
	if total > k {
		if int64(total) < 0 || size != 0 && total > maxAlloc/size {
			return m.callRuntime(g, "panicgrowslice")
		}
		if length > 0 && size > 0 && m.hook(g, p, length*size, false) {
			return trapPark
		}
		grown := growCap(total, k, size, m.load64(typ+8) != 0)
		q, t := m.alloc(g, typ, grown)
		if t != trapNone {
			return t
		}
		m.malloc(grown * size)
		if length > 0 && size > 0 {
			if !m.valid(p, length*size) {
				return m.callRuntime(g, "panicmem")
			}
			copy(hostBytes(m.ptr(q), length*size), m.bytes(p, length*size))
		}
		p, k = q, grown
	} else if size > 0 && m.hook(g, p+length*size, n*size, true) {
		return trapPark
	}
	if size > 0 {
		at := p + length*size
		if !m.valid(at, n*size) || words == nil && !m.valid(from, n*size) || at < rodataEnd {
			return m.callRuntime(g, "panicmem")
		}
		m.steps += int64(n * size >> 4)
		if words != nil {
			m.write(at, unsafe.Slice((*byte)(words), n*size))
		} else {
			m.move(at, from, n*size)
		}
	}
	dst[0], dst[1], dst[2] = p, total, k
	return trapNone
}

// growCap is the capacity of a slice of capacity old that has to hold n
// elements: nextslicecap and roundupsize of the runtime's slice.go and msize.go.
func growCap(n, old, size uint64, pointers bool) uint64 {
	k := old
	const threshold = 256
	switch double := old + old; {
	case n > double:
		k = n
	case old < threshold:
		k = double
	default:
		for k < n {
			k += (k + 3*threshold) >> 2
		}
	}
	if size == 0 {
		return n
	}
	bytes := k * size
	const header, minHeader, maxSmall = 8, 512, 32768 - 8
	if pointers && bytes > minHeader && bytes <= maxSmall {
		return (roundupSize(bytes+header) - header) / size
	}
	return roundupSize(bytes) / size
}

// copySlice is the builtin copy.
func (m *Machine) copySlice(g *G, res *uint64, dst, src []uint64, size uint64) trap {
	n := min(dst[1], src[1])
	if bytes := n * size; bytes > 0 {
		if !m.valid(src[0], bytes) || !m.valid(dst[0], bytes) || dst[0] < rodataEnd {
			return m.callRuntime(g, "panicmem")
		}
		if m.hook(g, src[0], bytes, false) || m.hook(g, dst[0], bytes, true) {
			return trapPark
		}
		m.steps += int64(bytes >> 4)
		m.move(dst[0], src[0], bytes)
	}
	*res = n
	return trapNone
}

// unsafeSlice is unsafe.Slice.
func (m *Machine) unsafeSlice(g *G, in *compile.Instr, fp unsafe.Pointer, unsigned bool) trap {
	p, n := *reg(fp, in.B), *reg(fp, in.C)
	hi, size := bits.Mul64(n, m.load64(uint64(in.Imm)))
	switch {
	case int64(n) < 0:
		return m.callRuntime(g, "panicunsafeslicelen")
	case hi != 0 || size > -p:
		if p == 0 {
			return m.callRuntime(g, "panicunsafeslicenilptr")
		}
		return m.callRuntime(g, "panicunsafeslicelen")
	}
	k := n
	if p == 0 {
		k = 0 // a nil slice
	}
	*reg(fp, in.A), *reg(fp, in.A+1), *reg(fp, in.A+2) = p, k, k
	return trapNone
}

// unsafeString is unsafe.String.
func (m *Machine) unsafeString(g *G, in *compile.Instr, fp unsafe.Pointer) trap {
	p, n := *reg(fp, in.B), *reg(fp, in.C)
	switch {
	case int64(n) < 0:
		return m.callRuntime(g, "panicunsafestringlen")
	case n > -p:
		if p == 0 {
			return m.callRuntime(g, "panicunsafestringnilptr")
		}
		return m.callRuntime(g, "panicunsafestringlen")
	}
	*reg(fp, in.A), *reg(fp, in.A+1) = p, n
	return trapNone
}
