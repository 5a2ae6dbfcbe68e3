package vm

// Coroutines, the means of iter.Pull (runtime/coro.go). A coroutine runs on the
// goroutine that resumes it: its frames stand on top of the resumer's, and
// suspending it moves them into an object of the arena. There is no
// scheduling point in a switch, and a coroutine that is never resumed again is
// nothing but that object.
//
// Frames can be moved: nothing points to them, and deferred calls find theirs
// by its token. What does hold indexes of frames is a panic in progress (a
// sequence may yield in a deferred call); it moves with the frames.

import (
	"unsafe"
)

// The words of a coroutine.
const (
	coroFunc   = 0  // its function
	coroSaved  = 8  // its frames while it is suspended
	coroState  = 16 // see below
	coroBottom = 24 // index of its first frame while it runs
	coroPanics = 32 // its panics in progress while it is suspended
	coroWords  = 5
)

// States of a coroutine.
const (
	coroFresh = iota
	coroRunning
	coroSuspended
)

// Saved frames: their number, the number of their words, a coroFrame for
// each, their words.
const savedHeader = 2

// A coroFrame is a frame moved off a stack.
type coroFrame struct {
	fn, pc, base uint64 // base is relative to that of the first frame
	defers       Addr
	flags        uint64
	token        uint64
}

const coroFrameWords = int(unsafe.Sizeof(coroFrame{}) / 8)

func init() {
	register(map[string]Intrinsic{
		// newcoro(f func(*coro)) *coro
		"iter.newcoro": func(m *Machine, g *G, w []uint64) trap {
			c, t := m.record(g, coroWords)
			if t == trapNone {
				m.store64(c+coroFunc, w[0])
				m.coros++
				w[0] = c
			}
			return t
		},
		// coroswitch(c *coro)
		"iter.coroswitch": func(m *Machine, g *G, w []uint64) trap {
			c := w[0]
			switch m.load64(c + coroState) {
			case coroFresh:
				m.store64(c+coroState, coroRunning)
				m.store64(c+coroBottom, uint64(len(g.frames)))
				return m.callRuntime(g, "corostart", m.load64(c+coroFunc), c)
			case coroRunning:
				return m.suspend(g, c)
			}
			return m.resume(g, c)
		},
		"runtime.coroend": func(m *Machine, g *G, w []uint64) trap {
			m.coros--
			return trapNone
		},
	})
}

// suspend moves the frames of the coroutine off g's stack; g goes on where it
// last resumed it.
func (m *Machine) suspend(g *G, c Addr) trap {
	bottom := int(m.load64(c + coroBottom))
	if bottom >= len(g.frames) {
		return m.throw(g, "coroswitch on wrong thread")
	}
	frames := g.frames[bottom:]
	start, top := frames[0].base, &frames[len(frames)-1]
	words := g.stack[start : top.base+int32(top.fn.Words)]
	saved, t := m.record(g, savedHeader+len(frames)*coroFrameWords+len(words))
	if t != trapNone {
		return t
	}
	m.store64(saved, uint64(len(frames)))
	m.store64(saved+8, uint64(len(words)))
	at := saved + savedHeader*8
	for _, f := range frames {
		s := coroFrame{uint64(f.fn.ID), uint64(f.pc), uint64(f.base - start), f.defers, uint64(f.flags), uint64(f.token)}
		for _, w := range (*[coroFrameWords]uint64)(unsafe.Pointer(&s)) {
			m.store64(at, w)
			at += 8
		}
	}
	for _, w := range words {
		m.store64(at, w)
		at += 8
	}
	m.cut(g, bottom-1)
	m.store64(c+coroPanics, m.takePanics(g, uint64(bottom)))
	m.store64(c+coroSaved, saved)
	m.store64(c+coroState, coroSuspended)
	return trapCall
}

// resume puts the frames of the coroutine on top of g's stack.
func (m *Machine) resume(g *G, c Addr) trap {
	saved := m.load64(c + coroSaved)
	n, words := int(m.load64(saved)), m.load64(saved+8)
	start := m.interp.window
	at := saved + savedHeader*8
	bottom := len(g.frames)
	for range n {
		var s coroFrame
		for i := range (*[coroFrameWords]uint64)(unsafe.Pointer(&s)) {
			(*[coroFrameWords]uint64)(unsafe.Pointer(&s))[i] = m.load64(at)
			at += 8
		}
		fn := m.code(int32(s.fn))
		base := start + int32(s.base)
		if t := m.growStack(g, int(base)+fn.Words+fn.Out); t != trapNone {
			return t
		}
		g.frames = append(g.frames, Frame{
			fn: fn, pc: int32(s.pc), base: base,
			defers: s.defers, flags: frameFlags(s.flags), token: uint32(s.token),
		})
	}
	for i := range words {
		g.stack[uint64(start)+i] = m.load64(at + 8*i)
	}
	m.putPanics(g, uint64(bottom), m.load64(c+coroPanics))
	m.store64(c+coroBottom, uint64(bottom))
	m.store64(c+coroState, coroRunning)
	m.store64(c+coroSaved, 0)
	return trapCall
}

// takePanics takes the panics of frames from index bottom on off g's list and
// makes their indexes relative to bottom.
func (m *Machine) takePanics(g *G, bottom uint64) (first Addr) {
	var last Addr
	for p := g.panics; p != 0 && m.load64(p+panicStart) >= bottom; p = m.load64(p + panicLink) {
		m.store64(p+panicStart, m.load64(p+panicStart)-bottom)
		m.store64(p+panicFrame, m.load64(p+panicFrame)-bottom)
		last = p
	}
	if last == 0 {
		return 0
	}
	first, g.panics = g.panics, m.load64(last+panicLink)
	m.store64(last+panicLink, 0)
	return first
}

// putPanics is the inverse of takePanics.
func (m *Machine) putPanics(g *G, bottom uint64, first Addr) {
	last := first
	for p := first; p != 0; p = m.load64(p + panicLink) {
		m.store64(p+panicStart, m.load64(p+panicStart)+bottom)
		m.store64(p+panicFrame, m.load64(p+panicFrame)+bottom)
		last = p
	}
	if first != 0 {
		m.store64(last+panicLink, g.panics)
		g.panics = first
	}
}
