package vm

// sync.Once and sync.Cond, and what models of the standard library use to
// say that they touch an object of theirs. The parts that call user
// code, or other operations, are Go (model/_src/sync).

import "strings"

// The words of a Once: done, and a Mutex that is held while the function runs.
const (
	onceDone = 0
	onceBusy = 4
	onceSize = 12
)

// The words of a Cond's notifyList: the ticket of the next waiter, and the
// first ticket that has not been called.
const (
	listWait   = 0
	listNotify = 4
	listSize   = 8
)

func init() {
	operations[KindOnceEnter] = operation{
		name: "sync.Once.Do", objects: true,
		ready: func(m *Machine, g *G) bool {
			p := m.arg(g, 0)
			return !m.valid(p, onceSize) || m.load32(p+onceBusy) == 0
		},
		touch: touchOnceEnter, exec: execOnceEnter,
	}
	operations[KindOnceLeave] = operation{
		name: "sync.Once.Do", firm: true, touch: touchPart(partOnce, Release),
		exec: func(m *Machine, g *G, _ int32) bool {
			p := m.arg(g, 0)
			m.store32(p+onceDone, 1)
			m.store32(p+onceBusy, 0)
			m.releaseAt(g, p)
			return false
		},
	}
	operations[KindCondEnqueue] = operation{
		name: "sync.Cond.Wait", firm: true, touch: touchPart(partQueue, Write),
		exec: func(m *Machine, g *G, _ int32) bool {
			p := m.arg(g, 0)
			g.sync.cond, g.sync.ticket = p, m.load32(p+listWait)
			m.store32(p+listWait, g.sync.ticket+1)
			return false
		},
	}
	operations[kindCondSleep] = operation{
		name: "sync.Cond.Wait", firm: true, objects: true,
		ready: func(m *Machine, g *G) bool {
			return int32(g.sync.ticket-m.load32(m.arg(g, 0)+listNotify)) < 0
		},
		touch: func(m *Machine, g *G, _ int32, e *Event) {
			e.touch(ticketObject(m.arg(g, 0), g.sync.ticket), Consume)
		},
		exec: func(m *Machine, g *G, _ int32) bool {
			m.acquire(g, g.sync.wake)
			g.sync.wake, g.sync.cond = 0, 0
			return false
		},
	}
	operations[KindCondSignal] = operation{
		name: "sync.Cond.Signal", touch: touchNotify(1), exec: execNotify(1),
	}
	operations[KindCondBroadcast] = operation{
		name: "sync.Cond.Broadcast", touch: touchNotify(1 << 30), exec: execNotify(1 << 30),
	}
	for k, o := range map[Kind]struct {
		name string
		mode Mode
		edge func(*Machine, *G, Addr)
	}{
		KindObserve: {"read", Read, (*Machine).acquireAt},
		KindReplace: {"write", Write, (*Machine).releaseAt},
		KindModify: {"update", Write, func(m *Machine, g *G, p Addr) {
			m.acquireAt(g, p)
			m.releaseAt(g, p)
		}},
		KindAdd: {"add", Update, (*Machine).mergeAt},
	} {
		operations[k] = operation{
			name: o.name, firm: true, touch: touchPart(partWhole, o.mode),
			exec: func(m *Machine, g *G, _ int32) bool {
				if p := m.arg(g, 0); !m.badPointer(g, p, 1) {
					o.edge(m, g, p)
				}
				return false
			},
		}
	}
	registerVisible(map[string]Kind{
		"sync.enterOnce":     KindOnceEnter,
		"sync.leaveOnce":     KindOnceLeave,
		"sync.enqueueCond":   KindCondEnqueue,
		"sync.sleepCond":     kindCondSleep,
		"sync.signalCond":    KindCondSignal,
		"sync.broadcastCond": KindCondBroadcast,
	})
	// Any model may declare these: func observe(p unsafe.Pointer), ...
	for _, pkg := range []string{"sync", "sync/atomic", "internal/sync", "testing", "os", "iter", "internal/poll"} {
		registerVisible(map[string]Kind{
			pkg + ".observeObject": KindObserve,
			pkg + ".replaceObject": KindReplace,
			pkg + ".modifyObject":  KindModify,
			pkg + ".addObject":     KindAdd,
		})
		register(map[string]Intrinsic{
			pkg + ".acquireObject": edgeIntrinsic((*Machine).acquireAt),
			pkg + ".releaseObject": edgeIntrinsic((*Machine).releaseAt),
		})
	}
}

// edgeIntrinsic is a function of models that makes an edge of happens-before
// without being an operation of its own.
func edgeIntrinsic(edge func(*Machine, *G, Addr)) Intrinsic {
	return func(m *Machine, g *G, w []uint64) trap {
		if !m.transparent(g) {
			edge(m, g, w[0])
		}
		return trapNone
	}
}

// touchOnceEnter: the first Do takes the Once exclusively until its function
// has returned; later ones share it for good.
func touchOnceEnter(m *Machine, g *G, _ int32, e *Event) {
	p := m.arg(g, 0)
	if !m.valid(p, onceSize) {
		return
	}
	mode := Acquire
	if m.load32(p+onceDone) != 0 {
		mode = Share
	}
	e.touch(object(p, partOnce), mode)
}

// execOnceEnter is func enterOnce(o *Once) (first bool). "The completion of a
// single call of f() from once.Do(f) is synchronized before the return of any
// call of once.Do(f)."
func execOnceEnter(m *Machine, g *G, _ int32) bool {
	p := m.arg(g, 0)
	if m.badPointer(g, p, onceSize) {
		return false
	}
	first := m.load32(p+onceDone)&1 == 0
	if first {
		m.store32(p+onceBusy, 1)
	} else {
		m.acquireAt(g, p)
	}
	m.setResult(g, 0, boolWord(first))
	return false
}

func ticketObject(list Addr, ticket uint32) uint64 {
	return numbered(list, partTicket, uint64(ticket))
}

// called are the tickets that waking up to n waiters calls.
func (m *Machine) called(list Addr, n uint32) (from, to uint32) {
	from = m.load32(list + listNotify)
	return from, from + min(m.load32(list+listWait)-from, n)
}

// touchNotify: calling waiters is ordered with entering the queue, since the
// one that has waited longest is called; without waiters it only looks.
func touchNotify(n uint32) func(*Machine, *G, int32, *Event) {
	return func(m *Machine, g *G, _ int32, e *Event) {
		p := m.arg(g, 0)
		from, to := m.called(p, n)
		e.touch(object(p, partQueue), readOrWrite(from != to))
		for t := from; t != to && !e.Wide; t++ {
			e.touch(ticketObject(p, t), Produce)
		}
	}
}

// execNotify: "a call to Broadcast or Signal synchronizes before any Wait
// call that it unblocks."
func execNotify(n uint32) func(*Machine, *G, int32) bool {
	return func(m *Machine, g *G, _ int32) bool {
		p := m.arg(g, 0)
		from, to := m.called(p, n)
		if from == to {
			return false
		}
		m.store32(p+listNotify, to)
		clock := m.publish(g)
		for _, s := range m.with(m.awakeGoroutines(), p) {
			h := m.gs[s]
			if h.sync.cond == p && h.sync.ticket-from < to-from {
				m.touch(h)
				h.sync.wake = clock
			}
		}
		return false
	}
}

// misuses are the texts, after "panic: " or "fatal error: ", by which Go says
// that a channel or something of package sync was not used as it has to be.
var misuses = []string{
	"send on closed channel", "close of closed channel", "close of nil channel",
	"sync: ", "sync/atomic: ", "go of nil func value",
}

// isMisuse reports whether the first line of an uncaught panic or a fatal
// error is one of those.
func isMisuse(message string) bool {
	line, _, _ := strings.Cut(message, "\n")
	line = strings.TrimPrefix(strings.TrimPrefix(line, "panic: "), "fatal error: ")
	for _, text := range misuses {
		if strings.HasPrefix(line, text) {
			return true
		}
	}
	return false
}
