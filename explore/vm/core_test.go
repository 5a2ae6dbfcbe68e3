package vm

import (
	"flag"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

var update = flag.Bool("update", false, "rewrite the golden files with what the go command makes of the programs")

// TestCore runs programs of the language proper, without the standard
// library. Their output must be that of gc: as they are, with race detection, and when
// each step is undone and done again.
func TestCore(t *testing.T) {
	files, err := filepath.Glob("testdata/core/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".go")
		golden := strings.TrimSuffix(file, ".go") + ".golden"
		if *update {
			out, _ := exec.Command("go", "run", file).CombinedOutput()
			if err := os.WriteFile(golden, out, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		check := func(t *testing.T, m *Machine) {
			if got := string(m.Output()); got != string(want) {
				t.Errorf("output differs:\n%s", firstDifference(got, string(want)))
			}
			for _, r := range m.Reports() {
				t.Errorf("report: %s", r.Message)
			}
			if u := m.Unsupported(); u != nil {
				t.Error(u)
			}
		}
		t.Run(name, func(t *testing.T) {
			m, _ := runTest(t, string(src), Config{})
			check(t, m)
		})
		t.Run(name+"/races", func(t *testing.T) {
			m, _ := runTest(t, string(src), Config{Races: true})
			check(t, m)
		})
		t.Run(name+"/watched", func(t *testing.T) {
			// Every access is a visible operation, undone and done again.
			p, pkg := loadTest(t, string(src))
			img, err := p.Image(World{}, Limits{}, pkg)
			if err != nil {
				t.Fatal(err)
			}
			defer img.Close()
			m, err := img.NewMachine(Config{Races: true, Watch: positions(pkg)})
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			m.StartMain(pkg.Func("main"))
			steps := 0
			runUndoing(t, m, func() { steps++ })
			check(t, m)
			if steps < 10 {
				t.Errorf("%d steps", steps)
			}
		})
		t.Run(name+"/poisoned", func(t *testing.T) {
			m, main := newTestMachine(t, string(src), Config{})
			m.StartMain(main)
			runPoisoned(m)
			check(t, m)
		})
		t.Run(name+"/undone", func(t *testing.T) {
			m, main := newTestMachine(t, string(src), Config{})
			m.StartMain(main)
			runUndoing(t, m, func() {})
			check(t, m)
		})
	}
}

// runUndoing does every step twice and checks that the first did not leave a
// trace.
func runUndoing(t *testing.T, m *Machine, stepped func()) {
	var buf []Choice
	for {
		if buf = m.Enabled(buf[:0]); len(buf) == 0 {
			return
		}
		c := buf[0]
		before := m.Fingerprint()
		k := m.Mark()
		first := m.Step(c)
		after, steps := m.Fingerprint(), m.Steps()
		m.Rewind(k)
		if m.Fingerprint() != before {
			t.Fatalf("the state before %v has changed", c)
		}
		if second := m.Step(c); second != first || m.Fingerprint() != after || m.Steps() != steps {
			t.Fatalf("%v went differently the second time", c)
		}
		stepped()
	}
}

// positions are those of all instructions of a package.
func positions(pkg *ssa.Package) []token.Pos {
	var list []token.Pos
	var add func(f *ssa.Function)
	add = func(f *ssa.Function) {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				if p := instr.Pos(); p.IsValid() {
					list = append(list, p)
				}
			}
		}
		for _, a := range f.AnonFuncs {
			add(a)
		}
	}
	for f := range ssautil.AllFunctions(pkg.Prog) {
		if f.Package() == pkg && f.Parent() == nil {
			add(f)
		}
	}
	return list
}

// runPoisoned writes nonsense to all words that are not live, before every
// step.
func runPoisoned(m *Machine) {
	var buf []Choice
	for {
		if buf = m.Enabled(buf[:0]); len(buf) == 0 {
			return
		}
		for _, s := range m.liveGoroutines() {
			g := m.gs[s]
			m.touch(g)
			for i := range g.frames {
				f := &g.frames[i]
				live := g.liveWords(i)
				for k := range f.fn.Words {
					if live != nil && live[k/64]>>(k%64)&1 == 0 {
						g.stack[int(f.base)+k] = 0xdeadbeefdead
					}
				}
			}
		}
		m.Step(buf[0])
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			other := ""
			if i < len(w) {
				other = w[i]
			}
			return "line " + g[i] + "\nwant " + other
		}
	}
	return "output ends early; want " + w[min(len(g), len(w)-1)]
}

func TestUncaughtPanics(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"plain", `panic("a")`, "panic: a"},
		{"error", `var m map[int]int; m[1] = 1`, "panic: nil map"},
		{"nested", `defer func() { panic("b") }(); panic("a")`, "panic: a\n\tpanic: b"},
		{"recovered", `defer func() { recover(); panic("b") }(); panic("a")`, "panic: a [recovered]\n\tpanic: b"},
		{"again", `defer func() { panic(recover()) }(); panic("a")`, "panic: a [recovered, repanicked]"},
		{"three", `defer func() { panic(3) }(); defer func() { panic(2) }(); panic(1)`, "panic: 1\n\tpanic: 2\n\tpanic: 3"},
		{"over", `func() { defer func() { recover() }(); panic("a") }(); panic("b")`, "panic: b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, _ := runTest(t, "package main\nfunc main() {\n"+test.body+"\n}\n", Config{})
			if m.Outcome() != Crashed || len(m.Reports()) != 1 {
				t.Fatal(m.Outcome(), m.Reports())
			}
			r := m.Reports()[0]
			if r.Kind != PanicReport || r.Message != test.want {
				t.Errorf("got  %q\nwant %q", r.Message, test.want)
			}
			if s := r.Sides[0].Stack; len(s) == 0 || !strings.HasPrefix(s[len(s)-1].Func, "main.main") || s[0].Pos.Line == 0 {
				t.Errorf("stack %v", s)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	const loop = `package main
func main() { n := 0; for { n++ } }`
	m, _ := runTest(t, loop, Config{Limits: Limits{Steps: 1000}})
	if m.Outcome() != Limited || m.Limit() != "steps" || m.Steps() < 1000 || m.Steps() > 1010 {
		t.Error("steps:", m.Outcome(), m.Limit(), m.Steps())
	}
	m, _ = runTest(t, loop, Config{Limits: Limits{LocalSteps: 500}})
	if m.Outcome() != Limited || m.Limit() != "local steps" || m.Steps() > 510 {
		t.Error("local steps:", m.Outcome(), m.Limit(), m.Steps())
	}
	const grow = `package main
type node struct { next *node; pad [100]int }
func main() { var l *node; for { l = &node{next: l} } }`
	m, _ = runTest(t, grow, Config{Limits: Limits{Memory: 1 << 20}})
	if m.Outcome() != Limited || m.Limit() != "memory" {
		t.Error("memory:", m.Outcome(), m.Limit())
	}
	const deep = `package main
func f(n int) int { return f(n+1) + 1 }
func main() { println(f(0)) }`
	for _, again := range []bool{false, true} {
		m, main := newTestMachine(t, deep, Config{Limits: Limits{Depth: 10000}})
		m.StartMain(main)
		if again {
			m.Reset()
		}
		if m.Outcome() != Crashed || len(m.Reports()) != 1 || m.Reports()[0].Message != "fatal error: stack overflow" {
			t.Error("stack:", m.Outcome(), m.Reports())
		}
	}
}

// TestLimitExact checks that a limit strikes at the same instruction whatever
// the machine did before.
func TestLimitExact(t *testing.T) {
	const src = `package main
func f(n int) int { if n == 0 { return 0 }; return f(n-1) + 1 }
func main() {
	c := make(chan int, 2)
	c <- 1
	f(100)
	c <- 2
	for i := 0; ; i++ { println(f(i)) }
}`
	m, main := newTestMachine(t, src, Config{Limits: Limits{Steps: 20000, Depth: 4000}})
	m.StartMain(main)
	var outputs []string
	for range 3 {
		m.Reset()
		runOn(m)
		outputs = append(outputs, string(m.Output()))
	}
	if outputs[0] == "" || outputs[0] != outputs[1] || outputs[0] != outputs[2] {
		t.Errorf("outputs of %d, %d, %d bytes", len(outputs[0]), len(outputs[1]), len(outputs[2]))
	}
}

func TestMissingFunction(t *testing.T) {
	m, _ := runTest(t, `package main
func nobody(x int) int
func g() int { return nobody(1) }
func main() { println(g()) }`, Config{})
	u := m.Unsupported()
	if m.Outcome() != Stuck || u == nil || u.What != "main.nobody" {
		t.Fatal(m.Outcome(), u)
	}
	var path []string
	for _, f := range u.Path {
		path = append(path, f.Func)
	}
	if got := strings.Join(path, " "); got != "main.nobody main.g main.main" {
		t.Error("reached by", got)
	}
}

func TestVariables(t *testing.T) {
	m, main := newTestMachine(t, `package main
type point struct { x, y int8; name string; next *point }
func inner(a int, s []string, m map[string]bool) {
	p := point{1, -2, "p", &point{name: "q"}}
	var e any = p.x
	captured := 1.5
	f := func() { captured++ }
	f()
	c := make(chan int)
	<-c
	println(a, s, m, p.x, e, captured)
}
func main() {
	list := []int{1, 2, 3}
	inner(7, []string{"u", "v"}, map[string]bool{"k": true})
	println(len(list))
}`, Config{})
	m.StartMain(main)
	show := func(frame int) string {
		var parts []string
		for _, v := range m.Variables(0, frame) {
			if v.Type == "func()" || v.Type == "chan int" {
				continue // addresses
			}
			parts = append(parts, v.Name+" "+v.Type+" = "+v.Value)
		}
		return strings.Join(parts, "\n")
	}
	want := `a int = 7
s []string = ["u" "v"]
m map[string]bool = map["k":true]
p main.point = {x: 1, y: -2, name: "p", next: &{x: 0, y: 0, name: "q", next: nil}}
e interface {} = int8(1)
captured float64 = 2.5`
	if got := show(0); got != want {
		t.Errorf("inner:\n%s\nwant\n%s", got, want)
	}
	if got := show(1); got != "list []int = [1 2 3]" {
		t.Errorf("main:\n%s", got)
	}
	if got := m.Variables(0, 2); got != nil {
		t.Error("beyond the stack:", got)
	}
}

// TestReadOnly checks that constants cannot be written, with and without race
// detection.
func TestReadOnly(t *testing.T) {
	for _, races := range []bool{false, true} {
		m, out := runTest(t, `package main
import "unsafe"
func main() {
	s := "constant"
	p := unsafe.StringData(s)
	defer func() { println("not recoverable", recover() != nil) }()
	*p = 'C'
	println(s)
}`, Config{Races: races})
		if m.Outcome() != Crashed || out != "fatal error: fault\n" {
			t.Errorf("races %v: %v, output %q", races, m.Outcome(), out)
		}
	}
}
