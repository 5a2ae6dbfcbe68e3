package vm

import (
	"strconv"
	"strings"
	"sync"
)

// nameTable gives small numbers to stable names. A name is a path: the main
// goroutine is "0", the third goroutine that goroutine p starts is "p.2", the
// first timer it makes is "p/t0". The table only grows and is not rewound, so
// a name keeps its slot for the life of the machine; it is bounded by the
// number of distinct names the program can make within its limits.
type nameTable struct {
	entries []nameEntry
	index   map[nameEntry]Slot
	common  *Names // if not nil, the table is a part of this one
}

type nameEntry struct {
	parent Slot
	tag    byte // 0: goroutine; 't': timer; ...
	n      int32
}

// initSlot is the pseudo-goroutine that runs package initialisers; its
// region holds what they allocate. It is the parent of the main goroutine.
const (
	mainSlot Slot = 0
	initSlot Slot = 1
)

func newNameTable() nameTable {
	t := nameTable{index: map[nameEntry]Slot{}}
	t.slot(NoSlot, 0, 0)
	t.slot(NoSlot, 'i', 0)
	return t
}

// slot returns the slot of the n-th thing of the given tag that parent made.
func (t *nameTable) slot(parent Slot, tag byte, n int32) Slot {
	e := nameEntry{parent, tag, n}
	if s, ok := t.index[e]; ok {
		return s
	}
	if t.common != nil {
		return t.common.slot(t, e)
	}
	return t.add(e)
}

func (t *nameTable) add(e nameEntry) Slot {
	s := Slot(len(t.entries))
	t.entries = append(t.entries, e)
	t.index[e] = s
	return s
}

// name returns the path of a slot.
func (t *nameTable) name(s Slot) string {
	if s < 0 || int(s) >= len(t.entries) {
		return "?"
	}
	e := t.entries[s]
	switch {
	case e.parent == NoSlot && e.tag == 'i':
		return "init"
	case e.parent == NoSlot:
		return "0"
	case e.tag == 0:
		return t.name(e.parent) + "." + strconv.Itoa(int(e.n))
	default:
		return t.name(e.parent) + "/" + string(rune(e.tag)) + strconv.Itoa(int(e.n))
	}
}

// parse is the inverse of name; it adds the name if it is new. ok is
// false if path is not a name.
func (t *nameTable) parse(path string) (s Slot, ok bool) {
	head := path
	if i := strings.IndexAny(path, "./"); i >= 0 {
		head, path = path[:i], path[i:]
	} else {
		path = ""
	}
	switch head {
	case "0":
		s = mainSlot
	case "init":
		s = initSlot
	default:
		return NoSlot, false
	}
	for path != "" {
		var tag byte
		sep := path[0]
		path = path[1:]
		if sep == '/' {
			if path == "" || path[0] < 'a' || path[0] > 'z' {
				return NoSlot, false
			}
			tag, path = path[0], path[1:]
		}
		end := strings.IndexAny(path, "./")
		if end < 0 {
			end = len(path)
		}
		n, err := strconv.ParseUint(path[:end], 10, 31)
		if err != nil || strconv.FormatUint(n, 10) != path[:end] {
			return NoSlot, false
		}
		s, path = t.slot(s, tag, int32(n)), path[end:]
	}
	return s, true
}

func (t *nameTable) clone() nameTable {
	c := nameTable{
		entries: append([]nameEntry(nil), t.entries...),
		index:   make(map[nameEntry]Slot, len(t.index)),
	}
	for e, s := range t.index {
		c.index[e] = s
	}
	return c
}

// SlotName returns the stable name of a slot: "0" for the test's goroutine,
// "0.1" for the second goroutine it starts, "0/t0" for its first timer.
func (m *Machine) SlotName(s Slot) string { return m.names.name(s) }

// SlotByName is the inverse of SlotName; ok is false if name is no name.
func (m *Machine) SlotByName(name string) (s Slot, ok bool) { return m.names.parse(name) }

// Names are what the names of goroutines, timers and memory stand for, in several
// machines of one image: the same names have the same slots and addresses
// in all of them, so that an event of one machine means the same to the others.
// Names are safe for concurrent use.
type Names struct {
	mu    sync.Mutex
	table nameTable
	chunk map[chunkKey]Addr
	next  Addr
}

// NewNames returns the names of the image, to be given to its machines.
func (i *Image) NewNames() *Names {
	r := i.m.regions.clone()
	return &Names{table: i.m.names.clone(), chunk: r.chunk, next: r.next}
}

// slot finds the slot of e, and brings t up to date.
func (n *Names) slot(t *nameTable, e nameEntry) Slot {
	n.mu.Lock()
	defer n.mu.Unlock()
	s, ok := n.table.index[e]
	if !ok {
		s = n.table.add(e)
	}
	for _, e := range n.table.entries[len(t.entries):] {
		t.add(e)
	}
	return s
}

// place finds the address of a chunk; there may be no room for it below limit.
func (n *Names) place(key chunkKey, limit Addr) (base Addr, ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	base, known := n.chunk[key]
	if !known {
		if key.size > limit-n.next {
			return 0, false
		}
		base = n.next
		n.next += key.size
		n.chunk[key] = base
	}
	return base, true
}
