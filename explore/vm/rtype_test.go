package vm

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"testing"
	"unsafe"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// typesOf type-checks and builds a package of one file. src is its content,
// nil to read the file name.
func typesOf(t testing.TB, name string, src any) (*Program, *types.Package) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, 0)
	if err != nil {
		t.Fatal(err)
	}
	path := f.Name.Name
	if path == "vm" {
		path = "github.com/mazurka-go/mazurka/explore/vm"
	}
	conf := &types.Config{Importer: importer.ForCompiler(fset, "source", nil), Sizes: sizes}
	pkg, _, err := ssautil.BuildPackage(conf, fset, types.NewPackage(path, f.Name.Name), []*ast.File{f}, ssa.InstantiateGenerics)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Link(LinkConfig{
		SSA: pkg.Prog, Fset: fset, Build: (*ssa.Package).Build, MethodValue: pkg.Prog.MethodValue,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p, pkg.Pkg
}

// gcType is the common part of a descriptor of the host (internal/abi.Type).
type gcType struct {
	size, ptrBytes    uintptr
	hash              uint32
	tflag             uint8
	align, fieldAlign uint8
	kind              uint8
	equal             unsafe.Pointer
	gcdata            *byte
	str, ptrToThis    int32
}

func gcTypeOf(t reflect.Type) *gcType {
	return (*[2]*gcType)(unsafe.Pointer(&t))[1]
}

// uncommonOf returns the Mcount, Xcount and Moff of a host type.
func (t *gcType) uncommonOf() (m, x uint16, moff uint32) {
	u := unsafe.Add(unsafe.Pointer(t), fixedSize(t.kind))
	return *(*uint16)(unsafe.Add(u, 4)), *(*uint16)(unsafe.Add(u, 6)), *(*uint32)(unsafe.Add(u, 8))
}

// A rtypeChecker compares descriptors with the host's.
type rtypeChecker struct {
	*testing.T
	p    *Program
	seen map[reflect.Type]bool
}

func (c *rtypeChecker) u8(a Addr) uint8   { return c.p.robytes(a, 1)[0] }
func (c *rtypeChecker) u16(a Addr) uint16 { return *(*uint16)(unsafe.Pointer(&c.p.robytes(a, 2)[0])) }
func (c *rtypeChecker) u32(a Addr) uint32 { return *(*uint32)(unsafe.Pointer(&c.p.robytes(a, 4)[0])) }
func (c *rtypeChecker) u64(a Addr) uint64 { return *(*uint64)(unsafe.Pointer(&c.p.robytes(a, 8)[0])) }

// name decodes an abi.Name.
func (c *rtypeChecker) name(a Addr) (name, tag string, flags uint8) {
	if a == 0 {
		return "", "", 0
	}
	flags = c.u8(a)
	a++
	varint := func() string {
		n, shift := uint64(0), 0
		for {
			b := c.u8(a)
			a++
			n |= uint64(b&0x7f) << shift
			if b < 0x80 {
				break
			}
			shift += 7
		}
		s := string(c.p.robytes(a, n))
		a += n
		return s
	}
	name = varint()
	if flags&nameTagged != 0 {
		tag = varint()
	}
	return name, tag, flags
}

func (c *rtypeChecker) check(host reflect.Type, t types.Type) {
	c.Helper()
	if c.seen[host] {
		return
	}
	c.seen[host] = true
	a := c.p.typeAddr(t)
	if got, _, _ := c.name(Addr(c.u32(a + offStr))); got != host.String() {
		c.Errorf("name of %s is %s", host, got)
	}
	g := gcTypeOf(host)
	info := c.p.typeInfo(a)
	type common struct {
		Size, PtrBytes                 uint64
		Align, FieldAlign, Kind, TFlag uint8
		Comparable                     bool
	}
	got := common{c.u64(a), c.u64(a + offPtrBytes), c.u8(a + offAlign), c.u8(a + offAlign + 1),
		c.u8(a + offKind), c.u8(a + offTFlag), c.u64(a+offEqual) != 0}
	const extraStar = 2
	want := common{uint64(g.size), uint64(g.ptrBytes), g.align, g.fieldAlign, g.kind, g.tflag &^ extraStar, host.Comparable()}
	if got != want {
		c.Errorf("%s: %+v, want %+v", host, got, want)
	}
	if uint64(sizes.Sizeof(t)) != info.size || uint64(sizes.Alignof(t)) != uint64(info.align) {
		c.Errorf("%s: go/types has another size", host)
	}
	if g.tflag&tflagGCMaskOnDemand == 0 {
		c.mask(host, a, g)
	}
	if g.tflag&tflagUncommon != 0 {
		c.uncommon(host, a, g)
	}
	c.children(host, a, t)
}

func (c *rtypeChecker) mask(host reflect.Type, a Addr, g *gcType) {
	n := (uint64(g.ptrBytes)/8 + 7) / 8
	if got, want := string(c.p.robytes(c.u64(a+offGCData), n)), string(unsafe.Slice(g.gcdata, n)); got != want {
		c.Errorf("%s: pointer mask %x, want %x", host, got, want)
	}
}

func (c *rtypeChecker) uncommon(host reflect.Type, a Addr, g *gcType) {
	u := a + fixedSize(g.kind)
	pkg, _, _ := c.name(Addr(c.u32(u)))
	if host.Name() != "" && pkg != host.PkgPath() {
		c.Errorf("%s: package %q, want %q", host, pkg, host.PkgPath())
	}
	m, x, moff := g.uncommonOf()
	if c.u16(u+4) != m || c.u16(u+6) != x || c.u32(u+8) != moff {
		c.Errorf("%s: %d methods, %d exported, at %d; want %d, %d, %d",
			host, c.u16(u+4), c.u16(u+6), c.u32(u+8), m, x, moff)
		return
	}
	if host.Kind() == reflect.Interface {
		return
	}
	for n := range host.NumMethod() {
		at := u + uint64(moff) + uint64(n)*methodSize
		if name, _, _ := c.name(Addr(c.u32(at))); name != host.Method(n).Name {
			c.Errorf("%s: method %d is %s, want %s", host, n, name, host.Method(n).Name)
		}
		ft := c.p.resolveType(c.u32(at + 4))
		want := host.Method(n).Type
		if int(c.u16(ft+48)) != want.NumIn()-1 {
			c.Errorf("%s.%s: %d parameters, want %d", host, host.Method(n).Name, c.u16(ft+48), want.NumIn()-1)
		}
		for _, off := range []Addr{8, 12} {
			id, _, ok := pcFunc(c.p.resolveText(c.u32(at + off)))
			if !ok || c.p.funcs[id].Name() != host.Method(n).Name {
				c.Errorf("%s.%s: has no code", host, host.Method(n).Name)
			}
		}
	}
}

func (c *rtypeChecker) children(host reflect.Type, a Addr, t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		c.check(host.Elem(), u.Elem())
	case *types.Slice:
		c.check(host.Elem(), u.Elem())
	case *types.Array:
		c.check(host.Elem(), u.Elem())
		if c.u64(a+offElem+16) != uint64(host.Len()) {
			c.Errorf("%s: length", host)
		}
	case *types.Chan:
		c.check(host.Elem(), u.Elem())
		if c.u64(a+offElem+8) != uint64(host.ChanDir()) {
			c.Errorf("%s: direction", host)
		}
	case *types.Map:
		c.check(host.Key(), u.Key())
		c.check(host.Elem(), u.Elem())
	case *types.Struct:
		c.fields(host, a, u)
	case *types.Signature:
		c.function(host, a, u)
	case *types.Interface:
		at, n := c.u64(a+56), c.u64(a+64)
		if int(n) != host.NumMethod() {
			c.Fatalf("%s: %d methods, want %d", host, n, host.NumMethod())
		}
		for i := range host.NumMethod() {
			m := host.Method(i)
			name, _, flags := c.name(Addr(c.u32(at + uint64(i)*8)))
			if name != m.Name || flags&nameExported != 0 != m.IsExported() {
				c.Errorf("%s: method %d is %s, want %s", host, i, name, m.Name)
			}
			if got := c.p.typeInfo(c.p.resolveType(c.u32(at + uint64(i)*8 + 4))); got != nil {
				c.check(m.Type, got.typ)
			} else {
				c.Errorf("%s.%s has no type", host, m.Name)
			}
		}
	}
}

func (c *rtypeChecker) fields(host reflect.Type, a Addr, u *types.Struct) {
	for i := range host.NumField() {
		f := host.Field(i)
		at := c.u64(a+56) + uint64(i)*structFieldSize
		name, tag, flags := c.name(c.u64(at))
		if name != f.Name || tag != string(f.Tag) || flags&nameEmbedded != 0 != f.Anonymous ||
			flags&nameExported != 0 != f.IsExported() || c.u64(at+16) != uint64(f.Offset) {
			c.Errorf("%s: field %s (%q, %x at %d), want %+v", host, name, tag, flags, c.u64(at+16), f)
		}
		if pkg, _, _ := c.name(c.u64(a + 48)); f.PkgPath != "" && pkg != f.PkgPath {
			c.Errorf("%s: package %s, want %s", host, pkg, f.PkgPath)
		}
		c.check(f.Type, u.Field(i).Type())
	}
}

func (c *rtypeChecker) function(host reflect.Type, a Addr, u *types.Signature) {
	rest := a + 56
	if c.u8(a+offTFlag)&tflagUncommon != 0 {
		rest += uncommonTypeSize
	}
	for i := range host.NumIn() {
		c.check(host.In(i), u.Params().At(i).Type())
		if c.u64(rest) != c.p.typeAddr(u.Params().At(i).Type()) {
			c.Errorf("%s: parameter %d", host, i)
		}
		rest += 8
	}
	for i := range host.NumOut() {
		c.check(host.Out(i), u.Results().At(i).Type())
		rest += 8
	}
	if got := c.u16(a+50)&funcVariadic != 0; got != host.IsVariadic() {
		c.Errorf("%s: variadic is %v", host, got)
	}
}

// TestDescriptors compares the descriptors of the types in
// rtype_samples_test.go, and of all types they consist of, with gc's.
func TestDescriptors(t *testing.T) {
	p, pkg := typesOf(t, "rtype_samples_test.go", nil)
	p.mu.Lock()
	defer p.mu.Unlock()
	typ := pkg.Scope().Lookup("rtypeSamples").Type()
	c := &rtypeChecker{T: t, p: p, seen: map[reflect.Type]bool{}}
	c.check(reflect.TypeFor[rtypeSamples](), typ)
	if len(c.seen) < 100 {
		t.Errorf("only %d types compared", len(c.seen))
	}
	for i, info := range p.types.infos {
		if i > 0 && (c.u32(info.addr+offHash) != uint32(i) || p.typeInfoOf(info.typ) != info) {
			t.Errorf("%s: number or identity is wrong", info.typ)
		}
	}
}

func TestIdenticalTypesShareDescriptors(t *testing.T) {
	p, pkg := typesOf(t, "x.go", `package x
		type T struct{ a, b []map[string]*T }
		var A []func(x int, y ...*T) chan T
		var B []func(int, ...*T) chan T
		var C []func(int, []*T) chan T
		type L = []int
		var D map[L2]L; type L2 = string
		var E map[string][]int
		func F[X any]() any { type local struct{ x X }; return local{} }
	`)
	p.mu.Lock()
	defer p.mu.Unlock()
	addr := func(name string) Addr { return p.typeAddr(pkg.Scope().Lookup(name).Type()) }
	if addr("A") != addr("B") || addr("A") == addr("C") || addr("D") != addr("E") {
		t.Error("identity of types is not go/types'")
	}
}

// TestLocalTypeNames: names of types declared in functions, as gc numbers
// them in type arguments.
func TestLocalTypeNames(t *testing.T) {
	p, pkg := typesOf(t, "x.go", `package x
		type G[T any] struct{ v T }
		func f() {
			type A struct{}
			{ type A struct{ x int }; var inner G[A]; _ = inner }
			type B = int
			type C struct{}
			var outer G[C]; _ = outer
			var a A; _ = a
		}
	`)
	p.mu.Lock()
	defer p.mu.Unlock()
	scope := pkg.Scope().Lookup("f").(*types.Func).Scope()
	names := map[string]string{"outer": "x.G[x.C·3]", "a": "x.A"}
	for name, want := range names {
		if got := p.types.namer.name(scope.Lookup(name).Type(), shortNames); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	inner := scope.Child(0).Lookup("inner").Type()
	if got := p.types.namer.name(inner, shortNames); got != "x.G[x.A·2]" {
		t.Errorf("%s, want x.G[x.A·2]", got)
	}
}
