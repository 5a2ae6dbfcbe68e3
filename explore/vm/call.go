package vm

// Frames: calls from the interpreter's slow paths, intrinsics and the
// scheduler into guest code, growth of stacks, and returns that are not plain.

import (
	"unsafe"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// frameFlags say what is special about the return of a frame. The fast return
// handles frames without flags.
type frameFlags uint8

const (
	// frameDeferred: a deferred call that a panic or Goexit runs.
	frameDeferred frameFlags = 1 << iota
	// frameFormat: formats the value of an uncaught panic.
	frameFormat
	// frameRuntime: a function of the model runtime called in place of an
	// instruction; left out of stack traces.
	frameRuntime
)

// frameCost is how many words of Limits.Depth allow for one frame.
const frameCost = 8

// growStack makes room for a stack of n words and another frame. The
// capacities never exceed the limit, so reaching it is noticed exactly.
func (m *Machine) growStack(g *G, n int) trap {
	limit := m.limits.Depth
	if n >= limit || len(g.frames) >= limit/frameCost {
		m.print([]byte("runtime: goroutine stack exceeds 1000000000-byte limit\n"), true)
		return m.throw(g, "stack overflow")
	}
	if n >= len(g.stack) {
		s := make([]uint64, min(max(2*len(g.stack), n+1), limit))
		copy(s, g.stack)
		g.stack = s
	}
	if len(g.frames) == cap(g.frames) {
		f := make([]Frame, len(g.frames), min(max(2*cap(g.frames), 16), limit/frameCost))
		copy(f, g.frames)
		g.frames = f
	}
	return trapNone
}

// push makes a frame for a call of the function value closure with its window
// at base.
func (m *Machine) push(g *G, base int32, closure Addr, args []uint64, flags frameFlags) trap {
	if !m.valid(closure, 8) {
		return m.callRuntime(g, "panicmem")
	}
	id, _, ok := pcFunc(m.load64(closure))
	if !ok || !m.known(uint32(id)) {
		return m.callRuntime(g, "panicmem")
	}
	fn := m.code(id)
	if n := int(base) + fn.Words + fn.Out; n >= len(g.stack) || len(g.frames) == cap(g.frames) {
		if t := m.growStack(g, n); t != trapNone {
			return t
		}
	}
	w := g.stack[base : int(base)+fn.Words]
	n := copy(w, args)
	clear(w[n:])
	if fn.Closure {
		w[fn.Params] = closure
	}
	g.frames = append(g.frames, Frame{fn: fn, base: base, flags: flags}) // there is room
	return trapCall
}

// newFrameG gives a new goroutine its first frame.
func (m *Machine) newFrameG(g *G, closure Addr, args []uint64) {
	g.frames = g.frames[:0]
	m.push(g, 0, closure, args, 0)
	g.depth = int32(len(g.frames))
}

// top is the first free word above g's top frame and what it has put out for a call.
func (g *G) top() int32 {
	if len(g.frames) == 0 {
		return 0
	}
	f := &g.frames[len(g.frames)-1]
	return f.base + int32(f.fn.Words+f.fn.Out)
}

// callRuntime calls a function of the model runtime, in place of the rest of the
// present instruction.
func (m *Machine) callRuntime(g *G, name string, args ...uint64) trap {
	closure := m.prog.runtimeFunc(name)
	if closure == 0 {
		return m.unsupported(g, "runtime."+name)
	}
	m.syncStatic()
	return m.push(g, g.top(), closure, args, frameRuntime)
}

// leave returns from g's top frame where that is not plain: the last frame, one
// that a saved frame lies below, or one with flags.
func (m *Machine) leave(g *G) trap {
	n := len(g.frames) - 1
	f := &g.frames[n]
	flags := f.flags
	base := f.base
	g.frames = g.frames[:n]
	if n == 0 {
		return trapEnd
	}
	m.saveFrame(g)
	switch {
	case flags&frameDeferred != 0:
		return m.deferredReturned(g)
	case flags&frameFormat != 0:
		return m.formatted(g, g.stack[base], g.stack[base+1])
	}
	return trapNone
}

// throw ends the program with a fatal error.
func (m *Machine) throw(g *G, msg string) trap {
	m.report(Report{Kind: FatalReport, Message: "fatal error: " + msg,
		Sides: []Side{m.side(g, "fatal error")}})
	m.print([]byte("fatal error: "+msg+"\n"), true)
	return m.stopWith(stopState{kind: stopCrash, code: 2})
}

// unsupported ends the program because the machine cannot go on.
func (m *Machine) unsupported(g *G, what string) trap {
	u := &Unsupported{What: what, Path: m.stackOf(g)}
	if len(u.Path) > 0 {
		u.Pos = u.Path[0].Pos
	}
	return m.stopWith(stopState{kind: stopUnsupported, unsupported: u})
}

// side describes g as a party of a report.
func (m *Machine) side(g *G, what string) Side {
	s := Side{Slot: g.Slot, What: what, Index: g.index, Stack: m.stackOf(g)}
	if len(s.Stack) > 0 {
		s.Loc = s.Stack[0].Loc
	}
	return s
}

// hook tells the race detector about an access of the present instruction and
// reports whether g has to park in front of it.
func (m *Machine) hook(g *G, p Addr, size uint64, write bool) bool {
	if !m.races.on || size == 0 {
		return false
	}
	i := m.interp.hooks
	m.interp.hooks++
	if i < m.interp.skip {
		return false
	}
	park := false
	if write {
		park = m.raceWrite(g, p, size)
	} else {
		park = m.raceRead(g, p, size)
	}
	if park {
		g.pending.Res = i
		f := &g.frames[len(g.frames)-1]
		g.pending.Pos = f.fn.PosAt(int(f.pc) - 1)
	}
	return park
}

// A boxed describes how a value stands in memory (compile.BoxImm).
type boxed struct {
	typ    Addr
	class  compile.Class
	direct bool
	size   uint64
}

func unbox(imm int64) boxed {
	typ, class, direct, size := compile.UnboxImm(imm)
	return boxed{typ, class, direct, uint64(size)}
}

func (b boxed) words() int {
	if b.huge() {
		return 1
	}
	return int(b.size+7) / 8
}

func (b boxed) huge() bool { return compile.Huge(int64(b.size)) }

// unpack loads the value at p into words. If it is huge, nobody may write to p
// as long as the value is in use.
func (m *Machine) unpack(w []uint64, p Addr, b boxed) {
	if b.huge() {
		w[0] = p
		return
	}
	switch b.class {
	case compile.U8:
		w[0] = uint64(m.load8(p))
	case compile.S8:
		w[0] = uint64(int8(m.load8(p)))
	case compile.U16:
		w[0] = uint64(m.load16(p))
	case compile.S16:
		w[0] = uint64(int16(m.load16(p)))
	case compile.U32:
		w[0] = uint64(m.load32(p))
	case compile.S32:
		w[0] = uint64(int32(m.load32(p)))
	case compile.W64:
		w[0] = m.load64(p)
	default:
		if n := b.words(); n > 0 {
			w[n-1] = 0
			copy(unsafe.Slice((*byte)(unsafe.Pointer(&w[0])), b.size), m.bytes(p, b.size))
		}
	}
}

// pack stores the value that stands in words at p.
func (m *Machine) pack(p Addr, w []uint64, b boxed) {
	if b.size == 0 {
		return
	}
	if b.huge() {
		m.move(p, w[0], m.load64(b.typ))
		return
	}
	// A scalar's canonical word begins with its bytes.
	m.write(p, unsafe.Slice((*byte)(unsafe.Pointer(&w[0])), b.size))
}

// hostBytes is guest memory that is written without the log, since it is new.
func hostBytes(p unsafe.Pointer, n uint64) []byte { return unsafe.Slice((*byte)(p), n) }

// hookRead is hook for an intrinsic that reads memory as the guest's own instructions do.
func (m *Machine) hookRead(g *G, p Addr, n uint64) bool { return m.hook(g, p, n, false) }

// hookWrite is hookRead for one that writes.
func (m *Machine) hookWrite(g *G, p Addr, n uint64) bool { return m.hook(g, p, n, true) }
