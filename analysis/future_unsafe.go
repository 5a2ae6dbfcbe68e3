package analysis

import (
	"go/types"
	"strings"
)

// kinds are kinds of memory, as a set.
type kinds uint16

const (
	kind8 kinds = 1 << iota
	kind16
	kind32
	kind64
	kind128
	kindString
	kindSlice
	kindInterface
	kindPointer // maps, channels and functions are pointers
	kindOther

	numKinds = iota

	numbers           = kind8 | kind16 | kind32 | kind64 | kind128
	allKinds    kinds = 1<<numKinds - 1
	headerKinds       = kindString | kindSlice | kindInterface | kindPointer
)

// kindsOf are the kinds as of which memory of type t may be looked at by the
// standard library: bytes may be numbers to it.
func kindsOf(t types.Type) kinds {
	switch u := leafOf(t).Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Kind() == types.UnsafePointer:
			return kindPointer
		case u.Kind() == types.Uintptr:
			return kind64 | kindPointer
		case u.Info()&types.IsString != 0:
			return kindString | kindPointer
		}
		switch sizes.Sizeof(u) {
		case 1:
			return numbers
		case 2:
			return kind16
		case 4:
			return kind32
		case 8:
			return kind64
		case 16:
			return kind128
		}
	case *types.Slice:
		return kindSlice | kindPointer
	case *types.Interface:
		return kindInterface | kindPointer
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature:
		return kindPointer
	}
	return allKinds
}

var sizes = types.SizesFor("gc", "amd64")

// kindsSeen are the kinds of memory that the standard library looks at
// through pointers to t that it makes of unsafe pointers.
func kindsSeen(t types.Type) kinds {
	leaf := leafOf(t)
	if b, ok := leaf.Underlying().(*types.Basic); ok && sizes.Sizeof(b) == 1 {
		return kind8
	}
	if _, ok := leaf.Underlying().(*types.Struct); !ok || isPrimitiveType(leaf) {
		return kindsOf(leaf)
	}
	n, ok := types.Unalias(leaf).(*types.Named)
	if !ok {
		return allKinds
	}
	for _, suffix := range []string{"Interface", "Slice", "String", "Header", "eface", "iface", "slice", "stringStruct"} {
		if strings.HasSuffix(n.Obj().Name(), suffix) {
			return headerKinds
		}
	}
	return 0
}

// seen lists, by kind, how memory is accessed.
type seen [numKinds]Modes

func (s *seen) add(k kinds, m Modes) {
	for i := range numKinds {
		if k&(1<<i) != 0 {
			s[i] |= m
		}
	}
}

func (s *seen) of(k kinds) (m Modes) {
	for i := range numKinds {
		if k&(1<<i) != 0 {
			m |= s[i]
		}
	}
	return m
}

// expose says that memory of a type, and all that it leads to, may be accessed
// by unsafe means.
func (g *graph) expose(t types.Type) {
	if g.exposedTypes[t] {
		return
	}
	g.exposedTypes[t] = true
	c := g.u.componentsOf(t)
	for _, x := range c.cells {
		if s := g.cell(x); s.exposed == 0 {
			s.exposed = kindsOf(x.leaf)
			g.unsafely(x)
		}
	}
	for _, b := range c.boxes {
		g.reflect(b)
	}
}

// makeWild says that pointers to a type may be to memory of another.
//
// The standard library is known to look at memory as of a kind that it is of,
// but for bytes, and for pieces of descriptors of types, which are no memory of
// anybody's, and of slices, strings and interfaces.
func (g *graph) makeWild(t types.Type, standard bool) {
	mask := allKinds
	if standard {
		if g.wildStandard[t] {
			return
		}
		g.wildStandard[t] = true
		mask = kindsSeen(t)
	} else {
		if g.wildTypes[t] {
			return
		}
		g.wildTypes[t] = true
	}
	w := componentWalk{u: g.u, c: &components{}, types: map[types.Type]bool{}, cells: map[*cell]bool{}}
	if standard {
		w.c.cells = g.u.expand(t, g.u.pointedTo(t), nil)
	} else {
		w.memory(t, nil)
	}
	for _, x := range w.c.cells {
		s := g.cell(x)
		s.wild |= mask
		if !s.mixed {
			s.mixed = true
			g.unsafely(x)
		}
	}
}

// unsafely says that what is in a cell may be found by unsafe means, and
// the other way round.
func (g *graph) unsafely(x *cell) {
	if x.leaf == nil || !dispatches(x.leaf) {
		return
	}
	n := g.u.content(x)
	g.demand(n, exposeMethod)
	g.unite(n, g.u.reflected)
}
