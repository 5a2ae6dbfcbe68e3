package vm

// Source variables and their values, for reports and the debugger. Values are
// written like Go's composite literals, cut short where they are deep or long.

import (
	"fmt"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"unsafe"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

const (
	showDepth = 4    // nesting of values shown
	showItems = 16   // elements of a slice or map shown
	showBytes = 64   // bytes of a string shown
	showTotal = 4096 // bytes from which on no more values are begun
)

// A Variable is a source variable, or a part of a value, with what it holds in
// the present state.
type Variable struct {
	Name, Type, Value string
	// Parts says that [Machine.Parts] has something to tell.
	Parts bool
	// Pos is the declaration of a source variable.
	Pos token.Pos

	t     *typeInfo
	addr  Addr     // where the value stands, if it does so in memory
	words []uint64 // the value, if not
	local Local    // where these stand, if it is a source variable
}

// A Local is a variable that stands in words of a frame: of a goroutine, at a depth of its stack,
// of a function. It has no words if there is none.
type Local struct {
	Slot  Slot
	Depth int
	Func  int32
	Word  int
	Words int
}

// Variables returns the source variables that have come up in the frame of a live
// goroutine that [Machine.Frames] shows at index frame, innermost scope last. Some may
// be out of scope by now.
func (m *Machine) Variables(s Slot, frame int) []Variable {
	if s < 0 || int(s) >= len(m.gs) || m.gs[s] == nil {
		return nil
	}
	g := m.gs[s]
	for i := len(g.frames) - 1; i >= 0; i-- {
		f := &g.frames[i]
		if hiddenFrame(f) {
			continue
		}
		if frame--; frame < 0 {
			return m.variables(g, i)
		}
	}
	return nil
}

func (m *Machine) variables(g *G, depth int) []Variable {
	f := &g.frames[depth]
	var out []Variable
	index := map[token.Pos]int{}
	for _, v := range f.fn.Vars {
		if f.pc < v.From || f.pc > v.To {
			continue
		}
		t := m.typeInfo(v.Type)
		w := g.stack[int(f.base)+int(v.Word):]
		if v.Indirect && w[0] == 0 {
			continue // not yet made
		}
		var val Variable
		if v.Indirect {
			val = m.valueAt(v.Name, t, w[0])
		} else {
			val = m.valueIn(v.Name, t, w[:t.words()])
			val.local = Local{Slot: g.Slot, Depth: depth, Func: f.fn.ID, Word: int(v.Word), Words: t.words()}
		}
		val.Pos = v.Pos
		// The variable of a loop is made anew for each round.
		if i, ok := index[v.Pos]; ok && v.Pos.IsValid() {
			out[i] = val
			continue
		}
		index[v.Pos] = len(out)
		out = append(out, val)
	}
	return out
}

// Show formats the value of type typ at p.
func (m *Machine) Show(typ, p Addr) string {
	var b strings.Builder
	s := shower{m: m, b: &b}
	s.at(m.typeInfo(typ), p, showDepth)
	return b.String()
}

// showWords formats a value that stands in frame words.
func (m *Machine) showWords(t *typeInfo, w []uint64) string {
	var b strings.Builder
	s := shower{m: m, b: &b}
	if t.huge() {
		s.at(t, w[0], showDepth)
	} else if t.size > 0 {
		s.value(t, unsafe.Pointer(&w[0]), showDepth)
	} else {
		s.value(t, nil, showDepth)
	}
	return b.String()
}

// A shower writes values. Memory it cannot read shows as "?".
type shower struct {
	m *Machine
	b *strings.Builder
}

func (s shower) at(t *typeInfo, p Addr, depth int) {
	if t.size > 0 && !s.m.valid(p, t.size) {
		s.b.WriteByte('?')
		return
	}
	s.value(t, s.m.ptr(p), depth)
}

// value writes the value at p, in the host's memory.
func (s shower) value(t *typeInfo, p unsafe.Pointer, depth int) {
	if s.b.Len() > showTotal {
		s.b.WriteString("...")
		return
	}
	switch u := t.under.(type) {
	case *types.Basic:
		s.basic(t, u, p)
	case *types.Pointer:
		s.pointer(t, *(*uint64)(p), depth)
	case *types.Chan:
		s.b.WriteString(s.m.showChan(*(*uint64)(p)))
	case *types.Signature:
		s.b.WriteString(s.m.showFunc(*(*uint64)(p)))
	case *types.Map:
		s.mapValue(t, *(*uint64)(p), depth)
	case *types.Slice:
		w := (*[3]uint64)(p)
		if w[0] == 0 && w[2] == 0 {
			s.b.WriteString("nil")
			return
		}
		s.list(t.elem, w[1], depth, func(i uint64) { s.at(t.elem, w[0]+i*t.elem.size, depth-1) })
	case *types.Array:
		s.list(t.elem, t.length, depth, func(i uint64) {
			s.value(t.elem, unsafe.Add(p, i*t.elem.size), depth-1)
		})
	case *types.Struct:
		s.structValue(t, u, p, depth)
	case *types.Interface:
		s.iface(u, (*[2]uint64)(p), depth)
	}
}

func (s shower) basic(t *typeInfo, u *types.Basic, p unsafe.Pointer) {
	switch info := u.Info(); {
	case info&types.IsString != 0:
		w := (*[2]uint64)(p)
		n := min(w[1], showBytes)
		if n > 0 && !s.m.valid(w[0], n) {
			s.b.WriteByte('?')
			return
		}
		s.b.WriteString(strconv.Quote(string(s.m.bytes(w[0], n))))
		if n < w[1] {
			s.b.WriteString("...")
		}
	case info&types.IsBoolean != 0:
		s.b.WriteString(strconv.FormatBool(*(*uint8)(p) != 0))
	case info&types.IsFloat != 0 && t.size == 4:
		s.b.WriteString(strconv.FormatFloat(float64(*(*float32)(p)), 'g', -1, 32))
	case info&types.IsFloat != 0:
		s.b.WriteString(strconv.FormatFloat(*(*float64)(p), 'g', -1, 64))
	case info&types.IsComplex != 0 && t.size == 8:
		s.b.WriteString(strconv.FormatComplex(complex128(*(*complex64)(p)), 'g', -1, 64))
	case info&types.IsComplex != 0:
		s.b.WriteString(strconv.FormatComplex(*(*complex128)(p), 'g', -1, 128))
	case u.Kind() == types.UnsafePointer:
		fmt.Fprintf(s.b, "%#x", *(*uint64)(p))
	case info&types.IsUnsigned != 0:
		s.b.WriteString(strconv.FormatUint(readUint(p, t.size), 10))
	default:
		shift := 64 - 8*t.size
		s.b.WriteString(strconv.FormatInt(int64(readUint(p, t.size)<<shift)>>shift, 10))
	}
}

func readUint(p unsafe.Pointer, size uint64) uint64 {
	switch size {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

func (s shower) pointer(t *typeInfo, x uint64, depth int) {
	switch {
	case x == 0:
		s.b.WriteString("nil")
	case depth <= 0:
		fmt.Fprintf(s.b, "%#x", x)
	default:
		if _, ok := t.elem.under.(*types.Struct); !ok {
			fmt.Fprintf(s.b, "%#x", x)
			return
		}
		s.b.WriteByte('&')
		s.at(t.elem, x, depth-1)
	}
}

// list writes n elements.
func (s shower) list(elem *typeInfo, n uint64, depth int, each func(i uint64)) {
	if depth <= 0 && n > 0 {
		fmt.Fprintf(s.b, "[... %d]", n)
		return
	}
	s.b.WriteByte('[')
	for i := range n {
		if i > 0 {
			s.b.WriteByte(' ')
		}
		if i == showItems {
			fmt.Fprintf(s.b, "... %d more", n-i)
			break
		}
		each(i)
	}
	s.b.WriteByte(']')
}

func (s shower) structValue(t *typeInfo, u *types.Struct, p unsafe.Pointer, depth int) {
	if show := syncShows[typeLabel(t.typ)]; show != nil {
		s.b.WriteString(show(p))
		return
	}
	if depth <= 0 && u.NumFields() > 0 {
		s.b.WriteString("{...}")
		return
	}
	s.b.WriteByte('{')
	for i := range u.NumFields() {
		if i > 0 {
			s.b.WriteString(", ")
		}
		s.b.WriteString(u.Field(i).Name() + ": ")
		s.value(s.m.infoOf(u.Field(i).Type()), unsafe.Add(p, t.offsets[i]), depth-1)
	}
	s.b.WriteByte('}')
}

func (s shower) iface(u *types.Interface, w *[2]uint64, depth int) {
	if w[0] == 0 {
		s.b.WriteString("nil")
		return
	}
	typ := s.m.dynamicType(w[0], u.NumMethods() > 0)
	t := s.m.typeInfo(typ)
	s.b.WriteString(s.m.typeName(typ) + "(")
	if t.direct {
		s.value(t, unsafe.Pointer(&w[1]), depth)
	} else {
		s.at(t, w[1], depth)
	}
	s.b.WriteByte(')')
}

func (s shower) mapValue(t *typeInfo, h Addr, depth int) {
	if h == 0 {
		s.b.WriteString("nil")
		return
	}
	n := s.m.mapLen(h)
	if depth <= 0 && n > 0 {
		fmt.Fprintf(s.b, "map[... %d]", n)
		return
	}
	it := make([]uint64, compile.MapIterWords)
	s.m.mapIterInit(it, h)
	s.b.WriteString("map[")
	for i := 0; ; i++ {
		k, e, ok := s.m.mapIterNext(it, t.addr)
		if !ok {
			break
		}
		if i > 0 {
			s.b.WriteByte(' ')
		}
		if i == showItems {
			fmt.Fprintf(s.b, "... %d more", n-showItems)
			break
		}
		s.at(t.key, k, depth-1)
		s.b.WriteByte(':')
		s.at(t.elem, e, depth-1)
	}
	s.b.WriteByte(']')
}

// infoOf is what the machine knows about a type of the program.
func (m *Machine) infoOf(t types.Type) *typeInfo {
	m.prog.mu.Lock()
	i := m.prog.typeInfoOf(t)
	m.prog.mu.Unlock()
	m.syncStatic()
	return i
}
