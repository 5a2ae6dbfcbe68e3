package analysis

import (
	"cmp"
	"go/token"
	"slices"

	"github.com/mazurka-go/mazurka/analysis/load"
)

// A Lines is a range of lines of a file, both ends included.
type Lines struct {
	File     string // path as in load.Package.Files
	From, To int    // To 0 means the end of the file
}

// An Affected is a test that an edit can affect. Distance is the number of
// mentions on the shortest way from the test to a declaration that the edit
// touches, 0 if it touches the test itself.
type Affected struct {
	Target   *load.Target
	Test     load.Test
	Distance int
}

// Affected returns the tests of the program that can reach a declaration on
// the given lines, nearest first, then in the order of targets and tests. An
// edit outside of all declarations counts as touching all of the file.
// Package initialisation and TestMain count as part of each test of the
// target, one mention away.
func (v *View) Affected(edits ...Lines) []Affected {
	prog := v.prog
	touched := make(map[*decl]bool)
	for _, pkg := range prog.All() {
		if p := v.pkgs[pkg.Types]; p != nil {
			for _, e := range edits {
				touch(touched, prog.Fset, pkg, p, e)
			}
		}
	}
	if len(touched) == 0 {
		return nil
	}
	var affected []Affected
	for _, target := range prog.Targets {
		if target.Broken() {
			continue
		}
		common := v.nearest(v.initRoots(target), touched)
		for _, test := range target.Tests {
			d := v.nearest([]*decl{v.root(test)}, touched)
			if common >= 0 && (d < 0 || common+1 < d) {
				d = common + 1
			}
			if d >= 0 {
				affected = append(affected, Affected{target, test, d})
			}
		}
	}
	slices.SortStableFunc(affected, func(a, b Affected) int { return cmp.Compare(a.Distance, b.Distance) })
	return affected
}

// initRoots returns what runs in a target whatever the test.
func (v *View) initRoots(target *load.Target) []*decl {
	var roots []*decl
	if target.Main != nil {
		roots = append(roots, v.root(*target.Main))
	}
	for _, pkg := range target.Closure() {
		if p := v.pkgs[pkg.Types]; p != nil {
			roots = append(roots, p.inits...)
		}
	}
	return roots
}

// touch marks the declarations of the package on the lines.
func touch(touched map[*decl]bool, fset *token.FileSet, pkg *load.Package, p *pkgDecls, e Lines) {
	i := slices.Index(pkg.Files, e.File)
	if i < 0 {
		return
	}
	file := pkg.Syntax[i]
	var all, hit []*decl
	for _, d := range p.list {
		if d.from < file.FileStart || d.from > file.FileEnd {
			continue
		}
		all = append(all, d)
		from, to := fset.PositionFor(d.from, false).Line, fset.PositionFor(d.to, false).Line
		if to >= e.From && (e.To == 0 || from <= e.To) {
			hit = append(hit, d)
		}
	}
	if len(hit) == 0 {
		hit = all
	}
	for _, d := range hit {
		touched[d] = true
	}
}

// nearest returns the distance from the roots to the nearest declaration of
// the set, -1 if there is none.
func (v *View) nearest(roots []*decl, set map[*decl]bool) int {
	best := -1
	v.search(roots, func(d *decl, distance int) bool {
		if set[d] {
			best = distance
		}
		return best < 0
	})
	return best
}
