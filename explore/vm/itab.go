package vm

// Itabs (abi.ITab): {inter, type, hash, fun[...]}, one per pair of an
// interface type with methods and a concrete type that implements it. fun has
// a code pointer for each method of the interface, in the order of its
// descriptor, of the version that takes one word as its receiver.

import (
	"encoding/binary"
	"go/types"
)

const (
	itabInter = 0
	itabHash  = 16
	itabFun   = 24
)

type itabKey struct{ inter, typ uint32 }

// itabTable holds the itabs of a program by the numbers of the types.
type itabTable struct {
	index map[itabKey]itabEntry
}

type itabEntry struct {
	addr Addr // 0: the type does not implement the interface
	// missing is the first method that is not there.
	missing string
}

func newItabTable() itabTable { return itabTable{index: map[itabKey]itabEntry{}} }

// itab returns the address of the itab of a concrete type for an interface
// type that it implements (locked).
func (p *Program) itab(inter, concrete types.Type) Addr {
	return p.itabOf(p.typeInfoOf(inter), p.typeInfoOf(concrete)).addr
}

// itabOf is itab for types that are known. Interface types that differ only
// in name share their itabs, for a value goes from one to the other as it is.
func (p *Program) itabOf(inter, typ *typeInfo) itabEntry {
	if inter.typ != inter.under {
		inter = p.typeInfoOf(inter.under)
	}
	key := itabKey{inter.num, typ.num}
	e, ok := p.types.itabs.index[key]
	if !ok {
		e = p.makeItab(inter, typ)
		p.types.itabs.index[key] = e
	}
	return e
}

func (p *Program) makeItab(inter, typ *typeInfo) itabEntry {
	ms := interfaceMethods(inter.under.(*types.Interface))
	set := p.types.methodSet(typ.typ)
	sels := make([]*types.Selection, len(ms))
	n := 0
	for i, want := range ms {
		for n < len(set) && methodLess(set[n].Obj(), want) {
			n++
		}
		if n == len(set) || !implements(set[n].Obj(), want) {
			return itabEntry{missing: want.Name()}
		}
		sels[i] = set[n]
	}
	a, b := p.rodata(itabFun+8*uint64(max(len(ms), 1)), 8)
	put := func(off int, v uint64) { binary.LittleEndian.PutUint64(b[off:], v) }
	put(itabInter, inter.addr)
	put(itabType, typ.addr)
	binary.LittleEndian.PutUint32(b[itabHash:], typ.num)
	for i, sel := range sels {
		put(itabFun+8*i, p.methodCode(typ, sel, true))
	}
	return itabEntry{addr: a}
}

// implements reports whether a method of a concrete type is the one that an
// interface wants.
func implements(m, want types.Object) bool {
	return m.Name() == want.Name() &&
		(want.Exported() || pkgPath(m.Pkg()) == pkgPath(want.Pkg())) &&
		types.Identical(m.Type(), want.Type())
}

// itabFor returns the first word of an interface of type inter that holds a
// value of the concrete type with the descriptor typ: the itab, or typ itself
// if the interface has no methods. ok is false if the type does not implement
// the interface.
func (m *Machine) itabFor(inter, typ Addr) (tab Addr, ok bool) {
	i := m.typeInfo(inter)
	if i.under.(*types.Interface).NumMethods() == 0 {
		return typ, true
	}
	key := itabKey{i.num, m.typeInfo(typ).num}
	if a, ok := m.types.itabs[key]; ok {
		return a, a != 0
	}
	m.prog.mu.Lock()
	e := m.prog.itabOf(i, m.typeInfo(typ))
	m.prog.mu.Unlock()
	m.syncStatic()
	if m.types.itabs == nil {
		m.types.itabs = map[itabKey]Addr{}
	}
	m.types.itabs[key] = e.addr
	return e.addr, e.addr != 0
}

// missingMethod is the name of the first method of inter that the concrete
// type typ lacks.
func (m *Machine) missingMethod(inter, typ Addr) string {
	m.prog.mu.Lock()
	defer m.prog.mu.Unlock()
	return m.prog.itabOf(m.typeInfo(inter), m.typeInfo(typ)).missing
}
