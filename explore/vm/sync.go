package vm

// The operations of package sync, each executed as one. State stands in the
// memory of the guest's objects, in the layout of the real types, so a zero
// value is unlocked and a copy of a locked mutex is locked. Texts are those of
// package sync; edges those of the memory model's section "Locks" and of the
// package's documentation.

// The words of a Mutex: state int32 (1: locked), sema uint32, in which we keep
// the owner (slot plus one). The owner has no influence on what happens: Go's
// mutexes may be unlocked by anybody.
const (
	mutexState = 0
	mutexOwner = 4
	mutexSize  = 8
)

// The words of an RWMutex: a Mutex, two semaphores, two counters. The mutex is
// held by the writer that has announced itself; writerSem is 1 once it has the
// lock; readerCount counts the readers.
const (
	rwWriter  = 0
	rwHeld    = 8
	rwReaders = 16
	rwSize    = 24
	// Where the clocks of writers and of readers stand.
	rwWriterClock = 0
	rwReaderClock = 8
)

// The words of a WaitGroup: its counter is the upper half of the first.
const (
	wgCounter = 4
	wgSize    = 12
	wgFirst   = 8 // shadow of the first Add and Wait, for their race
)

func init() {
	operations[KindMutexLock] = operation{
		name: "sync.Mutex.Lock", firm: true, objects: true,
		ready: func(m *Machine, g *G) bool {
			p := m.arg(g, 0)
			return !m.valid(p, mutexSize) || m.load32(p+mutexState)&1 == 0
		},
		touch: touchPart(partMutex, Acquire),
		exec: func(m *Machine, g *G, _ int32) bool {
			if p := m.arg(g, 0); !m.badPointer(g, p, mutexSize) {
				m.lockMutex(g, p)
			}
			return false
		},
	}
	operations[KindMutexTryLock] = operation{
		name: "sync.Mutex.TryLock",
		touch: func(m *Machine, g *G, _ int32, e *Event) {
			if p := m.arg(g, 0); m.valid(p, mutexSize) {
				e.touch(object(p, partMutex), readOrWrite(m.load32(p+mutexState)&1 == 0))
			}
		},
		exec: func(m *Machine, g *G, _ int32) bool {
			p := m.arg(g, 0)
			if m.badPointer(g, p, mutexSize) {
				return false
			}
			free := m.load32(p+mutexState)&1 == 0
			if free {
				m.lockMutex(g, p)
			}
			m.setResult(g, 0, boolWord(free))
			return false
		},
	}
	operations[KindMutexUnlock] = operation{
		name: "sync.Mutex.Unlock", firm: true, touch: touchUnlock,
		exec: func(m *Machine, g *G, _ int32) bool {
			if p := m.arg(g, 0); !m.badPointer(g, p, mutexSize) {
				m.unlockMutex(g, p)
			}
			return false
		},
	}
	operations[KindWaitGroupAdd] = operation{name: "sync.WaitGroup.Add", firm: true, touch: touchAdd, exec: execAdd}
	operations[KindWaitGroupWait] = operation{
		name: "sync.WaitGroup.Wait", firm: true, objects: true,
		ready: func(m *Machine, g *G) bool {
			p := m.arg(g, 0)
			return !m.valid(p, wgSize) || m.load32(p+wgCounter) == 0
		},
		touch: touchPart(partCounter, Await),
		exec:  execWait,
	}
	registerVisible(map[string]Kind{
		"(*sync.Mutex).Lock":             KindMutexLock,
		"(*sync.Mutex).TryLock":          KindMutexTryLock,
		"(*sync.Mutex).Unlock":           KindMutexUnlock,
		"(*internal/sync.Mutex).Lock":    KindMutexLock,
		"(*internal/sync.Mutex).TryLock": KindMutexTryLock,
		"(*internal/sync.Mutex).Unlock":  KindMutexUnlock,
		"sync.addWaitGroup":              KindWaitGroupAdd,
		"(*sync.WaitGroup).Wait":         KindWaitGroupWait,
	})
}

// touchPart touches one part of the object that operand 0 points to.
func touchPart(p part, mode Mode) func(*Machine, *G, int32, *Event) {
	return func(m *Machine, g *G, _ int32, e *Event) {
		e.touch(object(m.arg(g, 0), p), mode)
	}
}

func readOrWrite(write bool) Mode {
	if write {
		return Write
	}
	return Read
}

// lockMutex: "For any sync.Mutex or sync.RWMutex variable l and n < m, call n
// of l.Unlock() is synchronized before call m of l.Lock() returns."
func (m *Machine) lockMutex(g *G, p Addr) {
	m.store32(p+mutexState, 1)
	m.store32(p+mutexOwner, uint32(g.Slot)+1)
	m.acquireAt(g, p)
	m.taken(g, p, exclusive)
}

func (m *Machine) unlockMutex(g *G, p Addr) {
	if m.load32(p+mutexState)&1 == 0 {
		m.throw(g, "sync: unlock of unlocked mutex")
		return
	}
	m.store32(p+mutexState, 0)
	m.store32(p+mutexOwner, 0)
	m.releaseAt(g, p)
	m.givenBack(g, p, exclusive)
}

// touchUnlock: an unlock by the owner gives back what it has; one by
// somebody else, or of an unlocked mutex, depends on when it happens.
func touchUnlock(m *Machine, g *G, _ int32, e *Event) {
	p := m.arg(g, 0)
	if !m.valid(p, mutexSize) {
		return
	}
	mode := Write
	if m.load32(p+mutexState)&1 != 0 && m.load32(p+mutexOwner) == uint32(g.Slot)+1 {
		mode = Release
	}
	e.Firm = mode == Release
	e.touch(object(p, partMutex), mode)
}

// touchAdd: adding and taking away commute, unless something might be taken
// away too early.
func touchAdd(m *Machine, g *G, _ int32, e *Event) {
	p := m.arg(g, 0)
	if !m.valid(p, wgSize) {
		return
	}
	delta := int32(m.arg(g, 1))
	mode := Share
	switch {
	case delta >= 0 && m.cfg.Strict:
		mode = Write // one of them is the first
	case delta >= 0:
	case m.mayGive(g, p+wgCounter, int32(m.load32(p+wgCounter)), -delta):
		mode = Unshare
	default:
		mode = Write
	}
	e.Firm = delta >= 0 || mode != Write
	e.touch(object(p, partCounter), mode)
}

// execAdd is func addWaitGroup(wg *WaitGroup, delta int) (n int), which
// returns the counter; the model panics if that is negative. "A call to Done synchronizes before the return of any Wait call
// that it unblocks."
func execAdd(m *Machine, g *G, _ int32) bool {
	p := m.arg(g, 0)
	if m.badPointer(g, p, wgSize) {
		return false
	}
	delta := int32(m.arg(g, 1))
	some := int32(m.load32(p + wgCounter))
	n := some + delta
	m.store32(p+wgCounter, uint32(n))
	if delta < 0 {
		m.giveShares(g, p+wgCounter, some, -delta)
		m.mergeAt(g, p)
	} else {
		m.takeShares(g, p+wgCounter, some, delta)
	}
	switch {
	case delta <= 0:
	case some == 0:
		m.waitGroupRace(g, p+wgFirst, false)
	default:
		m.lateAdd(g, p+wgFirst)
	}
	m.setResult(g, 0, uint64(int64(n)))
	return false
}

// execWait returns once the counter is zero. "Calls with a positive delta
// that occur when the counter is zero must happen before a Wait."
func execWait(m *Machine, g *G, _ int32) bool {
	p := m.arg(g, 0)
	if m.badPointer(g, p, wgSize) {
		return false
	}
	m.settleShares(p + wgCounter)
	m.waitGroupRace(g, p+wgFirst, true)
	m.acquireAt(g, p)
	return false
}
