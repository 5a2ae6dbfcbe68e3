package explore

// Random test functions about memory: what one goroutine can do to what
// others know, by every kind of access path of the language. They are run to
// see whether static facts hold; what they compute does not matter.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

const memoryPrelude = `package gen

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

type In struct{ u, v int }

type K struct {
	mu   sync.Mutex
	rw   sync.RWMutex
	wg   sync.WaitGroup
	once sync.Once
	m    sync.Map
	pool sync.Pool
	cond *sync.Cond
}

type E struct {
	In
	sync.Mutex
}

type T struct {
	A    int
	b    int
	in   In
	arr  [3]int
	nest [2]In
	p    *T
	q    *int
	pi   *In
	s    []int
	ss   []In
	ps   []*T
	f    func()
	i    I
	e    any
	m    map[int]int
	mt   map[int]*T
	mf   map[int]func()
	c    chan *T
	k    *K
	emb  E
	l    sync.Locker
	w    int64
	at   *atomic.Int32
	ap   *atomic.Pointer[T]
	fs   []func()
}

// U is T in another guise.
type U In

type I interface{ do(x *T) }

type Y struct{ t *T }

func (y Y) do(x *T) { y.t.b++; x.A = 1 }

type Z int

func (z *Z) do(x *T) { *z++; x.in.v++ }

type F func(*T)

func (f F) do(x *T) { f(x) }

func (x *T) bump() { x.b++ }

func (x *T) String() string { return fmt.Sprint(x.in.u) }

func (e *E) touch() { e.u++ }

type Node[V any] struct {
	val  V
	next *Node[V]
}

func (n *Node[V]) set(v V) { n.val = v }

func exchange[V any](a, b *V) { *a, *b = *b, *a }

func each[V any](list []V, f func(V)) {
	for _, v := range list {
		f(v)
	}
}

var (
	g0, g1 *T
	gi     int
	gs     []int
	gf     func()
	ga     [2]In
	gI     I
	gn     *Node[int]
	fuel   int
)

func spend() {
	if fuel--; fuel < 0 {
		runtime.Goexit()
	}
}

func newT() *T {
	x := &T{
		s: make([]int, 3), ss: make([]In, 3), m: map[int]int{}, mt: map[int]*T{}, mf: map[int]func(){}, c: make(chan *T, 1),
		k: new(K), at: new(atomic.Int32), ap: new(atomic.Pointer[T]),
	}
	x.p, x.q, x.pi, x.f, x.i, x.e = x, &x.A, &x.in, func() {}, Y{x}, x.in
	x.ps, x.fs, x.l = []*T{x, x, x}, []func(){x.bump}, &x.k.mu
	x.k.cond = sync.NewCond(&x.k.mu)
	return x
}

func start() {
	g0, g1, gi, gs, gf, gI, gn = newT(), newT(), 0, make([]int, 3), func() {}, new(Z), new(Node[int])
	fuel = 30
}

var (
	_ = fmt.Sprint
	_ = reflect.ValueOf
	_ = slices.Sort[[]int]
	_ = sort.Ints
	_ time.Duration
	_ unsafe.Pointer
	_ context.Context
	_ *testing.T
)
`

// memoryStatements are templates. Variables in scope: x, y *T, n *int, s []int,
// f func(), in *In, i I, t *testing.T. %K is an index, %B a block, %C a call of
// one of the functions, %X is x or y.
var memoryStatements = []string{
	"%X.A = 1", "%X.b++", "_ = %X.A", "%X.in.u++", "_ = %X.in", "%X.arr[%K]++", "%X.nest[1].v = 2", "_ = %X.nest[0]",
	"*n = 2", "_ = *n", "n = &%X.A", "n = &%X.b", "n = &%X.in.v", "n = &%X.arr[%K]", "n = &gi", "n = &s[%K]", "n = %X.q", "n = &%X.nest[1].u",
	"%X.q = n", "*%X.q++", "s = %X.s", "s = %X.arr[:]", "s = gs", "gs = s", "%X.s = s", "s[%K] = 1", "_ = s[%K]", "s = append(s, 1)[:3]",
	"copy(s, %X.s)", "clear(s)", "%X.ss[%K].u++", "in = &%X.ss[%K]", "in = &%X.in", "in = %X.pi", "%X.pi = in", "in.u = 1", "_ = *in", "*in = In{1, 2}",
	"*in = %X.in", "%X.in = *in", "in = &ga[1]", "ga[0].v++", "ga = [2]In{}", "in = &%X.emb.In", "in = &%X.nest[1]",
	"x = %X.p", "y = g0", "x = g1", "g0 = %X", "%X.p = y", "x = %X.ps[%K]", "%X.ps[%K] = y", "%X.ps[%K].A++", "x, y = y, x", "x = &T{A: 1, p: y, q: n, s: s, in: *in, k: y.k, l: y.l, c: y.c, ps: y.ps, ss: y.ss, m: y.m, mt: y.mt, mf: y.mf, at: y.at, ap: y.ap, i: i, f: f, pi: in, fs: y.fs}",
	"u := (*U)(in)\nu.u = 3", "(*[2]int)(unsafe.Pointer(in))[1] = 4", "*(*int)(unsafe.Pointer(%X)) = 5", "unsafe.Slice(n, 1)[0] = 6", "*unsafe.SliceData(s) = 7", "a3 := (*[3]int)(s)\na3[1] = 8", "_ = [3]int(s)",
	"%X.f = f", "f = %X.f", "f()", "%X.f()", "gf = f", "f = gf", "gf()", "go f()", "defer f()", "f = %X.bump", "f = func() {\n%B\n}", "%X.fs[0]()", "%X.fs[0] = f", "f = func() { n = &x.b }", "f = func() { *n = 1; %X = y }",
	"go func() {\n%B\n}()", "func() {\n%B\n}()", "defer func() {\n%B\n}()", "defer func() {\nrecover()\n%B\n}()", "go %X.bump()", "go %X.k.mu.Lock()",
	"i = Y{%X}", "i = new(Z)", "i = F(func(z *T) { z.b = 2 })", "i = gI", "gI = i", "%X.i = i", "i = %X.i", "i.do(%X)", "go i.do(%X)", "h := i.do\nh(y)", "h := (*T).bump\nh(%X)", "if z, ok := i.(*Z); ok {\n*z = 1\n}", "if z, ok := i.(Y); ok {\nz.t.A++\n}",
	"%X.e = f", "%X.e = n", "%X.e = y", "%X.e = i", "switch v := %X.e.(type) {\ncase func():\nv()\ncase *int:\n*v = 1\ncase *T:\nv.b++\ncase I:\nv.do(x)\n}",
	"%X.m[%K] = 1", "_ = %X.m[%K]", "delete(%X.m, %K)", "for range %X.m {\n%B\n}", "clear(%X.m)", "_ = len(%X.m)", "%X.mt[%K] = y", "if z := %X.mt[%K]; z != nil {\nx = z\n}", "for _, z := range %X.mt {\nz.A++\n}", "%X.mf[%K] = f", "if h := %X.mf[%K]; h != nil {\nh()\n}",
	"select {\ncase %X.c <- y:\n%B\ndefault:\n}", "select {\ncase z := <-%X.c:\nz.b++\ndefault:\n%B\n}", "_ = len(%X.c)", "%X.c <- x", "defer close(%X.c)", "go close(%X.c)", "defer clear(%X.m)", "defer delete(%X.m, %K)", "defer copy(s, gs)", "defer %X.k.mu.Unlock()", "defer %X.at.Add(1)", "x = <-%X.c",
	"%X.k.mu.Lock()\n%B\n%X.k.mu.Unlock()", "%X.l.Lock()\n%B\n%X.l.Unlock()", "%X.l = %X.k.rw.RLocker()", "%X.l = &%X.emb", "%X.emb.Lock()\n%X.emb.touch()\n%X.emb.Unlock()", "%X.k.rw.RLock()\n%B\n%X.k.rw.RUnlock()", "if %X.k.mu.TryLock() {\n%B\n%X.k.mu.Unlock()\n}", "%X.k = y.k", "mu := &%X.k.mu\nmu.Lock()\nmu.Unlock()",
	"%X.k.wg.Add(1)\n%X.k.wg.Done()", "%X.k.wg.Go(f)", "%X.k.wg.Wait()", "%X.k.once.Do(f)", "%X.k.m.Store(1, %X)", "if v, ok := %X.k.m.Load(1); ok {\nv.(*T).b++\n}", "%X.k.m.Range(func(_, v any) bool { v.(*T).A++; f(); return true })", "%X.k.pool.Put(%X)", "if v := %X.k.pool.Get(); v != nil {\nv.(*T).b = 3\n}", "%X.k.pool.New = func() any { return %X }",
	"%X.k.mu.Lock()\n%X.k.cond.Signal()\n%X.k.mu.Unlock()", "%X.k.mu.Lock()\n%X.k.cond.Wait()\n%X.k.mu.Unlock()",
	"atomic.AddInt64(&%X.w, 1)", "w := &%X.w\natomic.StoreInt64(w, 1)", "_ = %X.w", "%X.at.Add(1)", "_ = %X.at.Load()", "%X.ap.Store(y)", "if z := %X.ap.Load(); z != nil {\nz.A++\n}",
	"exchange(&%X.A, n)", "exchange(in, &%X.in)", "each(%X.ps, func(z *T) { z.b++ })", "each(%X.fs, func(h func()) { h() })", "gn.set(2)", "gn.next = &Node[int]{val: *n, next: gn}", "if gn.next != nil {\nn = &gn.next.val\n}",
	"reflect.ValueOf(%X).Elem().Field(0).SetInt(9)", "_ = reflect.ValueOf(%X).Elem().Field(0).Int()", "_ = fmt.Sprint(%X)", "_ = fmt.Sprint(*in)", "reflect.ValueOf(f).Call(nil)", "reflect.ValueOf(i).MethodByName(\"Do\")", "_ = reflect.ValueOf(%X).MethodByName(\"String\").Call(nil)", "_ = reflect.DeepEqual(x.in, *in)",
	"sort.Ints(s)", "sort.Slice(s, func(a, b int) bool { return s[a] < s[b] })", "slices.SortFunc(s, func(a, b int) int { *n = a; return b - a })", "slices.Sort(s)", "_ = slices.Contains(s, 1)",
	"time.AfterFunc(1, f)", "context.AfterFunc(context.Background(), f)", "sync.OnceFunc(f)()", "t.Cleanup(f)", "t.Run(\"sub\", func(t *testing.T) {\n%B\n})", "ctx, cancel := context.WithCancel(context.Background())\ncontext.AfterFunc(ctx, f)\ncancel()",
	"if %X.A > 0 {\n%B\n} else {\n%B\n}", "for range 2 {\n%B\n}", "switch *n {\ncase 0:\n%B\ndefault:\n%B\n}", "if *n == 3 {\nreturn\n}", "if s[%K] == 1 {\npanic(1)\n}", "panic(%X)", "runtime.Goexit()", "for a, b := range *in2(in) {\n_, _ = a, b\n}",
	"%C", "%C", "go %C", "defer %C", "x, n = pick(x, y, n)", "in = via(%X)", "for v := range seq(%X) {\n*v = 1\n%B\n}", "%X.in, in.v = In{}, 3", "func(list ...*T) { list[0].A = 2 }(%X, y)", "_ = min(%X.A, *n)", "_ = %X.in == *in", "_ = any(in) == any(%X.pi)",
}

const memoryHelpers = `
func in2(in *In) *[2]int { return (*[2]int)(unsafe.Pointer(in)) }

func pick(x, y *T, n *int) (*T, *int) {
	if *n > 0 {
		return y, &x.arr[0]
	}
	return x, &y.in.u
}

func via(x *T) *In { return func() *In { return &x.in }() }

func seq(x *T) func(func(*int) bool) {
	return func(yield func(*int) bool) {
		if yield(&x.A) {
			yield(x.q)
		}
	}
}
`

// memoryFuncs is how many functions the statements can call.
const memoryFuncs = 3

// memoryProgram makes test number i of a seed, with functions of its own.
func memoryProgram(seed uint64, i int) string {
	g := &memoryGen{rng: rand.New(rand.NewPCG(seed, 11)), test: i}
	var b strings.Builder
	for f := range memoryFuncs {
		g.left = 4
		fmt.Fprintf(&b, "func f%d_%d(t *testing.T, x, y *T, n *int, s []int, f func(), in *In, i I) {\n\tspend()\n%s}\n\n", i, f, g.block(1, 1))
	}
	g.left = 10
	fmt.Fprintf(&b, "func Test%d(t *testing.T) {\n\tstart()\n\tx, y := g0, g1\n\tn, s, f, in, i := &x.A, y.s, y.f, &x.in, x.i\n\t_, _, _, _, _ = n, s, f, in, i\n%s%s}\n\n", i, g.block(1, 0),
		"\tgo func() {\n"+g.block(2, 0)+"\t}()\n"+g.block(1, 0))
	return b.String()
}

type memoryGen struct {
	rng  *rand.Rand
	test int
	left int
}

func (g *memoryGen) block(depth, nested int) string {
	var b strings.Builder
	for range 1 + g.rng.IntN(3) {
		g.left--
		if g.left < 0 {
			break
		}
		text := memoryStatements[g.rng.IntN(len(memoryStatements))]
		if nested > 2 && strings.Contains(text, "%B") {
			continue
		}
		fmt.Fprintf(&b, "%s{\n%s\n}\n", strings.Repeat("\t", depth), g.fill(text, depth, nested))
	}
	return b.String()
}

func (g *memoryGen) fill(text string, depth, nested int) string {
	return expand(text, func(marker byte) string {
		switch marker {
		case 'K':
			return fmt.Sprint(g.rng.IntN(3))
		case 'X':
			return []string{"x", "y"}[g.rng.IntN(2)]
		case 'B':
			return g.block(depth+1, nested+1)
		case 'C':
			return fmt.Sprintf("f%d_%d(t, x, y, n, s, f, in, i)", g.test, g.rng.IntN(memoryFuncs))
		}
		return ""
	})
}
