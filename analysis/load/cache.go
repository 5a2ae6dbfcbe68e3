package load

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// A Cache keeps what later loads of a session can use: metadata as long as
// no edit changes it, sources, types and SSA of packages that stay the same.
// All loads with a cache must use the same ModelSet. The zero Cache is not
// usable; see [NewCache].
type Cache struct {
	fset  *token.FileSet
	files *files

	turn      chan struct{} // held by the one load at a time; guards what follows
	snapshots map[string]*snapshot
	lists     int // runs of the go command

	mu       sync.Mutex
	std      map[string]*meta
	patches  map[string]*patched // by ID
	entries  map[Hash]*entry
	versions map[string][]*entry // by ID, oldest use first
	gen      *generation
}

// NewCache returns an empty cache.
func NewCache() *Cache {
	fset := token.NewFileSet()
	return &Cache{
		fset: fset, files: newFiles(fset), turn: make(chan struct{}, 1),
		snapshots: make(map[string]*snapshot),
		std:       make(map[string]*meta), patches: make(map[string]*patched),
		entries: make(map[Hash]*entry), versions: make(map[string][]*entry),
	}
}

// keepVersions is how many versions of one package are kept: an editor goes
// back and forth between a few (undo, buffer and disk).
const keepVersions = 3

// entry returns the entry with the key, if its dependencies are the given ones.
func (c *Cache) entry(key Hash, deps []*entry) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[key]
	if e == nil || !slices.Equal(e.deps, deps) {
		return nil
	}
	c.touch(e)
	return e
}

// keep adds an entry and forgets the oldest of the same package.
func (c *Cache) keep(e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old := c.entries[e.key]; old != nil {
		c.forget(old)
	}
	c.entries[e.key] = e
	c.touch(e)
	if v := c.versions[e.id]; len(v) > keepVersions {
		c.forget(v[0])
	}
}

// size returns the amount of source text of the package, or what makes up for it.
func (e *entry) size() int {
	n := emptyPackage
	for _, f := range e.files {
		n += int(f.FileEnd - f.FileStart)
	}
	return n
}

func (c *Cache) touch(e *entry) {
	v := slices.DeleteFunc(c.versions[e.id], func(x *entry) bool { return x == e })
	c.versions[e.id] = append(v, e)
}

func (c *Cache) forget(e *entry) {
	delete(c.entries, e.key)
	c.versions[e.id] = slices.DeleteFunc(c.versions[e.id], func(x *entry) bool { return x == e })
	if c.gen != nil {
		c.gen.dead += e.size()
	}
}

// patched returns the changed files of the package if they were kept and
// were made from the same sources.
func (c *Cache) patched(id string, key Hash) *patched {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p := c.patches[id]; p != nil && p.key == key {
		return p
	}
	return nil
}

func (c *Cache) keepPatched(id string, p *patched) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.patches[id] = p
}

// stdMeta returns the metadata of a package of the standard library.
// The caller must not hold c.mu.
func (c *Cache) stdMeta(s *settings, path string) (*meta, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := fmt.Sprintf("%s %s %q %q", s.goroot, path, s.tags, s.compiler)
	if m := c.std[key]; m != nil {
		return m, nil
	}
	m, err := s.stdMeta(path)
	if err != nil {
		return nil, err
	}
	c.std[key] = m
	return m, nil
}

// A generation is an ssa.Program and the packages made in it so far. Several
// loads add packages to one generation, so that the functions of unchanged
// packages are built once; packages that an edit made useless cannot be taken
// out, so a new generation begins when there are too many.
type generation struct {
	mu   sync.RWMutex // held for writing while packages are added
	prog *ssa.Program
	pkgs map[*entry]*ssa.Package
	dead int // bytes of source text of packages that are of no more use
}

// maxDead is the amount of useless source text in a generation. Types, syntax
// and SSA take about 20 times as much memory; a new generation costs some
// hundred milliseconds.
const maxDead = 4 << 20

// emptyPackage is how much source text makes up for what a package takes that has
// none.
const emptyPackage = 4 << 10

func newGeneration(fset *token.FileSet) *generation {
	g := &generation{
		prog: ssa.NewProgram(fset, ssa.NaiveForm|ssa.InstantiateGenerics),
		pkgs: make(map[*entry]*ssa.Package),
	}
	g.prog.CreatePackage(types.Unsafe, nil, nil, true)
	return g
}

// generation returns the current generation.
func (c *Cache) generation() *generation {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gen == nil || c.gen.dead > maxDead {
		c.gen = newGeneration(c.fset)
	}
	return c.gen
}

// create makes the SSA packages of entries, dependencies first, that do not
// have them yet. Broken packages get none.
func (g *generation) create(nodes []*node) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, n := range nodes {
		e := n.entry
		if len(e.errors) > 0 || g.pkgs[e] != nil {
			continue
		}
		if e.types == types.Unsafe {
			g.pkgs[e] = g.prog.Package(types.Unsafe)
			continue
		}
		g.pkgs[e] = g.prog.CreatePackage(e.types, e.files, e.info, n.meta.forTest == "")
	}
}
