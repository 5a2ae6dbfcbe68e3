package analysis

import (
	"go/types"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// A Locality tells which memory only one goroutine can know.
//
// It is a points-to analysis by unification in the manner of
//
//	[S96] Steensgaard. Points-to analysis in almost linear time. POPL 1996.
//
// Values that may point to the same objects form a class; a class has one
// class of contents: what values in these objects may point to. Fields and
// elements are not told apart. Functions are solved bottom-up along static
// calls within a package, with summaries, so that a caller's objects are not
// mixed with those of other callers; a function is solved together with the
// function literals in it (a family). Everything else is taken to share its
// operands with other goroutines: go statements, channels, package variables,
// calls of functions that are not known, of other packages or recursive.
//
// A Locality belongs to one ssa.Program and is safe for concurrent use.
// Answers do not depend on the order of questions.
type Locality struct {
	opaque func(*ssa.Function) bool

	mu       sync.Mutex
	families map[*ssa.Function]*family // by outermost function
	pointers map[types.Type]bool       // see hasPointers
	tarjan   tarjan
}

// NewLocality returns a Locality. Functions for which opaque holds are not
// looked into: what runs is something else than their bodies. Opaque may be
// nil.
func NewLocality(opaque func(*ssa.Function) bool) *Locality {
	if opaque == nil {
		opaque = func(*ssa.Function) bool { return false }
	}
	return &Locality{opaque: opaque, families: make(map[*ssa.Function]*family), pointers: make(map[types.Type]bool)}
}

// Private reports whether what the address points to (or the slice, map or
// other reference refers to) is known to no other goroutine whenever
// addr.Parent() accesses it through addr. The package of the function must
// have been built.
func (l *Locality) Private(addr ssa.Value) bool {
	fn := addr.Parent()
	if fn == nil {
		return false
	}
	outer := outermost(fn)
	if outer.Synthetic == "package initializer" {
		return false // large, and run once
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.families[outer]
	if f == nil {
		l.visit(outer)
		f = l.families[outer]
	}
	return f.private[addr]
}

// outermost returns the declared function around a function literal.
func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// A family is the solution for a declared function and the function literals
// in it.
type family struct {
	private map[ssa.Value]bool
	summary *summary
}

// A summary says what a call of a function does to the classes of its
// arguments and results.
type summary struct {
	params, results []int // index in classes, -1 for values without pointers
	classes         []summaryClass
}

type summaryClass struct {
	contents int // index of another class, -1 if there is none
	escaped  bool
}

// tarjan is the state of the search for strongly connected components of the
// static call graph of a package.
//
//	[T72] Tarjan. Depth-first search and linear graph algorithms. SIAM J.
//	Computing 1(2), 1972.
type tarjan struct {
	number, low map[*ssa.Function]int
	stack       []*ssa.Function
}

// visit solves the function and all it depends on that is not solved yet.
func (l *Locality) visit(fn *ssa.Function) {
	t := &l.tarjan
	if t.number == nil {
		t.number, t.low = make(map[*ssa.Function]int), make(map[*ssa.Function]int)
	}
	n := len(t.number) + 1
	t.number[fn], t.low[fn] = n, n
	t.stack = append(t.stack, fn)
	for _, callee := range l.callees(fn) {
		if t.number[callee] == 0 {
			l.visit(callee)
			t.low[fn] = min(t.low[fn], t.low[callee])
		} else if l.families[callee] == nil { // on the stack
			t.low[fn] = min(t.low[fn], t.number[callee])
		}
	}
	if t.low[fn] != n {
		return
	}
	// A component is complete. Its functions know nothing of each other.
	var component []*ssa.Function
	for {
		top := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		component = append(component, top)
		if top == fn {
			break
		}
	}
	solved := make([]*family, len(component))
	for i, f := range component {
		solved[i] = l.solve(f)
	}
	for i, f := range component {
		l.families[f] = solved[i]
	}
}

// callees returns the functions whose summaries the family may use.
func (l *Locality) callees(fn *ssa.Function) []*ssa.Function {
	var list []*ssa.Function
	seen := make(map[*ssa.Function]bool)
	eachInstr(fn, func(instr ssa.Instruction) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			return
		}
		callee := call.Common().StaticCallee()
		if callee != nil && !seen[callee] && l.known(fn, callee) {
			seen[callee] = true
			list = append(list, callee)
		}
	})
	return list
}

// known reports whether the callee may be looked into for the sake of fn.
func (l *Locality) known(fn, callee *ssa.Function) bool {
	return callee.Parent() == nil && callee.Blocks != nil && packageOf(callee) != nil &&
		packageOf(callee) == packageOf(fn) && callee.Synthetic != "package initializer" && !l.opaque(callee)
}

// packageOf returns the package that declares the function, or nil if it is
// synthetic.
func packageOf(fn *ssa.Function) *ssa.Package {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	return fn.Pkg
}

// eachInstr calls f for the instructions of the function and of the function
// literals in it.
func eachInstr(fn *ssa.Function, f func(ssa.Instruction)) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			f(instr)
		}
	}
	for _, anon := range fn.AnonFuncs {
		eachInstr(anon, f)
	}
}

// hasPointers reports whether values of the type can lead to objects. Strings
// cannot: their bytes do not change.
func (l *Locality) hasPointers(t types.Type) bool {
	if b, ok := l.pointers[t]; ok {
		return b
	}
	var has bool
	switch u := t.Underlying().(type) {
	case *types.Basic:
		has = u.Kind() == types.UnsafePointer || u.Kind() == types.UntypedNil
	case *types.Array:
		has = l.hasPointers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			has = has || l.hasPointers(f.Type())
		}
	case *types.Tuple:
		for v := range u.Variables() {
			has = has || l.hasPointers(v.Type())
		}
	default: // references, and types of go/ssa's own
		has = true
	}
	l.pointers[t] = has
	return has
}
