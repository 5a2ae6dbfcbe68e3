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
		x = w.u.pointedTo(t)
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

// A linker finds out which classes may have objects in common.
type linker struct {
	g     *graph
	links []classLinks
	group []Class // of classes with the same objects, by one of them
	// near are groups that may have some objects in common: one of a taken cell
	// and that of what pointers or slices point to, its hub.
	near map[Class]map[Class]bool
	hubs map[Class]bool // true if it is one of pointers
}

// classLinks says for each class which others may have objects in common with
// it.
func (g *graph) classLinks() []classLinks {
	n := len(g.u.classes)
	l := linker{g: g, links: make([]classLinks, n), group: make([]Class, n), near: map[Class]map[Class]bool{}, hubs: map[Class]bool{}}
	for i := range l.group {
		l.group[i] = Class(i)
		l.links[i].effects = g.u.classes[i].effects
	}
	for m := range g.merged {
		a, b := l.find(m[0]), l.find(m[1])
		l.group[max(a, b)] = min(a, b)
	}
	unsafe := make([]cellState, n) // by group
	for i, s := range g.cells {
		c := g.u.cells[i]
		r := l.find(c.class)
		unsafe[r].wild |= s.wild
		unsafe[r].exposed |= s.exposed
		if s.taken {
			l.take(c)
		}
	}
	// What is accessed through pointers and slices may be what they may point to;
	// slices do not come from pointers.
	for hub, pointers := range l.hubs {
		for c := range l.near[hub] {
			if !pointers && l.hubs[c] {
				continue
			}
			unsafe[hub].wild |= unsafe[c].wild
			unsafe[hub].exposed |= unsafe[c].exposed
		}
	}
	l.finish(unsafe)
	return l.links
}

func (l *linker) find(c Class) Class {
	for l.group[c] != c {
		l.group[c] = l.group[l.group[c]]
		c = l.group[c]
	}
	return c
}

// take links the class of a taken cell with its hubs.
func (l *linker) take(c *cell) {
	name := l.g.u.typeName(c.leaf)
	for _, kind := range []string{"*", "[]"} {
		if hub := l.g.u.cellByName[kind+name]; hub != nil {
			a, b := l.find(c.class), l.find(hub.class)
			l.hubs[b] = l.hubs[b] || kind == "*"
			l.link(a, b)
			l.link(b, a)
		}
	}
}

func (l *linker) link(a, b Class) {
	if l.near[a] == nil {
		l.near[a] = map[Class]bool{}
	}
	l.near[a][b] = true
}

// finish sets the links of each class to those of its group.
func (l *linker) finish(unsafe []cellState) {
	members := map[Class][]Class{}
	for c := range l.links {
		r := l.find(Class(c))
		members[r] = append(members[r], Class(c))
	}
	for c := range l.links {
		r := l.find(Class(c))
		aliases := members[r]
		for n := range l.near[r] {
			aliases = append(aliases[:len(aliases):len(aliases)], members[n]...)
		}
		if len(aliases) > 1 {
			l.links[c].aliases = aliases
		}
		l.links[c].wild, l.links[c].exposed = unsafe[r].wild, unsafe[r].exposed
	}
}
