package vm

// Values for people who step through a program: their parts, one level at a
// time, and what the objects of synchronisation hold, who has them and who
// waits for them.

import (
	"fmt"
	"go/constant"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/tools/go/ssa"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// maxParts is how many elements of a slice, array or map are parts.
const maxParts = 1000

// valueAt is the value of type t at p.
func (m *Machine) valueAt(name string, t *typeInfo, p Addr) Variable {
	v := Variable{Name: name, Type: m.typeName(t.addr), Value: m.Show(t.addr, p), t: t, addr: p}
	v.Parts = m.hasParts(&v)
	return v
}

// valueIn is the value of type t that stands in words.
func (m *Machine) valueIn(name string, t *typeInfo, words []uint64) Variable {
	v := Variable{Name: name, Type: m.typeName(t.addr), Value: m.showWords(t, words), t: t, words: slices.Clone(words)}
	v.Parts = m.hasParts(&v)
	return v
}

// at is where the value is in the host's memory, nil if it cannot be read.
func (v *Variable) at(m *Machine) unsafe.Pointer {
	switch {
	case len(v.words) > 0:
		return unsafe.Pointer(&v.words[0])
	case v.t == nil || v.words != nil || v.t.size > 0 && !m.valid(v.addr, v.t.size):
		return nil
	}
	return m.ptr(v.addr)
}

// hasParts reports whether there is more to say of v than its Value does.
func (m *Machine) hasParts(v *Variable) bool {
	p := v.at(m)
	if p == nil {
		return false
	}
	switch u := v.t.under.(type) {
	case *types.Pointer, *types.Interface, *types.Chan:
		return *(*uint64)(p) != 0
	case *types.Signature:
		return len(m.captured(*(*uint64)(p))) > 0
	case *types.Map:
		h := *(*uint64)(p)
		return h != 0 && m.mapLen(h) > 0
	case *types.Slice:
		return (*[3]uint64)(p)[1] > 0
	case *types.Array:
		return v.t.length > 0
	case *types.Struct:
		return u.NumFields() > 0
	}
	return false
}

// Parts returns what v consists of: fields, elements, what it points to,
// what a function captures, what a channel holds and who waits for it. v has
// to be of the present state.
func (m *Machine) Parts(v Variable) []Variable {
	p := v.at(m)
	if !v.Parts || p == nil {
		return nil
	}
	switch u := v.t.under.(type) {
	case *types.Pointer:
		to := m.valueAt("*", v.t.elem, *(*uint64)(p))
		if _, ok := v.t.elem.under.(*types.Struct); ok {
			return m.Parts(to)
		}
		return []Variable{to}
	case *types.Interface:
		return m.dynamicParts(u, (*[2]uint64)(p))
	case *types.Chan:
		return m.chanParts(v.t, *(*uint64)(p))
	case *types.Signature:
		return m.captured(*(*uint64)(p))
	case *types.Map:
		return m.mapParts(v.t, *(*uint64)(p))
	case *types.Slice:
		w := (*[3]uint64)(p)
		return m.elements(v.t.elem, w[0], w[1])
	case *types.Array:
		return m.arrayParts(&v)
	case *types.Struct:
		return m.fields(&v, u)
	}
	return nil
}

// part is the part of v of type t, off bytes from its start.
func (m *Machine) part(v *Variable, name string, t *typeInfo, off uint64) Variable {
	if len(v.words) == 0 {
		return m.valueAt(name, t, v.addr+off)
	}
	// What is in words has the layout of memory, but for scalars, which are
	// never a part of something that has parts.
	words := make([]uint64, max(t.words(), 1))
	host := unsafe.Slice((*byte)(unsafe.Pointer(&v.words[0])), 8*len(v.words))
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), t.size), host[off:])
	return m.valueIn(name, t, words)
}

func (m *Machine) fields(v *Variable, u *types.Struct) (parts []Variable) {
	if syncShows[typeLabel(v.t.typ)] != nil {
		return m.syncParts(v)
	}
	for i := range u.NumFields() {
		parts = append(parts, m.part(v, u.Field(i).Name(), m.infoOf(u.Field(i).Type()), v.t.offsets[i]))
	}
	return parts
}

func (m *Machine) arrayParts(v *Variable) (parts []Variable) {
	for i := range min(v.t.length, maxParts) {
		parts = append(parts, m.part(v, index(i), v.t.elem, i*v.t.elem.size))
	}
	return parts
}

func (m *Machine) elements(elem *typeInfo, p Addr, n uint64) (parts []Variable) {
	for i := range min(n, maxParts) {
		parts = append(parts, m.valueAt(index(i), elem, p+i*elem.size))
	}
	return parts
}

func index(i uint64) string { return "[" + strconv.FormatUint(i, 10) + "]" }

// dynamicParts are the parts of what is in an interface, or that itself if it
// has none.
func (m *Machine) dynamicParts(u *types.Interface, w *[2]uint64) []Variable {
	t := m.typeInfo(m.dynamicType(w[0], u.NumMethods() > 0))
	var v Variable
	if t.direct {
		v = m.valueIn("data", t, w[1:2])
	} else {
		v = m.valueAt("data", t, w[1])
	}
	return []Variable{v}
}

func (m *Machine) mapParts(t *typeInfo, h Addr) (parts []Variable) {
	it := make([]uint64, compile.MapIterWords)
	m.mapIterInit(it, h)
	for range maxParts {
		k, e, ok := m.mapIterNext(it, t.addr)
		if !ok {
			break
		}
		parts = append(parts, m.valueAt("["+m.Show(t.key.addr, k)+"]", t.elem, e))
	}
	return parts
}

// captured are the variables that a function value captures.
func (m *Machine) captured(f Addr) (vars []Variable) {
	fn := m.funcAt(f)
	if fn < 0 || len(m.code(fn).Captured) == 0 {
		return nil
	}
	t := m.typeInfo(*(*uint64)(m.ptr(f - headerSize)))
	u, ok := t.under.(*types.Struct)
	if !ok || u.NumFields() != 1+len(m.code(fn).Captured) {
		return nil
	}
	for i, name := range m.code(fn).Captured {
		to := m.infoOf(u.Field(i + 1).Type())
		p := f + t.offsets[i+1]
		if _, ok := to.under.(*types.Pointer); ok {
			to, p = to.elem, m.load64(p)
		}
		vars = append(vars, m.valueAt(name, to, p))
	}
	return vars
}

// funcAt is the function of a function value, -1 if there is none.
func (m *Machine) funcAt(f Addr) int32 {
	if !m.valid(f, 8) {
		return -1
	}
	id, _, ok := pcFunc(m.load64(f))
	if !ok || !m.known(uint32(id)) {
		return -1
	}
	return id
}

func (m *Machine) showFunc(f Addr) string {
	if f == 0 {
		return "nil"
	}
	if id := m.funcAt(f); id >= 0 {
		return m.code(id).Name
	}
	return "?"
}

// showChan tells how full a channel is, if it is closed, and how many wait.
func (m *Machine) showChan(c Addr) string {
	if c == 0 {
		return "nil"
	}
	if !m.valid(c, chanBuffer) {
		return "?"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d/%d", m.chanLen(c), m.load64(c+chanCap))
	if m.load64(c+chanClosed) != 0 {
		b.WriteString(", closed")
	}
	for _, send := range []bool{true, false} {
		if n := len(m.waitingOn(c, send)); n > 0 {
			fmt.Fprintf(&b, ", %d %s", n, waitingTo(send))
		}
	}
	return b.String()
}

func waitingTo(send bool) string {
	if send {
		return "sending"
	}
	return "receiving"
}

// waitingOn are the goroutines that are at a send on channel c, or a receive.
func (m *Machine) waitingOn(c Addr, send bool) (slots []Slot) {
	for _, g := range m.gs {
		var o choosing
		if g == nil || g.status != Parked || !m.choosingOf(g, &o) {
			continue
		}
		for i := range o.n {
			if k := m.at(&o, i); k.ch == c && k.send == send {
				slots = append(slots, g.Slot)
				break
			}
		}
	}
	return slots
}

// chanParts are the items of a channel and who is at an operation on it.
func (m *Machine) chanParts(t *typeInfo, c Addr) (parts []Variable) {
	received := m.load64(c + chanReceived)
	for i := range min(m.chanLen(c), maxParts) {
		parts = append(parts, m.itemOf(t, c, received+i, index(i)))
	}
	for _, send := range []bool{true, false} {
		parts = append(parts, m.waitingParts(waitingTo(send), m.waitingOn(c, send))...)
	}
	return parts
}

// itemOf is the k-th item of a channel, which is in its buffer.
func (m *Machine) itemOf(t *typeInfo, c Addr, k uint64, name string) Variable {
	words := make([]uint64, t.elem.words())
	for w := range words {
		words[w] = m.load64(m.chanPlace(c, k) + 8 + uint64(w)*8)
	}
	return m.valueIn(name, t.elem, words)
}

// waitingParts tells of goroutines.
func (m *Machine) waitingParts(name string, slots []Slot) (parts []Variable) {
	for _, s := range slots {
		parts = append(parts, Variable{Name: name, Type: "goroutine", Value: m.goroutineLabel(s)})
	}
	return parts
}

// goroutineLabel names a goroutine by its number and the function it began with.
func (m *Machine) goroutineLabel(s Slot) string {
	label := fmt.Sprintf("goroutine %d", s)
	if stack := m.Stack(s); len(stack) > 0 {
		label += " (" + stack[len(stack)-1].Func + ")"
	}
	return label
}

// syncShows are how the types of package sync show.
var syncShows = map[string]func(p unsafe.Pointer) string{
	"sync.Mutex":     showMutex,
	"sync.RWMutex":   showRWMutex,
	"sync.WaitGroup": func(p unsafe.Pointer) string { return strconv.Itoa(int(*(*int32)(unsafe.Add(p, wgCounter)))) },
}

func showMutex(p unsafe.Pointer) string {
	if *(*uint32)(unsafe.Add(p, mutexState))&1 != 0 {
		return "locked"
	}
	return "unlocked"
}

func showRWMutex(p unsafe.Pointer) string {
	readers := *(*uint32)(unsafe.Add(p, rwReaders))
	switch {
	case *(*uint32)(unsafe.Add(p, rwHeld)) != 0:
		return "locked"
	case readers > 0:
		return fmt.Sprintf("%d reading", readers)
	}
	return "unlocked"
}

// syncParts tells who has an object of package sync, and who is at an operation
// on it.
func (m *Machine) syncParts(v *Variable) (parts []Variable) {
	if len(v.words) > 0 {
		return nil // a copy
	}
	owner := uint32(0)
	switch typeLabel(v.t.typ) {
	case "sync.Mutex":
		owner = m.load32(v.addr + mutexOwner)
	case "sync.RWMutex":
		owner = m.load32(v.addr + rwWriter + mutexOwner)
	}
	if owner != 0 {
		parts = m.waitingParts("owner", []Slot{Slot(owner - 1)})
	}
	var at []Slot
	for _, g := range m.gs {
		if g != nil && g.status == Parked && waitsBySync(g.pending.Kind) && m.arg(g, 0) == v.addr {
			at = append(at, g.Slot)
		}
	}
	return append(parts, m.waitingParts("waiting", at)...)
}

// waitsBySync reports whether an operation waits for the object of package sync
// that its first operand points to.
func waitsBySync(k Kind) bool {
	switch k {
	case KindMutexLock, KindRWLock, KindRWRLock, KindWaitGroupWait:
		return true
	}
	return false
}

// Constant is the value of a variable of a basic type, or the address that a pointer,
// map or channel is; nil if it is none of these.
func (m *Machine) Constant(v Variable) constant.Value {
	p := v.at(m)
	if p == nil {
		return nil
	}
	switch u := v.t.under.(type) {
	case *types.Pointer, *types.Map, *types.Chan:
		return constant.MakeUint64(*(*uint64)(p))
	case *types.Basic:
		return m.basicConstant(v.t, u, p)
	}
	return nil
}

func (m *Machine) basicConstant(t *typeInfo, u *types.Basic, p unsafe.Pointer) constant.Value {
	switch info := u.Info(); {
	case info&types.IsString != 0:
		w := (*[2]uint64)(p)
		if w[1] > 0 && !m.valid(w[0], w[1]) {
			return nil
		}
		return constant.MakeString(string(m.bytes(w[0], w[1])))
	case info&types.IsBoolean != 0:
		return constant.MakeBool(*(*uint8)(p) != 0)
	case info&types.IsFloat != 0 && t.size == 4:
		return constant.MakeFloat64(float64(*(*float32)(p)))
	case info&types.IsFloat != 0:
		return constant.MakeFloat64(*(*float64)(p))
	case info&types.IsInteger == 0:
		return nil
	case info&types.IsUnsigned != 0:
		return constant.MakeUint64(readUint(p, t.size))
	}
	shift := 64 - 8*t.size
	return constant.MakeInt64(int64(readUint(p, t.size)<<shift) >> shift)
}

// IsNil reports whether a value is nil; ok is false if it is of a type that has none.
func (m *Machine) IsNil(v Variable) (isNil, ok bool) {
	p := v.at(m)
	if p == nil {
		return false, false
	}
	switch v.t.under.(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return *(*uint64)(p) == 0, true
	case *types.Slice:
		w := (*[3]uint64)(p)
		return w[0] == 0 && w[2] == 0, true
	}
	return false, false
}

// Len is the length and capacity of a value; ok is false if it has none.
func (m *Machine) Len(v Variable) (n, c uint64, ok bool) {
	p := v.at(m)
	if p == nil {
		return 0, 0, false
	}
	h := *(*uint64)(p)
	switch u := v.t.under.(type) {
	case *types.Slice:
		w := (*[3]uint64)(p)
		return w[1], w[2], true
	case *types.Array:
		return v.t.length, v.t.length, true
	case *types.Map:
		if h != 0 {
			n = m.mapLen(h)
		}
		return n, 0, true
	case *types.Chan:
		if h == 0 || !m.valid(h, chanBuffer) {
			return 0, 0, h == 0
		}
		return m.chanLen(h), m.load64(h + chanCap), true
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return (*[2]uint64)(p)[1], 0, true
		}
	}
	return 0, 0, false
}

// Place is where in memory a variable stands; ok is false if it does not.
func (v Variable) Place() (a Addr, size uint64, ok bool) {
	if v.t == nil || v.words != nil || v.t.size == 0 {
		return 0, 0, false
	}
	return v.addr, v.t.size, true
}

// Global is a package variable of the program.
func (m *Machine) Global(g *ssa.Global) (v Variable, ok bool) {
	m.prog.mu.Lock()
	a, ok := m.prog.globals[g]
	m.prog.mu.Unlock()
	if !ok {
		return Variable{}, false
	}
	return m.valueAt(g.Name(), m.infoOf(g.Type().(*types.Pointer).Elem()), a), true
}

// Pointee is what a pointer points to.
func (m *Machine) Pointee(v Variable) (to Variable, ok bool) {
	p := v.at(m)
	if p == nil {
		return to, false
	}
	if _, ok := v.t.under.(*types.Pointer); !ok || *(*uint64)(p) == 0 {
		return to, false
	}
	return m.valueAt("*"+v.Name, v.t.elem, *(*uint64)(p)), true
}
