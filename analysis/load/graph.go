package load

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
)

// A node is a package of the load graph: one variant, after models.
type node struct {
	meta    *meta
	model   Model
	isModel bool
	files   []*source        // real and model files as read, in order
	patched *patched         // the files of a modelled package as compiled
	imports map[string]*node // by path in the source
	deps    []*node          // sorted by ID, without duplicates
	errors  []Error

	own   Hash // of the sources of this package
	key   Hash // identity in the cache: sources with paths, deps, settings
	hash  Hash // Package.Hash
	entry *entry
	pkg   *Package
}

// patched is the result of applying a model to files. It is kept because the
// syntax it holds is changed and so not shared with other packages.
type patched struct {
	key     Hash // of what it was made from
	sources []*source
	files   []*ast.File
	imports []string
	links   []Linkname
	errors  []Error
}

// graph finds all nodes that the roots need.
type graph struct {
	cache   *Cache
	set     *settings
	list    *listing
	overlay map[string][]byte
	models  ModelSet

	mu    sync.Mutex
	nodes map[string]*node
	group errgroup.Group
	sem   chan struct{}
	order []*node // dependencies first
	roots []*node // the models' roots
}

func newGraph(c *Cache, s *settings, l *listing, cfg *Config) *graph {
	g := &graph{cache: c, set: s, list: l, overlay: cfg.Overlay, models: cfg.Models,
		nodes: make(map[string]*node), sem: make(chan struct{}, runtime.GOMAXPROCS(0))}
	if g.models == nil {
		g.models = noModels{}
	}
	return g
}

// build fills the graph.
func (g *graph) build() {
	for _, id := range g.list.roots {
		g.node(id)
	}
	for _, path := range g.models.Roots() {
		n, err := g.resolve(nil, path)
		if err != nil {
			panic(fmt.Sprintf("load: root %q of the models: %v", path, err))
		}
		g.roots = append(g.roots, n)
	}
	g.group.Wait()
	g.sort()
}

// node returns the node with the ID, which has metadata, and starts to
// prepare it if it is new.
func (g *graph) node(id string) *node {
	g.mu.Lock()
	defer g.mu.Unlock()
	n, ok := g.nodes[id]
	if !ok {
		n = &node{meta: g.list.metas[id]}
		g.add(id, n)
	}
	return n
}

// add records a node and starts to prepare it. The caller holds g.mu.
func (g *graph) add(id string, n *node) {
	g.nodes[id] = n
	g.group.Go(func() error {
		g.prepare(n)
		return nil
	})
}

// resolve finds the package that an import path means in the node.
func (g *graph) resolve(from *node, path string) (*node, error) {
	if from != nil {
		if id, ok := from.meta.imports[path]; ok && g.list.metas[id] != nil {
			return g.node(id), nil
		}
	}
	if _, ok := g.list.metas[path]; ok {
		return g.node(path), nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if n, ok := g.nodes[path]; ok {
		return n, nil
	}
	m, err := g.cache.stdMeta(g.set, path)
	if err != nil {
		if model, ok := g.models.Lookup(path); !ok || !model.Replace {
			return nil, err
		}
		m = &meta{id: path, path: path, standard: true, immutable: true, goVersion: langVersion(g.set.goversion)}
	}
	n := &node{meta: m}
	g.add(path, n)
	return n, nil
}

// prepare reads the files of the node, applies its model and adds what it
// imports.
func (g *graph) prepare(n *node) {
	m := n.meta
	n.imports = make(map[string]*node)
	n.errors = slices.Clone(m.errors)
	if m.path == "unsafe" {
		return
	}
	n.model, n.isModel = g.models.Lookup(m.path)
	g.sem <- struct{}{}
	g.read(n)
	var imports []string
	if n.isModel {
		n.patched = g.patch(n)
		n.errors = append(n.errors, n.patched.errors...)
		imports = n.patched.imports
	} else {
		imports = slices.Sorted(maps.Keys(m.imports))
	}
	<-g.sem
	for _, path := range imports {
		if path == "C" {
			continue // reported by the type checking step, with a position
		}
		dep, err := g.resolve(n, path)
		if err != nil {
			continue // as above
		}
		n.imports[path] = dep
	}
	n.deps = slices.Collect(maps.Values(n.imports))
	slices.SortFunc(n.deps, func(a, b *node) int { return strings.Compare(a.meta.id, b.meta.id) })
	n.deps = slices.Compact(n.deps)
}

// read reads the real files of the node, or those of them that its model
// leaves in place.
func (g *graph) read(n *node) {
	h := sha256.New()
	for _, path := range n.meta.files {
		if n.isModel && n.model.Replace && !isTestFile(path) {
			continue
		}
		src, err := g.cache.files.get(path, g.overlay, n.meta.immutable)
		if err != nil {
			n.errors = append(n.errors, Error{Kind: ListError, Pos: token.Position{Filename: path}, Msg: err.Error()})
			continue
		}
		n.files = append(n.files, src)
	}
	for _, src := range n.files {
		fmt.Fprintf(h, "file %s %x\n", filepath.Base(src.path), src.hash)
	}
	if n.isModel {
		hashModel(h, n.model)
	}
	h.Sum(n.own[:0])
}

// patch returns the files of a modelled package.
func (g *graph) patch(n *node) *patched {
	key := sha256.New()
	fmt.Fprintf(key, "%x %q %q\n", n.own, g.set.tags, g.set.compiler)
	for _, src := range n.files {
		fmt.Fprintf(key, "%s\n", src.path)
	}
	k := Hash(key.Sum(nil))
	if p := g.cache.patched(n.meta.id, k); p != nil {
		return p
	}
	var own []*source
	var ownFiles []*ast.File
	for _, f := range n.model.Files {
		if matchFile(f.Content, g.set) {
			src := newSource(g.cache.fset, f.Name, f.Content).parse()
			own = append(own, src)
			if src.file != nil {
				ownFiles = append(ownFiles, src.file)
			}
		}
	}
	rules := newPatch(n.model, ownFiles)
	p := &patched{key: k}
	for _, real := range n.files {
		content, err := g.cache.files.content(real.path, g.overlay)
		if err != nil {
			p.errors = append(p.errors, Error{Kind: ListError, Pos: token.Position{Filename: real.path}, Msg: err.Error()})
			continue
		}
		// Parsed anew: the syntax tree is about to be changed.
		src := newSource(g.cache.fset, real.path, content).parse()
		if src.file != nil && !isTestFile(real.path) {
			rules.apply(src.file)
			dropImports(src.file, n.model.Bodyless && n.model.NoInit, func(path string) string { return g.nameOf(n, path) })
		}
		p.add(src)
	}
	for _, src := range own {
		p.add(src)
	}
	seen := make(map[string]bool)
	for _, f := range p.files {
		for _, imp := range f.Imports {
			if path := importPath(imp); !seen[path] {
				seen[path] = true
				p.imports = append(p.imports, path)
			}
		}
	}
	slices.Sort(p.imports)
	g.cache.keepPatched(n.meta.id, p)
	return p
}

func (p *patched) add(src *source) {
	p.sources = append(p.sources, src)
	if src.file != nil {
		p.files = append(p.files, src.file)
	}
	p.links = append(p.links, src.links...)
	p.errors = append(p.errors, src.errors...)
}

// nameOf returns the name of the package that the path means in the node.
func (g *graph) nameOf(n *node, path string) string {
	id := path
	if v, ok := n.meta.imports[path]; ok {
		id = v
	}
	if m := g.list.metas[id]; m != nil && m.name != "" {
		return m.name
	}
	return guessName(path)
}

// sort orders the nodes, dependencies first, and reports import cycles on
// the nodes that close them. The order depends on nothing but the graph.
func (g *graph) sort() {
	const (
		active = 1
		done   = 2
	)
	state := make(map[*node]int)
	var stack []*node
	var visit func(n *node)
	visit = func(n *node) {
		state[n] = active
		stack = append(stack, n)
		for _, d := range slices.Clone(n.deps) {
			switch state[d] {
			case 0:
				visit(d)
			case active:
				n.breakCycle(g.cache.fset, d, stack)
			}
		}
		stack = stack[:len(stack)-1]
		state[n] = done
		g.order = append(g.order, n)
	}
	for _, n := range g.roots {
		if state[n] == 0 {
			visit(n)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(g.nodes)) {
		if n := g.nodes[id]; state[n] == 0 {
			visit(n)
		}
	}
}

// breakCycle takes the import of d, which is on the stack below n, out of n.
func (n *node) breakCycle(fset *token.FileSet, d *node, stack []*node) {
	var path bytes.Buffer
	for _, s := range stack[slices.Index(stack, d):] {
		fmt.Fprintf(&path, "%s imports ", s.meta.path)
	}
	path.WriteString(d.meta.path)
	n.deps = slices.DeleteFunc(n.deps, func(x *node) bool { return x == d })
	for p, dep := range n.imports {
		if dep == d {
			delete(n.imports, p)
			n.errors = append(n.errors, Error{
				Kind: ImportError, Pos: n.importPos(fset, p), Msg: "import cycle not allowed: " + path.String()})
		}
	}
}

// importPos returns the position of the first import of the path.
func (n *node) importPos(fset *token.FileSet, path string) token.Position {
	files := n.parseAll()
	for _, f := range files {
		for _, imp := range f.Imports {
			if importPath(imp) == path {
				return fset.Position(imp.Path.Pos())
			}
		}
	}
	if len(files) > 0 {
		return fset.Position(files[0].Name.Pos())
	}
	return token.Position{Filename: n.meta.dir}
}

// parseAll parses the files of the node, in parallel with others.
func (n *node) parseAll() []*ast.File {
	if n.patched != nil {
		return n.patched.files
	}
	var files []*ast.File
	for _, src := range n.files {
		if src.parse().file != nil {
			files = append(files, src.file)
		}
	}
	return files
}
