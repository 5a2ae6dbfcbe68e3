package analysis

import (
	"fmt"
	"go/constant"
	"go/token"
	"math/rand"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/txtar"
)

// TestLocalityRandom runs random programs under random schedules in a small
// interpreter that knows nothing of the analysis, and checks what the analysis
// claims: when a goroutine accesses memory through a private address, no
// other goroutine has accessed the object or made it.
func TestLocalityRandom(t *testing.T) {
	programs, schedules := 20, 60
	if testing.Short() {
		programs = 3
	}
	claims := 0
	for seed := range programs {
		g := &generator{rand: rand.New(rand.NewSource(int64(seed)))}
		source := g.program()
		prog := loadArchive(t, txtar.Parse([]byte("-- a.go --\n"+source)))
		prog.BuildAll()
		pkg := prog.Targets[0].Package.SSA
		l := NewLocality(nil)
		for schedule := range schedules {
			w := &world{t: t, l: l, pkg: pkg, rand: rand.New(rand.NewSource(int64(schedule))), globals: make(map[*ssa.Global]*object)}
			shared := []any{w.object(0), w.object(0)}
			for range 3 {
				w.spawn(closure{fn: pkg.Func(fmt.Sprintf("f%d", w.rand.Intn(functions)))}, shared)
			}
			w.run(2000)
			claims += w.claims
			if t.Failed() {
				t.Fatalf("seed %d, schedule %d of\n%s", seed, schedule, source)
			}
		}
	}
	if claims < 1000 {
		t.Errorf("only %d private accesses", claims)
	}
}

// functions is the number of functions of a random program.
const functions = 30

// A generator writes random programs. All variables are of one type.
type generator struct {
	rand  *rand.Rand
	out   strings.Builder
	vars  []string
	funcs []string
	next  int
	fn    int // number of the function being written
}

func (g *generator) program() string {
	g.out.WriteString(`package m

type T struct {
	next *T
	n    int
	f    func(*T) *T
}

var global *T

var ch chan *T

func leaf(a, b *T) *T { return a }
`)
	for i := range functions {
		g.fn, g.vars, g.funcs = i, []string{"a", "b"}, nil
		fmt.Fprintf(&g.out, "\nfunc f%d(a, b *T) (r *T) {\n", i)
		g.block(3, 16)
		fmt.Fprintf(&g.out, "return %s\n}\n", g.pick(g.vars))
	}
	return g.out.String()
}

// pick chooses from the list, mostly near its end.
func (g *generator) pick(list []string) string {
	n := len(list)
	if g.rand.Intn(2) == 0 {
		n = min(n, 3)
	}
	return list[len(list)-1-g.rand.Intn(n)]
}

func (g *generator) name(prefix string) string {
	g.next++
	return fmt.Sprintf("%s%d", prefix, g.next)
}

// block writes statements that leave no variable declared.
func (g *generator) block(depth, length int) {
	vars, funcs := len(g.vars), len(g.funcs)
	for range 1 + g.rand.Intn(length) {
		g.statement(depth)
	}
	if depth < 3 {
		g.vars, g.funcs = g.vars[:vars], g.funcs[:funcs]
	}
}

func (g *generator) statement(depth int) {
	v, w, u := g.pick(g.vars), g.pick(g.vars), g.pick(g.vars)
	print := func(format string, args ...any) { fmt.Fprintf(&g.out, format+"\n", args...) }
	callee := "leaf"
	if left := functions - g.fn - 1; left > 0 && g.rand.Intn(5) > 0 {
		callee = fmt.Sprintf("f%d", g.fn+1+g.rand.Intn(min(left, 5)))
	} else if g.rand.Intn(5) == 0 {
		callee = fmt.Sprintf("f%d", g.rand.Intn(functions)) // possibly recursive
	}
	set := func(value string) { // mostly of new variables: assignments blur what the analysis sees
		if g.rand.Intn(6) == 0 {
			print("%s = %s", v, value)
			return
		}
		n := g.name("v")
		print("%s := %s; _ = %s", n, value, n)
		g.vars = append(g.vars, n)
	}
	switch k := g.rand.Intn(22); {
	case k < 4:
		set("&T{next: " + g.pick([]string{"nil", "nil", w}) + "}")
	case k < 6:
		print("%s.next = %s", v, w)
	case k < 8:
		set(w + ".next")
	case k < 10:
		print("%s.n = %s.n", v, w)
	case k == 10:
		print("%s = %s", v, w)
	case k == 11:
		print("*%s = *%s", v, w)
	case k < 14:
		set(fmt.Sprintf("%s(%s, %s)", callee, w, u))
	case k == 14:
		print("%s %s(%s, %s)", g.pick([]string{"go", "defer"}), callee, v, w)
	case k == 15:
		switch g.rand.Intn(4) {
		case 0:
			print("global = %s", v)
		case 1:
			set("global")
		case 2:
			print("ch <- %s", v)
		case 3:
			set("<-ch")
		}
	case k < 18 && depth > 0:
		n := g.name("c")
		direct := g.rand.Intn(3) == 0
		if !direct {
			print("%s := func(p *T) *T {", n)
		} else {
			print("%sfunc(p *T) *T {", g.pick([]string{"", "defer ", "go ", v + " = "}))
		}
		g.vars = append(g.vars, "p")
		g.block(depth-1, 4)
		g.vars = g.vars[:len(g.vars)-1]
		if direct {
			print("return %s\n}(%s)", g.pick(append([]string{"p"}, g.vars...)), w)
			return
		}
		print("return %s\n}; _ = %s", g.pick(append([]string{"p"}, g.vars...)), n)
		g.funcs = append(g.funcs, n)
	case k < 20 && len(g.funcs) > 0:
		f := g.pick(g.funcs)
		switch g.rand.Intn(4) {
		case 0:
			set(f + "(" + w + ")")
		case 1:
			print("%s.f = %s", v, f)
		default:
			print("%s %s(%s)", g.pick([]string{"go", "defer"}), f, w)
		}
	case k == 20:
		if g.rand.Intn(2) == 0 {
			print("go %s.f(%s)", v, w)
		} else {
			set(v + ".f(" + w + ")")
		}
	case depth > 0:
		print("if %s != nil {", v)
		g.block(depth-1, 4)
		print("}")
	}
}

// The interpreter: memory is objects, values are pointers, closures, numbers
// and structures. What would panic does nothing.

type object struct {
	cells []any
	maker int
	users map[int]bool
}

type pointer struct {
	obj  *object
	cell int
}

type closure struct {
	fn       *ssa.Function
	bindings []any
}

type activation struct {
	fn     *ssa.Function
	vars   map[ssa.Value]any
	block  *ssa.BasicBlock
	pc     int
	defers []func() *activation
	ret    func(any) // what to do with the result
}

type goroutine struct {
	id    int
	stack []*activation
}

type world struct {
	t       *testing.T
	l       *Locality
	pkg     *ssa.Package
	rand    *rand.Rand
	globals map[*ssa.Global]*object
	queue   []any
	gs      []*goroutine
	claims  int
}

func (w *world) object(maker int) pointer {
	return pointer{&object{cells: make([]any, 3), maker: maker, users: make(map[int]bool)}, 0}
}

func (w *world) spawn(f closure, args []any) {
	w.gs = append(w.gs, &goroutine{id: len(w.gs) + 1, stack: []*activation{enter(f, args)}})
}

func enter(f closure, args []any) *activation {
	a := &activation{fn: f.fn, vars: make(map[ssa.Value]any), block: f.fn.Blocks[0]}
	for i, p := range f.fn.Params {
		a.vars[p] = args[i]
	}
	for i, v := range f.fn.FreeVars {
		a.vars[v] = f.bindings[i]
	}
	return a
}

// run makes steps of random goroutines.
func (w *world) run(steps int) {
	for range steps {
		g := w.gs[w.rand.Intn(len(w.gs))]
		if n := len(g.stack); n > 0 && (n > 30 || !w.step(g)) {
			g.stack = nil
		}
	}
}

// step executes an instruction and reports whether the goroutine can go on.
func (w *world) step(g *goroutine) bool {
	a := g.stack[len(g.stack)-1]
	instr := a.block.Instrs[a.pc]
	a.pc++
	switch i := instr.(type) {
	case *ssa.Alloc:
		a.vars[i] = w.object(g.id)
	case *ssa.FieldAddr:
		p, _ := w.value(a, i.X).(pointer)
		a.vars[i] = pointer{p.obj, i.Field}
	case *ssa.Store:
		p, ok := w.access(g, a, i.Addr)
		if !ok {
			break
		}
		if s, ok := w.value(a, i.Val).([3]any); ok {
			copy(p.obj.cells, s[:])
		} else {
			p.obj.cells[p.cell] = w.value(a, i.Val)
		}
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			if len(w.queue) > 0 {
				a.vars[i], w.queue = w.queue[0], w.queue[1:]
			}
			break
		}
		p, ok := w.access(g, a, i.X)
		if !ok {
			a.vars[i] = nil
			break
		}
		if strings.HasSuffix(i.Type().String(), "m.T") && !strings.HasPrefix(i.Type().String(), "*") {
			a.vars[i] = [3]any(p.obj.cells)
		} else {
			a.vars[i] = p.obj.cells[p.cell]
		}
	case *ssa.BinOp: // x != nil
		a.vars[i] = !isNil(w.value(a, i.X))
	case *ssa.If:
		next := 1
		if w.value(a, i.Cond).(bool) {
			next = 0
		}
		a.block, a.pc = a.block.Succs[next], 0
	case *ssa.Jump:
		a.block, a.pc = a.block.Succs[0], 0
	case *ssa.Send:
		w.queue = append(w.queue, w.value(a, i.X))
	case *ssa.MakeClosure:
		c := closure{fn: i.Fn.(*ssa.Function)}
		for _, b := range i.Bindings {
			c.bindings = append(c.bindings, w.value(a, b))
		}
		a.vars[i] = c
	case ssa.CallInstruction:
		return w.call(g, a, i)
	case *ssa.RunDefers:
		if n := len(a.defers); n > 0 {
			d := a.defers[n-1]()
			a.defers = a.defers[:n-1]
			a.pc--
			g.stack = append(g.stack, d)
		}
	case *ssa.Return:
		var v any
		if len(i.Results) > 0 {
			v = w.value(a, i.Results[0])
		}
		g.stack = g.stack[:len(g.stack)-1]
		if a.ret != nil {
			a.ret(v)
		}
	default:
		w.t.Fatalf("instruction %T", instr)
	}
	return true
}

func (w *world) call(g *goroutine, a *activation, instr ssa.CallInstruction) bool {
	c := instr.Common()
	f, ok := w.value(a, c.Value).(closure)
	if !ok || f.fn == nil {
		return true
	}
	var args []any
	for _, arg := range c.Args {
		args = append(args, w.value(a, arg))
	}
	switch i := instr.(type) {
	case *ssa.Go:
		if len(w.gs) < 40 {
			w.spawn(f, args)
		}
	case *ssa.Defer:
		a.defers = append(a.defers, func() *activation { return enter(f, args) })
	case *ssa.Call:
		callee := enter(f, args)
		callee.ret = func(v any) { a.vars[i] = v }
		g.stack = append(g.stack, callee)
	}
	return true
}

// access checks an access through the address.
func (w *world) access(g *goroutine, a *activation, addr ssa.Value) (pointer, bool) {
	p, ok := w.value(a, addr).(pointer)
	if !ok || p.obj == nil {
		return p, false
	}
	if w.l.Private(addr) {
		w.claims++
		if p.obj.maker != g.id || len(p.obj.users) > 1 || len(p.obj.users) == 1 && !p.obj.users[g.id] {
			w.t.Errorf("goroutine %d accesses through %s = %s in %s an object made by %d and used by %v",
				g.id, addr.Name(), addr, a.fn, p.obj.maker, p.obj.users)
		}
	}
	p.obj.users[g.id] = true
	return p, true
}

func (w *world) value(a *activation, v ssa.Value) any {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.Bool {
			return constant.BoolVal(v.Value)
		}
		return nil
	case *ssa.Function:
		return closure{fn: v}
	case *ssa.Global:
		obj := w.globals[v]
		if obj == nil {
			obj = w.object(0).obj
			w.globals[v] = obj
		}
		return pointer{obj, 0}
	}
	return a.vars[v]
}

func isNil(v any) bool {
	switch v := v.(type) {
	case pointer:
		return v.obj == nil
	case closure:
		return v.fn == nil
	}
	return v == nil
}
