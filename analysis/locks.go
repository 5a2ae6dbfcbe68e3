package analysis

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Which locks are held where. The discipline is that of
//
//	[S97] Savage et al. Eraser: a dynamic data race detector for multithreaded
//	programs. ACM TOCS 15(4), 1997.
//
// but for all executions, by a forward analysis of each function that starts
// from what all its callers hold.
//
// A mutex counts as held only if it can be named relative to the memory that
// is accessed, so that who accesses the same memory holds the same mutex: it is a
// package variable, or part of the struct that the memory is part of, or a
// variable that is made together with the variable that is accessed. It is
// taken for granted that nobody unlocks a mutex that another goroutine holds.

// A Guard is a mutex relative to memory: two accesses to the same memory that
// have guards of the same name hold the same mutex.
type Guard struct {
	Name  string // as in "m.T.mu", "m.mu"
	Class Class  // of the mutex
	// Shared says that others may hold the mutex at the same time, as readers.
	Shared bool
}

// lockName names memory within a function.
type lockName struct {
	base  ssa.Value // a variable or a parameter
	deref bool      // the memory is what base points to
	path  string    // fields from there
}

// held is how a mutex is held.
type held struct {
	class  Class
	shared bool
}

type lockState map[lockName]held

// locks knows what is held in the functions of a Future.
type locks struct {
	f     *Future
	funcs map[*ssa.Function]*lockedFunc
}

// lockedFunc has what is held where blocks begin. While that is being found
// out, nothing is known.
type lockedFunc struct {
	done  bool
	entry []lockState // by block, nil if it is not reached
}

// Guards lists the guards of the memory that a load or store accesses.
func (f *Future) Guards(instr ssa.Instruction) []Guard {
	f.lockMu.Lock()
	defer f.lockMu.Unlock()
	f.u.mu.Lock()
	defer f.u.mu.Unlock()
	return f.locks().guards(instr)
}

// Guarded reports whether accesses to the memory of a class exclude one
// another by a mutex wherever they may conflict, and by which. Accesses to
// memory that only one goroutine can know do not count.
func (f *Future) Guarded(c Class) (g Guard, ok bool) {
	f.lockMu.Lock()
	defer f.lockMu.Unlock()
	if f.guarded == nil {
		f.u.mu.Lock()
		defer f.u.mu.Unlock()
		f.guarded = map[Class]Guard{}
		for c, d := range f.locks().disciplines() {
			if g, ok := d.guard(); ok && !f.mayBeOther(c) {
				f.guarded[c] = g
			}
		}
	}
	g, ok = f.guarded[c]
	return g, ok
}

// mayBeOther reports whether objects of the class may be accessed as those of
// another class.
func (f *Future) mayBeOther(c Class) bool {
	l := &f.links[c]
	return len(l.aliases) > 0 || l.wild|l.exposed != 0
}

func (f *Future) locks() *locks {
	if f.lockFacts == nil {
		f.lockFacts = &locks{f: f, funcs: map[*ssa.Function]*lockedFunc{}}
	}
	return f.lockFacts
}

// guards lists the guards of the memory that an instruction accesses.
func (l *locks) guards(instr ssa.Instruction) (list []Guard) {
	state := l.heldAt(instr)
	if len(state) == 0 {
		return nil
	}
	var at lockName
	known := false
	switch v := instr.(type) {
	case *ssa.UnOp:
		at, _, known = l.name(v.X)
	case *ssa.Store:
		at, _, known = l.name(v.Addr)
	}
	for name, h := range state {
		if s := l.relative(name, at, known); s != "" {
			list = append(list, Guard{s, h.class, h.shared})
		}
	}
	slices.SortFunc(list, func(a, b Guard) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// relative names a mutex relative to memory, "" if there is no such name.
func (l *locks) relative(lock, at lockName, known bool) string {
	if g, ok := lock.base.(*ssa.Global); ok && !lock.deref {
		return g.String() + lock.path
	}
	if !known || lock.deref != at.deref {
		return ""
	}
	if lock.deref {
		if lock.base != at.base {
			return ""
		}
		return l.f.u.typeName(pointedTo(lock.base)) + lock.path
	}
	a, ok1 := lock.base.(*ssa.Alloc)
	b, ok2 := at.base.(*ssa.Alloc)
	if !ok1 || !ok2 || a.Block() != b.Block() {
		return ""
	}
	return a.Parent().String() + "." + a.Comment + lock.path
}

// pointedTo is the type of what the base of a name points to.
func pointedTo(base ssa.Value) types.Type {
	t := base.Type()
	if a, ok := base.(*ssa.Alloc); ok {
		t = pointee(a)
	}
	return t.Underlying().(*types.Pointer).Elem()
}

// name names the memory at an address. indexed says that it is any one of the
// elements of an array.
func (l *locks) name(addr ssa.Value) (n lockName, indexed, ok bool) {
	for {
		switch v := addr.(type) {
		case *ssa.FieldAddr:
			n.path = "." + pointee(v.X).Underlying().(*types.Struct).Field(v.Field).Name() + n.path
			addr = v.X
		case *ssa.IndexAddr:
			if _, ok := v.X.Type().Underlying().(*types.Pointer); !ok {
				return n, false, false
			}
			indexed = true
			addr = v.X
		case *ssa.FreeVar:
			b := l.f.u.binding(v)
			if b == nil {
				return n, false, false
			}
			addr = b
		case *ssa.Global, *ssa.Alloc:
			n.base = v
			return n, indexed, true
		case *ssa.Parameter:
			n.base, n.deref = v, true
			return n, indexed, true
		case *ssa.UnOp:
			n.base, n.deref = l.constant(v.X), true
			return n, indexed, n.base != nil
		default:
			return n, false, false
		}
	}
}

// constant is the variable at an address, if only its function can change it
// or it is set once only, or the parameter that it is for; nil otherwise.
func (l *locks) constant(addr ssa.Value) ssa.Value {
	for {
		v, ok := addr.(*ssa.FreeVar)
		if !ok {
			break
		}
		if addr = l.f.u.binding(v); addr == nil {
			return nil
		}
	}
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	v := onlyStored(a)
	if p, ok := v.(*ssa.Parameter); ok {
		return p
	}
	if v == nil && a.Heap {
		return nil
	}
	return a
}

// heldAt is what is held when the instruction begins.
func (l *locks) heldAt(instr ssa.Instruction) lockState {
	f := l.function(instr.Parent())
	if !f.done || f.entry[instr.Block().Index] == nil {
		return nil
	}
	state := maps.Clone(f.entry[instr.Block().Index])
	for _, other := range instr.Block().Instrs {
		if other == instr {
			return state
		}
		l.step(state, other)
	}
	return nil
}

// function analyses a function.
func (l *locks) function(fn *ssa.Function) *lockedFunc {
	f := l.funcs[fn]
	if f != nil {
		return f
	}
	f = &lockedFunc{entry: make([]lockState, len(fn.Blocks))}
	l.funcs[fn] = f
	if len(fn.Blocks) == 0 {
		return f
	}
	f.entry[0] = l.atCalls(fn)
	for todo := []*ssa.BasicBlock{fn.Blocks[0]}; len(todo) > 0; {
		b := todo[0]
		todo = todo[1:]
		state := maps.Clone(f.entry[b.Index])
		for _, instr := range b.Instrs {
			l.step(state, instr)
		}
		for _, succ := range b.Succs {
			if f.join(succ.Index, state) {
				todo = append(todo, succ)
			}
		}
	}
	f.done = true
	return f
}

// join takes note of a state in which a block may begin.
func (f *lockedFunc) join(b int, state lockState) (changed bool) {
	old := f.entry[b]
	if old == nil {
		f.entry[b] = maps.Clone(state)
		return true
	}
	for name, h := range old {
		now, ok := state[name]
		switch {
		case !ok:
			delete(old, name)
			changed = true
		case now.shared && !h.shared:
			old[name] = now
			changed = true
		}
	}
	return changed
}

// atCalls is what is held at all calls of a function.
func (l *locks) atCalls(fn *ssa.Function) lockState {
	s := l.f.state(fn)
	if s == nil || s.unknown != noGraphNode {
		return lockState{}
	}
	f := &lockedFunc{entry: make([]lockState, 1)}
	for _, c := range s.callers {
		site := c.call.site
		if _, ok := site.(*ssa.Call); !ok {
			return lockState{} // it is called later, or concurrently
		}
		f.join(0, l.passed(l.heldAt(site), site.Common(), fn))
	}
	if f.entry[0] == nil {
		return lockState{}
	}
	return f.entry[0]
}

// passed is what a callee knows of what is held where it is called: the names
// of variables around it, and those that begin with an argument.
func (l *locks) passed(state lockState, call *ssa.CallCommon, callee *ssa.Function) lockState {
	out := lockState{}
	for name, h := range state {
		if _, ok := name.base.(*ssa.Global); ok || callee.Parent() != nil {
			out[name] = h
		}
		for i, arg := range call.Args {
			if n, _, ok := l.name(arg); ok && n.deref && n.path == "" && n.base == name.base && name.deref {
				out[lockName{callee.Params[i], true, name.path}] = h
			}
		}
	}
	return out
}

// step changes a state as an instruction does.
func (l *locks) step(state lockState, instr ssa.Instruction) {
	switch v := instr.(type) {
	case *ssa.Store:
		addr := v.Addr
		for {
			fv, ok := addr.(*ssa.FreeVar)
			if !ok {
				break
			}
			if addr = l.f.u.binding(fv); addr == nil {
				return
			}
		}
		forget(state, addr)
	case *ssa.RunDefers:
		clear(state)
	case *ssa.Call:
		l.call(state, v)
	}
}

// forget drops names that begin with a variable which becomes another one.
func forget(state lockState, base ssa.Value) {
	maps.DeleteFunc(state, func(n lockName, _ held) bool { return n.base == base })
}

// call changes a state as a call does.
func (l *locks) call(state lockState, v *ssa.Call) {
	callee := v.Call.StaticCallee()
	if callee != nil && primitiveModes(callee) != 0 {
		l.operation(state, v, callee.Name())
		return
	}
	if len(state) == 0 {
		return
	}
	b := newBits(l.f.numEffects)
	s := l.f.state(v.Parent())
	if s == nil {
		clear(state)
		return
	}
	w := pointWalk{f: l.f, s: s, fn: v.Parent()}
	for i := range s.facts.items {
		if it := &s.facts.items[i]; int(it.block) == v.Block().Index && v.Block().Instrs[it.index] == v {
			w.add(b, it)
		}
	}
	d := setData{bits: b}
	maps.DeleteFunc(state, func(_ lockName, h held) bool { return l.f.modes(&d, h.class)&(Unlock|RUnlock) != 0 })
}

// operation changes a state as an operation on a synchronisation object does.
func (l *locks) operation(state lockState, v *ssa.Call, op string) {
	locks, unlocks := op == "Lock" || op == "RLock", op == "Unlock" || op == "RUnlock"
	if !locks && !unlocks {
		return // the mutex of a Cond is held again when Wait returns
	}
	name, indexed, ok := l.name(v.Call.Args[0])
	_, own := state[name]
	switch {
	case locks && ok && !indexed:
		state[name] = held{l.f.u.place(v.Call.Args[0]).class, op == "RLock"}
	case unlocks && ok && own:
		// The others are other mutexes, or they could not be held as well.
		delete(state, name)
	case unlocks:
		clear(state)
	}
}

// A discipline is how a class is accessed.
type discipline struct {
	accesses []lockedAccess
	unclear  bool // some accesses are not known
}

type lockedAccess struct {
	instr  ssa.Instruction
	write  bool
	guards []Guard
}

// disciplines collects the accesses to the memory of every class in the
// functions of packages of which that is of interest.
func (l *locks) disciplines() map[Class]*discipline {
	f := l.f
	all := map[Class]*discipline{}
	for _, s := range f.reached {
		if s == nil {
			continue
		}
		known := packageOf(s.facts.fn) != nil && !f.u.coarse(s.facts.fn)
		for _, it := range s.facts.items {
			if it.kind != itemEffect {
				continue
			}
			e := f.effects[it.effect]
			d := all[e.class]
			if d == nil {
				d = &discipline{}
				all[e.class] = d
			}
			if !known || it.deferred || Modes(1)<<e.mode&^(Read|Write) != 0 || len(s.facts.fn.Blocks) == 0 {
				d.unclear = true
				continue
			}
			instr := s.facts.fn.Blocks[it.block].Instrs[it.index]
			d.accesses = append(d.accesses, lockedAccess{instr, Modes(1)<<e.mode == Write, l.guards(instr)})
		}
	}
	return all
}

// guard is a guard by which all accesses exclude one another where they have
// to.
func (d *discipline) guard() (Guard, bool) {
	if d.unclear || len(d.accesses) == 0 {
		return Guard{}, false
	}
	for _, g := range d.accesses[0].guards {
		if !slices.ContainsFunc(d.accesses, func(a lockedAccess) bool { return !a.protected(g.Name) }) {
			return g, true
		}
	}
	return Guard{}, false
}

// protected reports whether an access holds a guard as it has to.
func (a *lockedAccess) protected(name string) bool {
	return slices.ContainsFunc(a.guards, func(g Guard) bool { return g.Name == name && !(a.write && g.Shared) })
}
