package vm

// What a sync.Pool and a sync.Map touch. The rest of them is Go
// (model/_src/sync).
//
// Operations of a Map on different keys are independent. Store and Delete
// change the whole as Range sees it; Clear changes every key.

// The parts of a Map that its operations touch beside the key.
const (
	mapAll     = 0 // what Range sees
	mapCleared = 1 // what every operation but Clear relies on
)

func init() {
	register(map[string]Intrinsic{"sync.poolOwner": poolOwner})
	operations[KindPool] = operation{name: "sync.Pool", firm: true, touch: touchPart(partWhole, Write), exec: execNothing}
	for k, o := range map[Kind]struct {
		name string
		mode Mode
	}{KindMapRead: {"sync.Map.Load", Read}, KindMapWrite: {"sync.Map.Store", Write}} {
		operations[k] = operation{
			name: o.name, firm: true, exec: execNothing,
			touch: func(m *Machine, g *G, _ int32, e *Event) { m.touchKey(g, e, o.mode) },
		}
	}
	operations[KindMapRange] = operation{
		name: "sync.Map.Range", firm: true, exec: execNothing,
		touch: func(m *Machine, g *G, _ int32, e *Event) {
			e.touch(numbered(m.arg(g, 0), partWhole, mapAll), Read)
			e.touch(numbered(m.arg(g, 0), partWhole, mapCleared), Read)
		},
	}
	operations[KindMapClear] = operation{
		name: "sync.Map.Clear", firm: true, exec: execNothing,
		touch: func(m *Machine, g *G, _ int32, e *Event) {
			e.touch(numbered(m.arg(g, 0), partWhole, mapAll), Write)
			e.touch(numbered(m.arg(g, 0), partWhole, mapCleared), Write)
		},
	}
	registerVisible(map[string]Kind{
		"sync.modifyPool": KindPool,
		"sync.readMap":    KindMapRead,
		"sync.writeMap":   KindMapWrite,
		"sync.rangeMap":   KindMapRange,
		"sync.clearMap":   KindMapClear,
	})
	register(map[string]Intrinsic{"sync.hashKey": hashMapKey, "runtime.typehash": typeHash})
}

// poolOwner is the intrinsic behind sync.poolOwner.
func poolOwner(m *Machine, g *G, w []uint64) trap {
	w[0] = 0
	if m.hiddenCaller(g) {
		w[0] = uint64(g.Slot) + 1
	}
	return trapNone
}

func execNothing(*Machine, *G, int32) bool { return false }

// touchKey touches a key, named by its hash: two keys with one hash count as
// the same.
func (m *Machine) touchKey(g *G, e *Event, mode Mode) {
	p := m.arg(g, 0)
	h, _ := m.hashIface(&[2]uint64{m.arg(g, 1), m.arg(g, 2)}, false, 1, 0)
	e.touch(numbered(p, partKey, h>>40), mode)
	e.touch(numbered(p, partWhole, mapCleared), Read)
	if mode == Write {
		e.touch(numbered(p, partWhole, mapAll), Update)
	}
}

// typeHash is func typehash(t *_type, p unsafe.Pointer, seed uintptr) uintptr.
func typeHash(m *Machine, g *G, w []uint64) trap {
	t, p := m.typeInfo(w[0]), w[1]
	if !m.valid(p, max(t.size, 1)) {
		return m.callRuntime(g, "panicmem")
	}
	h, bad := m.hashAt(t, m.ptr(p), 0)
	if bad != 0 {
		return m.callRuntime(g, "panicunhashable", bad)
	}
	w[0] = mix(h, w[2])
	return trapNone
}

// hashMapKey is func hashKey(key any) uint64.
func hashMapKey(m *Machine, g *G, w []uint64) trap {
	h, bad := m.hashIface(&[2]uint64{w[0], w[1]}, false, 1, 0)
	if bad != 0 {
		return m.callRuntime(g, "panicunhashable", bad)
	}
	w[0] = h
	return trapNone
}
