package vm

// What plain accesses see: the values of the memory that goroutines share, for
// people who are told an execution. Which memory that is shows only at the end
// of an execution, so it is executed twice: once under [Machine.Survey], once
// under [Machine.Record].

import (
	"go/types"
	"slices"
	"strconv"
)

// A Touch is a plain access to memory that several goroutines access, one of
// which writes it.
type Touch struct {
	Slot  Slot
	Index int32 // the goroutine's number of visible events before it, as of [Side]
	Write bool
	Name  string // of the variable, as in the message of a race
	Type  string
	// Before is what stood there; After, if it is written, what stands there then.
	Before, After string
	Stack         []StackFrame // innermost first

	Object Addr // tells apart what has the same name

	t       *typeInfo
	pc      uint64
	settled bool // After is known
}

// maxTouched is how many accesses of one step are told, maxSurveyed how many
// words of memory a survey knows of.
const (
	maxTouched  = 200
	maxSurveyed = 1 << 20
)

// A recorder takes note of plain accesses.
type recorder struct {
	users   map[Addr]surveyed // by word
	full    bool              // the survey is over
	touched []Touch           // by the present step
}

// A surveyed word has been accessed.
type surveyed struct {
	first           Slot
	shared, written bool
}

// Survey lets the machine take note of who accesses which memory.
func (m *Machine) Survey() {
	m.recorder = &recorder{users: map[Addr]surveyed{}}
	m.watchAll()
}

// Record ends the survey; from now on [Machine.Touched] tells of accesses to
// what it has found to be shared.
func (m *Machine) Record() { m.recorder.full = true }

// watchAll lets [Machine.isWatched] see every access.
func (m *Machine) watchAll() {
	if m.races.watch == nil {
		m.races.watch = map[uint64]bool{}
	}
	for i := range m.races.watched {
		m.races.watched[i] = ^uint64(0)
	}
}

// Touched are the accesses that the latest step made. The slice is valid until
// the next step.
func (m *Machine) Touched() []Touch {
	r := m.recorder
	if r == nil {
		return nil
	}
	for i := range r.touched {
		m.settleTouch(&r.touched[i])
	}
	return r.touched
}

func (m *Machine) settleTouch(t *Touch) {
	if t.Write && !t.settled {
		t.settled = true
		t.After = m.showAt(t.t, t.Object)
	}
}

// note is called before g accesses memory, or parks because the access is visible.
func (m *Machine) note(g *G, a Addr, size uint64, write, visible bool) {
	switch r := m.recorder; {
	case !r.full:
		r.survey(g.Slot, a, size, write)
	case !visible:
		m.noteTouch(g, a, size, write)
	}
}

func (r *recorder) survey(s Slot, a Addr, size uint64, write bool) {
	for w := a &^ 7; w < a+size; w += 8 {
		u, ok := r.users[w]
		if !ok {
			if len(r.users) == maxSurveyed {
				return
			}
			u.first = s
		}
		u.shared = u.shared || u.first != s
		u.written = u.written || write
		r.users[w] = u
	}
}

func (m *Machine) noteTouch(g *G, a Addr, size uint64, write bool) {
	r := m.recorder
	if u := r.users[a&^7]; !u.shared || !u.written {
		return
	}
	pc := g.here()
	if slices.ContainsFunc(r.touched, func(t Touch) bool {
		return t.pc == pc && t.Slot == g.Slot && t.Object <= a && a < t.Object+t.t.size && !t.settled
	}) ||
		len(r.touched) == maxTouched {
		return
	}
	t, at, ok := m.partAt(a, size)
	if !ok {
		return
	}
	for i := range r.touched {
		if x := &r.touched[i]; x.Object == at {
			m.settleTouch(x)
		}
	}
	r.touched = append(r.touched, Touch{
		Slot: g.Slot, Index: g.index, Write: write, Name: m.describe(g, at), Type: m.typeName(t.addr), Before: m.showAt(t, at),
		Stack: m.stackOf(g), t: t, Object: at, pc: pc,
	})
}

// partAt is the innermost part of a variable that contains [a, a+size), with its
// address. What is inside a lock or an atomic value is no part.
func (m *Machine) partAt(a Addr, size uint64) (*typeInfo, Addr, bool) {
	t, off, ok := m.holderAt(a)
	for ok {
		at := a - off
		inner, within := m.innerPart(t, off)
		if inner == nil || within+max(size, 1) > inner.size {
			return t, at, true
		}
		t, off = inner, within
	}
	return nil, 0, false
}

// holderAt is the type of the variable or element that a is in, and the offset in
// it.
func (m *Machine) holderAt(a Addr) (t *typeInfo, off uint64, ok bool) {
	if v, off, ok := m.prog.globalAt(a); ok {
		return m.infoOf(v.Type().(*types.Pointer).Elem()), off, true
	}
	start, _, elem, ok := m.object(a)
	if !ok || elem < unmapped || m.isMap(elem) {
		return nil, 0, false
	}
	t = m.typeInfo(elem)
	if t == nil || t.size == 0 {
		return nil, 0, false
	}
	return t, (a - start) % t.size, true
}

// innerPart is the field or element at an offset, and the offset in it; nil if
// there is none.
func (m *Machine) innerPart(t *typeInfo, off uint64) (*typeInfo, uint64) {
	if n, ok := types.Unalias(t.typ).(*types.Named); ok && n.Obj().Pkg() != nil {
		switch n.Obj().Pkg().Path() {
		case "sync", "sync/atomic":
			return nil, 0
		}
	}
	switch u := t.under.(type) {
	case *types.Struct:
		for i := u.NumFields() - 1; i >= 0; i-- {
			f := m.infoOf(u.Field(i).Type())
			if at := t.offsets[i]; at <= off && off < at+f.size {
				return f, off - at
			}
		}
	case *types.Array:
		if t.elem.size > 0 {
			return t.elem, off % t.elem.size
		}
	}
	return nil, 0
}

// showAt formats what stands at a: of an atomic value, what it holds.
func (m *Machine) showAt(t *typeInfo, a Addr) string {
	n, ok := types.Unalias(t.typ).(*types.Named)
	u, isStruct := t.under.(*types.Struct)
	if !ok || !isStruct || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "sync/atomic" {
		return m.Show(t.addr, a)
	}
	for i := range u.NumFields() {
		if f := u.Field(i); f.Name() == "v" {
			if n.Obj().Name() == "Bool" {
				return strconv.FormatBool(m.load32(a+t.offsets[i]) != 0)
			}
			return m.Show(m.infoOf(f.Type()).addr, a+t.offsets[i])
		}
	}
	return m.Show(t.addr, a)
}
