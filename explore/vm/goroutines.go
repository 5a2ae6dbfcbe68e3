package vm

// What a program can ask about all its goroutines: runtime.Stack, profiles. It
// asks behind an operation that depends on all others (KindWorld), so that what
// it sees is the same however independent steps are ordered.

func init() {
	register(map[string]Intrinsic{
		"runtime.goroutines": guestGoroutines,
		"runtime.goroutine":  guestGoroutine,
		"runtime.callersOf":  guestCallersOf,
		"runtime.goid":       guestGoid,
		"testing.goid":       guestGoid,
		"runtime.setLabels": func(m *Machine, g *G, w []uint64) trap {
			m.touch(g)
			g.labels = w[0]
			return trapNone
		},
		"runtime.labelsOf": func(m *Machine, _ *G, w []uint64) trap {
			g := m.goroutineAt(w[0])
			if w[0] = 0; g != nil {
				w[0] = g.labels
			}
			return trapNone
		},
	})
}

// goroutineAt is the live goroutine that handle, its slot, stands for, or nil.
func (m *Machine) goroutineAt(handle uint64) *G {
	if handle >= uint64(len(m.gs)) {
		return nil
	}
	return m.gs[handle]
}

// In a test, gc has a goroutine that the machine has not: the main one, which
// waits until the test is over.

// hasTester reports whether there ought to be such a goroutine, and tester is
// its handle.
func (m *Machine) hasTester() bool { return !m.sched.mainEnds }

const tester = 1<<64 - 1

// goid is the number of a goroutine as gc would give it: 1 for the main one,
// small ones in order for those that the program's first one starts. Those of the others are
// hashes of their names, so that they do not depend on the order of
// independent steps.
func (m *Machine) goid(s Slot) uint64 {
	const (
		test   = 7
		first  = 18
		direct = 1 << 20
	)
	if s == mainSlot {
		if m.hasTester() {
			return test
		}
		return 1
	}
	e := &m.names.entries[s]
	if e.parent == mainSlot && e.tag == 0 && e.n < direct {
		return first + uint64(e.n)
	}
	var d digest
	for ; s >= 0; s = m.names.entries[s].parent {
		e := &m.names.entries[s]
		d.add(uint64(e.tag)<<32 | uint64(uint32(e.n)))
	}
	return first + direct + d.a>>24
}

func guestGoid(m *Machine, g *G, w []uint64) trap {
	w[0] = m.goid(g.Slot)
	return trapNone
}

// guestGoroutines is func goroutines(handles []int) int: it fills in the
// handles of those that live, the calling one first, and returns how many
// there are.
func guestGoroutines(m *Machine, g *G, w []uint64) trap {
	p, n := w[0], w[1]
	if n > 0 && !m.valid(p, n*8) {
		return m.callRuntime(g, "panicmem")
	}
	at := uint64(0)
	put := func(handle uint64) {
		if at < n {
			m.store64(p+8*at, handle)
		}
		at++
	}
	put(uint64(g.Slot))
	for _, s := range m.liveGoroutines() {
		if s != g.Slot {
			put(uint64(s))
		}
	}
	if m.hasTester() {
		put(tester)
	}
	w[0] = at
	return trapNone
}

// guestGoroutine is func goroutine(handle int) (id int, state string, creator uintptr,
// parent int).
func guestGoroutine(m *Machine, _ *G, w []uint64) trap {
	h := m.goroutineAt(w[0])
	clear(w[:5])
	if h == nil {
		w[0] = 1 // the tester
		m.constString(w[1:], "chan receive")
		return trapNone
	}
	w[0] = m.goid(h.Slot)
	m.constString(w[1:], m.stateOf(h))
	if w[3] = h.creator; h.creator != 0 {
		w[4] = m.goid(h.Parent)
	}
	return trapNone
}

// guestCallersOf is func callersOf(handle int, pcs []uintptr) int.
func guestCallersOf(m *Machine, g *G, w []uint64) trap {
	h, p, n := m.goroutineAt(w[0]), w[1], w[2]
	w[0] = 0
	if n == 0 || h == nil {
		return trapNone
	}
	if !m.valid(p, n*8) {
		return m.callRuntime(g, "panicmem")
	}
	pcs := m.callStack(h, 0, int(min(n, 1<<20)))
	for i, pc := range pcs {
		m.store64(p+uint64(8*i), pc)
	}
	w[0] = uint64(len(pcs))
	return trapNone
}

// waitStates says how gc calls the state of a goroutine that waits in an
// operation.
var waitStates = map[Kind]string{
	KindSleep:         "sleep",
	KindMutexLock:     "sync.Mutex.Lock",
	KindOnceEnter:     "sync.Mutex.Lock",
	KindRWLock:        "sync.Mutex.Lock", // for another writer; then for the readers:
	kindRWAcquire:     "sync.RWMutex.Lock",
	KindRWRLock:       "sync.RWMutex.RLock",
	KindWaitGroupWait: "sync.WaitGroup.Wait",
	kindCondSleep:     "sync.Cond.Wait",
	KindSocketReceive: "IO wait",
	KindSocketSend:    "IO wait",
	KindBubbleWait:    "synctest.Wait",
	KindBubbleEnd:     "synctest.Run",
}

// stateOf is the state of a goroutine in the words of gc.
func (m *Machine) stateOf(g *G) string {
	if g.status == Running {
		return "running"
	}
	if g.pending.Kind != KindSleep && len(m.choicesOf(g, nil)) > 0 {
		return "runnable"
	}
	if s := waitStates[g.pending.Kind]; s != "" {
		return s
	}
	var c choosing
	if !m.choosingOf(g, &c) {
		return "runnable"
	}
	state := "select"
	switch g.pending.Kind {
	case KindSend, KindReflectSend:
		state = "chan send"
	case KindRecv, KindReflectRecv:
		state = "chan receive"
	}
	switch {
	case c.n == 0:
		state += " (no cases)"
	case state != "select" && c.ch == 0:
		state += " (nil chan)"
	}
	return state
}

// creatorOf is where g is in the code of the program: what it starts now is
// created there.
func (g *G) creatorOf() uint64 {
	for i := len(g.frames) - 1; i >= 0; i-- {
		if f := &g.frames[i]; !hiddenFrame(f) {
			return f.returnPC()
		}
	}
	return 0
}
