package load

import (
	"context"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Load loads the packages that the patterns match. Errors in packages are
// found in the packages; the error result is for what prevents everything,
// such as a go command that cannot be run or that rejects a flag.
func Load(ctx context.Context, cfg *Config) (*Program, error) {
	c := cfg.Cache
	if c == nil {
		c = NewCache()
	}
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	set, l, err := c.listing(ctx, cfg)
	if err != nil {
		return nil, err
	}
	g := newGraph(c, set, l, cfg)
	g.build()
	g.hashNodes()
	if err := g.check(ctx); err != nil {
		return nil, err
	}
	gen := c.generation()
	gen.create(g.order)
	return newProgram(g, gen), nil
}

// newProgram presents the graph.
func newProgram(g *graph, gen *generation) *Program {
	p := &Program{
		SSA: gen.prog, Fset: g.cache.fset, GoVersion: g.set.goversion, GOROOT: g.set.goroot,
		Unmatched: g.list.unmatched, gen: gen, cache: g.cache,
		byType: make(map[*types.Package]*Package), byPath: make(map[string]*Package),
		byTest: make(map[[2]string]*Package),
	}
	for _, n := range g.order {
		n.pkg = newPackage(n, gen)
		p.all = append(p.all, n.pkg)
		if n.pkg.Types != nil {
			p.byType[n.pkg.Types] = n.pkg
		}
		if n.meta.forTest == "" {
			p.byPath[n.meta.path] = n.pkg
		} else {
			p.byTest[[2]string{n.meta.path, n.meta.forTest}] = n.pkg
		}
	}
	p.Targets = targets(g)
	for _, t := range p.Targets {
		p.Packages = append(p.Packages, t.Package)
		if t.External != nil {
			p.Packages = append(p.Packages, t.External)
		}
	}
	return p
}

func newPackage(n *node, gen *generation) *Package {
	m, e := n.meta, n.entry
	p := &Package{
		ID: m.id, PkgPath: m.path, Name: m.name, Dir: m.dir, ForTest: m.forTest,
		Standard: m.standard, Module: m.module, GoVersion: m.goVersion, Modelled: n.isModel,
		Syntax: e.files, Types: e.types, Info: e.info, Errors: e.errors,
		Imports:   make(map[string]*Package, len(n.imports)),
		Linknames: e.links, Embeds: e.embeds, Hash: n.hash,
	}
	for _, src := range e.sources {
		if src.file != nil {
			p.Files = append(p.Files, src.path)
			p.debug = append(p.debug, src.debug...)
		}
	}
	if e.types != nil {
		p.Name = e.types.Name()
	}
	if len(e.errors) == 0 {
		p.SSA = gen.pkgs[e]
	}
	for path, dep := range n.imports {
		p.Imports[path] = dep.pkg
	}
	for _, t := range e.tests {
		t.Package = p
		p.Tests = append(p.Tests, t)
	}
	return p
}

// targets groups the initial packages.
func targets(g *graph) []*Target {
	byPath := make(map[string]*Target)
	var roots []*Package
	for _, n := range g.roots {
		roots = append(roots, n.pkg)
	}
	for _, id := range g.list.roots {
		pkg := g.nodes[id].pkg
		path := pkg.PkgPath
		if pkg.ForTest != "" {
			path = pkg.ForTest
		}
		t := byPath[path]
		if t == nil {
			t = &Target{ImportPath: path}
			byPath[path] = t
		}
		switch {
		case pkg.ForTest != "" && strings.HasSuffix(pkg.PkgPath, "_test") && pkg.PkgPath != pkg.ForTest:
			t.External = pkg
		case t.Package == nil || pkg.ForTest != "":
			t.Package = pkg
		}
	}
	var list []*Target
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		t := byPath[path]
		t.finish(roots)
		t.GoVersion, t.Godebug = targetGodebug(g.list.main, t)
		t.Hash = combine(t, roots)
		list = append(list, t)
	}
	return list
}

// finish fills in what follows from the packages of the target.
func (t *Target) finish(roots []*Package) {
	start := slices.Clone(roots)
	for _, p := range []*Package{t.Package, t.External} {
		if p == nil {
			continue
		}
		start = append(start, p)
		for i := range p.Tests {
			switch test := &p.Tests[i]; {
			case test.Kind != IsTestMain:
				t.Tests = append(t.Tests, *test)
			case t.Main == nil:
				t.Main = test
			default:
				p.Errors = append(slices.Clone(p.Errors), Error{Kind: TestError, Pos: test.Pos, Msg: "multiple definitions of TestMain"})
				p.SSA = nil
			}
		}
	}
	t.closure = closure(start)
}
