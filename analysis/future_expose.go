package analysis

import "go/types"

// components are what reflection finds from a value of a type on.
type components struct {
	cells []*cell
	boxes []nodeID // values with methods
}

// componentsOf collects the components of a type. With deep, pointers to named
// types are followed.
func (u *Effects) componentsOf(t types.Type) *components {
	c := u.components[t]
	if c == nil {
		w := componentWalk{u: u, c: &components{}, types: map[types.Type]bool{}, cells: map[*cell]bool{}, deep: true}
		w.memory(t, nil)
		c = w.c
		u.components[t] = c
	}
	return c
}

// pointerTo is the type of pointers to a type.
func (u *Effects) pointerTo(t types.Type) types.Type {
	p := u.pointers[t]
	if p == nil {
		p = types.NewPointer(t)
		u.pointers[t] = p
	}
	return p
}

// A componentWalk collects components.
type componentWalk struct {
	u     *Effects
	c     *components
	types map[types.Type]bool
	cells map[*cell]bool
	deep  bool
}

func (w *componentWalk) cell(c *cell) {
	if c != nil && !w.cells[c] {
		w.cells[c] = true
		w.c.cells = append(w.c.cells, c)
	}
}

// memory adds memory of type t, where x is the cell of what is no struct.
func (w *componentWalk) memory(t types.Type, x *cell) {
	leaf := leafOf(t)
	if x == nil {
		x = w.u.derefCell(leaf)
	}
	s, ok := leaf.Underlying().(*types.Struct)
	if !ok || isPrimitiveType(leaf) {
		w.cell(x)
		w.value(leaf)
		return
	}
	if w.types[leaf] {
		return
	}
	w.value(leaf)
	for i := range s.NumFields() {
		w.memory(s.Field(i).Type(), w.u.fieldCell(leaf, i))
	}
}

// value adds what a value of type t leads to.
func (w *componentWalk) value(t types.Type) {
	if w.types[t] {
		return
	}
	w.types[t] = true
	if n, ok := types.Unalias(t).(*types.Named); ok && w.deep {
		if _, ok := t.Underlying().(*types.Interface); !ok && n.NumMethods() > 0 || embeds(t) {
			w.c.boxes = append(w.c.boxes, w.u.box(t), w.u.box(w.u.pointerTo(t)))
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if _, named := types.Unalias(u.Elem()).(*types.Named); !named || w.deep {
			w.memory(u.Elem(), nil)
		}
	case *types.Slice:
		w.memory(u.Elem(), w.u.elemCell(u.Elem()))
	case *types.Array:
		w.memory(u.Elem(), w.u.elemCell(u.Elem()))
	case *types.Map:
		w.cell(w.u.mapCell(t))
		w.value(u.Key())
		w.value(u.Elem())
	case *types.Chan:
		w.cell(w.u.chanCell(t))
		w.value(u.Elem())
	case *types.Struct:
		if !isPrimitiveType(t) {
			w.fields(t, u)
		}
	}
}

// fields adds the fields of a value that may be in memory elsewhere.
func (w *componentWalk) fields(t types.Type, s *types.Struct) {
	for i := range s.NumFields() {
		w.memory(s.Field(i).Type(), w.u.fieldCell(t, i))
	}
}

// embeds reports whether a struct type may have methods of its fields.
func embeds(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if ok {
		for f := range s.Fields() {
			if f.Embedded() {
				return true
			}
		}
	}
	return false
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
		if s := g.cell(x); !s.exposed {
			s.exposed = true
			g.unsafely(x)
		}
	}
	for _, b := range c.boxes {
		g.reflect(b)
	}
}

// makeWild says that pointers to a type may be to memory of any other.
func (g *graph) makeWild(t types.Type) {
	if g.wildTypes[t] {
		return
	}
	g.wildTypes[t] = true
	w := componentWalk{u: g.u, c: &components{}, types: map[types.Type]bool{}, cells: map[*cell]bool{}}
	w.memory(t, nil)
	for _, x := range w.c.cells {
		if s := g.cell(x); !s.wild {
			s.wild = true
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

func (g *graph) cell(c *cell) *cellState {
	g.cells = grow(g.cells, int(c.id))
	return &g.cells[c.id]
}

// take says that pointers may point to a cell.
func (g *graph) take(c *cell) {
	s := g.cell(c)
	if s.taken {
		return
	}
	s.taken = true
	if dispatches(c.leaf) {
		g.unite(g.u.content(c), g.u.content(g.u.derefCell(c.leaf)))
	}
}

// classLinks says for each class which others may have objects in common with
// it.
func (g *graph) classLinks() []classLinks {
	u := g.u
	links := make([]classLinks, len(u.classes), len(u.classes)+len(u.classes)/8)
	group := make([]Class, len(u.classes))
	for i := range group {
		group[i] = Class(i)
	}
	find := func(c Class) Class {
		for group[c] != c {
			group[c] = group[group[c]]
			c = group[c]
		}
		return c
	}
	for m := range g.merged {
		a, b := find(m[0]), find(m[1])
		group[max(a, b)] = min(a, b)
	}
	near := map[Class]map[Class]bool{} // of groups
	link := func(a, b Class) {
		for _, p := range [][2]Class{{a, b}, {b, a}} {
			if near[p[0]] == nil {
				near[p[0]] = map[Class]bool{}
			}
			near[p[0]][p[1]] = true
		}
	}
	for i, s := range g.cells {
		c := u.cells[i]
		l := &links[c.class]
		l.wild, l.exposed = l.wild || s.wild, l.exposed || s.exposed
		if s.taken {
			for _, kind := range []string{"*", "[]"} {
				if other := u.cellByName[kind+u.typeName(c.leaf)]; other != nil && int(other.class) < len(group) {
					link(find(c.class), find(other.class))
				}
			}
		}
	}
	members := map[Class][]Class{}
	for c := range u.classes {
		links[c].effects = u.classes[c].effects
		if r := find(Class(c)); r != Class(c) || near[r] != nil || len(g.merged) > 0 {
			members[r] = append(members[r], Class(c))
		}
	}
	for c := range links {
		r := find(Class(c))
		aliases := members[r]
		for n := range near[r] {
			aliases = append(aliases[:len(aliases):len(aliases)], members[n]...)
		}
		if len(aliases) > 1 {
			links[c].aliases = aliases
		}
	}
	return links
}
