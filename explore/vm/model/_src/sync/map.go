//mazurka:patch
package sync

import "unsafe"

// A Map is a list of entries, sorted by the hashes of their keys, so that its
// contents do not depend on the order in which they came. Every method is one
// operation. Each entry carries the edges from a write to the reads that see
// it.
type Map struct {
	_ noCopy

	entries []*mapEntry
}

type mapEntry struct {
	hash       uint64
	key, value any
}

// readMap and writeMap are operations on a Map as to the key: they order it
// with others on the same key, and with those on all keys.
func readMap(m *Map, key any)
func writeMap(m *Map, key any)

// rangeMap and clearMap are operations on all keys.
func rangeMap(m *Map)
func clearMap(m *Map)

// hashKey is a hash of the contents of a key; it panics if that cannot be
// compared.
func hashKey(key any) uint64

// find returns where the entry of the key is or would be.
func (m *Map) find(key any) (i int, e *mapEntry) {
	h := hashKey(key)
	lo, hi := 0, len(m.entries)
	for lo < hi {
		if mid := (lo + hi) / 2; m.entries[mid].hash < h {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for i = lo; i < len(m.entries) && m.entries[i].hash == h; i++ {
		if e := m.entries[i]; e.key == key {
			acquireObject(unsafe.Pointer(e))
			return i, e
		}
	}
	return i, nil
}

// set makes a new entry, so that readers of the old one are not concerned. i
// and old are what find returned.
func (m *Map) set(i int, old *mapEntry, key, value any) {
	e := &mapEntry{hashKey(key), key, value}
	releaseObject(unsafe.Pointer(e))
	if old == nil {
		m.entries = append(m.entries, nil)
		copy(m.entries[i+1:], m.entries[i:])
	}
	m.entries[i] = e
}

func (m *Map) remove(i int) {
	n := len(m.entries) - 1
	copy(m.entries[i:], m.entries[i+1:])
	m.entries[n] = nil
	m.entries = m.entries[:n]
}

func (m *Map) Load(key any) (value any, ok bool) {
	readMap(m, key)
	if _, e := m.find(key); e != nil {
		return e.value, true
	}
	return nil, false
}

func (m *Map) Store(key, value any) { m.Swap(key, value) }

func (m *Map) Clear() {
	clearMap(m)
	m.entries = nil
}

func (m *Map) LoadOrStore(key, value any) (actual any, loaded bool) {
	writeMap(m, key)
	i, e := m.find(key)
	if e != nil {
		return e.value, true
	}
	m.set(i, e, key, value)
	return value, false
}

func (m *Map) LoadAndDelete(key any) (value any, loaded bool) {
	writeMap(m, key)
	i, e := m.find(key)
	if e == nil {
		return nil, false
	}
	m.remove(i)
	return e.value, true
}

func (m *Map) Delete(key any) { m.LoadAndDelete(key) }

func (m *Map) Swap(key, value any) (previous any, loaded bool) {
	writeMap(m, key)
	i, e := m.find(key)
	if e != nil {
		previous, loaded = e.value, true
	}
	m.set(i, e, key, value)
	return previous, loaded
}

func (m *Map) CompareAndSwap(key, old, new any) (swapped bool) {
	writeMap(m, key)
	i, e := m.find(key)
	if e == nil || e.value != old {
		return false
	}
	m.set(i, e, key, new)
	return true
}

func (m *Map) CompareAndDelete(key, old any) (deleted bool) {
	writeMap(m, key)
	i, e := m.find(key)
	if e == nil || e.value != old {
		return false
	}
	m.remove(i)
	return true
}

// Range shows the contents at one moment, which is one of the behaviours
// that it may have.
func (m *Map) Range(f func(key, value any) bool) {
	rangeMap(m)
	all := append([]*mapEntry(nil), m.entries...)
	for _, e := range all {
		acquireObject(unsafe.Pointer(e))
		if !f(e.key, e.value) {
			break
		}
	}
}
