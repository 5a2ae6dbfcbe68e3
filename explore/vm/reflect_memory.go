package vm

// Typed memory, for reflect.

import ()

func init() {
	register(map[string]Intrinsic{
		// The field Equal of a descriptor: func(p, q unsafe.Pointer) bool.
		"internal/abi.equal": func(m *Machine, g *G, w []uint64) trap {
			eq, bad := m.equal(m.load64(w[2]+8), w[0], w[1])
			if bad != 0 {
				return m.callRuntime(g, "panicuncomparable", bad)
			}
			w[0] = bit(eq)
			return trapNone
		},
		// The field Hasher of a map's: func(p unsafe.Pointer, seed uintptr) uintptr.
		"internal/abi.hash": func(m *Machine, g *G, w []uint64) trap {
			return m.typeHash(g, w, m.load64(w[2]+8), w[0], w[1])
		},
		// typehash(t *abi.Type, p unsafe.Pointer, h uintptr) uintptr
		"reflect.typehash": func(m *Machine, g *G, w []uint64) trap {
			return m.typeHash(g, w, w[0], w[1], w[2])
		},
	})
}

func unsafeNew(m *Machine, g *G, w []uint64) (t trap) {
	if m.load64(w[0]) > 0 {
		m.mallocs++
	}
	w[0], t = m.alloc(g, w[0], 1)
	return t
}

func typedMove(m *Machine, g *G, w []uint64) trap {
	if w[1] == w[2] {
		return trapNone
	}
	return m.moveHooked(g, w[1], w[2], m.load64(w[0]))
}

// moveHooked copies n bytes as the guest's own instructions do.
func (m *Machine) moveHooked(g *G, dst, src Addr, n uint64) trap {
	if n == 0 {
		return trapNone
	}
	if !m.valid(dst, n) || !m.valid(src, n) {
		return m.callRuntime(g, "panicmem")
	}
	if m.hookRead(g, src, n) || m.hookWrite(g, dst, n) {
		return trapPark
	}
	m.steps += int64(n >> 4)
	m.move(dst, src, n)
	return trapNone
}

// clearHooked zeroes n bytes as the guest's own instructions do.
func (m *Machine) clearHooked(g *G, p Addr, n uint64) trap {
	if n == 0 {
		return trapNone
	}
	if !m.valid(p, n) {
		return m.callRuntime(g, "panicmem")
	}
	if m.hookWrite(g, p, n) {
		return trapPark
	}
	m.steps += int64(n >> 4)
	m.clear(p, n)
	return trapNone
}

// growslice(t *abi.Type, old unsafeheader.Slice, num int) unsafeheader.Slice
// makes room for num more elements.
func reflectGrow(m *Machine, g *G, w []uint64) trap {
	typ, old, length, room := w[0], w[1], w[2], w[3]
	size := m.load64(typ)
	room = growCap(room+w[4], room, size, m.load64(typ+8) != 0)
	p, t := m.alloc(g, typ, room)
	if t != trapNone {
		return t
	}
	m.mallocs++
	if n := length * size; n > 0 {
		if !m.valid(old, n) {
			return m.callRuntime(g, "panicmem")
		}
		if m.hookRead(g, old, n) {
			return trapPark
		}
		m.move(p, old, n)
	}
	w[0], w[1], w[2] = p, length, room
	return trapNone
}

func reflectE2I(m *Machine, g *G, w []uint64) trap {
	inter, typ, data, dst := w[0], w[1], w[2], w[3]
	tab, ok := m.itabFor(inter, typ)
	if !ok {
		return m.callRuntime(g, "panicdottypeE", typ, inter, inter)
	}
	if m.hookWrite(g, dst, 16) {
		return trapPark
	}
	m.store64(dst, tab)
	m.store64(dst+8, data)
	return trapNone
}
