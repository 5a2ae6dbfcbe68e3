package vm

import (
	"go/types"
	"math"
	"testing"
	"unsafe"
)

// typesMachine is a machine whose memory works and that runs nothing.
func typesMachine(t testing.TB, p *Program) (*Machine, *G) {
	t.Helper()
	m, err := newMachine(p, Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	g := m.bear(mainSlot, NoSlot)
	m.Mark()
	return m, g
}

// A valueMaker puts values of the host into a machine's memory.
type valueMaker struct {
	testing.TB
	m   *Machine
	g   *G
	pkg *types.Package
}

func (v *valueMaker) typ(name string) *typeInfo {
	v.Helper()
	v.m.prog.mu.Lock()
	i := v.m.prog.typeInfoOf(v.pkg.Scope().Lookup(name).Type())
	v.m.prog.mu.Unlock()
	v.m.syncStatic()
	return i
}

func (v *valueMaker) alloc(t *typeInfo) Addr {
	a, trap := v.m.alloc(v.g, t.addr, 1)
	if trap != trapNone {
		v.Fatal("out of memory")
	}
	return a
}

func (v *valueMaker) str(s string) [2]uint64 {
	v.m.prog.mu.Lock()
	a := v.m.prog.rodataString(s)
	v.m.prog.mu.Unlock()
	v.m.syncStatic()
	return [2]uint64{a, uint64(len(s))}
}

// value allocates a value of type t with the given words.
func (v *valueMaker) value(t *typeInfo, words ...uint64) Addr {
	a := v.alloc(t)
	for i, w := range words {
		v.m.store64(a+uint64(i)*8, w)
	}
	return a
}

const opsSource = `package x
	type Int int
	type Str string
	type Float float64
	type Blank struct { A int32; _ int32; B int64 }
	type Padded struct { A int8; B int64 }
	type Mixed struct { S string; F float32; A any; _ float64; T int16 }
	type Complex complex128
	type Arr [2]string
	type Long [9]float32
	type Empty struct{}
	type Any any
	type Slices struct { A int; B []int }
	type Err error
	type Direct struct { p *int }
	type Impl struct { n int }
	func (Impl) Error() string { return "" }
`

func TestEqual(t *testing.T) {
	p, pkg := typesOf(t, "x.go", opsSource)
	m, g := typesMachine(t, p)
	v := &valueMaker{t, m, g, pkg}
	nan, one := math.Float64bits(math.NaN()), math.Float64bits(1)
	negzero := uint64(1) << 63
	s1, s2 := v.str("hello"), v.str("xhello")
	s2[0], s2[1] = s2[0]+1, 5
	pad := func(a, b, junk uint64) []uint64 { return []uint64{a | junk<<8, b} }
	mixed := func(f float32, tail, junk uint64) []uint64 {
		return []uint64{s1[0], s1[1], uint64(math.Float32bits(f)) | junk<<32, v.typ("Int").addr,
			v.value(v.typ("Int"), 7), junk, tail | junk<<16}
	}
	long := make([]uint64, 5)
	long[4] = uint64(math.Float32bits(float32(math.NaN())))
	iface := func(typ string, words ...uint64) []uint64 {
		return []uint64{v.typ(typ).addr, v.value(v.typ(typ), words...)}
	}
	cases := []struct {
		typ  string
		x, y []uint64
		eq   bool
	}{
		{"Int", []uint64{3}, []uint64{3}, true},
		{"Int", []uint64{3}, []uint64{4}, false},
		{"Str", s1[:], s2[:], true},
		{"Str", s1[:], []uint64{s1[0], 4}, false},
		{"Str", []uint64{0, 0}, []uint64{s1[0], 0}, true},
		{"Float", []uint64{nan}, []uint64{nan}, false},
		{"Float", []uint64{0}, []uint64{negzero}, true},
		{"Complex", []uint64{one, 0}, []uint64{one, negzero}, true},
		{"Complex", []uint64{one, nan}, []uint64{one, nan}, false},
		{"Blank", []uint64{1 | 5<<32, 2}, []uint64{1 | 6<<32, 2}, true},
		{"Blank", []uint64{1, 2}, []uint64{1, 3}, false},
		{"Padded", pad(1, 2, 0), pad(1, 2, 99), true},
		{"Padded", pad(1, 2, 0), pad(2, 2, 0), false},
		{"Mixed", mixed(2, 9, 0), mixed(2, 9, 5), true},
		{"Mixed", mixed(2, 9, 0), mixed(2, 8, 0), false},
		{"Mixed", mixed(2, 9, 0), mixed(3, 9, 0), false},
		{"Arr", append(s1[:], s2[:]...), append(s2[:], s1[:]...), true},
		{"Long", make([]uint64, 5), make([]uint64, 5), true},
		{"Long", long, long, false},
		{"Any", iface("Int", 4), iface("Int", 4), true},
		{"Any", iface("Int", 4), iface("Float", 4), false},
		{"Any", []uint64{0, 0}, iface("Int", 0), false},
		{"Any", []uint64{0, 0}, []uint64{0, 0}, true},
		{"Any", iface("Float", nan), iface("Float", nan), false},
		{"Any", iface("Empty"), iface("Empty"), true},
		{"Any", []uint64{v.typ("Direct").addr, 4242}, []uint64{v.typ("Direct").addr, 4242}, true},
		{"Any", []uint64{v.typ("Direct").addr, 4242}, []uint64{v.typ("Direct").addr, 4343}, false},
	}
	for i, c := range cases {
		typ := v.typ(c.typ)
		x, y := v.value(typ, c.x...), v.value(typ, c.y...)
		if eq, bad := m.equal(typ.addr, x, y); eq != c.eq || bad != 0 {
			t.Errorf("%d: equal(%s) = %v, %x", i, c.typ, eq, bad)
		}
		if eq, bad := m.equalWords(typ.addr, c.x, c.y); eq != c.eq || bad != 0 {
			t.Errorf("%d: equalWords(%s) = %v, %x", i, c.typ, eq, bad)
		}
		hx, _ := m.hashAt(typ, m.ptr(x), 1)
		hy, _ := m.hashAt(typ, m.ptr(y), 2)
		if c.eq != (hx == hy) {
			t.Errorf("%d: hash(%s): %x, %x, want equal: %v", i, c.typ, hx, hy, c.eq)
		}
	}
}

func TestEqualUncomparable(t *testing.T) {
	p, pkg := typesOf(t, "x.go", opsSource)
	m, g := typesMachine(t, p)
	v := &valueMaker{t, m, g, pkg}
	bad := v.typ("Slices")
	typ := v.typ("Any")
	x := v.value(typ, bad.addr, v.value(bad))
	if eq, got := m.equal(typ.addr, x, x); eq || got != bad.addr {
		t.Errorf("equal = %v, %x; want the type %x", eq, got, bad.addr)
	}
	if _, got := m.hashAt(typ, m.ptr(x), 0); got != bad.addr {
		t.Errorf("hash: %x; want the type %x", got, bad.addr)
	}
	y := v.value(typ, v.typ("Int").addr, v.value(v.typ("Int")))
	if eq, got := m.equal(typ.addr, x, y); eq || got != 0 {
		t.Errorf("values of different types: %v, %x", eq, got)
	}
}

func TestItab(t *testing.T) {
	p, pkg := typesOf(t, "x.go", opsSource)
	m, g := typesMachine(t, p)
	v := &valueMaker{t, m, g, pkg}
	inter, impl, other := v.typ("Err"), v.typ("Impl"), v.typ("Int")
	tab, ok := m.itabFor(inter.addr, impl.addr)
	if !ok || m.typeInfo(m.load64(tab+itabInter)).under != inter.under || m.load64(tab+itabType) != impl.addr {
		t.Fatalf("itab at %x, %v", tab, ok)
	}
	id, _, ok := pcFunc(m.load64(tab + itabFun))
	if !ok || p.funcs[id].String() != "(*x.Impl).Error" {
		t.Errorf("its method is not the wrapper with a pointer receiver")
	}
	if again, _ := m.itabFor(inter.addr, impl.addr); again != tab {
		t.Error("a second itab for the same pair")
	}
	p.mu.Lock()
	static := p.itab(inter.typ, impl.typ)
	p.mu.Unlock()
	if static != tab {
		t.Error("another itab for compiled code")
	}
	for range 2 {
		if _, ok := m.itabFor(inter.addr, other.addr); ok {
			t.Error("an int is an error")
		}
	}
	if got := m.missingMethod(inter.addr, other.addr); got != "Error" {
		t.Errorf("missing method is %q", got)
	}
	if tab, ok := m.itabFor(v.typ("Any").addr, impl.addr); !ok || tab != impl.addr {
		t.Error("the first word of an empty interface is not the type")
	}
	// Interfaces compare by dynamic type and value.
	x := [2]uint64{tab, v.value(impl, 5)}
	y := [2]uint64{tab, v.value(impl, 5)}
	if eq, bad := m.equalAt(inter, unsafe.Pointer(&x), unsafe.Pointer(&y)); !eq || bad != 0 {
		t.Error("equal errors differ")
	}
}
