package explore

import (
	"go/ast"
	"go/types"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/mazurka-go/mazurka/analysis"
	"github.com/mazurka-go/mazurka/analysis/load"
	"github.com/mazurka-go/mazurka/explore/vm"
)

// A code is the compiled code of one *ssa.Program. All programs of the loads that
// share it, which are all until the loader begins a new one, share its code
// and type descriptors.
type code struct {
	ssa *ssa.Program
	vm  *vm.Program

	refs int // programs that use it, under Session.mu

	mu    sync.Mutex
	loads []*load.Program // newest last
	names map[*load.Program]*linknames

	effects     *analysis.Effects // once asked for
	latest      *load.Program     // that they were asked for
	effectLoads int               // for how many loads they have been kept
}

// keepLoads is how many loads a code asks about its packages. Code of
// packages that are in none of them is not compiled any more.
const keepLoads = 8

// newCode links the code of a load.
func newCode(from *load.Program) (*code, error) {
	c := &code{ssa: from.SSA, names: map[*load.Program]*linknames{}}
	prog, err := vm.Link(vm.LinkConfig{
		SSA: from.SSA, Fset: from.Fset, Build: from.Build, MethodValue: from.MethodValue,
		SkipInit:  func(*ssa.Package) bool { return false },
		GoVersion: c.goVersion,
		Linkname:  c.linkname,
		LinkVar:   c.linkVar,
	})
	c.vm = prog
	return c, err
}

// add makes the packages of a load known.
func (c *code) add(p *load.Program) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, old := range c.loads {
		if old == p {
			c.loads = append(append(c.loads[:i:i], c.loads[i+1:]...), p)
			return
		}
	}
	c.loads = append(c.loads, p)
	if len(c.loads) > keepLoads {
		delete(c.names, c.loads[0])
		c.loads = c.loads[1:]
	}
}

// find returns the package and the latest load that contains it.
func (c *code) find(pkg *ssa.Package) (*load.Package, *load.Program) {
	for i := len(c.loads) - 1; i >= 0; i-- {
		if lp := c.loads[i].PackageOf(pkg.Pkg); lp != nil {
			return lp, c.loads[i]
		}
	}
	return nil, nil
}

// packageOf is the package in the latest load that contains it, or nil.
func (c *code) packageOf(pkg *types.Package) *load.Package {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := len(c.loads) - 1; i >= 0; i-- {
		if p := c.loads[i].PackageOf(pkg); p != nil {
			return p
		}
	}
	return nil
}

// goVersion is the language version of a package.
func (c *code) goVersion(pkg *ssa.Package) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	lp, from := c.find(pkg)
	switch {
	case from == nil:
		return ""
	case lp.GoVersion == "":
		return from.GoVersion
	}
	return lp.GoVersion
}

// linknames are the directives of a load that provide a function to another
// package, by symbol.
type linknames struct{ pushed map[string]*ssa.Function }

// linkname resolves a function without a body: by a directive next to it
// ("pull"), or next to a function elsewhere ("push").
func (c *code) linkname(f *ssa.Function) (name string, target *ssa.Function) {
	if f.Package() == nil || f.Signature.Recv() != nil {
		return "", nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	lp, from := c.find(f.Package())
	if lp == nil {
		return "", nil
	}
	symbol := lp.PkgPath + "." + f.Name()
	for _, l := range lp.Linknames {
		// A directive that repeats the function's own name waits for a push.
		if l.Local == f.Name() && l.Target != "" && l.Target != symbol {
			if target = functionNamed(from, lp, l.Target); target == nil {
				target = c.pushed(from)[l.Target]
			}
			return l.Target, target
		}
	}
	if target := c.pushed(from)[symbol]; target != nil {
		return symbol, target
	}
	return "", nil
}

// linkVar resolves a variable that a directive gives the symbol of another
// package's.
func (c *code) linkVar(g *ssa.Global) *ssa.Global {
	if g.Package() == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	lp, from := c.find(g.Package())
	if lp == nil {
		return nil
	}
	for _, l := range lp.Linknames {
		if l.Local == g.Name() && l.Target != "" {
			if p, name := packageOf(from, lp, l.Target); p != nil {
				return p.SSA.Var(name)
			}
		}
	}
	return nil
}

func (c *code) pushed(from *load.Program) map[string]*ssa.Function {
	l := c.names[from]
	if l == nil {
		l = &linknames{map[string]*ssa.Function{}}
		for _, p := range from.All() {
			if p.SSA == nil {
				continue
			}
			for _, d := range p.Linknames {
				if f := p.SSA.Func(d.Local); f != nil && d.Target != "" && hasBody(f) {
					l.pushed[d.Target] = f
				}
			}
		}
		c.names[from] = l
	}
	return l.pushed
}

func hasBody(f *ssa.Function) bool {
	decl, ok := f.Syntax().(*ast.FuncDecl)
	return ok && decl.Body != nil
}

// functionNamed finds a function by its symbol: path.name, path.T.name or
// path.(*T).name, as a package of the load sees it.
func functionNamed(from *load.Program, by *load.Package, symbol string) *ssa.Function {
	p, name := packageOf(from, by, symbol)
	if p == nil {
		return nil
	}
	recv, method, ok := cutLast(name, ".")
	if !ok {
		return p.SSA.Func(name)
	}
	base, pointer := strings.CutPrefix(recv, "(*")
	named := p.SSA.Type(strings.TrimSuffix(base, ")"))
	if named == nil {
		return nil
	}
	t := named.Type()
	if pointer {
		t = types.NewPointer(t)
	}
	sel := types.NewMethodSet(t).Lookup(p.Types, method)
	if sel == nil {
		return nil
	}
	return from.MethodValue(sel)
}

// packageOf finds the package of a symbol, and what the symbol is called
// there; nil if it is not in the program.
func packageOf(from *load.Program, by *load.Package, symbol string) (p *load.Package, name string) {
	dot := strings.LastIndexByte(symbol, '/') + 1
	if i := strings.IndexByte(symbol[dot:], '.'); i >= 0 {
		dot += i
	}
	if dot >= len(symbol) || symbol[dot] != '.' {
		return nil, ""
	}
	p = from.Variant(symbol[:dot], by)
	if p == nil || p.SSA == nil {
		return nil, ""
	}
	return p, symbol[dot+1:]
}
