package load

import (
	"cmp"
	"container/heap"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// closure returns the packages and everything they import, dependencies
// first, in an order that depends on import paths only.
func closure(roots []*Package) []*Package {
	var order []*Package
	seen := make(map[*Package]bool)
	var visit func(p *Package)
	visit = func(p *Package) {
		if seen[p] {
			return
		}
		seen[p] = true
		for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
			visit(p.Imports[path])
		}
		order = append(order, p)
	}
	for _, p := range roots {
		visit(p)
	}
	return order
}

// combine returns the hash of a target. Its closure includes the given roots.
func combine(t *Target, roots []*Package) Hash {
	h := sha256.New()
	for _, p := range slices.Concat(roots, []*Package{t.Package, t.External}) {
		if p != nil {
			h.Write(p.Hash[:])
		}
	}
	fmt.Fprintf(h, "%s %v", t.GoVersion, t.Godebug) // maps print sorted
	return Hash(h.Sum(nil))
}

// A Reached is a target that contains a package, and the number of imports
// on the shortest way to it; 0 means that the package is what is tested.
type Reached struct {
	Target   *Target
	Distance int
}

// Reaching returns the targets that contain the package with the import
// path, in any variant, nearest first and then by import path.
func (p *Program) Reaching(pkgPath string) []Reached {
	p.importersOnce.Do(func() {
		p.importers = make(map[*Package][]*Package)
		for _, pkg := range p.all {
			for _, dep := range pkg.Imports {
				p.importers[dep] = append(p.importers[dep], pkg)
			}
		}
	})
	dist := make(map[*Package]int)
	var queue []*Package
	for _, pkg := range p.all {
		if pkg.PkgPath == pkgPath {
			dist[pkg] = 0
			queue = append(queue, pkg)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, imp := range p.importers[queue[0]] {
			if _, ok := dist[imp]; !ok {
				dist[imp] = dist[queue[0]] + 1
				queue = append(queue, imp)
			}
		}
	}
	var reached []Reached
	for _, t := range p.Targets {
		best := -1
		for _, pkg := range []*Package{t.Package, t.External} {
			if d, ok := dist[pkg]; ok && pkg != nil && (best < 0 || d < best) {
				best = d
			}
		}
		if best >= 0 {
			reached = append(reached, Reached{t, best})
		}
	}
	slices.SortStableFunc(reached, func(a, b Reached) int { return cmp.Compare(a.Distance, b.Distance) })
	return reached
}

// InitOrder returns the packages of the target in the order in which they
// are initialised: package runtime and what it imports, then by the rule of
// the language specification, of those whose imports are initialised always
// the first by import path.
func (t *Target) InitOrder() []*Package {
	o := initOrder{waiting: make(map[*Package]int), importers: make(map[*Package][]*Package)}
	for _, p := range t.closure {
		if p.PkgPath == "runtime" {
			o.run(closure([]*Package{p}))
			break
		}
	}
	o.run(t.closure)
	return o.order
}

// initOrder schedules initialisations.
type initOrder struct {
	order     []*Package
	done      map[*Package]bool
	waiting   map[*Package]int // number of imports not yet initialised
	importers map[*Package][]*Package
	ready     pathHeap
}

// run schedules the packages, which contain all that they import.
func (o *initOrder) run(pkgs []*Package) {
	if o.done == nil {
		o.done = make(map[*Package]bool)
	}
	clear(o.waiting)
	clear(o.importers)
	for _, p := range pkgs {
		if o.done[p] {
			continue
		}
		for _, dep := range p.Imports {
			if !o.done[dep] {
				o.waiting[p]++
				o.importers[dep] = append(o.importers[dep], p)
			}
		}
		if o.waiting[p] == 0 {
			heap.Push(&o.ready, p)
		}
	}
	for len(o.ready) > 0 {
		p := heap.Pop(&o.ready).(*Package)
		o.done[p] = true
		o.order = append(o.order, p)
		for _, imp := range o.importers[p] {
			if o.waiting[imp]--; o.waiting[imp] == 0 {
				heap.Push(&o.ready, imp)
			}
		}
	}
}

// pathHeap is a heap of packages ordered by import path.
type pathHeap []*Package

func (h pathHeap) Len() int { return len(h) }
func (h pathHeap) Less(i, j int) bool {
	return cmp.Or(strings.Compare(h[i].PkgPath, h[j].PkgPath), strings.Compare(h[i].ID, h[j].ID)) < 0
}
func (h pathHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *pathHeap) Push(x any)   { *h = append(*h, x.(*Package)) }
func (h *pathHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
