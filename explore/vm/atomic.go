package vm

// sync/atomic. Each function and method is one operation. "The APIs in the
// sync/atomic package are collectively 'atomic operations' [...]. If the
// effect of an atomic operation A is observed by atomic operation B, then A
// is synchronized before B."
//
// An Add whose result nobody uses observes nothing: it commutes
// with others of its sort, and releases without acquiring.

type atomicOp uint8

const (
	atomicLoad atomicOp = iota
	atomicStore
	atomicSwap
	atomicCAS
	atomicAdd
	atomicAnd
	atomicOr
	atomicOps
)

var atomicNames = [...]string{"Load", "Store", "Swap", "CompareAndSwap", "Add", "And", "Or"}

// The widths: the word form of a value is sign-extended, zero-extended, or
// whole.
const (
	atomicInt32 = iota
	atomicUint32
	atomicWord
	atomicWidths
)

// auxUnused is the Aux of an operation whose results nobody uses.
const auxUnused = 1

func atomicKind(op atomicOp, width int) Kind {
	return kindAtomic + Kind(op)*atomicWidths + Kind(width)
}

func splitAtomic(k Kind) (op atomicOp, width int) {
	k -= kindAtomic
	return atomicOp(k / atomicWidths), int(k % atomicWidths)
}

func init() {
	for op := range atomicOps {
		for width := range atomicWidths {
			operations[atomicKind(op, width)] = operation{
				name: "atomic." + atomicNames[op], firm: op != atomicCAS, touch: touchAtomic, exec: execAtomic,
			}
		}
	}
	table := map[string]Kind{}
	for typ, width := range map[string]int{
		"Int32": atomicInt32, "Uint32": atomicUint32, "Int64": atomicWord,
		"Uint64": atomicWord, "Uintptr": atomicWord, "Pointer": atomicWord, "Bool": atomicUint32,
	} {
		method := "(*sync/atomic." + typ + ")."
		if typ == "Pointer" {
			method = "(*sync/atomic.Pointer[T])."
		}
		for op := range atomicOps {
			arithmetic := op >= atomicAdd
			if arithmetic && (typ == "Pointer" || typ == "Bool") {
				continue
			}
			table[method+atomicNames[op]] = atomicKind(op, width)
			if typ != "Bool" {
				table["sync/atomic."+atomicNames[op]+typ] = atomicKind(op, width)
			}
		}
	}
	registerVisible(table)
}

// atomicTarget is the memory that the operation of g accesses.
func (m *Machine) atomicTarget(g *G) (a Addr, size uint64, ok bool) {
	_, width := splitAtomic(g.pending.Kind)
	a, size = m.arg(g, 0), 4
	if width == atomicWord {
		size = 8
	}
	return a, size, m.valid(a, size) && a%size == 0
}

func touchAtomic(m *Machine, g *G, _ int32, e *Event) {
	a, size, ok := m.atomicTarget(g)
	if !ok {
		return
	}
	op, _ := splitAtomic(e.Kind)
	mode := Write
	switch {
	case op == atomicLoad, op == atomicCAS && m.atomicLoad(g, a) != m.arg(g, 1):
		mode = Read
	case op == atomicAdd && g.pending.Aux&auxUnused != 0:
		mode = Update
	}
	e.touchMemory(a, size, mode)
}

// atomicLoad reads the target in word form.
func (m *Machine) atomicLoad(g *G, a Addr) uint64 {
	switch _, width := splitAtomic(g.pending.Kind); width {
	case atomicInt32:
		return uint64(int32(m.load32(a)))
	case atomicUint32:
		return uint64(m.load32(a))
	}
	return m.load64(a)
}

func (m *Machine) atomicStore(g *G, a Addr, v uint64) {
	if _, width := splitAtomic(g.pending.Kind); width == atomicWord {
		m.store64(a, v)
	} else {
		m.store32(a, uint32(v))
	}
}

func execAtomic(m *Machine, g *G, _ int32) bool {
	op, width := splitAtomic(g.pending.Kind)
	a, size, ok := m.atomicTarget(g)
	if !ok {
		if m.valid(a, size) {
			m.throw(g, "unaligned atomic operation")
		} else {
			m.callRuntime(g, "panicmem")
		}
		return false
	}
	old := m.atomicLoad(g, a)
	var value, result uint64
	write := true
	switch op {
	case atomicLoad:
		write, result = false, old
	case atomicStore:
		value = m.arg(g, 1)
	case atomicSwap:
		value, result = m.arg(g, 1), old
	case atomicCAS:
		write = old == m.arg(g, 1)
		value, result = m.arg(g, 2), boolWord(write)
	case atomicAdd:
		value = old + m.arg(g, 1)
		if width == atomicInt32 {
			value = uint64(int32(value))
		} else if width == atomicUint32 {
			value = uint64(uint32(value))
		}
		result = value
	case atomicAnd:
		value, result = old&m.arg(g, 1), old
	case atomicOr:
		value, result = old|m.arg(g, 1), old
	}
	if write {
		m.raceAccess(g, a, size, atomicWrite)
		m.atomicStore(g, a, value)
	} else {
		m.raceAccess(g, a, size, atomicRead)
	}
	m.atomicEdge(g, a, op, write)
	if op != atomicStore && (op != atomicAdd || g.pending.Aux&auxUnused == 0) {
		m.setResult(g, 0, result)
	}
	return false
}

// atomicEdge makes the edges of an operation that has been executed.
func (m *Machine) atomicEdge(g *G, a Addr, op atomicOp, write bool) {
	if op == atomicAdd && g.pending.Aux&auxUnused != 0 {
		m.mergeAt(g, a)
		return
	}
	if op != atomicStore {
		m.acquireAt(g, a)
	}
	if write {
		m.releaseAt(g, a)
	}
}
