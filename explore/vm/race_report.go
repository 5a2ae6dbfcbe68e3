package vm

// Reports of data races, and of an Add of a WaitGroup that races with a Wait.

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// raceKinds says what an access was, in a report.
func accessName(write, atomic bool) string {
	name := "read"
	if write {
		name = "write"
	}
	if atomic {
		name = "atomic " + name
	}
	return name
}

// reportRace reports that access first and the present one, ref, race on the
// bytes of mask of the word at w. One pair of places is reported once in an
// execution.
func (m *Machine) reportRace(g *G, w Addr, mask uint8, first, ref uint32, firstWrites, secondWrites bool) {
	for mask&1 == 0 {
		w, mask = w+1, mask>>1
	}
	if m.hiddenMemory(w) {
		return
	}
	x, y := m.races.accesses[first], m.races.accesses[ref]
	if m.reported(RaceReport, x.pc, y.pc) {
		return
	}
	m.report(Report{
		Kind:    RaceReport,
		Message: m.describe(g, w),
		Sides: []Side{
			m.accessSide(&x, accessName(firstWrites, x.atomic)),
			m.accessSide(&y, accessName(secondWrites, y.atomic)),
		},
	})
}

// reported reports whether there is a report of a kind with these two
// places in the source.
func (m *Machine) reported(kind ReportKind, a, b uint64) bool {
	pa, pb := m.sourceOf(a), m.sourceOf(b)
	for i := range m.reports {
		r := &m.reports[i]
		if r.Kind != kind || len(r.Sides) != 2 {
			continue
		}
		x, y := m.positionOf(r.Sides[0].Loc), m.positionOf(r.Sides[1].Loc)
		if x == pa && y == pb || x == pb && y == pa {
			return true
		}
	}
	return false
}

func locationOf(pc uint64) Location {
	id, instr, _ := pcFunc(pc)
	return Location{id, instr}
}

func (m *Machine) sourceOf(pc uint64) token.Pos { return m.positionOf(locationOf(pc)) }

// positionOf is where in the source an instruction comes from.
func (m *Machine) positionOf(l Location) token.Pos {
	fn := m.code(l.Func)
	for i := min(int(l.Instr), len(fn.Pos)-1); i >= 0; i-- {
		if fn.Pos[i].IsValid() {
			return fn.Pos[i]
		}
	}
	return token.NoPos
}

func (m *Machine) accessSide(x *access, what string) Side {
	pcs := m.races.stacks[x.stack : x.stack+uint32(x.depth)]
	s := Side{Slot: x.slot, What: what, Index: x.index, Loc: locationOf(x.pc)}
	for _, pc := range pcs {
		id, instr, _ := pcFunc(pc)
		fn := m.code(id)
		if fn.Hidden {
			continue
		}
		s.Stack = append(s.Stack, StackFrame{
			Func: fn.Name,
			Pos:  m.prog.codePosition(fn, instr),
			Loc:  Location{id, instr},
		})
	}
	return s
}

// describe names the memory at a in the programmer's terms: a package
// variable, a local variable that lives on the heap, or an object by its
// type, and the field or element.
func (m *Machine) describe(g *G, a Addr) string {
	if v, off, ok := m.prog.globalAt(a); ok {
		t := v.Type().(*types.Pointer).Elem()
		return v.Pkg.Pkg.Name() + "." + v.Name() + fieldPath(t, off)
	}
	start, size, elem, ok := m.object(a)
	if !ok {
		return fmt.Sprintf("memory at %#x", a)
	}
	switch elem {
	case chanTag:
		return "a channel"
	case timerTag:
		return "a timer"
	}
	if elem < unmapped {
		return "memory"
	}
	if m.isMap(elem) {
		return m.describeMap(g, start)
	}
	t := m.typeInfo(elem)
	name, ok := m.variableAt(g, start)
	if !ok {
		name, ok = m.variableAccessed(g)
	}
	if !ok {
		name = typeLabel(t.typ)
	}
	if t.size == 0 {
		return name
	}
	if size > t.size {
		name += fmt.Sprintf("[%d]", (a-start)/t.size)
	}
	return name + fieldPath(t.typ, (a-start)%t.size)
}

// variableAt finds a variable in scope, of g or else of another goroutine,
// that stands at a: its name says more than its type.
func (m *Machine) variableAt(g *G, a Addr) (string, bool) {
	if name, ok := m.variableOf(g, a); ok {
		return name, true
	}
	for _, s := range m.liveGoroutines() {
		if name, ok := m.variableOf(m.gs[s], a); ok {
			return name, true
		}
	}
	return "", false
}

func (m *Machine) variableOf(g *G, a Addr) (string, bool) {
	for i := len(g.frames) - 1; i >= 0; i-- {
		f := &g.frames[i]
		for j := range f.fn.Vars {
			v := &f.fn.Vars[j]
			if v.Indirect && v.From <= f.pc && f.pc <= v.To && g.stack[f.base+int32(v.Word)] == a {
				return v.Name, true
			}
		}
		if f.fn.Closure {
			if name, ok := m.capturedAt(f.fn.ID, g.stack[int(f.base)+f.fn.Params], a); ok {
				return name, true
			}
		}
	}
	return "", false
}

// variableAccessed is the variable that the present instruction of g
// accesses, if it is one of the function's own or one that it captures: the
// machine keeps the address of a variable no longer than it needs it.
func (m *Machine) variableAccessed(g *G) (string, bool) {
	f := &g.frames[len(g.frames)-1]
	pos := f.fn.PosAt(int(f.pc) - 1)
	m.prog.mu.Lock()
	fn := m.prog.funcs[f.fn.ID]
	m.prog.mu.Unlock()
	if fn == nil || !pos.IsValid() {
		return "", false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			var addr ssa.Value
			switch x := instr.(type) {
			case *ssa.Store:
				addr = x.Addr
			case *ssa.UnOp:
				if x.Op == token.MUL {
					addr = x.X
				}
			}
			if addr != nil && instr.Pos() == pos {
				return variableBehind(addr)
			}
		}
	}
	return "", false
}

// variableBehind is the variable that an address points into.
func variableBehind(addr ssa.Value) (string, bool) {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		case *ssa.Alloc:
			return a.Comment, a.Comment != "" && a.Pos().IsValid() && a.Comment != "new" && a.Comment != "complit"
		case *ssa.FreeVar:
			return a.Name(), true
		default:
			return "", false
		}
	}
}

// capturedAt finds the variable at a among those that a closure captures.
func (m *Machine) capturedAt(id int32, closure, a Addr) (string, bool) {
	m.prog.mu.Lock()
	f := m.prog.funcs[id]
	m.prog.mu.Unlock()
	if f == nil {
		return "", false
	}
	layout := compile.ClosureType(f.FreeVars)
	fields := make([]*types.Var, layout.NumFields())
	for i := range fields {
		fields[i] = layout.Field(i)
	}
	offsets := sizes.Offsetsof(fields)
	for i, v := range f.FreeVars {
		if m.valid(closure+uint64(offsets[i+1]), 8) && m.load64(closure+uint64(offsets[i+1])) == a {
			return v.Name(), true
		}
	}
	return "", false
}

func typeLabel(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

// fieldPath names the innermost field or element at an offset. What is inside
// a lock or an atomic value is nobody's business.
func fieldPath(t types.Type, off uint64) string {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		switch n.Obj().Pkg().Path() {
		case "sync", "sync/atomic":
			return ""
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		fields := make([]*types.Var, u.NumFields())
		for i := range fields {
			fields[i] = u.Field(i)
		}
		offsets := sizes.Offsetsof(fields)
		for i := len(fields) - 1; i >= 0; i-- {
			size := uint64(sizes.Sizeof(fields[i].Type()))
			if at := uint64(offsets[i]); at <= off && off < at+size {
				return "." + fields[i].Name() + fieldPath(fields[i].Type(), off-at)
			}
		}
	case *types.Array:
		if size := uint64(sizes.Sizeof(u.Elem())); size > 0 {
			return fmt.Sprintf("[%d]", off/size) + fieldPath(u.Elem(), off%size)
		}
	}
	return ""
}

// waitGroupRace enters the first Add (a read) or a Wait (a write) of a
// WaitGroup into the shadow at a and reports those that race, as the race
// detector does; Waits do not race with each other.
func (m *Machine) waitGroupRace(g *G, a Addr, wait bool) {
	if !m.races.on || m.races.muted {
		return
	}
	r := &m.races
	ref := m.accessRecord(g, true)
	p, i := r.page(a), a>>3%pageWords
	const mask = 0x0f
	other, mine, kind := &p.write[i], &p.read[i], uint64(shadowRead)
	if wait {
		other, mine, kind = mine, other, shadowWrite
	}
	m.unseenAtomics(g, *other, func(first uint32) {
		m.sched.overgiven = true // in another order of the Adds this may not be the first
		m.reportWaitGroup(first, ref, wait)
	})
	if m.order.on {
		m.order.usedByWaitGroup(g, a&^7, wait)
	}
	r.log(a, kind, uint64(*mine))
	*mine = m.enter(g, *mine, ref, mask, true)
}

// unseenAtomics calls f with the atomic accesses in a cell that do not happen before what g
// does now.
func (m *Machine) unseenAtomics(g *G, c cell, f func(ref uint32)) {
	r := &m.races
	for n := uint32(0); c != 0; {
		ref := uint32(c >> 16)
		if c&cellList != 0 {
			n = r.nodes[ref].next
			ref = r.nodes[ref].ref
		}
		if x := &r.accesses[ref]; x.atomic && !m.seen(g, x.slot, x.time) {
			f(ref)
		}
		c = 0
		if n != 0 {
			c = cell(n)<<16 | cellList
		}
	}
}

// lateAdd notes an Add that is not the first one. If it is not ordered with a Wait that
// has returned, it would be in another order of the Adds, which then is not left out.
func (m *Machine) lateAdd(g *G, a Addr) {
	if !m.races.on || m.races.muted || m.cfg.Strict {
		return
	}
	if p := m.races.find(a); p != nil {
		m.unseenAtomics(g, p.write[a>>3%pageWords], func(uint32) { m.sched.overgiven = true })
	}
}

func (m *Machine) reportWaitGroup(first, ref uint32, wait bool) {
	x, y := m.races.accesses[first], m.races.accesses[ref]
	if m.reported(MisuseReport, x.pc, y.pc) {
		return
	}
	names := [2]string{"Wait", "Add"}
	if wait {
		names = [2]string{"Add", "Wait"}
	}
	m.report(Report{
		Kind:    MisuseReport,
		Message: "WaitGroup misuse: Add called concurrently with Wait",
		Sides:   []Side{m.accessSide(&x, names[0]), m.accessSide(&y, names[1])},
	})
}
