package compile

// Views: values that stand in words of others.

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// viewOf resolves a value that stands in words of another one.
func (c *compiler) viewOf(v ssa.Value) (base ssa.Value, off int, ok bool) {
	switch v := v.(type) {
	case *ssa.ChangeType:
		return v.X, 0, !isConstant(v.X)
	case *ssa.Convert:
		return v.X, 0, !isConstant(v.X) && sameForm(v.X.Type(), v.Type())
	case *ssa.Extract:
		return v.Tuple, tupleWord(v.Tuple.Type().(*types.Tuple), v.Index), true
	case *ssa.Field:
		if isConstant(v.X) {
			return nil, 0, false
		}
		return viewPart(v.X, fieldOffset(v.X.Type(), v.Field), v.Type())
	case *ssa.Index:
		k, isConst := v.Index.(*ssa.Const)
		arr, isArray := under(v.X.Type()).(*types.Array)
		if !isConst || !isArray || isConstant(v.X) || c.isBoxed(v.X) {
			return nil, 0, false
		}
		i := k.Int64()
		if i < 0 || i >= arr.Len() {
			return nil, 0, false
		}
		return viewPart(v.X, i*Sizeof(v.Type()), v.Type())
	case *ssa.Slice:
		if v.Low == nil && v.High == nil && v.Max == nil && !isConstant(v.X) {
			_, isPtr := under(v.X.Type()).(*types.Pointer)
			return v.X, 0, !isPtr
		}
	case *ssa.Call:
		return builtinView(v)
	}
	return nil, 0, false
}

// viewPart is the view of the part at off of the aggregate x.
func viewPart(x ssa.Value, off int64, t types.Type) (ssa.Value, int, bool) {
	size := Sizeof(t)
	ok := !isHuge(x.Type()) && off%8 == 0 && (size%8 == 0 || ClassOf(t) == Bytes && off+size == Sizeof(x.Type()))
	return x, int(off / 8), ok
}

// builtinView resolves the calls of builtins that only select a word.
func builtinView(v *ssa.Call) (ssa.Value, int, bool) {
	b, ok := v.Call.Value.(*ssa.Builtin)
	if !ok || len(v.Call.Args) == 0 || isConstant(v.Call.Args[0]) {
		return nil, 0, false
	}
	x := v.Call.Args[0]
	_, isSlice := under(x.Type()).(*types.Slice)
	switch b.Name() {
	case "len":
		return x, 1, isSlice || isString(x.Type())
	case "cap":
		return x, 2, isSlice
	case "SliceData", "StringData":
		return x, 0, true
	case "real", "imag":
		off := 0
		if b.Name() == "imag" {
			off = 1
		}
		return x, off, Sizeof(x.Type()) == 16
	case "ssa:wrapnilchk":
		return nil, 0, false
	}
	return nil, 0, false
}

func isConstant(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Global, *ssa.Builtin:
		return true
	}
	return false
}

// sameForm reports whether converting from one type to another changes no
// bit of a word and needs no word of another kind.
func sameForm(from, to types.Type) bool {
	f, t := ClassOf(from), ClassOf(to)
	if f == Bytes || t == Bytes || isFloat(from) || isFloat(to) {
		return types.Identical(under(from), under(to))
	}
	if pointerWords(to)[0] && !pointerWords(from)[0] {
		return false
	}
	if f == t || t == W64 {
		return true
	}
	switch f {
	case U8:
		return t == U16 || t == S16 || t == U32 || t == S32
	case S8:
		return t == S16 || t == S32
	case U16:
		return t == U32 || t == S32
	case S16:
		return t == S32
	}
	return false
}
