package load

import (
	"crypto/sha256"
	"maps"
	"slices"
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

// combine returns a hash of several packages.
func combine(pkgs []*Package) Hash {
	h := sha256.New()
	for _, p := range pkgs {
		h.Write(p.Hash[:])
	}
	return Hash(h.Sum(nil))
}
