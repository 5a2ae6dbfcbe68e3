package vm

// Maps: hash tables in the arena, so that the undo log covers them. A map
// value is the address of a header:
//
//	count    live entries (as in gc, where len reads the first word)
//	entries  an array of entries in order of insertion
//	used     entries in use, dead ones included
//	cap      length of the array
//	index    an open-addressing table of entry numbers plus one; 0 for a
//	         map of up to maxScan entries, which is searched from the start
//	mask     length of the index minus one
//	clears   how often the map was cleared
//	type     descriptor of the map
//
// An entry is {state, key, elem}, laid out like a struct; state is 0 if dead,
// else the hash with its lowest bit set (in a map without index just 1).
// Deleting leaves a dead entry. When the array is full, the live entries
// move to a new one; the old one stays as it was for iterators that use it.
//
// Iteration is in order of insertion, from a start that Config.MapSeed rotates.
// Go's rules hold while a map changes under an iterator (spec, "For
// statements with range clause"): an entry removed before it is reached is not
// produced, one that is added may be, and none is produced twice.
//
// Functions here have no race hooks. In Go's race detector a lookup or
// iteration reads the header and a change writes it; callers do the same with
// the first word of the header.

import (
	"go/token"
	"go/types"
	"unsafe"

	"golang.org/x/tools/go/ssa"
)

const (
	mapCount   = 0
	mapEntries = 8
	mapUsed    = 16
	mapCap     = 24
	mapIndex   = 32
	mapMask    = 40
	mapClears  = 48
	mapType    = 56

	maxScan  = 8
	firstCap = 4
	// maxHint bounds the memory that a hint alone can reserve.
	maxHint = 1 << 16
)

// mapTypes are the layouts of what maps are made of.
type mapTypes struct {
	header, index *typeInfo
}

// A mapLayout is the layout of the entries of a map type.
type mapLayout struct {
	entry     Addr // descriptor
	size      uint64
	key, elem uint64 // offsets
	updateKey bool   // an assignment to an existing key replaces it
}

// layoutMaps makes what all maps have in common.
func (e *emitter) layoutMaps() {
	word, ptr := types.Typ[types.Uintptr], types.Typ[types.UnsafePointer]
	var fields []*types.Var
	for n, t := range []types.Type{word, ptr, word, word, ptr, word, word, word} {
		fields = append(fields, field("ABCDEFGH"[n:n+1], t))
	}
	e.maps.header = e.info(types.NewStruct(fields, nil))
	e.maps.index = e.info(types.Typ[types.Uint32])
}

func field(name string, t types.Type) *types.Var {
	return types.NewField(token.NoPos, nil, name, t, false)
}

// layoutMap makes the layout of a map type.
func (e *emitter) layoutMap(i *typeInfo, t *types.Map) {
	entry := e.info(types.NewStruct([]*types.Var{
		field("State", types.Typ[types.Uintptr]), field("Key", t.Key()), field("Elem", t.Elem()),
	}, nil))
	i.entries = &mapLayout{
		entry: entry.addr, size: entry.size, key: entry.offsets[1], elem: entry.offsets[2],
		updateKey: !i.key.ops.memory() && i.key.ops.class != classString,
	}
}

// mapMake makes a map of type mt with room for hint entries.
func (m *Machine) mapMake(g *G, mt Addr, hint uint64) (h Addr, t trap) {
	h, t = m.alloc(g, m.prog.types.maps.header.addr, 1)
	if t != trapNone {
		return h, t
	}
	m.store64(h+mapType, mt)
	if int64(hint) <= firstCap {
		return h, trapNone
	}
	typ := m.typeInfo(mt)
	n := min(hint, max(maxHint/typ.entries.size, firstCap))
	return h, m.mapResize(g, typ, h, n)
}

// mapResize moves the live entries to a new array with room for n.
func (m *Machine) mapResize(g *G, t *typeInfo, h Addr, n uint64) trap {
	l := t.entries
	entries, trap := m.alloc(g, l.entry, n)
	if trap != trapNone {
		return trap
	}
	var index Addr
	var mask uint64
	if n > maxScan {
		mask = 16
		for mask*3 < n*4 {
			mask *= 2
		}
		if index, trap = m.alloc(g, m.prog.types.maps.index.addr, mask); trap != trapNone {
			return trap
		}
		mask--
	}
	old, used := m.load64(h+mapEntries), m.load64(h+mapUsed)
	rehash := m.load64(h+mapIndex) == 0
	live := uint64(0)
	for i := range used {
		from := old + i*l.size
		state := m.load64(from)
		if state == 0 {
			continue
		}
		if index != 0 {
			if rehash {
				hash, _ := m.hashAt(t.key, m.ptr(from+l.key), live)
				state = hash | 1
			}
			m.mapLink(index, mask, state, live)
		}
		to := entries + live*l.size
		m.move(to, from, l.size)
		m.store64(to, state)
		live++
	}
	m.store64(h+mapEntries, entries)
	m.store64(h+mapUsed, live)
	m.store64(h+mapCap, n)
	m.store64(h+mapIndex, index)
	m.store64(h+mapMask, mask)
	return trapNone
}

// mapLink enters entry number i into an index.
func (m *Machine) mapLink(index Addr, mask, state, i uint64) {
	slot := state >> 1 & mask
	for m.load32(index+slot*4) != 0 {
		slot = (slot + 1) & mask
	}
	m.store32(index+slot*4, uint32(i)+1)
}

// mapFind returns the address of the entry of a key, 0 if there is none, and
// the state that the entry has or would have. bad is the descriptor of a type
// in the key that cannot be hashed.
func (m *Machine) mapFind(t *typeInfo, h Addr, key unsafe.Pointer) (entry Addr, state uint64, bad Addr) {
	var index Addr
	var salt uint64
	if h != 0 {
		index = m.load64(h + mapIndex)
		salt = m.load64(h + mapUsed)
	}
	if index == 0 {
		if t.key.ops.class == classIface {
			if _, bad = m.hashAt(t.key, key, salt); bad != 0 {
				return 0, 0, bad
			}
		}
		if h == 0 {
			return 0, 0, 0
		}
		return m.mapScan(t, h, key), 1, 0
	}
	hash, bad := m.hashAt(t.key, key, salt)
	if bad != 0 {
		return 0, 0, bad
	}
	state = hash | 1
	l := t.entries
	entries, mask := m.load64(h+mapEntries), m.load64(h+mapMask)
	for slot := state >> 1 & mask; ; slot = (slot + 1) & mask {
		i := m.load32(index + slot*4)
		if i == 0 {
			return 0, state, 0
		}
		e := entries + uint64(i-1)*l.size
		if m.load64(e) != state {
			continue
		}
		if eq, _ := m.equalAt(t.key, m.ptr(e+l.key), key); eq {
			return e, state, 0
		}
	}
}

// mapScan is mapFind for maps without an index.
func (m *Machine) mapScan(t *typeInfo, h Addr, key unsafe.Pointer) Addr {
	l := t.entries
	e := m.load64(h + mapEntries)
	end := e + m.load64(h+mapUsed)*l.size
	if t.key.ops.class == classWord {
		k := *(*uint64)(key)
		for ; e < end; e += l.size {
			if m.load64(e+l.key) == k && m.load64(e) != 0 {
				return e
			}
		}
		return 0
	}
	for ; e < end; e += l.size {
		if m.load64(e) == 0 {
			continue
		}
		if eq, _ := m.equalAt(t.key, m.ptr(e+l.key), key); eq {
			return e
		}
	}
	return 0
}

// mapGet returns the address of the element of a key, 0 if there is none. h may be
// the nil map.
func (m *Machine) mapGet(g *G, mt, h Addr, key unsafe.Pointer) (elem Addr, _ trap) {
	t := m.typeInfo(mt)
	e, _, bad := m.mapFind(t, h, key)
	switch {
	case bad != 0:
		return 0, m.mapKeyPanic(g, h, bad)
	case e == 0:
		return 0, trapNone
	}
	return e + t.entries.elem, trapNone
}

// mapKeyPanic panics because something of type bad is in a key looked for.
// gc has another error for maps without entries.
func (m *Machine) mapKeyPanic(g *G, h, bad Addr) trap {
	if m.mapLen(h) == 0 {
		return m.callRuntime(g, "panicmapkey", bad)
	}
	return m.callRuntime(g, "panicunhashable", bad)
}

// mapSet returns the address of the element of a key, which is entered with a
// zero element if need be.
func (m *Machine) mapSet(g *G, mt, h Addr, key unsafe.Pointer) (elem Addr, _ trap) {
	if h == 0 {
		return 0, m.callRuntime(g, "panicnilmapwrite")
	}
	t := m.typeInfo(mt)
	l := t.entries
	e, state, bad := m.mapFind(t, h, key)
	if bad != 0 {
		return 0, m.callRuntime(g, "panicunhashable", bad)
	}
	if e != 0 {
		if l.updateKey {
			m.write(e+l.key, unsafe.Slice((*byte)(key), t.key.size))
		}
		return e + l.elem, trapNone
	}
	used := m.load64(h + mapUsed)
	if used == m.load64(h+mapCap) {
		if trap := m.mapResize(g, t, h, m.mapRoom(h)); trap != trapNone {
			return 0, trap
		}
		used = m.load64(h + mapUsed)
	}
	index := m.load64(h + mapIndex)
	if index != 0 {
		if state == 1 { // it was searched from the start until now
			hash, _ := m.hashAt(t.key, key, used)
			state = hash | 1
		}
		m.mapLink(index, m.load64(h+mapMask), state, used)
	} else {
		state = 1
	}
	e = m.load64(h+mapEntries) + used*l.size
	m.store64(e, state)
	m.write(e+l.key, unsafe.Slice((*byte)(key), t.key.size))
	m.clear(e+l.elem, t.elem.size)
	m.store64(h+mapUsed, used+1)
	m.store64(h+mapCount, m.load64(h+mapCount)+1)
	return e + l.elem, trapNone
}

// mapRoom is the capacity that a full map needs: twice as much, or the same if
// many entries are dead.
func (m *Machine) mapRoom(h Addr) uint64 {
	room := m.load64(h + mapCap)
	switch {
	case room == 0:
		return firstCap
	case m.load64(h+mapCount) > room/2:
		return 2 * room
	}
	return room
}

// mapDelete removes a key.
func (m *Machine) mapDelete(g *G, mt, h Addr, key unsafe.Pointer) trap {
	t := m.typeInfo(mt)
	e, _, bad := m.mapFind(t, h, key)
	if bad != 0 {
		return m.mapKeyPanic(g, h, bad)
	}
	if e == 0 {
		return trapNone
	}
	l := t.entries
	count := m.load64(h+mapCount) - 1
	m.store64(h+mapCount, count)
	// Clear what may point to something: it is no longer reachable.
	m.clear(e, l.size)
	if m.load64(h+mapIndex) != 0 {
		return trapNone
	}
	// Without an index the room of dead entries at the end is used again.
	used, entries := m.load64(h+mapUsed), m.load64(h+mapEntries)
	switch {
	case count == 0:
		used = 0
	case e == entries+(used-1)*l.size:
		used--
	default:
		return trapNone
	}
	m.store64(h+mapUsed, used)
	return trapNone
}

// mapClear removes all entries.
func (m *Machine) mapClear(h Addr) {
	if h == 0 || m.load64(h+mapUsed) == 0 {
		return
	}
	clears := m.load64(h + mapClears)
	m.clear(h, mapClears)
	m.store64(h+mapClears, clears+1)
}

// mapLen is the number of entries; h may be the nil map.
func (m *Machine) mapLen(h Addr) uint64 {
	if h == 0 {
		return 0
	}
	return m.load64(h + mapCount)
}

// mapClone returns a copy of h.
func (m *Machine) mapClone(g *G, mt, h Addr) (Addr, trap) {
	if h == 0 {
		return 0, trapNone
	}
	c, t := m.mapMake(g, mt, 0)
	if t != trapNone {
		return 0, t
	}
	// Resizing the copy takes the entries over from the original.
	for _, f := range []Addr{mapCount, mapEntries, mapUsed, mapIndex} {
		m.store64(c+f, m.load64(h+f))
	}
	if m.mapLen(h) == 0 {
		m.clear(c, mapClears)
		return c, trapNone
	}
	return c, m.mapResize(g, m.typeInfo(mt), c, m.load64(h+mapCap))
}

// isMap reports whether elem, the element type in the header of an object,
// is that of the headers of maps.
func (m *Machine) isMap(elem Addr) bool {
	return elem == m.prog.types.maps.header.addr
}

// describeMap names a map: a variable that holds it, else its type.
func (m *Machine) describeMap(g *G, h Addr) string {
	for i := len(g.frames) - 1; i >= 0; i-- {
		f := &g.frames[i]
		for j := range f.fn.Vars {
			v := &f.fn.Vars[j]
			if v.From > f.pc || f.pc > v.To {
				continue
			}
			w := g.stack[f.base+int32(v.Word)]
			if v.Indirect && m.valid(w, 8) {
				w = m.load64(w)
			}
			if w == h && m.typeInfo(v.Type).kind == kindMap {
				return v.Name
			}
		}
	}
	if v, ok := m.globalHolding(h); ok {
		return v.Pkg.Pkg.Name() + "." + v.Name()
	}
	return m.typeName(m.load64(h + mapType))
}

// globalHolding finds a package variable of a map type whose value is h.
func (m *Machine) globalHolding(h Addr) (*ssa.Global, bool) {
	p := m.prog
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, v := range p.globalOrder {
		t := v.Type().(*types.Pointer).Elem().Underlying()
		if _, ok := t.(*types.Map); ok && m.load64(p.globals[v]) == h {
			return v, true
		}
	}
	return nil, false
}
