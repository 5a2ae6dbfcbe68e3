package vm

// Deferred calls, panics, recover and Goexit, with the semantics of gc's
// runtime/panic.go.
//
// A deferred call is a record in the arena, on the list of its frame. A panic
// (or Goexit) in progress is a record in the arena too, on the goroutine's list,
// the innermost first. While the deferred calls of the frames below run, the
// frames stay: the calls get their frames on top of the stack. Only recovery
// cuts the stack.

import (
	"go/types"
	"strings"
)

// A deferred call.
const (
	deferLink  = 0
	deferArgs  = 8 // number of words of arguments
	deferFunc  = 16
	deferWords = 24 // arguments
)

// A panic.
const (
	panicLink  = 0
	panicType  = 8
	panicData  = 16
	panicText  = 24 // the formatted value
	panicLen   = 32
	panicStart = 40 // index of the frame that panicked
	panicFrame = 48 // index of the frame whose deferred call runs
	panicFlags = 56
	panicSize  = 64
)

const (
	panicRecovered = 1 << iota
	panicGoexit
	panicRepanicked
	panicFormatted
)

// record allocates a record of n words that may hold pointers.
func (m *Machine) record(g *G, n int) (Addr, trap) {
	a, ok := m.allocRaw(m.regionOf(g), uint64(8*n), m.recordType())
	if !ok {
		return 0, m.stopWith(stopState{kind: stopLimit, limit: "memory"})
	}
	return a, trapNone
}

// deferCall pushes a deferred call on frame i of g. w has the function value
// and the arguments.
func (m *Machine) deferCall(g *G, i int, w []uint64) trap {
	r, t := m.record(g, 2+len(w))
	if t != trapNone {
		return t
	}
	f := m.changeFrame(g, i)
	m.store64(r+deferLink, f.defers)
	m.store64(r+deferArgs, uint64(len(w)-1))
	for k, x := range w {
		m.store64(r+deferFunc+uint64(8*k), x)
	}
	f.defers = r
	return trapNone
}

// changeFrame returns frame i of g to be changed; if it is not the top frame
// it has to be saved.
func (m *Machine) changeFrame(g *G, i int) *Frame {
	if i < g.low {
		m.saveDeep(g, i)
	}
	return &g.frames[i]
}

// popDefer takes the innermost deferred call off frame i of g and pushes its
// frame with the window at base.
func (m *Machine) popDefer(g *G, i int, base int32, flags frameFlags) trap {
	f := m.changeFrame(g, i)
	r := f.defers
	f.defers = m.load64(r + deferLink)
	n := m.load64(r + deferArgs)
	args := make([]uint64, 0, 8)
	for k := range n {
		args = append(args, m.load64(r+deferWords+8*k))
	}
	return m.push(g, base, m.load64(r+deferFunc), args, flags)
}

// raise panics with an interface value.
func (m *Machine) raise(g *G, typ, data uint64) trap {
	if typ == 0 && m.world.godebug("panicnil", 21, "1") != "1" {
		return m.callRuntime(g, "panicnil")
	}
	return m.startPanic(g, typ, data, 0)
}

// goexit is runtime.Goexit.
func (m *Machine) goexit(g *G) trap { return m.startPanic(g, 0, 0, panicGoexit) }

func (m *Machine) startPanic(g *G, typ, data, flags uint64) trap {
	p, t := m.record(g, panicSize/8)
	if t != trapNone {
		return t
	}
	top := len(g.frames) - 1
	for k, x := range []uint64{g.panics, typ, data, 0, 0, uint64(top), uint64(top), flags} {
		m.store64(p+uint64(8*k), x)
	}
	g.panics = p
	return m.unwind(g)
}

// unwind runs the next deferred call for the innermost panic, or ends the
// goroutine or the program if there is none.
func (m *Machine) unwind(g *G) trap {
	p := g.panics
	for i := int(m.load64(p + panicFrame)); i >= 0; i-- {
		f := &g.frames[i]
		if f.defers == 0 {
			if f.flags&frameFormat != 0 {
				return m.throw(g, "panic while printing panic value")
			}
			continue
		}
		m.store64(p+panicFrame, uint64(i))
		return m.popDefer(g, i, g.top(), frameDeferred)
	}
	if m.load64(p+panicFlags)&panicGoexit != 0 {
		g.panics = 0
		g.frames = g.frames[:0]
		g.sync.exited = true
		return trapEnd
	}
	return m.fatalPanic(g)
}

// deferredReturned goes on after a deferred call that the innermost panic ran.
func (m *Machine) deferredReturned(g *G) trap {
	p := g.panics
	if m.load64(p+panicFlags)&panicRecovered == 0 {
		return m.unwind(g)
	}
	at := m.load64(p + panicFrame)
	// Panics that began above the recovering frame are over. A Goexit is not:
	// it goes on with the deferred calls.
	for p != 0 && m.load64(p+panicStart) >= at {
		if m.load64(p+panicFlags)&panicGoexit != 0 {
			g.panics = p
			m.cut(g, int(m.load64(p+panicStart)))
			m.store64(p+panicFrame, m.load64(p+panicStart))
			return m.unwind(g)
		}
		p = m.load64(p + panicLink)
	}
	g.panics = p
	m.cut(g, int(at))
	f := &g.frames[at]
	f.pc = f.fn.Recover
	return trapNone
}

// cut makes frame i the top frame.
func (m *Machine) cut(g *G, i int) {
	for len(g.frames)-1 > i {
		g.frames = g.frames[:len(g.frames)-1]
		m.saveFrame(g)
	}
}

// recovered is the builtin recover, called by the top frame. Only a
// function that the panic's loop of deferred calls has called directly, wrappers
// aside, recovers.
func (m *Machine) recovered(g *G) (typ, data uint64) {
	p := g.panics
	if p == 0 || m.load64(p+panicFlags)&(panicGoexit|panicRecovered) != 0 {
		return 0, 0
	}
	plain := 0
	for i := len(g.frames) - 1; i >= 0; i-- {
		f := &g.frames[i]
		if !f.fn.Hidden {
			if plain++; plain > 1 {
				return 0, 0
			}
		}
		if f.flags&frameDeferred != 0 {
			break
		}
		if i == 0 {
			return 0, 0
		}
	}
	if plain == 0 {
		return 0, 0 // defer recover()
	}
	m.store64(p+panicFlags, m.load64(p+panicFlags)|panicRecovered)
	return m.load64(p + panicType), m.load64(p + panicData)
}

// panicking reports whether g is unwinding because of a panic that has not been
// recovered.
func (m *Machine) panicking(g *G) bool {
	p := g.panics
	return p != 0 && m.load64(p+panicFlags)&(panicGoexit|panicRecovered) == 0
}

// fatalPanic ends the program because of the innermost panic. First the
// values of all panics in progress are formatted, in the guest.
func (m *Machine) fatalPanic(g *G) trap {
	for p := g.panics; p != 0; p = m.load64(p + panicLink) {
		flags := m.load64(p + panicFlags)
		if flags&(panicGoexit|panicFormatted) != 0 {
			continue
		}
		if link := m.load64(p + panicLink); link != 0 &&
			m.load64(link+panicType) == m.load64(p+panicType) && m.load64(link+panicData) == m.load64(p+panicData) {
			m.store64(link+panicFlags, m.load64(link+panicFlags)|panicRepanicked)
		}
		m.store64(p+panicFlags, flags|panicFormatted)
		closure := m.prog.runtimeFunc("formatPanic")
		if closure == 0 {
			continue
		}
		m.syncStatic()
		return m.push(g, g.top(), closure, []uint64{m.load64(p + panicType), m.load64(p + panicData)}, frameFormat)
	}
	var b strings.Builder
	m.printPanics(&b, g.panics)
	message := strings.TrimSuffix(b.String(), "\n")
	m.report(Report{Kind: PanicReport, Message: message, Sides: []Side{m.side(g, "panic")}})
	m.print([]byte(message+"\n"), true)
	return m.stopWith(stopState{kind: stopCrash, code: 2})
}

// formatted takes the text of the panic value that was being formatted: that
// of the outermost panic with the flag and without text.
func (m *Machine) formatted(g *G, s, n uint64) trap {
	var last Addr
	for p := g.panics; p != 0; p = m.load64(p + panicLink) {
		if m.load64(p+panicFlags)&panicFormatted != 0 {
			last = p
		}
	}
	m.store64(last+panicText, s)
	m.store64(last+panicLen, n)
	return m.fatalPanic(g)
}

// printPanics is printpanics of runtime/panic.go.
func (m *Machine) printPanics(b *strings.Builder, p Addr) {
	if p == 0 {
		return
	}
	flags := m.load64(p + panicFlags)
	if link := m.load64(p + panicLink); link != 0 {
		m.printPanics(b, link)
		linked := m.load64(link + panicFlags)
		if linked&panicRepanicked != 0 {
			return
		}
		if linked&panicGoexit == 0 {
			b.WriteByte('\t')
		}
	}
	if flags&panicGoexit != 0 {
		return
	}
	b.WriteString("panic: ")
	b.Write(m.bytes(m.load64(p+panicText), m.load64(p+panicLen)))
	switch {
	case flags&panicRecovered != 0 && flags&panicRepanicked != 0:
		b.WriteString(" [recovered, repanicked]")
	case flags&panicRecovered != 0:
		b.WriteString(" [recovered]")
	}
	b.WriteByte('\n')
}

func init() {
	register(map[string]Intrinsic{
		"runtime.Goexit": func(m *Machine, g *G, w []uint64) trap { return m.goexit(g) },
	})
}

// saveDeep saves a frame that is not the top frame, which is about to change.
func (m *Machine) saveDeep(g *G, i int) {
	m.gtrail = append(m.gtrail, savedG{g: g, what: savedFrame})
	m.saveWindow(g, i, &m.gtrail[len(m.gtrail)-1])
}

// recordType is the element type of records: any word may be a pointer.
func (m *Machine) recordType() Addr {
	if m.interp.pointerType == 0 {
		m.prog.mu.Lock()
		m.interp.pointerType = m.prog.typeAddr(types.Typ[types.UnsafePointer])
		m.prog.mu.Unlock()
		m.syncStatic()
	}
	return m.interp.pointerType
}

// byteType is the element type of memory without pointers.
func (m *Machine) byteType() Addr {
	if m.interp.byteType == 0 {
		m.prog.mu.Lock()
		m.interp.byteType = m.prog.typeAddr(types.Typ[types.Uint8])
		m.prog.mu.Unlock()
		m.syncStatic()
	}
	return m.interp.byteType
}
