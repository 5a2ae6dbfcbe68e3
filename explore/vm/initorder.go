package vm

import (
	"container/heap"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// The order in which packages are initialised (Go spec, "Program
// initialization"): of those that are ready, the one whose import path sorts
// first is next. As in gc, a package takes no part and keeps nobody waiting if
// neither it nor what it imports has anything to do at run time.

// An initTask is a package to be initialised.
type initTask struct {
	pkg   *ssa.Package
	waits int         // imported packages not initialised yet
	users []*initTask // who imports it
}

// initTasks are those that are ready, a heap by import path.
type initTasks []*initTask

func (q initTasks) Len() int           { return len(q) }
func (q initTasks) Less(i, j int) bool { return q[i].pkg.Pkg.Path() < q[j].pkg.Pkg.Path() }
func (q initTasks) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *initTasks) Push(t any)        { *q = append(*q, t.(*initTask)) }

func (q *initTasks) Pop() any {
	last := len(*q) - 1
	t := (*q)[last]
	*q = (*q)[:last]
	return t
}

// initOrder returns the packages and all that they import in the order in
// which they are to be initialised.
func (p *Program) initOrder(pkgs []*ssa.Package) []*ssa.Package {
	tasks := make(map[*ssa.Package]*initTask)
	var ready initTasks
	for _, pkg := range pkgs {
		p.initTask(pkg, tasks, &ready, true)
	}
	heap.Init(&ready)
	var order []*ssa.Package
	for len(ready) > 0 {
		t := heap.Pop(&ready).(*initTask)
		order = append(order, t.pkg)
		for _, u := range t.users {
			if u.waits--; u.waits == 0 {
				heap.Push(&ready, u)
			}
		}
	}
	return order
}

// initTask returns the task of a package, nil if it has none, and puts it on
// the list if it is ready. A root always has one.
func (p *Program) initTask(pkg *ssa.Package, tasks map[*ssa.Package]*initTask, ready *initTasks, root bool) *initTask {
	if t, known := tasks[pkg]; known {
		return t
	}
	t := &initTask{pkg: pkg}
	tasks[pkg] = t
	for _, i := range pkg.Pkg.Imports() {
		imported := p.cfg.SSA.Package(i)
		if imported == nil || i == types.Unsafe {
			continue
		}
		if u := p.initTask(imported, tasks, ready, false); u != nil {
			u.users = append(u.users, t)
			t.waits++
		}
	}
	if t.waits == 0 {
		if !root && !p.hasInitWork(pkg) {
			tasks[pkg] = nil
			return nil
		}
		*ready = append(*ready, t)
	}
	return t
}

// hasInitWork reports whether a package has functions named init or variables
// that gc does not initialise at link time.
func (p *Program) hasInitWork(pkg *ssa.Package) bool {
	f := pkg.Func("init")
	if f == nil || p.cfg.SkipInit != nil && p.cfg.SkipInit(pkg) {
		return false
	}
	p.cfg.Build(pkg)
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			if !p.isStaticInit(instr, 0) {
				return true
			}
		}
	}
	return false
}

// isStaticInit reports whether gc leaves no code for an instruction of an
// initialiser. Calls of small functions that only build a value are
// inlined; depth is how deep.
func (p *Program) isStaticInit(instr ssa.Instruction, depth int) bool {
	switch v := instr.(type) {
	case *ssa.Alloc, *ssa.Store, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Slice, *ssa.MakeInterface, *ssa.ChangeType,
		*ssa.ChangeInterface, *ssa.Jump, *ssa.If, *ssa.Return, *ssa.DebugRef:
		return true
	case *ssa.UnOp:
		return v.Op == token.MUL
	case *ssa.MakeClosure:
		return len(v.Bindings) == 0
	case *ssa.Call:
		f := v.Call.StaticCallee()
		return f != nil && (f.Synthetic == "package initializer" || p.isConstructor(f, depth))
	}
	return false
}

// isConstructor reports whether a function only builds a value.
func (p *Program) isConstructor(f *ssa.Function, depth int) bool {
	const maxDepth = 2
	if pkg := f.Package(); pkg != nil {
		p.cfg.Build(pkg)
	}
	if len(f.Blocks) != 1 || depth == maxDepth || strings.HasPrefix(f.Name(), "init#") {
		return false
	}
	for _, instr := range f.Blocks[0].Instrs {
		if !p.isStaticInit(instr, depth+1) {
			return false
		}
	}
	return true
}
