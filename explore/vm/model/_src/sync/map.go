//mazurka:patch
package sync

import "unsafe"

// A Map is a map whose every method is one operation. Each entry carries the
// edges from a write to the reads that see it.
type Map struct {
	_ noCopy

	entries map[any]*mapEntry
}

type mapEntry struct{ value any }

// readMap and writeMap are operations on a Map as to the key: they order it
// with others on the same key, and with those on all keys.
func readMap(m *Map, key any)
func writeMap(m *Map, key any)

// rangeMap and clearMap are operations on all keys.
func rangeMap(m *Map)
func clearMap(m *Map)

func (m *Map) find(key any) *mapEntry {
	e := m.entries[key]
	if e != nil {
		acquireObject(unsafe.Pointer(e))
	}
	return e
}

// set makes a new entry, so that readers of the old one are not concerned.
func (m *Map) set(key, value any) {
	if m.entries == nil {
		m.entries = make(map[any]*mapEntry)
	}
	e := &mapEntry{value}
	releaseObject(unsafe.Pointer(e))
	m.entries[key] = e
}

func (m *Map) Load(key any) (value any, ok bool) {
	readMap(m, key)
	if e := m.find(key); e != nil {
		return e.value, true
	}
	return nil, false
}

func (m *Map) Store(key, value any) { m.Swap(key, value) }

func (m *Map) Clear() {
	clearMap(m)
	clear(m.entries)
}

func (m *Map) LoadOrStore(key, value any) (actual any, loaded bool) {
	writeMap(m, key)
	if e := m.find(key); e != nil {
		return e.value, true
	}
	m.set(key, value)
	return value, false
}

func (m *Map) LoadAndDelete(key any) (value any, loaded bool) {
	writeMap(m, key)
	if e := m.find(key); e != nil {
		delete(m.entries, key)
		return e.value, true
	}
	return nil, false
}

func (m *Map) Delete(key any) { m.LoadAndDelete(key) }

func (m *Map) Swap(key, value any) (previous any, loaded bool) {
	writeMap(m, key)
	if e := m.find(key); e != nil {
		previous, loaded = e.value, true
	}
	m.set(key, value)
	return previous, loaded
}

func (m *Map) CompareAndSwap(key, old, new any) (swapped bool) {
	writeMap(m, key)
	e := m.find(key)
	if e == nil || e.value != old {
		return false
	}
	m.set(key, new)
	return true
}

func (m *Map) CompareAndDelete(key, old any) (deleted bool) {
	writeMap(m, key)
	e := m.find(key)
	if e == nil || e.value != old {
		return false
	}
	delete(m.entries, key)
	return true
}

// Range shows the contents at one moment, which is one of the behaviours
// that it may have.
func (m *Map) Range(f func(key, value any) bool) {
	rangeMap(m)
	type pair struct{ key, value any }
	var all []pair
	for k, e := range m.entries {
		acquireObject(unsafe.Pointer(e))
		all = append(all, pair{k, e.value})
	}
	for _, p := range all {
		if !f(p.key, p.value) {
			break
		}
	}
}
