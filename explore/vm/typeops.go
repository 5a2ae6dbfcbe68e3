package vm

// Equality and hashing of values of any type (Go spec, "Comparison
// operators"; $GOROOT/src/runtime/alg.go). Values are given by host pointers
// to memory in gc's layout: to the arena, or to frame words, whose leading
// bytes are in that layout as well.
//
// How a type is compared is worked out once, as a short list of steps.

import (
	"go/types"
	"math/bits"
	"unsafe"
)

type opCode uint8

const (
	opMemory  opCode = iota // size bytes that are equal if their bits are
	opString                // a string
	opIface                 // an interface with methods
	opEface                 // an interface without
	opFloat32               // NaN differs from itself, -0 is 0
	opFloat64
	opRepeat // sub, n times, size bytes apart
)

// An opStep compares or hashes a part of a value.
type opStep struct {
	code opCode
	off  uint64
	size uint64
	n    uint64
	sub  []opStep
}

// typeOps is how values of a type are compared.
type typeOps struct {
	steps []opStep
	// class picks the fast paths.
	class opClass
}

type opClass uint8

const (
	// classNone: not comparable.
	classNone opClass = iota
	// classMemory: one step opMemory over the whole value.
	classMemory
	// classWord: the same, with 8 bytes.
	classWord
	// classString: one string.
	classString
	// classOther: other steps that cannot panic.
	classOther
	// classIface: some steps may meet an uncomparable dynamic type.
	classIface
)

func (o *typeOps) comparable() bool { return o.class != classNone }
func (o *typeOps) memory() bool     { return o.class == classMemory || o.class == classWord }
func (o *typeOps) mayPanic() bool   { return o.class == classIface }

// unrolled is the length of arrays up to which their steps are written out.
const unrolled = 4

// comparison works out how values of a type are compared.
func (e *emitter) comparison(i *typeInfo) typeOps {
	steps, ok := e.steps(nil, i, 0)
	if !ok {
		return typeOps{class: classNone}
	}
	o := typeOps{steps: steps, class: classOther}
	switch {
	case len(steps) == 0:
		o.steps = []opStep{{code: opMemory}}
		o.class = classMemory
	case len(steps) == 1 && steps[0].code == opMemory && steps[0].size == i.size:
		o.class = classMemory
		if i.size == 8 {
			o.class = classWord
		}
	case i.kind == kindString:
		o.class = classString
	case stepsPanic(steps):
		o.class = classIface
	}
	return o
}

func stepsPanic(steps []opStep) bool {
	for _, s := range steps {
		if s.code == opIface || s.code == opEface || s.code == opRepeat && stepsPanic(s.sub) {
			return true
		}
	}
	return false
}

// steps appends the steps for a value of type i at offset off. ok is false
// if the type is not comparable.
func (e *emitter) steps(to []opStep, i *typeInfo, off uint64) (_ []opStep, ok bool) {
	switch i.kind {
	case kindFunc, kindMap, kindSlice:
		return nil, false
	case kindFloat32:
		return append(to, opStep{code: opFloat32, off: off}), true
	case kindFloat64:
		return append(to, opStep{code: opFloat64, off: off}), true
	case kindComplex64:
		return append(to, opStep{code: opFloat32, off: off}, opStep{code: opFloat32, off: off + 4}), true
	case kindComplex128:
		return append(to, opStep{code: opFloat64, off: off}, opStep{code: opFloat64, off: off + 8}), true
	case kindString:
		return append(to, opStep{code: opString, off: off}), true
	case kindInterface:
		if i.under.(*types.Interface).NumMethods() == 0 {
			return append(to, opStep{code: opEface, off: off}), true
		}
		return append(to, opStep{code: opIface, off: off}), true
	case kindArray:
		return e.arraySteps(to, i, off)
	case kindStruct:
		t := i.under.(*types.Struct)
		for n := range t.NumFields() {
			f := e.info(t.Field(n).Type())
			if t.Field(n).Name() == "_" {
				if !f.ops.comparable() {
					return nil, false
				}
				continue
			}
			if to, ok = e.steps(to, f, off+i.offsets[n]); !ok {
				return nil, false
			}
		}
		return to, true
	}
	return addMemory(to, off, i.size), true
}

func (e *emitter) arraySteps(to []opStep, i *typeInfo, off uint64) (_ []opStep, ok bool) {
	elem := i.elem
	switch {
	case !elem.ops.comparable():
		return nil, false
	case elem.ops.memory() && elem.ops.steps[0].size == elem.size:
		return addMemory(to, off, i.size), true
	case i.length <= unrolled:
		for n := range i.length {
			to, _ = e.steps(to, elem, off+n*elem.size)
		}
		return to, true
	}
	sub, _ := e.steps(nil, elem, 0)
	return append(to, opStep{code: opRepeat, off: off, size: elem.size, n: i.length, sub: sub}), true
}

// addMemory appends a step over memory, or lengthens the last one.
func addMemory(to []opStep, off, size uint64) []opStep {
	if size == 0 {
		return to
	}
	if n := len(to); n > 0 && to[n-1].code == opMemory && to[n-1].off+to[n-1].size == off {
		to[n-1].size += size
		return to
	}
	return append(to, opStep{code: opMemory, off: off, size: size})
}

// equal compares two values of the type with the descriptor typ. If they
// contain interfaces whose dynamic types are the same and not comparable, bad
// is the descriptor of that type.
func (m *Machine) equal(typ, p, q Addr) (eq bool, bad Addr) {
	t := m.typeInfo(typ)
	if t.size == 0 {
		return true, 0
	}
	return m.equalAt(t, m.ptr(p), m.ptr(q))
}

// equalWords compares two values in frame words.
func (m *Machine) equalWords(typ Addr, x, y []uint64) (eq bool, bad Addr) {
	t := m.typeInfo(typ)
	if t.size == 0 {
		return true, 0
	}
	if t.huge() {
		return m.equalAt(t, m.ptr(x[0]), m.ptr(y[0]))
	}
	return m.equalAt(t, unsafe.Pointer(&x[0]), unsafe.Pointer(&y[0]))
}

// equalAt compares two values at host addresses. Comparing values of a type
// that is not comparable itself gives bad as well.
func (m *Machine) equalAt(t *typeInfo, p, q unsafe.Pointer) (eq bool, bad Addr) {
	switch t.ops.class {
	case classWord:
		return *(*uint64)(p) == *(*uint64)(q), 0
	case classMemory:
		return sameBytes(p, q, t.ops.steps[0].size), 0
	case classString:
		return m.sameString(p, q), 0
	case classNone:
		return false, t.addr
	}
	return m.equalSteps(t.ops.steps, p, q)
}

func (m *Machine) equalSteps(steps []opStep, p, q unsafe.Pointer) (eq bool, bad Addr) {
	for i := range steps {
		s := &steps[i]
		x, y := unsafe.Add(p, s.off), unsafe.Add(q, s.off)
		switch s.code {
		case opMemory:
			eq = sameBytes(x, y, s.size)
		case opString:
			eq = m.sameString(x, y)
		case opFloat32:
			eq = *(*float32)(x) == *(*float32)(y)
		case opFloat64:
			eq = *(*float64)(x) == *(*float64)(y)
		case opEface, opIface:
			eq, bad = m.equalIface((*[2]uint64)(x), (*[2]uint64)(y), s.code == opIface)
		case opRepeat:
			for n := range s.n {
				eq, bad = m.equalSteps(s.sub, unsafe.Add(x, n*s.size), unsafe.Add(y, n*s.size))
				if !eq {
					break
				}
			}
		}
		if !eq {
			return false, bad
		}
	}
	return true, 0
}

func sameBytes(p, q unsafe.Pointer, n uint64) bool {
	switch n {
	case 0:
		return true
	case 1:
		return *(*uint8)(p) == *(*uint8)(q)
	case 4:
		return *(*uint32)(p) == *(*uint32)(q)
	case 8:
		return *(*uint64)(p) == *(*uint64)(q)
	}
	return unsafe.String((*byte)(p), n) == unsafe.String((*byte)(q), n)
}

func (m *Machine) sameString(p, q unsafe.Pointer) bool {
	x, y := (*[2]uint64)(p), (*[2]uint64)(q)
	if x[1] != y[1] {
		return false
	}
	return x[0] == y[0] || sameBytes(m.ptr(x[0]), m.ptr(y[0]), x[1])
}

// itabType is the offset of the concrete type in an itab.
const itabType = 8

// dynamicType is the descriptor of the dynamic type of an interface whose
// first word is tab, 0 for nil.
func (m *Machine) dynamicType(tab uint64, methods bool) Addr {
	if tab == 0 || !methods {
		return tab
	}
	return m.load64(tab + itabType)
}

// equalIface compares two interfaces of the same interface type.
func (m *Machine) equalIface(x, y *[2]uint64, methods bool) (eq bool, bad Addr) {
	if x[0] != y[0] {
		return false, 0
	}
	typ := m.dynamicType(x[0], methods)
	if typ == 0 {
		return true, 0
	}
	t := m.typeInfo(typ)
	switch {
	case !t.ops.comparable():
		return false, typ
	case t.direct:
		return x[1] == y[1], 0
	case t.size == 0:
		return true, 0
	}
	return m.equalAt(t, m.ptr(x[1]), m.ptr(y[1]))
}

// Hashes only spread the entries of maps. They depend on nothing but the
// value, and no order that a program can see depends on them.

const (
	hashSeed = 0x9e3779b97f4a7c15
	hashMul  = 0xd6e8feb86659fd93
)

func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^hashSeed, b^hashMul)
	return hi ^ lo
}

// hashAt hashes a value. NaNs mix in salt, since no two of them are the same
// key. bad is the descriptor of a type in the value that cannot be hashed.
func (m *Machine) hashAt(t *typeInfo, p unsafe.Pointer, salt uint64) (h uint64, bad Addr) {
	switch t.ops.class {
	case classWord:
		return mix(*(*uint64)(p), 8), 0
	case classMemory:
		return hashBytes(p, t.ops.steps[0].size, 0), 0
	case classString:
		s := (*[2]uint64)(p)
		return hashBytes(m.ptr(s[0]), s[1], 0), 0
	case classNone:
		return 0, t.addr
	}
	return m.hashSteps(t.ops.steps, p, 0, salt)
}

func (m *Machine) hashSteps(steps []opStep, p unsafe.Pointer, h, salt uint64) (_ uint64, bad Addr) {
	for i := range steps {
		s := &steps[i]
		x := unsafe.Add(p, s.off)
		switch s.code {
		case opMemory:
			h = hashBytes(x, s.size, h)
		case opString:
			v := (*[2]uint64)(x)
			h = hashBytes(m.ptr(v[0]), v[1], h)
		case opFloat32:
			h = hashFloat(float64(*(*float32)(x)), h, salt)
		case opFloat64:
			h = hashFloat(*(*float64)(x), h, salt)
		case opEface, opIface:
			h, bad = m.hashIface((*[2]uint64)(x), s.code == opIface, h, salt)
		case opRepeat:
			for n := range s.n {
				if h, bad = m.hashSteps(s.sub, unsafe.Add(x, n*s.size), h, salt); bad != 0 {
					break
				}
			}
		}
		if bad != 0 {
			return 0, bad
		}
	}
	return h, 0
}

func (m *Machine) hashIface(x *[2]uint64, methods bool, h, salt uint64) (_ uint64, bad Addr) {
	typ := m.dynamicType(x[0], methods)
	if typ == 0 {
		return mix(h, 1), 0
	}
	t := m.typeInfo(typ)
	switch {
	case !t.ops.comparable():
		return 0, typ
	case t.direct:
		return mix(h, x[1]), 0
	case t.size == 0:
		return mix(h, 2), 0
	}
	d, bad := m.hashAt(t, m.ptr(x[1]), salt)
	return mix(h, d), bad
}

func hashFloat(f float64, h, salt uint64) uint64 {
	switch {
	case f == 0:
		return mix(h, 0)
	case f != f:
		return mix(h, salt)
	}
	return mix(h, *(*uint64)(unsafe.Pointer(&f)))
}

func hashBytes(p unsafe.Pointer, n, h uint64) uint64 {
	h = mix(h, n)
	for n >= 8 {
		h = mix(h, *(*uint64)(p))
		p, n = unsafe.Add(p, 8), n-8
	}
	if n > 0 {
		var last uint64
		for i := range n {
			last |= uint64(*(*byte)(unsafe.Add(p, i))) << (8 * i)
		}
		h = mix(h, last)
	}
	return h
}
