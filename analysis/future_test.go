package analysis

import (
	"cmp"
	"flag"
	"fmt"
	"go/constant"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
	"golang.org/x/tools/txtar"

	"github.com/mazurka-go/mazurka/analysis/load"
)

var updateFuture = flag.Bool("analysis.update", false, "write what the golden files of TestFuture should be")

// TestFuture looks at small programs. Each says in its file want what may
// follow from calls of here on, as far as it has to do with the program itself.
func TestFuture(t *testing.T) { goldens(t, "testdata/future", futures) }

// TestGuards looks at small programs. Each says in its file want which mutexes
// are held at its loads and stores and which classes are guarded.
func TestGuards(t *testing.T) { goldens(t, "testdata/guards", guards) }

// goldens compares what a function tells of the archives in a folder with their
// files want.
func goldens(t *testing.T, dir string, tell func(*testing.T, *txtar.Archive) string) {
	archives(t, dir, func(t *testing.T, file string, ar *txtar.Archive) {
		got := tell(t, ar)
		n := len(ar.Files) - 1
		if ar.Files[n].Name != "want" {
			t.Fatal("the last file is not want")
		}
		if want := string(ar.Files[n].Data); got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
		if *updateFuture {
			ar.Files[n].Data = []byte(got)
			if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// futures tells what follows from every call of here in package m.
func futures(t *testing.T, ar *txtar.Archive) string {
	prog := loadProgram(t, ar, primitiveStubs{})
	pkg := prog.Packages[0]
	e := NewEffects(effectsConfig(prog))
	f := e.Future([]*ssa.Function{pkg.SSA.Func("main"), pkg.SSA.Func("init")}, nil)
	var b strings.Builder
	for _, fn := range functionsOf(prog) {
		for _, block := range fn.Blocks {
			for i, instr := range block.Instrs {
				if strings.HasPrefix(fn.Name(), "classes") && len(f.ClassesOf(instr)) > 0 {
					fmt.Fprintf(&b, "%s: %v\n", instr, names(f, f.ClassesOf(instr)))
				}
				after := f.After(fn, block.Index, i)
				for _, c := range f.ClassesOf(instr) {
					if !after.May(c, AnyMode) {
						t.Errorf("%v in %v does not access %s", instr, fn, f.Name(c))
					}
				}
				call, ok := instr.(*ssa.Call)
				if !ok || call.Call.StaticCallee() == nil || call.Call.StaticCallee().Name() != "here" {
					continue
				}
				name := constant.StringVal(call.Call.Args[0].(*ssa.Const).Value)
				fmt.Fprintf(&b, "%s\n", name)
				for _, s := range describe(f, after) {
					fmt.Fprintf(&b, "\t%s\n", s)
				}
			}
		}
	}
	return b.String()
}

// guards tells of the loads and stores of a program what guards them.
func guards(t *testing.T, ar *txtar.Archive) string {
	prog := loadProgram(t, ar, primitiveStubs{})
	pkg := prog.Packages[0]
	f := NewEffects(effectsConfig(prog)).Future([]*ssa.Function{pkg.SSA.Func("main"), pkg.SSA.Func("init")}, nil)
	var b strings.Builder
	classes := map[Class]bool{}
	for _, fn := range functionsOf(prog) {
		if packageOf(fn) != pkg.SSA {
			continue
		}
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				c, ok := f.ClassOf(instr)
				if !ok || c == NoClass || f.Modes(instr)&(Read|Write) == 0 {
					continue
				}
				classes[c] = true
				if list := f.Guards(instr); len(list) > 0 {
					fmt.Fprintf(&b, "%s: %s of %s holds", fn.Name(), f.Modes(instr), f.Name(c))
					for _, g := range list {
						fmt.Fprintf(&b, " %s", g.Name)
						if g.Shared {
							b.WriteString(" (shared)")
						}
					}
					b.WriteString("\n")
				}
			}
		}
	}
	for c := range Class(len(f.names)) {
		if g, ok := f.Guarded(c); ok && classes[c] {
			fmt.Fprintf(&b, "%s is guarded by %s\n", f.Name(c), g.Name)
		}
	}
	return b.String()
}

// describe lists the elements of a set and, in brackets, what else they may be.
func describe(f *Future, set Set) (list []string) {
	if set.Everything() {
		return []string{"everything"}
	}
	for c := range Class(len(f.names)) {
		name := f.Name(c)
		if strings.HasPrefix(name, "functions without") || name == "" {
			continue
		}
		own := f.ownModes(set.data, c)
		if own != 0 {
			list = append(list, name+": "+own.String())
		}
		if more := set.Modes(c) &^ own; more != 0 {
			list = append(list, "["+name+": "+more.String()+"]")
		}
	}
	slices.Sort(list)
	return list
}

func names(f *Future, classes []Class) (list []string) {
	for _, c := range classes {
		list = append(list, f.Name(c))
	}
	return list
}

// functionsOf lists the functions of a program that have a source, in its order.
func functionsOf(prog *load.Program) (list []*ssa.Function) {
	pkgs := map[*ssa.Package]bool{}
	for _, p := range prog.All() {
		pkgs[p.SSA] = !p.Standard || p.Modelled
	}
	for fn := range ssautil.AllFunctions(prog.SSA) {
		instance := strings.HasPrefix(fn.Synthetic, "instance of")
		source := fn.Synthetic == "" || instance || strings.HasPrefix(fn.Synthetic, "range-over-func")
		if pkgs[packageOf(fn)] && source && (fn.TypeParams().Len() == 0 || instance) {
			list = append(list, fn)
		}
	}
	slices.SortFunc(list, func(a, b *ssa.Function) int {
		return cmp.Or(cmp.Compare(packagePath(a), packagePath(b)), cmp.Compare(a.Pos(), b.Pos()))
	})
	return list
}

func effectsConfig(prog *load.Program) EffectsConfig {
	return EffectsConfig{Build: prog.Build, MethodValue: prog.MethodValue}
}

// primitiveStubs are models with the primitives.
type primitiveStubs struct{}

func (primitiveStubs) Roots() []string { return nil }

func (primitiveStubs) Lookup(path string) (load.Model, bool) {
	source, ok := map[string]string{
		"sync": `package sync
type Locker interface { Lock(); Unlock() }
type Mutex struct{ state int }
func (*Mutex) Lock()
func (*Mutex) Unlock()
type RWMutex struct{ state int }
func (*RWMutex) Lock()
func (*RWMutex) Unlock()
func (*RWMutex) RLock()
func (*RWMutex) RUnlock()
func (rw *RWMutex) RLocker() Locker { return (*rlocker)(rw) }
type rlocker RWMutex
func (r *rlocker) Lock() { (*RWMutex)(r).RLock() }
func (r *rlocker) Unlock() { (*RWMutex)(r).RUnlock() }
type WaitGroup struct{ state int }
func (*WaitGroup) Add(int)
func (*WaitGroup) Done()
func (*WaitGroup) Wait()
func (wg *WaitGroup) Go(f func()) { wg.Add(1); go func() { defer wg.Done(); f() }() }
type Once struct{ done int }
func enter(*Once) bool
func (o *Once) Do(f func()) { if enter(o) { f() } }
type Cond struct{ L Locker }
func NewCond(l Locker) *Cond { return &Cond{l} }
func (c *Cond) Wait() { c.L.Unlock(); c.L.Lock() }
func (c *Cond) Signal()
type Map struct{ entries map[any]any }
func (m *Map) Load(k any) (any, bool) { v, ok := m.entries[k]; return v, ok }
func (m *Map) Store(k, v any) { m.entries[k] = v }
type Pool struct{ New func() any; items []any }
func (p *Pool) Get() any { return p.New() }
`,
		"sync/atomic": `package atomic
type Int32 struct { v int32 }
func (*Int32) Load() int32
func (*Int32) Add(int32) int32
func AddInt64(p *int64, n int64) int64
func LoadInt64(p *int64) int64
`,
		"time": `package time
type Time struct{ n int }
type Timer struct{ C chan Time }
func makeTimer(f func()) *Timer
func armTimer(t *Timer)
func resetTimer(t *Timer)
func stopTimer(t *Timer)
func AfterFunc(d int, f func()) *Timer { t := makeTimer(f); here("time 1"); armTimer(t); return t }
func here(string) {}
func (t *Timer) Reset() { resetTimer(t) }
func (t *Timer) Stop() { stopTimer(t) }
`,
		"reflect": `package reflect
import "unsafe"
type Value struct{ p unsafe.Pointer }
func ValueOf(x any) Value { return Value{*(*unsafe.Pointer)(unsafe.Pointer(&x))} }
func callStub() func(fn unsafe.Pointer)
func (v Value) Call() { callStub()(v.p) }
func (v Value) SetInt(n int64) { *(*int64)(v.p) = n }
func (v Value) Interface() any { return *(*any)(unsafe.Pointer(&v)) }
`,
		"runtime": `package runtime
import "unsafe"
func addSpecial(run unsafe.Pointer)
func SetFinalizer(f func()) { addSpecial(*(*unsafe.Pointer)(unsafe.Pointer(&f))) }
`,
	}[path]
	return load.Model{Replace: true, Files: []load.ModelFile{{Name: path + ".go", Content: []byte(source)}}}, ok
}
