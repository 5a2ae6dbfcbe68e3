package vm

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"golang.org/x/tools/go/ssa"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// The parts of the address space.
const (
	rodataBase Addr = unmapped
	rodataEnd  Addr = 512 << 20
	dataBase   Addr = rodataEnd
	dataEnd    Addr = 1 << 30
	heapBase   Addr = dataEnd
	arenaSize       = 4 << 30
)

// A LinkConfig says what a program is made of.
type LinkConfig struct {
	SSA  *ssa.Program
	Fset *token.FileSet
	// Build makes sure that the functions of a package have their bodies. It
	// must be safe for concurrent use.
	Build func(*ssa.Package)
	// MethodValue is ssa.Program.MethodValue, made safe for concurrent use.
	MethodValue func(*types.Selection) *ssa.Function
	// SkipInit says that a package's initialiser is not to run.
	SkipInit func(*ssa.Package) bool
	// GoVersion is the language version of a package, as in "go1.22".
	GoVersion func(*ssa.Package) string
	// Linkname resolves a function without a body that a go:linkname
	// directive gives a symbol: the symbol's name, and the function that
	// defines it, nil if none in the program does. Nil means no directives.
	Linkname func(*ssa.Function) (name string, target *ssa.Function)
	// LinkVar is the variable that a go:linkname directive makes another one
	// stand for, or nil. Nil means no directives.
	LinkVar func(*ssa.Global) *ssa.Global
}

// A World is what the programs of an image see of the host.
type World struct {
	Args, Env []string
	WorkDir   string
	GOROOT    string // of the toolchain
	// Godebug are the GODEBUG settings that the program is built with, as in
	// the environment variable: "default=go1.N,k=v,k=v".
	Godebug string
	// Files is the read-only view of the host's files; nil shows none.
	Files FileView
	// Embeds are the variables with go:embed directives.
	Embeds []Embedding
}

// A FileView shows some of the host's files. Its answers must not change
// while the program is in use.
type FileView interface {
	// Stat tells about a file by its absolute path.
	Stat(path string) (FileInfo, bool)
	// ReadFile returns the content of a regular file.
	ReadFile(path string) ([]byte, error)
	// ReadDir returns the names in a directory, sorted.
	ReadDir(path string) ([]string, error)
}

// A FileInfo is what the guest can know of a host file.
type FileInfo struct {
	Size int64
	Mode uint32 // as in io/fs.FileMode
	Time int64  // modification time, Unix nanoseconds
}

// A Program is the code of an ssa.Program and the constant part of its memory. Both
// grow while functions are compiled; nothing in them ever changes. It is safe
// for concurrent use.
type Program struct {
	cfg LinkConfig

	// mu guards everything below. Methods of Program whose doc says "locked"
	// want it held.
	mu sync.Mutex

	ro     []byte // rodata; ro[0] is at rodataBase
	roNext Addr

	strings map[string]Addr

	globals     map[*ssa.Global]Addr
	globalOrder []*ssa.Global // by address
	dataNext    Addr

	funcs    []*ssa.Function // by number
	funcID   map[*ssa.Function]int32
	wrappers map[wrapperKey]int32
	funcObj  map[*ssa.Function]Addr  // static closures
	code     []*compile.Func         // by number; nil until compiled
	stopping map[int32]*compile.Func // with breaks
	codeErrs map[int32]string

	runtime map[string]Addr // closures of the model runtime's functions

	types typeTable
}

// Link makes a program. Nothing is compiled yet.
func Link(cfg LinkConfig) (*Program, error) {
	ro, err := reserve(int(rodataEnd - rodataBase))
	if err != nil {
		return nil, fmt.Errorf("vm: reserving memory: %w", err)
	}
	p := &Program{
		cfg:      cfg,
		ro:       ro,
		roNext:   zeroBase + granule,
		strings:  map[string]Addr{},
		globals:  map[*ssa.Global]Addr{},
		dataNext: dataBase,
		funcID:   map[*ssa.Function]int32{},
		wrappers: map[wrapperKey]int32{},
		stopping: map[int32]*compile.Func{},
		funcObj:  map[*ssa.Function]Addr{},
		codeErrs: map[int32]string{},
		runtime:  map[string]Addr{},
		types:    newTypeTable(),
	}
	return p, nil
}

// Close gives back the program's memory. No machine or image of it may be
// used afterwards.
func (p *Program) Close() {
	release(p.ro)
	p.ro = nil
}

var errRodata = errors.New("vm: too much constant data")

// rodata returns size zeroed bytes of constant data (locked). They may be
// written until the lock is given back.
func (p *Program) rodata(size, align uint64) (Addr, []byte) {
	a := (p.roNext + align - 1) &^ (align - 1)
	if size > rodataEnd-a {
		panic(errRodata)
	}
	p.roNext = a + size
	return a, p.ro[a-rodataBase : a-rodataBase+size : a-rodataBase+size]
}

// robytes is constant data already allocated (locked).
func (p *Program) robytes(a Addr, size uint64) []byte {
	return p.ro[a-rodataBase : a-rodataBase+size]
}

// rodataString returns the address of the bytes of s (locked).
func (p *Program) rodataString(s string) Addr {
	if a, ok := p.strings[s]; ok {
		return a
	}
	a, b := p.rodata(uint64(max(len(s), 1)), 1)
	copy(b, s)
	p.strings[s] = a
	return a
}

// globalAddr returns the address of a package variable (locked).
func (p *Program) globalAddr(g *ssa.Global) Addr {
	if a, ok := p.globals[g]; ok {
		return a
	}
	if p.cfg.LinkVar != nil {
		if target := p.cfg.LinkVar(g); target != nil && target != g {
			a := p.globalAddr(target)
			p.globals[g] = a
			return a
		}
	}
	t := g.Type().(*types.Pointer).Elem()
	size, align := uint64(sizes.Sizeof(t)), uint64(max(sizes.Alignof(t), 8))
	if size == 0 {
		p.globals[g] = zeroBase
		return zeroBase
	}
	a := (p.dataNext + align - 1) &^ (align - 1)
	if size > dataEnd-a {
		panic(compile.Missing(fmt.Sprintf("package variables of more than %d MiB", (dataEnd-dataBase)>>20)))
	}
	p.dataNext = a + size
	p.globals[g] = a
	p.globalOrder = append(p.globalOrder, g)
	return a
}

// globalAt finds the package variable that contains a.
func (p *Program) globalAt(a Addr) (g *ssa.Global, offset uint64, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i, found := slices.BinarySearchFunc(p.globalOrder, a, func(g *ssa.Global, a Addr) int {
		switch start := p.globals[g]; {
		case start < a:
			return -1
		case start > a:
			return 1
		}
		return 0
	})
	if !found {
		i--
	}
	if i < 0 {
		return nil, 0, false
	}
	g = p.globalOrder[i]
	offset = a - p.globals[g]
	return g, offset, offset < uint64(sizes.Sizeof(g.Type().(*types.Pointer).Elem()))
}

// sizes are gc's layouts on amd64.
var sizes = types.SizesFor("gc", "amd64")

// resolve returns the function that is to run when f is called: f itself, or
// what a go:linkname directive puts in place of its missing body.
func (p *Program) resolve(f *ssa.Function) *ssa.Function {
	if p.cfg.Linkname == nil || !bodyless(f) {
		return f
	}
	if _, target := p.cfg.Linkname(f); target != nil {
		return target
	}
	return f
}

// symbol is the name under which an intrinsic for f is looked up, besides
// its own: the symbol that a go:linkname directive gives it.
func (p *Program) symbol(f *ssa.Function) string {
	if p.cfg.Linkname == nil || !bodyless(f) {
		return ""
	}
	name, _ := p.cfg.Linkname(f)
	return name
}

// bodyless reports whether a function is declared without a body.
func bodyless(f *ssa.Function) bool {
	d, ok := f.Syntax().(*ast.FuncDecl)
	return ok && d.Body == nil
}

// funcNumber returns the number of a function (locked).
func (p *Program) funcNumber(f *ssa.Function) int32 {
	if id, ok := p.funcID[f]; ok {
		return id
	}
	key, wraps := wrapperOf(f)
	if wraps {
		if id, ok := p.wrappers[key]; ok {
			p.funcID[f] = id
			return id
		}
	}
	id := int32(len(p.funcs))
	p.funcs = append(p.funcs, f)
	p.code = append(p.code, nil)
	p.funcID[f] = id
	if wraps {
		p.wrappers[key] = id
	}
	return id
}

// A wrapperKey stands for the method that a method value or method expression
// denotes. go/ssa makes a function for each occurrence; in gc all have the same
// code, which programs see that compare functions by reflect.Value.Pointer.
type wrapperKey struct {
	method *types.Func
	suffix string     // "$bound" or "$thunk"
	recv   types.Type // of a method expression
}

// SameCode returns a key that functions have in common which are one function on a
// machine; ok is false if f is like no other.
func SameCode(f *ssa.Function) (key any, ok bool) { return wrapperOf(f) }

// wrapperOf returns what f stands for, if it is such a function.
func wrapperOf(f *ssa.Function) (key wrapperKey, ok bool) {
	method, _ := f.Object().(*types.Func)
	if method == nil || f.Synthetic == "" || len(f.TypeArgs()) > 0 {
		return key, false
	}
	switch {
	case strings.HasSuffix(f.Name(), "$bound"):
		return wrapperKey{method, "$bound", nil}, true
	case strings.HasSuffix(f.Name(), "$thunk"):
		recv := types.Unalias(f.Signature.Params().At(0).Type())
		suffix := "$thunk"
		if p, ok := recv.(*types.Pointer); ok {
			recv, suffix = types.Unalias(p.Elem()), "*$thunk"
		}
		_, named := recv.(*types.Named)
		return wrapperKey{method, suffix, recv}, named
	}
	return key, false
}

// funcAddr returns the address of the static closure of a function (locked).
func (p *Program) funcAddr(f *ssa.Function) Addr {
	if a, ok := p.funcObj[f]; ok {
		return a
	}
	a, b := p.rodata(8, 8)
	*(*uint64)(unsafe.Pointer(&b[0])) = funcPC(p.funcNumber(f), 0)
	p.funcObj[f] = a
	return a
}

// A program counter as the guest sees it: a tag bit, a function number, an
// instruction index. Word 0 of a closure is such a number with index 0.
const (
	pcTag      = 1 << 40
	pcFuncBits = 20
)

func funcPC(id, instr int32) uint64 { return pcTag | uint64(id)<<pcFuncBits | uint64(instr) }

// pcFunc is the inverse of funcPC; ok is false if pc is no program counter.
func pcFunc(pc uint64) (id, instr int32, ok bool) {
	return int32(pc >> pcFuncBits & (1<<pcFuncBits - 1)), int32(pc & (1<<pcFuncBits - 1)), pc>>40 == 1
}

// declared is where a function is declared.
func (p *Program) declared(id int32) token.Pos {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.funcs[id].Pos()
}

// function returns the function with a number.
func (p *Program) function(id int32) *ssa.Function {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.funcs[id]
}

// fn returns the code of a function, compiling it if need be.
func (p *Program) fn(id int32) *compile.Func {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c := p.code[id]; c != nil {
		return c
	}
	c := p.compile(id, p.built(id), compile.Options{})
	p.code[id] = c
	return c
}

// built is function number id, with its body (locked).
func (p *Program) built(id int32) *ssa.Function {
	f := p.funcs[id]
	if pkg := f.Package(); pkg != nil {
		p.cfg.Build(pkg)
	}
	return f
}

// codeSlow is [Machine.code] for a function not yet called on this machine.
func (m *Machine) codeSlow(id int32) *compile.Func {
	var c *compile.Func
	if m.lines.of != nil && m.prog.writtenIn(id, m.lines.of) {
		c = m.prog.breaking(id)
		m.lines.add(m.prog.cfg.Fset, c)
	} else {
		c = m.prog.fn(id)
	}
	m.syncStatic()
	if int(id) >= len(m.codes) {
		m.codes = append(m.codes, make([]*compile.Func, int(id)+1-len(m.codes)+64)...)
	}
	m.codes[id] = c
	if m.races.watchPos != nil {
		m.races.watchCode(id, c)
	}
	return c
}

// code returns the code of a function.
func (m *Machine) code(id int32) *compile.Func {
	if int(id) < len(m.codes) {
		if c := m.codes[id]; c != nil {
			return c
		}
	}
	return m.codeSlow(id)
}

// syncStatic copies the constant data that has come up since the last time.
// It must be called after anything that may have added some and
// before the guest can see its address.
func (m *Machine) syncStatic() {
	p := m.prog
	p.mu.Lock()
	defer p.mu.Unlock()
	copy(m.memory[m.rolen:p.roNext], p.ro[m.rolen-rodataBase:p.roNext-rodataBase])
	m.rolen = p.roNext
}

// runtimeFunc returns the closure of a function of the model runtime.
func (p *Program) runtimeFunc(name string) Addr {
	p.mu.Lock()
	defer p.mu.Unlock()
	if a, ok := p.runtime[name]; ok {
		return a
	}
	a := Addr(0)
	if f := p.member("runtime", name); f != nil {
		a = p.funcAddr(f)
	}
	p.runtime[name] = a
	return a
}

// member finds a package-level function by import path and name.
func (p *Program) member(path, name string) *ssa.Function {
	pkg := p.cfg.SSA.ImportedPackage(path)
	if pkg == nil {
		return nil
	}
	return pkg.Func(name)
}
