package explore

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mazurka-go/mazurka/analysis"
	"github.com/mazurka-go/mazurka/analysis/load"
	"github.com/mazurka-go/mazurka/explore/vm"
)

// newEffects returns the static facts about functions of the code.
func (c *code) newEffects(from *load.Program) *analysis.Effects {
	return analysis.NewEffects(analysis.EffectsConfig{
		Build: from.Build, MethodValue: from.MethodValue, SameCode: vm.SameCode,
		Linkname: func(f *ssa.Function) *ssa.Function {
			_, target := c.linkname(f)
			return target
		},
		Coarse: func(pkg *types.Package) bool {
			p := c.packageOf(pkg)
			return p != nil && p.Standard
		},
	})
}

// keepEffects is for how many loads static facts are kept: those about packages
// that have been edited since are of no use.
const keepEffects = 256

// effectsOf returns the static facts about functions of the code, which are kept.
func (c *code) effectsOf() *analysis.Effects {
	c.mu.Lock()
	defer c.mu.Unlock()
	from := c.loads[len(c.loads)-1]
	if c.latest != from {
		c.latest = from
		c.effectLoads++
	}
	if c.effects == nil || c.effectLoads > keepEffects {
		c.effects, c.effectLoads = c.newEffects(from), 0
	}
	return c.effects
}

// futureOf returns what may follow from the points of a test on.
func futureOf(e *analysis.Effects, t *load.Target, test *ssa.Function) *analysis.Future {
	return e.Future(rootsOf(t), argumentsOf(t, test))
}

// argumentsOf are functions of the program that the machine is given.
func argumentsOf(t *load.Target, tests ...*ssa.Function) []*ssa.Function {
	if t.Main != nil {
		tests = append(tests, function(t.Main))
	}
	return tests
}

// rootsOf are the functions that the machine itself calls.
func rootsOf(t *load.Target) (roots []*ssa.Function) {
	for _, p := range t.Closure() {
		if p.SSA == nil {
			continue
		}
		roots = append(roots, p.SSA.Func("init"))
		switch p.PkgPath {
		case "runtime":
			for _, name := range slices.Sorted(maps.Keys(p.SSA.Members)) {
				if f, ok := p.SSA.Members[name].(*ssa.Function); ok && f.TypeParams() == nil {
					roots = append(roots, f)
				}
			}
		case "testing":
			for _, name := range []string{"runTest", "runFuzz", "runBenchmark"} {
				if f := p.SSA.Func(name); f != nil {
					roots = append(roots, f)
				}
			}
		}
	}
	return roots
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

// accessed lists classes one of which is that of the object of the operation
// that a goroutine is at; none if no other goroutine can know the object. A
// load or store of a struct has one object for each of several fields. ok is
// false if nothing is known.
func accessed(f *analysis.Future, points []vm.Point) (list []analysis.Class, ok bool) {
	for i := range points {
		p := &points[i]
		if analysis.Primitive(p.Fn) {
			if i+1 == len(points) || staticCallee(&points[i+1]) != p.Fn {
				return f.Objects(p.Fn), true
			}
			continue
		}
		instr := instruction(p)
		if instr == nil {
			return nil, false
		}
		return f.ClassesOf(instr), true
	}
	return nil, false
}

// instruction is the instruction at a point, nil if there is none.
func instruction(p *vm.Point) ssa.Instruction {
	if p.Fn == nil || p.Block < 0 {
		return nil
	}
	list := p.Fn.Blocks[p.Block].Instrs
	if int(p.Index) >= len(list) {
		return nil
	}
	if _, ok := list[p.Index].(*ssa.RunDefers); ok {
		return nil // what is done is not there
	}
	return list[p.Index]
}

// staticCallee is the function that is called by name at a point.
func staticCallee(p *vm.Point) *ssa.Function {
	if c, ok := instruction(p).(*ssa.Call); ok {
		return c.Call.StaticCallee()
	}
	return nil
}
