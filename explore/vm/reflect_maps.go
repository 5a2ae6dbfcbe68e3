package vm

// Maps and channels by descriptor, for reflect.

import (
	"math/bits"
	"unsafe"
)

func init() {
	register(map[string]Intrinsic{
		"reflect.unsafe_New":              unsafeNew,
		"internal/reflectlite.unsafe_New": unsafeNew,
		"reflect.unsafe_NewArray": func(m *Machine, g *G, w []uint64) (t trap) {
			if size := m.load64(w[0]); int64(w[1]) < 0 || size != 0 && w[1] > maxAlloc/size {
				return m.callRuntime(g, "panicnewarray")
			}
			if w[1] > 0 {
				m.mallocs++
			}
			w[0], t = m.alloc(g, w[0], w[1])
			return t
		},
		// (t *abi.Type, dst, src unsafe.Pointer)
		"reflect.typedmemmove":              typedMove,
		"internal/reflectlite.typedmemmove": typedMove,
		// (dst, src unsafe.Pointer, size uintptr)
		"reflect.memmove": func(m *Machine, g *G, w []uint64) trap { return m.moveHooked(g, w[0], w[1], w[2]) },
		// (t *abi.Type, ptr unsafe.Pointer)
		"reflect.typedmemclr": func(m *Machine, g *G, w []uint64) trap {
			return m.clearHooked(g, w[1], m.load64(w[0]))
		},
		// (t *abi.Type, ptr unsafe.Pointer, off, size uintptr)
		"reflect.typedmemclrpartial": func(m *Machine, g *G, w []uint64) trap {
			return m.clearHooked(g, w[1], w[3])
		},
		// (t *abi.Type, ptr unsafe.Pointer, len int)
		"reflect.typedarrayclear": func(m *Machine, g *G, w []uint64) trap {
			return m.clearHooked(g, w[1], w[2]*m.load64(w[0]))
		},
		// (t *abi.Type, dst, src unsafeheader.Slice) int
		"reflect.typedslicecopy": func(m *Machine, g *G, w []uint64) trap {
			n := min(w[2], w[5])
			t := m.moveHooked(g, w[1], w[4], n*m.load64(w[0]))
			if t == trapNone {
				w[0] = n
			}
			return t
		},
		"reflect.growslice": reflectGrow,
		// (t *abi.Type, ptr unsafe.Pointer, len int)
		"reflect.unsafeslice": func(m *Machine, g *G, w []uint64) trap {
			size, p, n := m.load64(w[0]), w[1], w[2]
			hi, mem := bits.Mul64(size, n)
			switch {
			case int64(n) >= 0 && p == 0 && (size == 0 && n > 0 || hi != 0 || mem > 0):
				return m.callRuntime(g, "panicunsafeslicenilptr")
			case int64(n) < 0 || hi != 0 || mem > -p:
				return m.callRuntime(g, "panicunsafeslicelen")
			}
			return trapNone
		},
		// (t *abi.Type, src any, dst unsafe.Pointer)
		"reflect.ifaceE2I":              reflectE2I,
		"internal/reflectlite.ifaceE2I": reflectE2I,
	})
}

func reflectMapLen(m *Machine, g *G, w []uint64) trap {
	if w[0] != 0 && m.hookRead(g, w[0], 8) {
		return trapPark
	}
	w[0] = m.mapLen(w[0])
	return trapNone
}

func reflectGet(m *Machine, g *G, w []uint64, key unsafe.Pointer) (t trap) {
	if w[1] != 0 && m.hookRead(g, w[1], 8) {
		return trapPark
	}
	w[0], t = m.mapGet(g, w[0], w[1], key)
	return t
}

func reflectSet(m *Machine, g *G, w []uint64, key unsafe.Pointer, val Addr) trap {
	if w[1] != 0 && m.hookWrite(g, w[1], 8) {
		return trapPark
	}
	elem, t := m.mapSet(g, w[0], w[1], key)
	if t == trapNone {
		m.move(elem, val, m.typeInfo(w[0]).elem.size)
	}
	return t
}

func reflectDelete(m *Machine, g *G, w []uint64, key unsafe.Pointer) trap {
	if w[1] != 0 && m.hookWrite(g, w[1], 8) {
		return trapPark
	}
	return m.mapDelete(g, w[0], w[1], key)
}

// The layout of a maps.Iter of the model.
const (
	iterKey   = 0
	iterElem  = 8
	iterType  = 16
	iterState = 24
)

func (m *Machine) storeIter(a Addr, it *[mapIterWords]uint64) {
	for i, v := range it {
		m.store64(a+iterState+uint64(i)*8, v)
	}
}

func reflectNext(m *Machine, g *G, w []uint64) trap {
	a := w[0]
	var it [mapIterWords]uint64
	for i := range it {
		it[i] = m.load64(a + iterState + uint64(i)*8)
	}
	if it[0] != 0 && m.hookRead(g, it[0], 8) {
		return trapPark
	}
	key, elem, _ := m.mapIterNext(it[:], m.load64(a+iterType))
	m.storeIter(a, &it)
	m.store64(a+iterKey, key)
	m.store64(a+iterElem, elem)
	return trapNone
}
