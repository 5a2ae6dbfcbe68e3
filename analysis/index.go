package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"sync"

	"github.com/mazurka-go/mazurka/analysis/load"
)

// An Index is a graph of the declarations outside the standard library: a
// declaration leads to every declaration that it mentions, and a type to its
// methods, since a value of the type may be called through an interface.
// What a declaration does not lead to, running it cannot reach, but for
// package initialisation, reflection by name, and linknames.
//
// An Index is used for many programs; it keeps what it knows of a package
// for as long as programs contain it. It is safe for concurrent use.
type Index struct {
	mu    sync.Mutex
	pkgs  map[*types.Package]*pkgDecls
	clock int // counts programs
}

// NewIndex returns an empty index.
func NewIndex() *Index { return &Index{pkgs: make(map[*types.Package]*pkgDecls)} }

// keepPrograms is for how many programs an unused package is kept.
const keepPrograms = 8

// pkgDecls is what an index knows of a package.
type pkgDecls struct {
	seen  int // last program that contained it
	decls map[types.Object]*decl
	list  []*decl // in source order
	inits []*decl // what package initialisation runs
}

// A decl is a declaration: a function, or one specification of variables,
// constants or a type.
type decl struct {
	pkg      *load.Package
	from, to token.Pos
	refs     []types.Object // of other declarations outside std, methods included
	use      use            // of concurrency, by itself
}

// A View is an [Index] as of one program. It is safe for concurrent use.
type View struct {
	prog *load.Program
	pkgs map[*types.Package]*pkgDecls

	mu      sync.Mutex
	starter map[*load.Target]bool // see View.startsByItself
}

// View returns the view of the program; it indexes the packages that are new.
func (x *Index) View(prog *load.Program) *View {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.clock++
	v := &View{prog: prog, pkgs: make(map[*types.Package]*pkgDecls), starter: make(map[*load.Target]bool)}
	for _, pkg := range prog.All() {
		if pkg.Standard || pkg.Info == nil {
			continue
		}
		d := x.pkgs[pkg.Types]
		if d == nil {
			d = indexPackage(pkg)
			x.pkgs[pkg.Types] = d
		}
		d.seen = x.clock
		v.pkgs[pkg.Types] = d
	}
	for p, d := range x.pkgs {
		if d.seen < x.clock-keepPrograms {
			delete(x.pkgs, p)
		}
	}
	return v
}

// decl returns the declaration of an object, nil if it is in the standard
// library or not a declaration of a package.
func (v *View) decl(obj types.Object) *decl {
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	if p := v.pkgs[obj.Pkg()]; p != nil {
		return p.decls[obj]
	}
	return nil
}

// root returns the declaration of a test function.
func (v *View) root(test load.Test) *decl {
	if test.Package.Info == nil {
		return nil
	}
	return v.decl(test.Package.Info.Defs[test.Decl.Name])
}

func indexPackage(pkg *load.Package) *pkgDecls {
	p := &pkgDecls{decls: make(map[types.Object]*decl)}
	for _, f := range pkg.Syntax {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				dd := p.add(pkg, d, d.Name)
				if d.Recv == nil && d.Name.Name == "init" {
					p.inits = append(p.inits, dd)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					p.addSpec(pkg, s)
				}
			}
		}
	}
	return p
}

// addSpec adds a specification.
func (p *pkgDecls) addSpec(pkg *load.Package, s ast.Spec) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		d := p.add(pkg, s, s.Name)
		if named, ok := pkg.Info.Defs[s.Name].Type().(*types.Named); ok {
			for m := range named.Methods() {
				d.refs = append(d.refs, m)
			}
		}
	case *ast.ValueSpec:
		d := p.add(pkg, s, s.Names...)
		if callsSomething(s.Values) {
			p.inits = append(p.inits, d)
		}
	}
}

// callsSomething reports whether to evaluate the expressions can execute
// other code: a function that is only mentioned does not run.
func callsSomething(exprs []ast.Expr) bool {
	calls := false
	for _, e := range exprs {
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.CallExpr:
				calls = true
			case *ast.UnaryExpr:
				calls = calls || n.Op == token.ARROW
			}
			return !calls
		})
	}
	return calls
}

// add adds the declaration of the names.
func (p *pkgDecls) add(pkg *load.Package, n ast.Node, names ...*ast.Ident) *decl {
	d := &decl{pkg: pkg, from: n.Pos(), to: n.End()}
	d.inspect(pkg.Info, n)
	for _, id := range names {
		if obj := pkg.Info.Defs[id]; obj != nil {
			p.decls[obj] = d
		}
	}
	p.list = append(p.list, d)
	return d
}

// inspect finds what the syntax mentions and does.
func (d *decl) inspect(info *types.Info, n ast.Node) {
	seen := make(map[types.Object]bool)
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := declared(info.Uses[id]); obj != nil && !seen[obj] {
				seen[obj] = true
				d.refs = append(d.refs, obj)
				d.use = max(d.use, stdUse(obj))
			}
			return true
		}
		d.use = max(d.use, syntaxUse(info, n))
		return true
	})
}

// declared returns the object if it is declared at package level or is a
// method, nil otherwise. Of an instance it returns the generic object.
func declared(obj types.Object) types.Object {
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Origin()
	case *types.TypeName, *types.Var, *types.Const:
		if obj.Parent() == obj.Pkg().Scope() {
			return obj
		}
	}
	return nil
}

// search visits the declarations that can be reached from the roots, in
// breadth-first order with their distance, until visit returns false.
func (v *View) search(roots []*decl, visit func(d *decl, distance int) bool) {
	dist := make(map[*decl]int)
	var queue []*decl
	push := func(d *decl, n int) {
		if _, ok := dist[d]; !ok && d != nil {
			dist[d] = n
			queue = append(queue, d)
		}
	}
	for _, d := range roots {
		push(d, 0)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		d := queue[0]
		if !visit(d, dist[d]) {
			return
		}
		for _, obj := range d.refs {
			push(v.decl(obj), dist[d]+1)
		}
	}
}
