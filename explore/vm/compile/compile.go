// Package compile turns go/ssa functions into the machine's code: a flat list
// of fixed-size instructions over frame words (see [Func]). It knows nothing of
// run-time values; everything with an address comes from a [Linker].
//
// The functions must have been built in ssa.NaiveForm, so that local
// variables are Allocs. Those whose address is not used otherwise than to load and
// store live in frame words; their loads are mostly no instruction at all,
// and what is stored into them is computed in place (see plan.go).
package compile

import (
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Options say how a function is compiled.
type Options struct {
	// Breaks: with an OpBreak in front of what is at another position in the source than
	// what is before it.
	Breaks bool
}

// Compile compiles a function whose package has been built. If the linker
// knows an intrinsic or a visible operation for fn, the code is a stub of
// that, so that calls through function values and itabs work too; a function
// without a body becomes a stub that reports it as unsupported.
func Compile(fn *ssa.Function, l Linker, o Options) *Func {
	f, missing := compile(fn, l, o, false)
	if missing == frameTooBig {
		// Most often the initialiser of generated tables.
		f, _ = compile(fn, l, o, true)
	}
	return f
}

// compile is Compile; if it is to be frugal, the frame has no place for
// composite literals.
func compile(fn *ssa.Function, l Linker, o Options, frugal bool) (f *Func, missing Missing) {
	c := newCompiler(fn.String(), l)
	c.fn, c.frugal, c.wanted = fn, frugal, o.Breaks
	defer func() {
		switch e := recover().(type) {
		case nil:
		case Missing:
			f, missing = c.without(e), e
		default:
			panic(e)
		}
	}()
	return c.function(), ""
}

// function compiles the function.
func (c *compiler) function() *Func {
	fn, l := c.fn, c.link
	c.signature()
	if id, ok := l.Intrinsic(fn); ok {
		c.emit(OpIntrinsic, 0, 0, 0, int64(id))
		c.emit(OpRet, 0, 0, 1, 0)
		return c.finish()
	}
	if kind, ok := l.Visible(fn); ok {
		c.emit(OpPark, int(kind), 0, 0, 0)
		c.emit(OpRet, 0, 0, 1, 0)
		return c.finish()
	}
	if fn.Blocks == nil {
		c.out.Missing = fn.String()
		c.emit(OpMissing, 0, 0, 0, 0)
		return c.finish()
	}
	c.analyze()
	c.body()
	return c.finish()
}

// A compiler holds the state of the compilation of one function.
type compiler struct {
	fn   *ssa.Function
	link Linker
	out  *Func
	code []Instr
	pos  []token.Pos
	cur  token.Pos // position of the SSA instruction being compiled
	breaks

	frame  // words: words.go
	plan   // what goes where: plan.go
	layout // blocks and jumps: blocks.go

	frugal bool

	ctx   int // word of the closure's address, -1 if there is none
	taken map[*ssa.FreeVar]int
}

func newCompiler(name string, l Linker) *compiler {
	return &compiler{
		link:  l,
		out:   &Func{Name: name, Recover: -1},
		frame: frame{free: map[string][]int{}},
		ctx:   -1,
	}
}

// signature gives the parameters their words.
func (c *compiler) signature() {
	fn := c.fn
	c.out.Name = funcName(fn)
	c.out.Hidden = fn.Synthetic != "" && fn.Synthetic != "package initializer" &&
		!strings.HasPrefix(fn.Synthetic, "instance of") && !isRangeBody(fn) || hidden[c.out.Name]
	c.out.RangeBody = isRangeBody(fn)
	c.plan.init()
	for _, p := range c.params() {
		c.place[p] = c.words
		c.grow(pointerWords(p.Type()))
	}
	c.out.Params = c.words
	c.out.Results = resultWords(fn.Signature)
	if len(fn.FreeVars) > 0 {
		c.ctx = c.words
		c.grow([]bool{true})
		c.out.Closure = true
		for _, v := range fn.FreeVars {
			c.out.Captured = append(c.out.Captured, v.Name())
		}
	}
	// Results stand at the start of the frame, too.
	for c.words < c.out.Results {
		c.grow([]bool{false})
	}
}

// hidden are functions that gc marks as wrappers although they have a source,
// and those that stand for them in the model of reflect.
var hidden = map[string]bool{
	"reflect.callReflect":           true,
	"reflect.callMethod":            true,
	"reflect.makeMethodValue.func1": true,
	"reflect.Value.call":            true,
	"runtime.deferreturn":           true,
}

// params are the parameters; a function without a body may have none in SSA.
func (c *compiler) params() []ssa.Value {
	var ps []ssa.Value
	for _, p := range c.fn.Params {
		ps = append(ps, p)
	}
	return ps
}

func isRangeBody(fn *ssa.Function) bool { return fn.Synthetic == "range-over-func yield" }

// funcName is the name that runtime.FuncForPC(pc).Name() gives.
func funcName(fn *ssa.Function) string {
	if parent := fn.Parent(); parent != nil {
		suffix := strings.TrimPrefix(fn.Name(), parent.Name()+"$")
		if isRangeBody(fn) {
			return funcName(parent) + "-range" + suffix
		}
		if parent.Parent() == nil {
			return funcName(parent) + ".func" + suffix
		}
		return funcName(parent) + "." + suffix
	}
	origin := fn
	name := fn.Name()
	if o := fn.Origin(); o != nil {
		origin = o
		if i := strings.IndexByte(name, '['); i >= 0 {
			name = name[:i]
		}
		name += "[...]"
	}
	if number, ok := strings.CutPrefix(name, "init#"); ok {
		if n, err := strconv.Atoi(number); err == nil {
			name = "init." + strconv.Itoa(n-1) // gc counts from zero
		}
	}
	method, _ := fn.Object().(*types.Func)
	switch {
	case method != nil && strings.HasSuffix(fn.Name(), "$bound"):
		return methodName(method.Signature().Recv().Type(), method.Name()) + "-fm"
	case method != nil && strings.HasSuffix(fn.Name(), "$thunk"):
		return methodName(fn.Signature.Params().At(0).Type(), method.Name())
	case origin.Signature.Recv() != nil:
		return methodName(origin.Signature.Recv().Type(), strings.TrimSuffix(name, "[...]"))
	}
	path := ""
	if pkg := origin.Package(); pkg != nil {
		path = pkgPath(pkg.Pkg)
	} else if obj := origin.Object(); obj != nil && obj.Pkg() != nil {
		path = pkgPath(obj.Pkg())
	}
	return path + "." + name
}

// methodName is the name of a method of type recv.
func methodName(recv types.Type, name string) string {
	star := false
	recv = types.Unalias(recv)
	if p, ok := recv.(*types.Pointer); ok {
		star, recv = true, types.Unalias(p.Elem())
	}
	named, ok := recv.(*types.Named)
	if !ok {
		return name
	}
	path, tname := "", named.Obj().Name()
	if pkg := named.Obj().Pkg(); pkg != nil {
		path = pkgPath(pkg) + "."
	}
	if named.TypeParams().Len() > 0 || named.TypeArgs().Len() > 0 {
		tname += "[...]"
	}
	if star {
		tname = "(*" + tname + ")"
	}
	return path + tname + "." + name
}

// pkgPath is the path of a package in the names that programs see.
func pkgPath(pkg *types.Package) string {
	if pkg.Name() == "main" {
		return "main"
	}
	return pkg.Path()
}

// finish completes the function: the outgoing area is put behind the words.
func (c *compiler) finish() *Func {
	f := c.out
	f.Words = c.words
	f.Clear = f.Params
	f.Out = c.outWords
	if f.Words+f.Out >= outBase {
		panic(frameTooBig)
	}
	for i := range c.code {
		relocate(&c.code[i], f.Words)
	}
	f.Code, f.Pos = c.code, c.pos
	f.Pointers = make([]uint64, (c.words+63)/64)
	for i, p := range c.isPtr[:c.words] {
		if p {
			f.Pointers[i/64] |= 1 << (i % 64)
		}
	}
	return f
}

// frameTooBig: operands of instructions have no room for the number of a word.
const frameTooBig Missing = "values of more than 256 KiB"

// without completes the function as one that reports what the machine lacks
// when it is called.
func (c *compiler) without(what Missing) *Func {
	f := c.out
	words := max(f.Params, 1)
	if f.Params >= outBase {
		words, f.Params = 1, 0
	}
	return &Func{Name: f.Name, Params: f.Params, Words: words, Clear: f.Params, Results: f.Results, Recover: -1,
		Missing: f.Name + ": " + string(what), Pointers: make([]uint64, (words+63)/64),
		Code: []Instr{{Op: OpMissing}}, Pos: []token.Pos{c.fn.Pos()}}
}

// emit appends an instruction and returns its index.
func (c *compiler) emit(op Op, a, b, cc int, imm int64) int {
	if max(a, b, cc) > NoWord {
		panic(frameTooBig)
	}
	if c.wanted && c.own && c.cur != c.begun && c.cur > c.from {
		c.begun = c.cur
		c.out.Breaks = append(c.out.Breaks, int32(c.emit(OpBreak, 0, 0, 0, 0)))
	}
	c.code = append(c.code, Instr{op, uint16(a), uint16(b), uint16(cc), imm})
	c.pos = append(c.pos, c.cur)
	return len(c.code) - 1
}
