package compile

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// fakeLinker numbers what it is asked for in the order of the questions.
type fakeLinker struct {
	next  uint64
	known map[any]uint64
	funcs []*Func
}

func (l *fakeLinker) number(key any) uint64 {
	if l.known == nil {
		l.known = map[any]uint64{}
	}
	if n, ok := l.known[key]; ok {
		return n
	}
	l.next += 0x10
	l.known[key] = l.next
	return l.next
}

func (l *fakeLinker) Global(g *ssa.Global) uint64            { return l.number(g) }
func (l *fakeLinker) Type(t types.Type) uint64               { return l.number(types.TypeString(t, nil)) }
func (l *fakeLinker) Itab(i, c types.Type) uint64            { return l.number([2]string{i.String(), c.String()}) }
func (l *fakeLinker) String(s string) uint64                 { return l.number(s) }
func (l *fakeLinker) Data([]uint64) uint64                   { return 0x1000 }
func (l *fakeLinker) FuncValue(fn *ssa.Function) uint64      { return l.number(fn) }
func (l *fakeLinker) FuncID(fn *ssa.Function) int32          { return int32(l.number(fn)) }
func (l *fakeLinker) Intrinsic(fn *ssa.Function) (int, bool) { return 0, false }
func (l *fakeLinker) Visible(fn *ssa.Function) (Kind, bool) {
	return FirstLibraryKind, fn.Name() == "visible"
}
func (l *fakeLinker) AddFunc(f *Func) uint64 {
	l.funcs = append(l.funcs, f)
	return l.number(f)
}

func (l *fakeLinker) Method(iface types.Type, m *types.Func) int {
	i := iface.Underlying().(*types.Interface)
	for k := range i.NumMethods() {
		if i.Method(k).Name() == m.Name() {
			return k
		}
	}
	return -1
}

// build makes the SSA of a package without imports.
func build(t testing.TB, src string) *ssa.Package {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "x.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{},
		Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{GoVersion: "go1.26", Sizes: sizes}
	pkg, err := conf.Check("x", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	prog := ssa.NewProgram(fset, ssa.NaiveForm|ssa.InstantiateGenerics)
	p := prog.CreatePackage(pkg, []*ast.File{f}, info, false)
	p.Build()
	return p
}

// functions are the functions of a package that stand in its source, in order,
// with their literals.
func functions(p *ssa.Package) []*ssa.Function {
	var list []*ssa.Function
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		list = append(list, fn)
		for _, a := range fn.AnonFuncs {
			add(a)
		}
	}
	scope := p.Pkg.Scope()
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.Func:
			if fn := p.Func(name); fn.TypeParams().Len() == 0 {
				add(fn)
			}
		case *types.TypeName:
			named, ok := obj.Type().(*types.Named)
			for i := 0; ok && i < named.NumMethods(); i++ {
				add(p.Prog.FuncValue(named.Method(i)))
			}
		}
	}
	return list
}

// TestGolden compares the code of small functions with golden listings: one
// file of testdata has a sentence, the source, and what it is compiled to.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			l := &fakeLinker{}
			var b bytes.Buffer
			for _, fn := range functions(build(t, string(ar.Files[0].Data))) {
				f := Compile(fn, l, Options{})
				check(t, f)
				checkBreaks(t, f, Compile(fn, new(fakeLinker), Options{Breaks: true}))
				b.WriteString(f.String())
			}
			for _, f := range l.funcs {
				b.WriteString(f.String())
			}
			if *update {
				ar.Files = append(ar.Files[:1:1], txtar.File{Name: "code", Data: b.Bytes()})
				if err := os.WriteFile(name, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(ar.Files) < 2 || string(ar.Files[1].Data) != b.String() {
				t.Errorf("code differs; run with -update and look at the difference:\n%s", b.String())
			}
		})
	}
}

// check tests what holds for all code: jumps hit instructions, operands lie in
// the frame, and what follows an instruction that wants an OpExt is one.
func check(t testing.TB, f *Func) {
	t.Helper()
	for i, in := range f.Code {
		info := opInfos[in.Op]
		if info.name == "" {
			t.Errorf("%s: %d: invalid instruction", f.Name, i)
			continue
		}
		for k, x := range []uint16{in.A, in.B, in.C} {
			switch info.operands[k] {
			case 's', 'd', 'w':
				if x != NoWord && int(x) > f.Words+f.Out {
					t.Errorf("%s: %d: %s: word %d outside of the frame", f.Name, i, in.Op, x)
				}
			}
		}
		target := -1
		switch info.imm {
		case immJump:
			target = i + 1 + int(in.Imm/instrSize)
		case immConstJump:
			target = i + 1 + int(int32(in.Imm)/instrSize)
		default:
			continue
		}
		if target < 0 || target >= len(f.Code) {
			t.Errorf("%s: %d: jump to %d", f.Name, i, target)
		}
	}
	if n := len(f.Code); n == 0 || !ends(f.Code[n-1].Op) {
		t.Errorf("%s: code does not end in a terminator", f.Name)
	}
}

// checkBreaks tests that code with breaks is that without, but for the breaks.
func checkBreaks(t *testing.T, plain, f *Func) {
	t.Helper()
	check(t, f)
	var ops []Op
	for i, in := range f.Code {
		if in.Op == OpBreak {
			continue
		}
		if int(f.Plain(int32(i))) != len(ops) || int(f.Broken(int32(len(ops)))) != i {
			t.Errorf("%s: instruction %d is number %d, not %d", f.Name, i, len(ops), f.Plain(int32(i)))
		}
		ops = append(ops, in.Op)
	}
	if len(f.Code) != len(ops)+len(f.Breaks) || !slices.EqualFunc(plain.Code, ops, func(in Instr, op Op) bool { return in.Op == op }) {
		t.Errorf("%s: code with breaks is other code:\n%s", f.Name, f)
	}
}

func ends(op Op) bool {
	switch op {
	case OpRet, OpRet1, OpRetI, OpJmp, OpPanic, OpMissing, OpRangePanic, OpRangeMissing, OpUnreachable:
		return true
	}
	return false
}

// TestLargeTable: an initialiser may have more literals than a frame has room
// for.
func TestLargeTable(t *testing.T) {
	var src strings.Builder
	src.WriteString("package x\n\ntype row struct{ name string; kind int; more []row }\n\nvar table = map[string][]row{\n")
	for i := range 9000 {
		fmt.Fprintf(&src, "\t\"key%d\": {{\"a\", %d, nil}, {name: \"b\"}},\n", i, i)
	}
	src.WriteString("}\n")
	f := Compile(build(t, src.String()).Func("init"), new(fakeLinker), Options{})
	if f.Missing != "" {
		t.Error(f.Missing)
	}
	if f.Words > 100 {
		t.Errorf("a frame of %d words", f.Words)
	}
}

// TestLongStatement: what it takes to order the reads and calls of a literal does
// not grow with the square of its size.
func TestLongStatement(t *testing.T) {
	bytes := func(rows int) float64 {
		var src strings.Builder
		src.WriteString("package x\n\nfunc f(int) []int\n\nvar n int\n\ntype row struct{ a, b int; c []int }\n\nvar table = []row{\n")
		for i := range rows {
			fmt.Fprintf(&src, "\t{n, %d, f(n)},\n", i)
		}
		src.WriteString("}\n")
		init := build(t, src.String()).Func("init")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if f := Compile(init, new(fakeLinker), Options{}); f.Missing != "" {
			t.Error(f.Missing)
		}
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	if few, many := bytes(1000), bytes(4000); many > 6*few {
		t.Errorf("%.0f bytes for 1000 rows, %.0f for 4000", few, many)
	}
}
