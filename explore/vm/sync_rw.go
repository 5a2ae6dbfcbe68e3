package vm

// sync.RWMutex, with its preference for writers: a writer first announces
// itself, which closes the gate to new readers, then waits until the readers
// that are in have left. A reader that asks again while a writer waits is
// stuck, as in Go.

// Writers.
func init() {
	operations[KindRWLock] = operation{
		name: "sync.RWMutex.Lock", firm: true, objects: true,
		ready: func(m *Machine, g *G) bool {
			p := m.arg(g, 0)
			return !m.valid(p, rwSize) || m.load32(p+rwWriter) == 0
		},
		touch: touchPart(partGate, Acquire),
		exec: func(m *Machine, g *G, _ int32) bool {
			p := m.arg(g, 0)
			if m.badPointer(g, p, rwSize) {
				return false
			}
			m.store32(p+rwWriter, 1)
			m.store32(p+rwWriter+mutexOwner, uint32(g.Slot)+1)
			g.pending.Kind = kindRWAcquire
			return true
		},
	}
	operations[kindRWAcquire] = operation{
		name: "sync.RWMutex.Lock", firm: true, objects: true,
		ready: func(m *Machine, g *G) bool {
			return m.load32(m.arg(g, 0)+rwReaders) == 0
		},
		touch: touchPart(partReaders, Acquire),
		exec: func(m *Machine, g *G, _ int32) bool {
			m.holdRW(g, m.arg(g, 0))
			return false
		},
	}
	operations[KindRWTryLock] = operation{
		name: "sync.RWMutex.TryLock",
		touch: func(m *Machine, g *G, _ int32, e *Event) {
			if p := m.arg(g, 0); m.valid(p, rwSize) {
				mode := readOrWrite(m.load32(p+rwWriter) == 0 && m.load32(p+rwReaders) == 0)
				e.touch(object(p, partGate), mode)
				e.touch(object(p, partReaders), mode)
			}
		},
		exec: func(m *Machine, g *G, _ int32) bool {
			p := m.arg(g, 0)
			if m.badPointer(g, p, rwSize) {
				return false
			}
			free := m.load32(p+rwWriter) == 0 && m.load32(p+rwReaders) == 0
			if free {
				m.store32(p+rwWriter, 1)
				m.store32(p+rwWriter+mutexOwner, uint32(g.Slot)+1)
				m.holdRW(g, p)
			}
			m.setResult(g, 0, boolWord(free))
			return false
		},
	}
	operations[KindRWUnlock] = operation{name: "sync.RWMutex.Unlock", firm: true, touch: touchRWUnlock, exec: execRWUnlock}
}

// Readers.
func init() {
	operations[KindRWRLock] = operation{
		name: "sync.RWMutex.RLock", objects: true,
		ready: func(m *Machine, g *G) bool {
			p := m.arg(g, 0)
			return !m.valid(p, rwSize) || m.load32(p+rwWriter) == 0
		},
		touch: func(m *Machine, g *G, _ int32, e *Event) {
			e.touch(object(m.arg(g, 0), partGate), Share)
			e.touch(object(m.arg(g, 0), partReaders), Share)
		},
		exec: func(m *Machine, g *G, _ int32) bool {
			if p := m.arg(g, 0); !m.badPointer(g, p, rwSize) {
				m.enterRW(g, p)
			}
			return false
		},
	}
	operations[KindRWTryRLock] = operation{
		name: "sync.RWMutex.TryRLock",
		touch: func(m *Machine, g *G, _ int32, e *Event) {
			if p := m.arg(g, 0); m.valid(p, rwSize) {
				e.touch(object(p, partGate), Read)
				if m.load32(p+rwWriter) == 0 {
					e.touch(object(p, partReaders), Share)
				}
			}
		},
		exec: func(m *Machine, g *G, _ int32) bool {
			p := m.arg(g, 0)
			if m.badPointer(g, p, rwSize) {
				return false
			}
			open := m.load32(p+rwWriter) == 0
			if open {
				m.enterRW(g, p)
			}
			m.setResult(g, 0, boolWord(open))
			return false
		},
	}
	operations[KindRWRUnlock] = operation{name: "sync.RWMutex.RUnlock", firm: true, touch: touchRUnlock, exec: execRUnlock}
	registerVisible(map[string]Kind{
		"(*sync.RWMutex).Lock":     KindRWLock,
		"(*sync.RWMutex).TryLock":  KindRWTryLock,
		"(*sync.RWMutex).Unlock":   KindRWUnlock,
		"(*sync.RWMutex).RLock":    KindRWRLock,
		"(*sync.RWMutex).TryRLock": KindRWTryRLock,
		"(*sync.RWMutex).RUnlock":  KindRWRUnlock,
	})
}

// holdRW gives the lock to the writer that has announced itself. It is
// ordered behind the last writer and all readers since.
func (m *Machine) holdRW(g *G, p Addr) {
	m.store32(p+rwHeld, 1)
	m.settleShares(p + rwReaders)
	m.acquireAt(g, p+rwWriterClock)
	m.acquireAt(g, p+rwReaderClock)
	m.taken(g, p, exclusive)
}

// enterRW lets a reader in: "For any call to l.RLock [...] there is an n such
// that the nth call to l.Unlock is synchronized before the return from
// l.RLock, and the matching call to l.RUnlock is synchronized before the
// return from call n+1 to l.Lock."
func (m *Machine) enterRW(g *G, p Addr) {
	some := m.load32(p + rwReaders)
	m.takeShares(g, p+rwReaders, int32(some), 1)
	m.store32(p+rwReaders, some+1)
	m.acquireAt(g, p+rwWriterClock)
	m.taken(g, p, 0)
}

func touchRWUnlock(m *Machine, g *G, _ int32, e *Event) {
	p := m.arg(g, 0)
	if !m.valid(p, rwSize) {
		return
	}
	mode := Write
	if m.load32(p+rwHeld) != 0 && m.load32(p+rwWriter+mutexOwner) == uint32(g.Slot)+1 {
		mode = Release
	}
	e.Firm = mode == Release
	e.touch(object(p, partGate), mode)
	e.touch(object(p, partReaders), mode)
}

func execRWUnlock(m *Machine, g *G, _ int32) bool {
	p := m.arg(g, 0)
	switch {
	case m.badPointer(g, p, rwSize):
	case m.load32(p+rwHeld) == 0:
		m.throw(g, "sync: Unlock of unlocked RWMutex")
	default:
		m.store32(p+rwHeld, 0)
		m.store32(p+rwWriter, 0)
		m.store32(p+rwWriter+mutexOwner, 0)
		m.releaseAt(g, p+rwWriterClock)
		// Readers up to here are ordered before this writer already.
		m.races.setSyncClock(p+rwReaderClock, 0)
		m.givenBack(g, p, exclusive)
	}
	return false
}

func touchRUnlock(m *Machine, g *G, _ int32, e *Event) {
	p := m.arg(g, 0)
	if !m.valid(p, rwSize) {
		return
	}
	mode := Unshare
	if !m.mayGive(g, p+rwReaders, int32(m.load32(p+rwReaders)), 1) {
		mode = Write
	}
	e.Firm = mode != Write
	e.touch(object(p, partReaders), mode)
}

func execRUnlock(m *Machine, g *G, _ int32) bool {
	p := m.arg(g, 0)
	switch {
	case m.badPointer(g, p, rwSize):
	case m.load32(p+rwReaders) == 0:
		m.giveShares(g, p+rwReaders, 0, 1)
		m.throw(g, "sync: RUnlock of unlocked RWMutex")
	default:
		m.giveShares(g, p+rwReaders, int32(m.load32(p+rwReaders)), 1)
		m.store32(p+rwReaders, m.load32(p+rwReaders)-1)
		m.mergeAt(g, p+rwReaderClock)
		m.givenBack(g, p, 0)
	}
	return false
}
