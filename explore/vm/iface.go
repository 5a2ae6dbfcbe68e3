package vm

// Interfaces and maps: boxing, assertions, map elements and iteration.

import (
	"unsafe"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// box makes the data word of an interface value.
func (m *Machine) box(g *G, dst *uint64, w []uint64, b boxed) trap {
	if b.huge() {
		*dst = w[0]
		return trapNone
	}
	p, t := m.alloc(g, b.typ, 1)
	if t != trapNone {
		return t
	}
	if b.size > 0 {
		copy(hostBytes(m.ptr(p), b.size), unsafe.Slice((*byte)(unsafe.Pointer(&w[0])), b.size))
	}
	*dst = p
	return trapNone
}

// unboxData puts the value behind the data word of an interface value into words.
func (m *Machine) unboxData(w []uint64, data uint64, b boxed) {
	if b.direct {
		w[0] = data
		return
	}
	m.unpack(w, data, b)
}

// unboxOK is v, ok := x.(T) for a concrete type T.
func (m *Machine) unboxOK(g *G, in *compile.Instr, fp unsafe.Pointer, next *compile.Instr) trap {
	v := unbox(next.Imm)
	word, data := *reg(fp, in.B), *reg(fp, in.B+1)
	w := regs(fp, in.A, v.words())
	ok := word == uint64(in.Imm)
	*reg(fp, in.C) = bit(ok)
	if ok {
		m.unboxData(w, data, v)
		return trapNone
	}
	return m.zeroWords(g, w, v)
}

// zeroWords sets words to the zero value.
func (m *Machine) zeroWords(g *G, w []uint64, b boxed) trap {
	clear(w)
	if !b.huge() {
		return trapNone
	}
	p, t := m.alloc(g, b.typ, 1)
	w[0] = p
	return t
}

// copyWords loads the value at p into words, also where p may be written to.
func (m *Machine) copyWords(g *G, w []uint64, p Addr, b boxed) trap {
	if !b.huge() {
		m.unpack(w, p, b)
		return trapNone
	}
	t := m.zeroWords(g, w, b)
	if t == trapNone {
		m.move(w[0], p, m.load64(b.typ))
	}
	return t
}

// assertPanic panics because an interface value with the first word tab is
// not of the concrete type want.
func (m *Machine) assertPanic(g *G, tab uint64, methods bool, want, iface Addr) trap {
	if methods {
		return m.callRuntime(g, "panicdottypeI", tab, want, iface)
	}
	return m.callRuntime(g, "panicdottypeE", tab, want, iface)
}

// assertIface is x.(I) for an interface type I.
func (m *Machine) assertIface(g *G, in *compile.Instr, fp unsafe.Pointer, next *compile.Instr) trap {
	x, data := *reg(fp, in.B), *reg(fp, in.B+1)
	want := uint64(in.Imm)
	commaOK := in.Op == compile.OpAssertIOK
	var tab Addr
	ok := false
	if x != 0 {
		typ := m.dynamicType(x, next.A == 0)
		tab, ok = m.itabFor(want, typ)
		if !ok && !commaOK {
			return m.callRuntime(g, "panicassertI", typ, want)
		}
	} else if !commaOK {
		return m.callRuntime(g, "panicnildottype", want)
	}
	if !ok {
		tab, data = 0, 0
	}
	*reg(fp, in.A), *reg(fp, in.A+1) = tab, data
	if commaOK {
		*reg(fp, next.B) = bit(ok)
	}
	return trapNone
}

// mapLoad is m[k], perhaps with ok.
func (m *Machine) mapLoad(g *G, in *compile.Instr, fp unsafe.Pointer, next *compile.Instr) trap {
	h := *reg(fp, in.B)
	if h != 0 && m.hook(g, h, 8, false) {
		return trapPark
	}
	e, t := m.mapGet(g, uint64(in.Imm), h, unsafe.Pointer(reg(fp, in.C)))
	if t != trapNone {
		return t
	}
	v := unbox(next.Imm)
	w := regs(fp, in.A, v.words())
	if next.A != compile.NoWord {
		*reg(fp, next.A) = bit(e != 0)
	}
	if e != 0 {
		return m.copyWords(g, w, e, v)
	}
	return m.zeroWords(g, w, v)
}

// mapNext advances an iteration.
func (m *Machine) mapNext(g *G, in *compile.Instr, fp unsafe.Pointer, next *compile.Instr) trap {
	it := regs(fp, in.B, compile.MapIterWords)
	if h := it[0]; h != 0 && m.hook(g, h, 8, false) {
		return trapPark
	}
	typ := m.typeInfo(uint64(in.Imm))
	k, e, ok := m.mapIterNext(it, uint64(in.Imm))
	*reg(fp, in.A) = bit(ok)
	at := in.A + 1
	for i, p := range []Addr{k, e} {
		n := int(next.A)
		t := typ.key
		if i == 1 {
			n, t = int(next.B), typ.elem
		}
		if n == 0 {
			continue
		}
		w := regs(fp, at, n)
		var trap trap
		if ok {
			trap = m.copyWords(g, w, p, boxedOf(t))
		} else {
			trap = m.zeroWords(g, w, boxedOf(t))
		}
		if trap != trapNone {
			return trap
		}
		at += uint16(n)
	}
	return trapNone
}

// boxedOf describes how values of a type stand in memory.
func boxedOf(t *typeInfo) boxed {
	return boxed{typ: t.addr, class: compile.ClassOf(t.typ), direct: t.direct, size: t.size}
}

// loadWords loads a value of type typ from memory into words.
func (m *Machine) loadWords(typ, p Addr, w []uint64) { m.unpack(w, p, boxedOf(m.typeInfo(typ))) }

// storeWords stores a value of type typ that stands in words.
func (m *Machine) storeWords(typ, p Addr, w []uint64) { m.pack(p, w, boxedOf(m.typeInfo(typ))) }
