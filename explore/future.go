package explore

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mazurka-go/mazurka/analysis"
	"github.com/mazurka-go/mazurka/analysis/load"
	"github.com/mazurka-go/mazurka/explore/vm"
)

// newEffects returns the static facts about functions of the code.
func (c *code) newEffects(from *load.Program) *analysis.Effects {
	return analysis.NewEffects(analysis.EffectsConfig{
		Build: from.Build, MethodValue: from.MethodValue,
		Linkname: func(f *ssa.Function) *ssa.Function {
			_, target := c.linkname(f)
			return target
		},
		Coarse: func(pkg *types.Package) bool {
			p := from.PackageOf(pkg)
			return p != nil && p.Standard
		},
	})
}

// futureOf returns what may follow from the points of a test on.
func futureOf(e *analysis.Effects, t *load.Target, test *ssa.Function) *analysis.Future {
	arguments := []*ssa.Function{test}
	if t.Main != nil {
		arguments = append(arguments, function(t.Main))
	}
	var roots []*ssa.Function
	for _, p := range t.Closure() {
		if p.SSA == nil {
			continue
		}
		roots = append(roots, p.SSA.Func("init"))
		switch p.PkgPath {
		case "runtime":
			// The machine itself calls these.
			for _, m := range p.SSA.Members {
				if f, ok := m.(*ssa.Function); ok && f.TypeParams() == nil {
					roots = append(roots, f)
				}
			}
		case "testing":
			roots = append(roots, p.SSA.Func("runTest"))
		}
	}
	return e.Future(roots, arguments)
}

// ahead is what may follow from where a goroutine is. Points are as
// [vm.Machine.Points] lists them.
func ahead(f *analysis.Future, points []vm.Point) analysis.Set {
	set := f.Nothing()
	for i := range points {
		p := &points[i]
		from := p.From
		if i > 0 && analysis.Primitive(points[i-1].Fn) {
			from = min(from, p.Index)
		}
		switch {
		case p.Fn == nil:
			return f.Everything()
		case p.Block < 0:
			set = set.Union(f.Call(p.Fn))
		default:
			set = set.Union(f.After(p.Fn, int(p.Block), int(from)))
		}
	}
	return set
}
