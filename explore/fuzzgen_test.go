package explore_test

// Random Go programs with one result, for FuzzRun. A program is a list of
// functions, each generated from a seed of its own, so that one can be looked at
// alone. Whatever happens in a function, panics included, is printed.
//
// Nothing is generated that the language leaves open: no iteration over maps
// whose order matters, no calls that change a variable the same expression
// reads, no goroutines whose order shows. Operands go through v where a
// constant expression might be an error of the program.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

const fuzzPrelude = `package main

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

type S0 struct {
	A int
	B string
	C []int
}

func (s S0) Sum(n int) int { return s.A + n + len(s.B) + len(s.C) }
func (s *S0) Inc(n int)    { s.A += n; s.C = append(s.C, n) }

type S1 struct {
	S0
	D float64
	E *S0
	F [2]int8
}

type MyInt int

func (m MyInt) Sum(n int) int  { return int(m) * n }
func (m MyInt) String() string { return "MyInt(" + strconv.Itoa(int(m)) + ")" }

type Summer interface{ Sum(int) int }

type failure struct{ n int }

func (f *failure) Error() string   { return "failure " + strconv.Itoa(f.n) }
func (f *failure) Is(e error) bool { return e == errBase && f.n%2 == 0 }

var errBase = errors.New("base")

type Pair[K comparable, V any] struct {
	Key K
	Val V
}

func (p Pair[K, V]) Swap(k K) (Pair[K, V], K) { return Pair[K, V]{k, p.Val}, p.Key }

type number interface {
	~int | ~int8 | ~uint16 | ~float64
}

func fold[T number](list []T, start T) T {
	for _, x := range list {
		start = start*2 + x
	}
	return start
}

func apply[T, U any](list []T, f func(T) U) []U {
	var out []U
	for _, x := range list {
		out = append(out, f(x))
	}
	return out
}

func count(n int) func(func(int, string) bool) {
	return func(yield func(int, string) bool) {
		defer trace("count ends")
		for i := 0; i < n; i++ {
			if !yield(i, strconv.Itoa(i*i)) {
				return
			}
		}
	}
}

func v[T any](x T) T { return x }

func ite[T any](b bool, x, y T) T {
	if b {
		return x
	}
	return y
}

func one[T any](x T, err error) T {
	if err != nil {
		trace("one", err)
	}
	return x
}

// cut keeps what is made of itself from growing without end.
func cut(s string) string { return s[:min(len(s), 60)] }
func few(s []int) []int   { return s[:min(len(s), 20)] }

func small(n int) int { return int(uint(n) % 7) }

func sorted(m map[string]int) []string { return slices.Sorted(maps.Keys(m)) }

var left int

func tick() {
	if left--; left < 0 {
		panic("long enough")
	}
}

func trace(args ...any) {
	tick()
	text := fmt.Sprintln(args...)
	if len(text) > 200 {
		text = text[:200] + "\n"
	}
	fmt.Print(text)
}

func run(name string, f func() (int, error)) {
	left = 400
	defer func() {
		if e := recover(); e != nil {
			err, ok := e.(error)
			fmt.Printf("%s: panic %T %v %v\n", name, e, e, ok && errors.Is(err, errBase))
		}
	}()
	r, err := f()
	fmt.Printf("%s: %d %v\n", name, r, err)
}

var _ = fmt.Sprint(math.Pi, sort.IsSorted(sort.IntSlice{}), strings.ToUpper(""), new(sync.Mutex), new(atomic.Int32))

`

// fuzzProgram is the program of a seed, of functions first to last.
func fuzzProgram(seed uint64, first, last int) string {
	var b strings.Builder
	b.WriteString(fuzzPrelude)
	for i := range last {
		g := &fuzzGen{rng: rand.New(rand.NewPCG(seed, uint64(i))), callable: i}
		b.WriteString(g.function(i))
	}
	b.WriteString("func main() {\n")
	for i := first; i < last; i++ {
		fmt.Fprintf(&b, "\trun(\"f%d\", func() (int, error) { return f%d(%d, \"s%d\") })\n", i, i, int(seed%17)-3, i)
	}
	b.WriteString("}\n")
	return b.String()
}

// A fuzzGen generates one function.
type fuzzGen struct {
	rng      *rand.Rand
	b        strings.Builder
	callable int // functions before this one
	vars     []fuzzVar
	names    int
	loops    int // around the statement
	quiet    bool
}

type fuzzVar struct{ name, typ string }

var fuzzInts = []string{"int", "int", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64"}

var fuzzTypes = append([]string{
	"string", "string", "bool", "bool", "float64", "float64", "float32", "complex128", "[]int", "[]int", "[]string", "[]byte", "[3]int", "[2]string",
	"map[string]int", "map[int]bool", "S0", "S0", "S1", "*S0", "*int", "any", "any", "Summer", "func(int) int", "MyInt", "error", "Pair[string, int]",
}, fuzzInts...)

func (g *fuzzGen) n(n int) int                     { return g.rng.IntN(n) }
func (g *fuzzGen) pick(list ...string) string      { return list[g.n(len(list))] }
func (g *fuzzGen) typ() string                     { return g.pick(fuzzTypes...) }
func (g *fuzzGen) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

func (g *fuzzGen) name() string {
	g.names++
	return fmt.Sprint("x", g.names)
}

func (g *fuzzGen) function(i int) string {
	g.line("func f%d(a int, s string) (r int, err error) {", i)
	g.vars = []fuzzVar{{"a", "int"}, {"s", "string"}, {"r", "int"}}
	if g.n(3) == 0 {
		g.line("defer func() {\nif e := recover(); e != nil {\ntrace(\"recovered\", e)\nr += %s\n}\n}()", g.expr("int", 1))
	}
	g.block(4+g.n(8), 3)
	for _, x := range g.vars {
		g.show(x)
	}
	g.line("return %s, err\n}\n", g.expr("int", 2))
	return g.b.String()
}

// show prints a variable, unless its value is an address.
func (g *fuzzGen) show(x fuzzVar) {
	switch {
	case strings.HasPrefix(x.typ, "func"), x.typ == "S1", x.typ == "Summer", x.typ == "any":
		g.line("_ = %s", x.name)
	case strings.HasPrefix(x.typ, "*"):
		g.line("if %s != nil {\ntrace(*%s)\n}", x.name, x.name)
	case x.typ == "error":
		g.line("trace(%s)", x.name)
	default:
		verb := g.pick("%v", "%v", "%+v", "%#v", "%T")
		g.line("trace(fmt.Sprintf(%q, %s))", verb, x.name)
	}
}

// block generates statements in a scope of their own.
func (g *fuzzGen) block(n, depth int) {
	for range n {
		g.statement(depth)
	}
}

func (g *fuzzGen) scope(n, depth int) {
	known := len(g.vars)
	g.block(n, depth)
	g.vars = g.vars[:known]
}

// declare declares a variable.
func (g *fuzzGen) declare(typ, value string) string {
	name := g.name()
	if g.n(2) == 0 || typ == "any" || typ == "error" || typ == "Summer" {
		g.line("var %s %s = %s", name, typ, value)
	} else {
		g.line("%s := %s", name, conversion(typ, value))
	}
	g.line("_ = %s", name)
	g.vars = append(g.vars, fuzzVar{name, typ})
	return name
}

func conversion(typ, value string) string { return "(" + typ + ")(" + value + ")" }

// some is a variable of a type, "" if there is none.
func (g *fuzzGen) some(typ string) string {
	var names []string
	for _, x := range g.vars {
		if x.typ == typ {
			names = append(names, x.name)
		}
	}
	if names == nil {
		return ""
	}
	return g.pick(names...)
}
