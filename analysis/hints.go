package analysis

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Hint is a suspicion: in most places a mutex is held when memory of a class
// is accessed, but in one that goroutines come to it is not.
type Hint struct {
	Memory  string            // as in "m.T.n"
	Guard   string            // the mutex that is held elsewhere, as in "m.T.mu"
	Instead []string          // mutexes that are held here
	At      ssa.Instruction   // the access
	Write   bool              // it is a store
	With    []ssa.Instruction // accesses that hold the mutex, in order of the source
	// Likely says that it is more than possible: at least three times as many
	// accesses hold the mutex as goroutines come to that do not.
	Likely bool
}

// Hints looks for accesses that are not guarded as others are. Roots and
// arguments are those of [Effects.Future]. There may be a reason for every one
// of them that static facts do not know: what orders the accesses otherwise,
// objects that nobody else knows yet.
func (u *Effects) Hints(roots, arguments []*ssa.Function) []Hint {
	u.mu.Lock()
	defer u.mu.Unlock()
	g := u.follow(roots, arguments)
	f := u.futureOf(g)
	started := g.started()
	var hints []Hint
	for c, d := range f.locks().disciplines() {
		if d.unclear || f.mayBeOther(c) {
			continue
		}
		hints = append(hints, d.hints(f.Name(c), func(a *lockedAccess) bool {
			return started[u.facts[a.instr.Parent()]]
		})...)
	}
	slices.SortFunc(hints, func(a, b Hint) int {
		return cmp.Or(cmp.Compare(a.At.Pos(), b.At.Pos()), cmp.Compare(a.Memory, b.Memory))
	})
	return hints
}

// hints lists the accesses that goroutines come to and that lack the guard of
// most.
func (d *discipline) hints(memory string, concurrent func(*lockedAccess) bool) (list []Hint) {
	guard, with := d.usual()
	if len(with) < 2 || 2*len(with) <= len(d.accesses) {
		return nil
	}
	writes := slices.ContainsFunc(with, func(a *lockedAccess) bool { return a.write })
	var instrs []ssa.Instruction
	for _, a := range with {
		instrs = append(instrs, a.instr)
	}
	slices.SortFunc(instrs, func(a, b ssa.Instruction) int { return cmp.Compare(a.Pos(), b.Pos()) })
	for i := range d.accesses {
		a := &d.accesses[i]
		if a.protected(guard) || !(a.write || writes) || !concurrent(a) || !a.instr.Pos().IsValid() {
			continue
		}
		h := Hint{Memory: memory, Guard: guard, At: a.instr, Write: a.write, With: instrs}
		for _, g := range a.guards {
			h.Instead = append(h.Instead, g.Name)
		}
		list = append(list, h)
	}
	for i := range list {
		list[i].Likely = len(with) >= 3*len(list)
	}
	return list
}

// usual is the guard that most accesses have, and these accesses.
func (d *discipline) usual() (guard string, with []*lockedAccess) {
	by := map[string][]*lockedAccess{}
	for i := range d.accesses {
		a := &d.accesses[i]
		for _, g := range a.guards {
			if a.protected(g.Name) {
				by[g.Name] = append(by[g.Name], a)
			}
		}
	}
	for name, list := range by {
		if len(list) > len(with) || len(list) == len(with) && name < guard {
			guard, with = name, list
		}
	}
	return guard, with
}

// started are the functions that goroutines may run which go statements start,
// but for those of package testing, which waits for them.
func (g *graph) started() map[*facts]bool {
	met := make([]bool, len(g.succs))
	var todo []graphNode
	reach := func(n graphNode) {
		if !met[n] {
			met[n] = true
			todo = append(todo, n)
		}
	}
	for _, s := range g.funcs {
		if s == nil || packagePath(s.facts.fn) == "testing" {
			continue
		}
		for i := range s.facts.items {
			if it := &s.facts.items[i]; it.starts(s.facts.fn) {
				g.targets(it, reach)
			}
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, succ := range g.succs[n] {
			reach(succ)
		}
	}
	list := map[*facts]bool{}
	for _, s := range g.funcs {
		if s != nil && (met[s.body] || met[s.whole] || s.unknown != noGraphNode && met[s.unknown]) {
			list[s.facts] = true
		}
	}
	return list
}

// starts reports whether the item is what a go statement starts.
func (it *item) starts(fn *ssa.Function) bool {
	if it.kind != itemCall && it.kind != itemDynamic || len(fn.Blocks) == 0 {
		return false
	}
	_, ok := fn.Blocks[it.block].Instrs[it.index].(*ssa.Go)
	return ok
}

// targets calls reach for what a call leads to.
func (g *graph) targets(it *item, reach func(graphNode)) {
	if it.kind == itemDynamic {
		reach(g.demand(it.node, it.method))
		return
	}
	callee := g.state(it.call.callee)
	reach(callee.whole)
	for _, o := range callee.opens {
		reach(g.demand(o.node, o.method))
		for _, a := range it.call.args {
			for _, src := range a.sources {
				if a.param == o.node {
					reach(g.demand(src, o.method))
				}
			}
		}
	}
}
