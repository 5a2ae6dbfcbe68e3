package vm

import (
	"go/types"
	"strings"
	"sync"
	"unsafe"

	"golang.org/x/tools/go/ssa"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// The compiler's view of a program. All of it is used with p.mu held.

type linker struct{ p *Program }

// compile makes the code of function number id (locked).
func (p *Program) compile(id int32, f *ssa.Function, o compile.Options) *compile.Func {
	skip := p.cfg.SkipInit
	if f.Synthetic == "package initializer" && (f.Pkg.Pkg == types.Unsafe || skip != nil && skip(f.Pkg)) {
		return &compile.Func{ID: id, Name: f.String(), Words: 1, Recover: -1, Pointers: make([]uint64, 1),
			Code: []compile.Instr{{Op: compile.OpRet}}}
	}
	p.types.namer.inside = f
	code := compile.Compile(f, linker{p}, o)
	p.types.namer.inside = nil
	code.ID = id
	return code
}

func (l linker) Global(g *ssa.Global) uint64 { return l.p.globalAddr(g) }

func (l linker) Type(t types.Type) uint64 { return l.p.typeAddr(t) }

func (l linker) Itab(iface, concrete types.Type) uint64 { return l.p.itab(iface, concrete) }

func (l linker) String(s string) uint64 {
	if s == "" {
		return 0
	}
	return l.p.rodataString(s)
}

func (l linker) Data(words []uint64) uint64 {
	a, b := l.p.rodata(uint64(max(8*len(words), 8)), 8)
	for i, w := range words {
		*word(b, i) = w
	}
	return a
}

func (l linker) Method(iface types.Type, m *types.Func) int {
	for i, f := range interfaceMethods(iface.Underlying().(*types.Interface)) {
		if f.Name() == m.Name() && (m.Exported() || pkgPath(f.Pkg()) == pkgPath(m.Pkg())) {
			return i
		}
	}
	panic("vm: no method " + m.Name() + " in " + iface.String())
}

func (l linker) FuncValue(fn *ssa.Function) uint64 { return l.p.funcAddr(l.p.resolve(l.p.method(fn))) }

func (l linker) FuncID(fn *ssa.Function) int32 { return l.p.funcNumber(l.p.resolve(fn)) }

func (l linker) Intrinsic(fn *ssa.Function) (id int, ok bool) {
	numberIntrinsics()
	id, ok = intrinsicIDs[qualifiedName(fn)]
	if !ok {
		id, ok = intrinsicIDs[l.p.symbol(fn)]
	}
	return id, ok
}

func (l linker) Visible(fn *ssa.Function) (compile.Kind, bool) {
	k, ok := visibles[qualifiedName(fn)]
	if !ok {
		k, ok = visibles[l.p.symbol(fn)]
	}
	return compile.Kind(k), ok
}

func (l linker) AddFunc(f *compile.Func) uint64 {
	p := l.p
	f.ID = int32(len(p.funcs))
	p.funcs = append(p.funcs, nil)
	p.code = append(p.code, f)
	a, b := p.rodata(8, 8)
	*word(b, 0) = funcPC(f.ID, 0)
	return a
}

// method returns the method for which fn is the function of a method
// expression: for gc they are one function, whose address can be compared
// with that in a type descriptor.
func (p *Program) method(fn *ssa.Function) *ssa.Function {
	obj, ok := fn.Object().(*types.Func)
	if !ok || !strings.HasPrefix(fn.Synthetic, "thunk for") {
		return fn
	}
	recv := fn.Signature.Params().At(0).Type()
	if types.IsInterface(recv) {
		return fn
	}
	if sel := p.types.msets.MethodSet(recv).Lookup(obj.Pkg(), obj.Name()); sel != nil {
		if m := p.cfg.MethodValue(sel); m != nil {
			return m
		}
	}
	return fn
}

// qualifiedName is the name by which intrinsics and visible operations are
// known.
func qualifiedName(fn *ssa.Function) string {
	if fn.Parent() != nil {
		return ""
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	return fn.String()
}

// Intrinsics by number. The order does not matter: numbers are not seen
// outside a process.
var (
	intrinsicIDs   = map[string]int{}
	intrinsicFuncs []Intrinsic
)

// numberIntrinsics numbers what the init functions registered.
var numberIntrinsics = sync.OnceFunc(func() {
	for name, f := range intrinsics {
		intrinsicIDs[name] = len(intrinsicFuncs)
		intrinsicFuncs = append(intrinsicFuncs, f)
	}
})

// word is the i-th word of b.
func word(b []byte, i int) *uint64 { return (*uint64)(unsafe.Pointer(&b[8*i])) }

// Listing disassembles the code of a function.
func (p *Program) Listing(f *ssa.Function) string {
	p.mu.Lock()
	id := p.funcNumber(f)
	p.mu.Unlock()
	return p.fn(id).String()
}
