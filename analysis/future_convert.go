package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// convert adds what follows from a conversion that may be unsafe.
func (x *extractor) convert(from ssa.Value, to types.Type) {
	if isUnsafePointer(to) {
		if p, ok := from.Type().Underlying().(*types.Pointer); ok {
			x.f.hidden = append(x.f.hidden, p.Elem())
		}
		return
	}
	p, ok := to.Underlying().(*types.Pointer)
	switch {
	case !ok:
	case isUnsafePointer(from.Type()):
		x.f.wild = append(x.f.wild, p.Elem())
	default:
		x.retype(from.Type(), to)
	}
}

func isUnsafePointer(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// retype adds what follows from a conversion between types that differ in
// name only.
func (x *extractor) retype(from, to types.Type) {
	p, ok1 := from.Underlying().(*types.Pointer)
	q, ok2 := to.Underlying().(*types.Pointer)
	if ok1 && ok2 {
		x.mergeTypes(p.Elem(), q.Elem(), true)
		return
	}
	x.mergeTypes(from, to, false)
}

// mergeTypes says that values of one type become values of the other, or, if
// shared, that they have the same memory.
func (x *extractor) mergeTypes(a, b types.Type, shared bool) {
	if types.Identical(a, b) {
		return
	}
	u := x.u
	merge := func(c, d *cell) {
		if shared {
			x.f.merged = append(x.f.merged, [2]*cell{c, d})
		}
		if dispatches(c.leaf) && dispatches(d.leaf) {
			m, n := u.content(c), u.content(d)
			x.f.flows = append(x.f.flows, flow{m, n}, flow{n, m})
		}
	}
	a, b = leafOf(a), leafOf(b)
	s, ok1 := a.Underlying().(*types.Struct)
	t, ok2 := b.Underlying().(*types.Struct)
	switch {
	case ok1 && ok2 && !isPrimitiveType(a) && !isPrimitiveType(b):
		for i := range min(s.NumFields(), t.NumFields()) {
			c, d := u.fieldCell(a, i), u.fieldCell(b, i)
			merge(c, d)
			x.mergeTypes(s.Field(i).Type(), t.Field(i).Type(), shared)
		}
	case shared:
		merge(u.derefCell(a), u.derefCell(b))
	}
}
