package load

import (
	"context"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"
)

// sizes are those of the machine's memory.
var sizes = types.SizesFor("gc", "amd64")

// An entry is a type-checked package in the cache. It does not change once
// it is there.
type entry struct {
	key     Hash
	id      string
	deps    []*entry
	files   []*ast.File
	sources []*source // keeps the positions of the files alive
	types   *types.Package
	info    *types.Info
	errors  []Error // not empty: the package is broken
	links   []Linkname
	tests   []Test // without Package
	embeds  []Embed
}

// hashNodes computes keys and hashes, dependencies first.
func (g *graph) hashNodes() {
	settings := sha256.New()
	fmt.Fprintln(settings, g.set.goversion, g.set.experiment, g.set.tags)
	set := settings.Sum(nil)
	for _, n := range g.order {
		m := n.meta
		h, k := sha256.New(), sha256.New()
		fmt.Fprintf(h, "%x %s %s %s %x\n", set, m.id, m.name, m.goVersion, n.own)
		fmt.Fprintf(k, "%s\n", m.dir)
		for _, e := range n.errors {
			fmt.Fprintf(h, "error %s\n", e.Msg)
			fmt.Fprintf(k, "error %s\n", e)
		}
		for _, d := range n.deps {
			h.Write(d.hash[:])
			k.Write(d.key[:])
		}
		for _, f := range m.embeds {
			g.hashEmbed(h, m, f)
		}
		h.Sum(n.hash[:0])
		k.Write(n.hash[:])
		k.Sum(n.key[:0])
	}
}

// check makes sure that every node has an entry. Packages are parsed and
// checked in parallel as far as their imports allow. The only error is that
// of a cancelled context.
func (g *graph) check(ctx context.Context) error {
	done := make(map[*node]chan struct{}, len(g.order))
	var todo []*node
	for _, n := range g.order {
		deps := make([]*entry, 0, len(n.deps))
		for _, d := range n.deps {
			if d.entry != nil {
				deps = append(deps, d.entry)
			}
		}
		if len(deps) == len(n.deps) {
			n.entry = g.cache.entry(n.key, deps)
		}
		if n.entry == nil {
			done[n] = make(chan struct{})
			todo = append(todo, n)
		}
	}
	var wg sync.WaitGroup
	for _, n := range todo {
		wg.Go(func() {
			defer close(done[n])
			g.sem <- struct{}{}
			n.parseAll()
			<-g.sem
			for _, d := range n.deps {
				if c := done[d]; c != nil {
					<-c
				}
			}
			g.sem <- struct{}{}
			if ctx.Err() == nil {
				n.entry = g.checkNode(n)
			}
			<-g.sem
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, n := range todo {
		g.cache.keep(n.entry)
	}
	return nil
}

// checkNode type-checks a package whose dependencies are checked.
func (g *graph) checkNode(n *node) *entry {
	e := &entry{key: n.key, id: n.meta.id, errors: slices.Clone(n.errors)}
	for _, d := range n.deps {
		e.deps = append(e.deps, d.entry)
	}
	if n.meta.path == "unsafe" {
		e.types = types.Unsafe
		return e
	}
	e.files = n.parseAll()
	if n.patched != nil {
		e.sources, e.links = n.patched.sources, n.patched.links
	} else {
		e.sources = n.files
		for _, src := range n.files {
			e.errors = append(e.errors, src.errors...)
			e.links = append(e.links, src.links...)
		}
	}
	if !slices.ContainsFunc(e.errors, func(x Error) bool { return x.Kind == ParseError }) {
		g.checkImports(n, e)
	}
	tests := testsOf(g.cache.fset, e.files)
	e.tests = tests.list
	e.errors = append(e.errors, tests.errors...)
	if len(e.errors) == 0 {
		g.checkTypes(n, e)
	}
	if len(e.errors) > 0 || !n.hasCode() {
		e.errors = slices.Insert(e.errors, 0, g.cgoFiles(n)...)
	}
	if len(e.errors) > 0 {
		g.locate(e)
		e.types, e.info = nil, nil
	}
	e.errors = uniqueErrors(e.errors)
	return e
}

// checkImports reports imports that cannot be resolved or do not compile.
func (g *graph) checkImports(n *node, e *entry) {
	seen := make(map[string]bool)
	for _, f := range e.files {
		for _, imp := range f.Imports {
			path := importPath(imp)
			pos := g.cache.fset.Position(imp.Path.Pos())
			if seen[path] {
				continue
			}
			seen[path] = true
			known := slices.ContainsFunc(e.errors, func(x Error) bool { return x.Kind == ImportError && x.Pos == pos })
			switch dep := n.imports[path]; {
			case known: // an import cycle
			case path == "C":
				e.errors = append(e.errors, Error{Kind: CgoError, Pos: pos, Msg: `import "C": cgo is not supported`})
			case dep == nil:
				e.errors = append(e.errors, Error{Kind: ImportError, Pos: pos, Msg: g.missingMessage(e, path)})
			case len(dep.entry.errors) > 0:
				e.errors = append(e.errors, Error{Kind: ImportError, Pos: pos,
					Msg: fmt.Sprintf("imports %s, which does not compile: %v", path, rootCause(dep.entry))})
			}
		}
	}
}

// missingMessage says why an import of the package leads nowhere.
func (g *graph) missingMessage(e *entry, path string) string {
	if why, ok := g.list.missing[path]; ok {
		return why.Msg
	}
	for i, x := range e.errors { // an import cycle, which has cut the import
		if !x.Pos.IsValid() && strings.Contains(x.Msg, path) {
			e.errors = slices.Delete(e.errors, i, i+1)
			return x.Msg
		}
	}
	if _, ok := g.list.metas[path]; ok {
		return fmt.Sprintf("import cycle not allowed: the import of %q closes it", path)
	}
	return fmt.Sprintf("cannot find package %q", path)
}

// locate gives errors that have no position that of an import they mention,
// or of the package clause.
func (g *graph) locate(e *entry) {
	for i, x := range e.errors {
		if x.Pos.IsValid() || len(e.files) == 0 {
			continue
		}
		pos := e.files[0].Name.Pos()
		words := strings.FieldsFunc(x.Msg, func(r rune) bool { return strings.ContainsRune(" []:\"", r) })
		for _, f := range e.files {
			for _, imp := range f.Imports {
				if slices.Contains(words, importPath(imp)) {
					pos = imp.Path.Pos()
				}
			}
		}
		e.errors[i].Pos = g.cache.fset.Position(pos)
	}
}

// rootCause returns the first error of the package that began it.
func rootCause(e *entry) Error {
	for _, d := range e.deps {
		if len(d.errors) > 0 && e.errors[0].Kind == ImportError {
			return rootCause(d)
		}
	}
	return e.errors[0]
}

// checkTypes runs the type checker.
func (g *graph) checkTypes(n *node, e *entry) {
	e.info = &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Scopes:       make(map[ast.Node]*types.Scope),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		Instances:    make(map[*ast.Ident]types.Instance),
		FileVersions: make(map[*ast.File]string),
	}
	conf := types.Config{
		GoVersion: n.meta.goVersion,
		Sizes:     sizes,
		Importer: importFunc(func(path string) (*types.Package, error) {
			if dep := n.imports[path]; dep != nil && dep.entry.types != nil {
				return dep.entry.types, nil
			}
			return nil, fmt.Errorf("cannot find package %q", path)
		}),
		Error: func(err error) {
			terr, ok := err.(types.Error)
			if !ok {
				e.errors = append(e.errors, Error{Kind: TypeError, Msg: err.Error()})
				return
			}
			if n.isModel && strings.Contains(terr.Msg, "missing function body") {
				return // the machine supplies it
			}
			e.errors = append(e.errors, Error{Kind: TypeError, Pos: g.cache.fset.Position(terr.Pos), Msg: terr.Msg})
		},
	}
	e.types, _ = conf.Check(n.meta.path, g.cache.fset, e.files, e.info)
	if n.isModel && n.model.NoInit {
		e.info.InitOrder = ownInits(e.info.InitOrder, g.cache.fset, n.model)
	}
	if !n.isModel && !n.meta.assembly && !n.meta.standard {
		e.errors = append(e.errors, g.missingBodies(e)...)
	}
	e.embeds = embedsOf(g.cache.fset, e, n.meta)
}

// ownInits keeps the initialisations of variables that the model's files
// declare, or the package's tests.
func ownInits(inits []*types.Initializer, fset *token.FileSet, m Model) []*types.Initializer {
	return slices.DeleteFunc(inits, func(i *types.Initializer) bool {
		file := fset.PositionFor(i.Rhs.Pos(), false).Filename
		return !isTestFile(file) && !slices.ContainsFunc(m.Files, func(f ModelFile) bool { return f.Name == file })
	})
}

// missingBodies reports functions without a body that nothing can provide,
// as the compiler does.
func (g *graph) missingBodies(e *entry) []Error {
	var errs []Error
	for _, f := range e.files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body != nil {
				continue
			}
			linked := slices.ContainsFunc(e.links, func(l Linkname) bool { return l.Local == fd.Name.Name })
			if !linked {
				errs = append(errs, Error{Kind: TypeError, Pos: g.cache.fset.Position(fd.Pos()), Msg: "missing function body"})
			}
		}
	}
	return errs
}

// hasCode reports whether the package has anything but test files.
func (n *node) hasCode() bool {
	return n.isModel || slices.ContainsFunc(n.meta.files, func(f string) bool { return !isTestFile(f) })
}

// cgoFiles returns an error for each file that is left out because it needs
// cgo. A package may do without them; a broken one is broken because of them.
func (g *graph) cgoFiles(n *node) []Error {
	var errs []Error
	for _, path := range n.meta.ignored {
		content, err := g.cache.files.content(path, g.overlay)
		if err != nil {
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, content, parser.ImportsOnly)
		if err != nil {
			continue
		}
		for _, imp := range f.Imports {
			if importPath(imp) == "C" {
				errs = append(errs, Error{Kind: CgoError, Pos: fset.Position(imp.Path.Pos()), Msg: `import "C": cgo is not supported`})
			}
		}
	}
	return errs
}

// uniqueErrors removes repetitions: the go command reports some errors, too.
func uniqueErrors(errs []Error) []Error {
	seen := make(map[string]bool)
	return slices.DeleteFunc(errs, func(e Error) bool {
		dup := seen[e.Error()]
		seen[e.Error()] = true
		return dup
	})
}

type importFunc func(path string) (*types.Package, error)

func (f importFunc) Import(path string) (*types.Package, error) { return f(path) }
