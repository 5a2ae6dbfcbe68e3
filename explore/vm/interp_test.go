package vm

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// testRuntime stands for the model of package runtime in the tests of this
// package, which load nothing of the standard library.
const testRuntime = `package runtime

type Error interface { error; RuntimeError() }
type errorString string
func (e errorString) RuntimeError() {}
func (e errorString) Error() string { return "runtime error: " + string(e) }
type plainError string
func (e plainError) RuntimeError() {}
func (e plainError) Error() string { return string(e) }
type bounds struct { what string; x, y int }
func (e bounds) RuntimeError() {}
func (e bounds) Error() string { return "runtime error: " + e.what + " " + itoa(e.x) + " " + itoa(e.y) }
func itoa(n int) string {
	if n < 0 { return "-" + itoa(-n) }
	if n < 10 { return string(rune('0' + n)) }
	return itoa(n/10) + itoa(n%10)
}
func panicIndex(x, y int) { panic(bounds{"index", x, y}) }
func panicIndexU(x uint, y int) { panic(bounds{"index", int(x), y}) }
func panicSliceAlen(x, y int) { panic(bounds{"slice alen", x, y}) }
func panicSliceAcap(x, y int) { panic(bounds{"slice acap", x, y}) }
func panicSliceB(x, y int) { panic(bounds{"slice b", x, y}) }
func panicSlice3Alen(x, y int) { panic(bounds{"slice3 alen", x, y}) }
func panicSlice3Acap(x, y int) { panic(bounds{"slice3 acap", x, y}) }
func panicSlice3B(x, y int) { panic(bounds{"slice3 b", x, y}) }
func panicSlice3C(x, y int) { panic(bounds{"slice3 c", x, y}) }
func panicSliceConvert(x, y int) { panic(bounds{"convert", x, y}) }
func panicmem() { panic(error(errorString("nil pointer"))) }
func panicdivide() { panic(error(errorString("divide"))) }
func panicshift() { panic(error(errorString("negative shift"))) }
func panicmakeslicelen() { panic(errorString("makeslice: len")) }
func panicmakeslicecap() { panic(errorString("makeslice: cap")) }
func panicnilmapwrite() { panic(plainError("nil map")) }
type PanicNilError struct{ _ [0]func() }
func (*PanicNilError) Error() string { return "panic called with nil argument" }
func (*PanicNilError) RuntimeError() {}
func panicnil() { panic(new(PanicNilError)) }
type TypeAssertionError struct { what string }
func (*TypeAssertionError) RuntimeError() {}
func (e *TypeAssertionError) Error() string { return "interface conversion: " + e.what }
type ptr = uintptr
func panicdottypeE(have, want, iface ptr) { panic(&TypeAssertionError{"E"}) }
func panicdottypeI(have, want, iface ptr) { panic(&TypeAssertionError{"I"}) }
func panicnildottype(want ptr) { panic(&TypeAssertionError{"nil"}) }
func panicassertI(have, iface ptr) { panic(&TypeAssertionError{"missing"}) }
func panicuncomparable(t ptr) { panic(errorString("uncomparable")) }
func panicunhashable(t ptr) { panic(errorString("unhashable")) }
func panicwrap(pkg, typ, meth string) { panic(plainError("value method " + pkg + "." + typ + "." + meth)) }
func panicrangestate(state int) { panic(errorString("range state " + itoa(state))) }
func formatPanic(v any) string {
	switch v := v.(type) {
	case string: return v
	case int: return itoa(v)
	case error: return v.Error()
	}
	return "?"
}
func Goexit()
`

// loadTest builds a program of source without imports other than runtime.
func loadTest(t testing.TB, src string) (*Program, *ssa.Package) {
	t.Helper()
	fset := token.NewFileSet()
	prog := ssa.NewProgram(fset, ssa.NaiveForm|ssa.InstantiateGenerics)
	var runtimePkg *types.Package
	load := func(path, src string) *ssa.Package {
		f, err := parser.ParseFile(fset, path+".go", src, 0)
		if err != nil {
			t.Fatal(err)
		}
		info := &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{},
			Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
			FileVersions: map[*ast.File]string{},
		}
		conf := types.Config{GoVersion: "go1.26", Sizes: types.SizesFor("gc", "amd64"), Importer: importerFunc(func(p string) (*types.Package, error) {
			if p == "runtime" {
				return runtimePkg, nil
			}
			return importer.Default().Import(p)
		})}
		pkg, err := conf.Check(path, fset, []*ast.File{f}, info)
		if err != nil {
			t.Fatal(err)
		}
		p := prog.CreatePackage(pkg, []*ast.File{f}, info, true)
		p.Build()
		return p
	}
	prog.CreatePackage(types.Unsafe, nil, nil, true)
	runtimePkg = load("runtime", testRuntime).Pkg
	pkg := load("main", src)
	p, err := Link(LinkConfig{
		SSA: prog, Fset: fset, Build: func(*ssa.Package) {},
		MethodValue: prog.MethodValue,
		GoVersion:   func(*ssa.Package) string { return "go1.26" },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p, pkg
}

type importerFunc func(string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// newTestMachine links src and returns a machine at the start of main.
func newTestMachine(t testing.TB, src string, cfg Config) (*Machine, *ssa.Function) {
	t.Helper()
	p, pkg := loadTest(t, src)
	img, err := p.Image(World{}, Limits{}, pkg)
	if err != nil {
		t.Fatal(err)
	}
	m, err := img.NewMachine(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m, pkg.Func("main")
}

// runTest runs main to its end under the first schedule and returns the
// output.
func runTest(t testing.TB, src string, cfg Config) (*Machine, string) {
	t.Helper()
	m, main := newTestMachine(t, src, cfg)
	m.StartMain(main)
	runOn(m)
	return m, string(m.Output())
}

func runOn(m *Machine) {
	var buf []Choice
	for {
		if buf = m.Enabled(buf[:0]); len(buf) == 0 {
			return
		}
		m.Step(buf[0])
	}
}

const benchPrograms = `package main

type pair struct{ x, y int }

func mixStep(p *pair, v int) { p.x += v; p.y ^= p.x }

func mix() {
	s := make([]int, 64)
	p := &pair{}
	for i := 0; i < 20000; i++ {
		for j := 0; j < 64; j++ {
			s[j] += i * j
		}
		mixStep(p, s[i&63])
	}
}

func ints() {
	a, b, c := 1, 2, 3
	for i := 0; i < 3000000; i++ {
		a += b ^ i
		b = b*3 + c
		if a > b {
			c++
		} else {
			c--
		}
	}
}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func calls() { fib(27) }

type node struct {
	left, right *node
	key         int
}

func insert(t *node, k int) *node {
	if t == nil {
		return &node{key: k}
	}
	if k < t.key {
		t.left = insert(t.left, k)
	} else {
		t.right = insert(t.right, k)
	}
	return t
}

func sum(t *node) int {
	if t == nil {
		return 0
	}
	return t.key + sum(t.left) + sum(t.right)
}

func pointers() {
	var root *node
	x := uint32(12345)
	for i := 0; i < 3000; i++ {
		x = x*1664525 + 1013904223
		root = insert(root, int(x>>8))
	}
	for i := 0; i < 60; i++ {
		sum(root)
	}
}

func slices() {
	const n = 500000
	s := make([]bool, n)
	for i := 2; i < n; i++ {
		if !s[i] {
			for j := i * 2; j < n; j += i {
				s[j] = true
			}
		}
	}
}

type shape interface{ area() int }
type square struct{ a int }
type rect struct{ a, b int }

func (s *square) area() int { return s.a * s.a }
func (r rect) area() int    { return r.a * r.b }

func methods() {
	shapes := []shape{&square{2}, rect{2, 3}, &square{5}}
	t := 0
	f := func(x int) { t += x }
	for i := 0; i < 200000; i++ {
		for _, s := range shapes {
			f(s.area())
		}
	}
}

func strs() {
	n := 0
	words := []string{"alpha", "beta", "gamma", "delta"}
	for i := 0; i < 100000; i++ {
		w := words[i&3]
		for j := 0; j < len(w); j++ {
			n += int(w[j])
		}
		if w == "beta" {
			n++
		}
	}
}

func main() {}
`

// benchmark measures a function of benchPrograms, called behind a visible
// operation: what it writes is logged, and undone before the next round.
func benchmark(b *testing.B, name string, races bool) {
	src := strings.Replace(benchPrograms, "func main() {}",
		"func main() { c := make(chan int, 1); c <- 0; "+name+"() }", 1)
	m, main := newTestMachine(b, src, Config{
		Races:  races,
		Limits: Limits{Steps: 1 << 60, LocalSteps: 1 << 60, Memory: 1 << 30},
	})
	m.StartMain(main)
	c := m.Enabled(nil)[0]
	m.Step(c) // compiles
	steps, start := int64(0), cpuSeconds()
	for b.Loop() {
		m.Reset()
		m.Step(c)
		steps += m.Steps()
	}
	if m.Outcome() != Done {
		b.Fatal(m.Outcome())
	}
	b.ReportMetric(float64(steps)/1e6/(cpuSeconds()-start), "Minstr/cpu-s")
}

// cpuSeconds is the processor time that this process has used.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

func BenchmarkInterp(b *testing.B) {
	for _, name := range strings.Fields("ints calls pointers slices mix methods strs") {
		b.Run(name, func(b *testing.B) { benchmark(b, name, false) })
	}
	for _, name := range strings.Fields("pointers slices mix") {
		b.Run(name+"-races", func(b *testing.B) { benchmark(b, name, true) })
	}
}
