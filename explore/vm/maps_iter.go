package vm

// Iteration over maps, which may change meanwhile.

import "unsafe"

// A mapIter is an iterator. It consists of words, so that it can stand in a
// frame or in the arena. The zero value is finished.
type mapIter struct {
	h       Addr
	entries Addr   // the array it began with
	used    uint64 // how much of the array it had when last seen there
	start   uint64 // where it began
	pos     uint64 // next entry
	wrapped uint64 // 1 if it has gone on from the start of the array
	clears  uint64
}

// mapIterWords is the size of a mapIter.
const mapIterWords = int(unsafe.Sizeof(mapIter{}) / 8)

// mapIterInit starts an iteration over h, which may be nil, in the words w.
func (m *Machine) mapIterInit(w []uint64, h Addr) {
	it := (*mapIter)(unsafe.Pointer(&w[:mapIterWords][0]))
	*it = mapIter{h: h}
	if h == 0 || m.load64(h+mapCount) == 0 {
		it.h = 0
		return
	}
	it.entries, it.used, it.clears = m.load64(h+mapEntries), m.load64(h+mapUsed), m.load64(h+mapClears)
	m.seeded = m.seeded || it.used > 1
	if seed := m.cfg.MapSeed; seed != 0 {
		it.start = mix(seed, h) % it.used
		it.pos = it.start
	}
}

// mapIterNext steps to the next entry and returns the addresses of its key and
// element. They are valid until the map changes. ok is false at the end.
func (m *Machine) mapIterNext(w []uint64, mt Addr) (key, elem Addr, ok bool) {
	it := (*mapIter)(unsafe.Pointer(&w[:mapIterWords][0]))
	if it.h == 0 {
		return 0, 0, false
	}
	t := m.typeInfo(mt)
	l := t.entries
	same := m.load64(it.h+mapEntries) == it.entries
	if same {
		it.used = m.load64(it.h + mapUsed)
	}
	for {
		if it.wrapped == 0 && it.pos >= it.used {
			it.wrapped, it.pos = 1, 0
		}
		if it.wrapped == 1 && it.pos >= min(it.start, it.used) {
			*it = mapIter{}
			return 0, 0, false
		}
		e := it.entries + it.pos*l.size
		it.pos++
		if m.load64(e) == 0 {
			continue
		}
		if same {
			return e + l.key, e + l.elem, true
		}
		if now := m.mapMoved(it, t, e); now != 0 {
			return now + l.key, now + l.elem, true
		}
	}
}

// mapMoved returns where the entry e of an array that the map has given up is
// now, 0 if it was removed.
func (m *Machine) mapMoved(it *mapIter, t *typeInfo, e Addr) Addr {
	key := m.ptr(e + t.entries.key)
	if now, _, _ := m.mapFind(t, it.h, key); now != 0 {
		return now
	}
	// A key that differs from itself can be removed by clearing only.
	if eq, _ := m.equalAt(t.key, key, key); !eq && m.load64(it.h+mapClears) == it.clears {
		return e
	}
	return 0
}
