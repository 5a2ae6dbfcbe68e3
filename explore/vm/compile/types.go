package compile

import (
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// A Class says how a value of a type stands in memory: as a scalar of some
// size and signedness, or as plain bytes.
type Class uint8

const (
	U8 Class = iota
	S8
	U16
	S16
	U32
	S32
	W64
	Bytes // anything that is not a scalar
)

var sizes = types.SizesFor("gc", "amd64")

// Sizeof is the size of a value of type t in memory.
func Sizeof(t types.Type) int64 { return sizes.Sizeof(sized(t)) }

// sized replaces the types that types.Sizes does not know.
func sized(t types.Type) types.Type {
	if b, ok := t.(*types.Basic); ok {
		if b.Kind() == types.Invalid {
			return types.NewStruct(nil, nil)
		}
		if b.Kind() == types.UntypedNil {
			return types.Typ[types.UnsafePointer]
		}
		return types.Default(b)
	}
	return t
}

// under is the underlying type.
func under(t types.Type) types.Type { return sized(t).Underlying() }

// ClassOf is the class of a type.
func ClassOf(t types.Type) Class {
	switch t := under(t).(type) {
	case *types.Basic:
		switch t.Kind() {
		case types.Bool, types.Uint8:
			return U8
		case types.Int8:
			return S8
		case types.Uint16:
			return U16
		case types.Int16:
			return S16
		case types.Uint32, types.Float32:
			return U32
		case types.Int32:
			return S32
		case types.Int, types.Int64, types.Uint, types.Uint64, types.Uintptr, types.Float64, types.UnsafePointer:
			return W64
		}
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature:
		return W64
	}
	return Bytes
}

// Words is the number of frame words of a value of type t.
func Words(t types.Type) int {
	if tuple, ok := t.(*types.Tuple); ok {
		n := 0
		for v := range tuple.Variables() {
			n += Words(v.Type())
		}
		return n
	}
	return sizeWords(Sizeof(t))
}

// sizeWords is the number of frame words of a value of some size.
func sizeWords(size int64) int {
	if Huge(size) {
		return 1
	}
	return int((size + 7) / 8)
}

// tupleWord is the first word of element i of a tuple.
func tupleWord(t *types.Tuple, i int) int {
	n := 0
	for j := range i {
		n += Words(t.At(j).Type())
	}
	return n
}

// Direct reports whether an interface's data word holds a value of type t
// itself: gc's types.IsDirectIface.
func Direct(t types.Type) bool {
	return Sizeof(t) == 8 && pointerWords(t)[0]
}

// pointerWords appends whether each word of a value of type t may hold a
// pointer.
func pointerWords(t types.Type) []bool {
	if tuple, ok := t.(*types.Tuple); ok {
		var mask []bool
		for v := range tuple.Variables() {
			mask = append(mask, pointerWords(v.Type())...)
		}
		return mask
	}
	if isHuge(t) {
		return []bool{true}
	}
	mask := make([]bool, Words(t))
	markPointers(mask, t, 0)
	return mask
}

func markPointers(mask []bool, t types.Type, off int64) {
	switch t := under(t).(type) {
	case *types.Basic:
		if t.Kind() == types.String || t.Kind() == types.UnsafePointer {
			mask[off/8] = true
		}
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature, *types.Slice:
		mask[off/8] = true
	case *types.Interface:
		mask[off/8], mask[off/8+1] = true, true
	case *types.Array:
		size := Sizeof(t.Elem())
		if size == 0 {
			return
		}
		for i := range t.Len() {
			markPointers(mask, t.Elem(), off+i*size)
		}
	case *types.Struct:
		fields := structFields(t)
		for i, o := range sizes.Offsetsof(fields) {
			markPointers(mask, fields[i].Type(), off+o)
		}
	}
}

func structFields(t *types.Struct) []*types.Var {
	fields := make([]*types.Var, t.NumFields())
	for i := range fields {
		fields[i] = t.Field(i)
	}
	return fields
}

// fieldOffset is the offset of field i of struct type t.
func fieldOffset(t types.Type, i int) int64 {
	return sizes.Offsetsof(structFields(under(t).(*types.Struct)))[i]
}

func deref(t types.Type) types.Type { return under(t).(*types.Pointer).Elem() }

func isInterface(t types.Type) bool { return types.IsInterface(t) }

func isEmptyInterface(t types.Type) bool {
	i, ok := under(t).(*types.Interface)
	return ok && i.NumMethods() == 0
}

func basicInfo(t types.Type) types.BasicInfo {
	if b, ok := under(t).(*types.Basic); ok {
		return b.Info()
	}
	return 0
}

func isString(t types.Type) bool   { return basicInfo(t)&types.IsString != 0 }
func isFloat(t types.Type) bool    { return basicInfo(t)&types.IsFloat != 0 }
func isComplex(t types.Type) bool  { return basicInfo(t)&types.IsComplex != 0 }
func isInteger(t types.Type) bool  { return basicInfo(t)&types.IsInteger != 0 }
func isUnsigned(t types.Type) bool { return basicInfo(t)&types.IsUnsigned != 0 }

// resultWords is the number of words of the results of a call.
func resultWords(sig *types.Signature) int { return Words(sig.Results()) }

// ClosureType is the layout of the object behind a function value that
// captures variables: the code pointer and the captured values.
func ClosureType(free []*ssa.FreeVar) *types.Struct {
	fields := []*types.Var{types.NewField(0, nil, "F", types.Typ[types.Uintptr], false)}
	for i, v := range free {
		fields = append(fields, types.NewField(0, nil, "X"+strconv.Itoa(i), v.Type(), false))
	}
	return types.NewStruct(fields, nil)
}

// ClassSize is the size in memory of the scalars of a class.
func ClassSize(c Class) int64 { return classSize[c] }
