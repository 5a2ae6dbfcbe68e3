package vm

// Size, alignment and pointers of types, and the fields of structs, as gc lays them out.

import (
	"fmt"
	"go/types"
)

var basicKinds = map[types.BasicKind]uint8{
	types.Bool: kindBool, types.Int: kindInt, types.Int8: kindInt8, types.Int16: kindInt16,
	types.Int32: kindInt32, types.Int64: kindInt64, types.Uint: kindUint, types.Uint8: kindUint8,
	types.Uint16: kindUint16, types.Uint32: kindUint32, types.Uint64: kindUint64,
	types.Uintptr: kindUintptr, types.Float32: kindFloat32, types.Float64: kindFloat64,
	types.Complex64: kindComplex64, types.Complex128: kindComplex128, types.String: kindString,
	types.UnsafePointer: kindUnsafePointer,
}

// layout computes the kind, size, pointers and comparison of a type.
func (e *emitter) layout(i *typeInfo) {
	i.size, i.align = 8, 8
	switch t := i.under.(type) {
	case *types.Basic:
		i.kind = basicKinds[t.Kind()]
		if i.kind == kindInvalid {
			panic(fmt.Sprintf("vm: no descriptor for %s", i.typ))
		}
		i.size = uint64(sizes.Sizeof(t))
		i.align = uint8(sizes.Alignof(t))
		i.scalar = i.kind != kindString && i.kind != kindComplex128 && i.kind != kindComplex64
		if i.kind == kindString || i.kind == kindUnsafePointer {
			i.ptrmask = []uint64{1}
		}
	case *types.Pointer:
		i.kind, i.scalar, i.ptrmask = kindPointer, true, []uint64{1}
	case *types.Chan:
		i.kind, i.scalar, i.ptrmask = kindChan, true, []uint64{1}
	case *types.Map:
		i.kind, i.scalar, i.ptrmask = kindMap, true, []uint64{1}
	case *types.Signature:
		i.kind, i.scalar, i.ptrmask = kindFunc, true, []uint64{1}
	case *types.Slice:
		i.kind, i.size, i.ptrmask = kindSlice, 24, []uint64{1}
	case *types.Interface:
		// The first word points to static memory only.
		i.kind, i.size, i.ptrmask = kindInterface, 16, []uint64{2}
	case *types.Array:
		e.layoutArray(i, t)
	case *types.Struct:
		e.layoutStruct(i, t)
	default:
		panic(fmt.Sprintf("vm: no descriptor for %s", i.typ))
	}
	if !i.conservative {
		i.ptrBytes = maskBytes(i.ptrmask)
	}
	i.direct = i.size == 8 && i.ptrBytes == 8
	i.ops = e.comparison(i)
}

// maskBytes is the size of the prefix of a value that contains its pointers.
func maskBytes(mask []uint64) uint64 {
	for n := len(mask) - 1; n >= 0; n-- {
		for b := 63; b >= 0; b-- {
			if mask[n]>>b&1 != 0 {
				return uint64(n*64+b+1) * 8
			}
		}
	}
	return 0
}

// maskAt sets the bits of sub, the mask of a value at offset off, in mask.
func maskAt(mask, sub []uint64, off uint64) {
	for n, bits := range sub {
		for b := 0; bits != 0; b++ {
			if bits&1 != 0 {
				w := off/8 + uint64(n*64+b)
				mask[w/64] |= 1 << (w % 64)
			}
			bits >>= 1
		}
	}
}

// maxMasked is the size of values up to which there are pointer masks.
const maxMasked = 1 << 20

func (e *emitter) layoutArray(i *typeInfo, t *types.Array) {
	elem := e.info(t.Elem())
	i.kind, i.elem = kindArray, elem
	i.length = uint64(t.Len())
	i.size, i.align = elem.size*i.length, elem.align
	switch {
	case elem.ptrBytes == 0 || i.length == 0:
	case i.size > maxMasked:
		i.conservative = true
		i.ptrBytes = i.size - elem.size + elem.ptrBytes
	default:
		i.ptrmask = make([]uint64, (i.size/8+63)/64)
		for n := range i.length {
			maskAt(i.ptrmask, elem.ptrmask, n*elem.size)
		}
	}
}

func (e *emitter) layoutStruct(i *typeInfo, t *types.Struct) {
	i.kind, i.size, i.align = kindStruct, 0, 1
	fields := make([]*typeInfo, t.NumFields())
	i.offsets = make([]uint64, len(fields))
	for n := range fields {
		f := e.info(t.Field(n).Type())
		fields[n] = f
		i.align = max(i.align, f.align)
		i.size = alignUp(i.size, uint64(f.align))
		i.offsets[n] = i.size
		// A zero-size field at the end gets a byte, so that its address is
		// not that of the next object.
		if n == len(fields)-1 && f.size == 0 && i.size > 0 {
			i.size++
		}
		i.size += f.size
	}
	i.size = alignUp(i.size, uint64(i.align))
	for n, f := range fields {
		if f.ptrBytes > 0 {
			i.ptrBytes = i.offsets[n] + f.ptrBytes
		}
	}
	if i.conservative = i.size > maxMasked && i.ptrBytes > 0; i.conservative {
		return
	}
	i.ptrmask = make([]uint64, (i.ptrBytes/8+63)/64)
	for n, f := range fields {
		maskAt(i.ptrmask, f.ptrmask, i.offsets[n])
	}
}
