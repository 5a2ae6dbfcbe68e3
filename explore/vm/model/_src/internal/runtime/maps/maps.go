// Package maps is what reflect sees of maps. Their tables are the machine's.
//
//mazurka:replace
package maps

import (
	"internal/abi"
	"unsafe"
)

// Use64BitHash says how wide the hashes of keys are.
const Use64BitHash = true

// A Map is the header of a map.
type Map struct {
	used uint64
}

// Used is the number of entries.
func (m *Map) Used() uint64 { return m.used }

// An Iter iterates over a map.
type Iter struct {
	key, elem unsafe.Pointer
	typ       *abi.MapType
	state     struct {
		m                                 *Map
		entries                           unsafe.Pointer
		used, start, pos, wrapped, clears uintptr
	}
}

// Init begins an iteration.
func (it *Iter) Init(t *abi.MapType, m *Map) {
	it.typ = t
	if m != nil {
		it.init(m)
	}
}

func (it *Iter) init(m *Map)

// Initialized reports whether Init was called.
func (it *Iter) Initialized() bool { return it.typ != nil }

// Map is the map iterated over.
func (it *Iter) Map() *Map { return it.state.m }

// Next goes to the next entry. At the end Key returns nil.
func (it *Iter) Next()

// Key is the address of the key of the present entry.
func (it *Iter) Key() unsafe.Pointer { return it.key }

// Elem is the address of the element of the present entry.
func (it *Iter) Elem() unsafe.Pointer { return it.elem }

type unhashableTypeError struct{ typ *abi.Type }

func (unhashableTypeError) RuntimeError() {}

func (e unhashableTypeError) Error() string { return "hash of unhashable type: " + typeString(e.typ) }

func typeString(t *abi.Type) string

// KeyError is the error of looking in a map without entries for a key with
// something of type t in it, which cannot be hashed. Where there are entries,
// it is another one.
func KeyError(t *abi.Type) error { return unhashableTypeError{t} }
