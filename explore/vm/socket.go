package vm

// What the operations on simulated sockets touch and wait for. The rest of a
// socket is Go (model/_src/internal/poll): one of the functions here is the
// first thing that each operation does, and what follows up to its next
// visible operation belongs to the same step.
//
// A queue carries what is on its way to a socket: segments of a stream, packets,
// or connections to be accepted. Its items are numbered for life. As with
// channels, those who send are ordered among themselves by the tail, those
// who receive by the head, and the k-th receive needs the k-th item; otherwise
// the two ends are independent. A sender depends on the receivers only when
// more has ever been sent than may be on its way at once.
//
// A control tells one direction of a socket to stop waiting, because it was
// closed or its deadline has passed.
//
// Faults of the network are alternatives of sending and receiving. There are
// none unless Config.Faults allows some, and each execution has so many at
// most; whoever takes one touches what is left of them.

// The layout of a queue, see model/_src/internal/poll/queue.go.
const (
	queueSent     = 0  // items ever sent
	queueReceived = 8  // items of which receiving has begun
	queueIn       = 16 // bytes ever sent
	queueOut      = 24 // bytes ever received
	queueLimit    = 32 // bytes that may be on their way
	queueRest     = 40 // bytes of the item last received that are left
	queueClosed   = 48 // 1: nothing more is sent
	queueGone     = 52 // 1: nobody receives any more
	queueFaults   = 56 // what can go wrong: a bit for each fault

	controlState = 0
	controlArmed = 4 // 1: there is a deadline that has not passed
)

// The alternatives of an operation on a socket that may go wrong: how it does,
// or that it does not.
const (
	faultPartial = 1 + iota // receives one byte
	faultMerged             // receives all that has arrived
	faultReset              // the connection breaks
	faultLate               // the deadline passes
	faultLost               // the packet does not arrive
	faultNone
)

var faultNames = [...]string{
	faultPartial: "one byte", faultMerged: "all that has arrived",
	faultReset: "the connection breaks", faultLate: "the deadline passes", faultLost: "the packet is lost",
}

// IsFault reports whether c, one of the enabled choices, is a fault of the
// network.
func (m *Machine) IsFault(c Choice) bool {
	if c.Alt == 0 || c.Alt >= faultNone || m.timer(c.Slot) != 0 || m.gs[c.Slot] == nil {
		return false
	}
	k := m.gs[c.Slot].pending.Kind
	return k == KindSocketReceive || k == KindSocketSend
}

// FaultName tells a fault in a few words; "" if c is none.
func (m *Machine) FaultName(c Choice) string {
	if !m.IsFault(c) {
		return ""
	}
	return faultNames[c.Alt]
}

// faultsNow appends the faults that g's operation may have now. Receiving
// less or more than one item needs something to receive.
func (m *Machine) faultsNow(g *G, buf []int32) []int32 {
	if m.sched.faults >= m.cfg.Faults || m.stopped(g, 1) {
		return buf
	}
	receives := g.pending.Kind == KindSocketReceive
	possible := m.load64(m.arg(g, 0) + queueFaults)
	for f := int32(faultPartial); f <= faultLost; f++ {
		ok := possible>>f&1 != 0
		switch f {
		case faultPartial, faultMerged:
			ok = ok && receives && itemThere(m, g)
		case faultLate:
			ok = m.load32(m.arg(g, 1)+controlArmed) != 0
		case faultLost:
			ok = ok && !receives
		}
		if ok {
			buf = append(buf, f)
		}
	}
	return buf
}

// faultless is the alternative that g's operation does not go wrong. It must
// not depend on how many faults are left.
func (m *Machine) faultless(g *G) int32 {
	if m.cfg.Faults == 0 || m.load64(m.arg(g, 0)+queueFaults) == 0 {
		return 0
	}
	return faultNone
}

// socketOperation is an operation with faults.
func socketOperation(name string, ready func(*Machine, *G) bool, touch func(*Machine, *G, *Event)) operation {
	return operation{
		name: name,
		ways: func(m *Machine, g *G, buf []Choice) []Choice {
			var list [faultNone]int32
			for _, f := range m.faultsNow(g, list[:0]) {
				buf = append(buf, Choice{g.Slot, f})
			}
			if ready(m, g) {
				buf = append(buf, Choice{g.Slot, m.faultless(g)})
			}
			return buf
		},
		future: func(m *Machine, g *G, buf []Event) []Event {
			var list [faultNone]int32
			for _, f := range m.faultsNow(g, list[:0]) {
				buf = m.appendEvent(buf, g, f)
			}
			return m.appendEvent(buf, g, m.faultless(g))
		},
		touch: func(m *Machine, g *G, alt int32, e *Event) {
			switch alt {
			case faultReset, faultLate, faultLost:
				e.touch(object(m.arg(g, 1), partWhole), Read)
			case faultMerged:
				e.touch(object(m.arg(g, 0), partTail), Read)
				fallthrough
			default:
				touch(m, g, e)
			}
			if alt != 0 && alt != faultNone {
				e.touch(object(0, partFault), Write)
			}
		},
		exec: func(m *Machine, g *G, alt int32) bool {
			if alt == faultNone {
				alt = 0
			} else if alt != 0 {
				m.sched.faults++
			}
			m.setResult(g, 0, uint64(alt))
			return false
		},
	}
}

func init() {
	operations[KindSocketReceive] = socketOperation("socket.receive", itemReady, touchItem)
	operations[KindSocketSend] = socketOperation("socket.send", roomReady, touchRoom)
	operations[KindSocketClose] = operation{
		name: "socket.close", touch: touchHangUp, exec: execNothing,
	}
	registerVisible(map[string]Kind{
		"internal/poll.awaitItem": KindSocketReceive,
		"internal/poll.awaitRoom": KindSocketSend,
		"internal/poll.hangUp":    KindSocketClose,
	})
}

// stopped reports whether the control in argument i says so.
func (m *Machine) stopped(g *G, i int32) bool { return m.load32(m.arg(g, i)) != 0 }

// itemReady is when func awaitItem(q *queue, c *control, wait bool) (fault int)
// goes on.
func itemReady(m *Machine, g *G) bool { return m.arg(g, 2)&1 == 0 || itemThere(m, g) }

// itemThere reports whether there is something to receive, or nothing to wait for.
func itemThere(m *Machine, g *G) bool {
	q := m.arg(g, 0)
	return m.stopped(g, 1) || m.load64(q+queueRest) > 0 ||
		m.load64(q+queueSent) != m.load64(q+queueReceived) || m.load32(q+queueClosed) != 0
}

func touchItem(m *Machine, g *G, e *Event) {
	q, c := m.arg(g, 0), m.arg(g, 1)
	e.touch(object(c, partWhole), Read)
	received := m.load64(q + queueReceived)
	switch {
	case m.stopped(g, 1):
	case m.load64(q+queueRest) > 0:
		e.touch(object(q, partHead), Write)
	case m.load32(q+queueClosed) != 0 && m.load64(q+queueSent) == received:
		e.touch(object(q, partHead), Read)
		e.touch(object(q, partClosed), Consume)
	case m.arg(g, 2)&1 == 0 && m.load64(q+queueSent) == received:
		// Nothing yet, and it does not wait.
		e.touch(object(q, partHead), Read)
		e.touch(object(q, partTail), Read)
		e.touch(object(q, partClosed), Read)
	default:
		e.touch(object(q, partHead), Write)
		e.touch(numbered(q, partItem, received), Consume)
	}
}

// roomReady is when func awaitRoom(q *queue, c *control, size uint64, wait
// bool) (fault int) goes on. An item that is larger than the limit goes alone.
func roomReady(m *Machine, g *G) bool {
	q, size := m.arg(g, 0), m.arg(g, 2)
	underway := m.load64(q+queueIn) - m.load64(q+queueOut)
	return m.arg(g, 3)&1 == 0 || m.stopped(g, 1) || m.load32(q+queueGone) != 0 ||
		underway == 0 || underway+size <= m.load64(q+queueLimit)
}

func touchRoom(m *Machine, g *G, e *Event) {
	q, c, size := m.arg(g, 0), m.arg(g, 1), m.arg(g, 2)
	e.touch(object(c, partWhole), Read)
	if m.stopped(g, 1) {
		return
	}
	e.touch(object(q, partGate), Read)
	e.touch(object(q, partTail), Write)
	if m.load32(q+queueGone) != 0 {
		return
	}
	e.touch(numbered(q, partItem, m.load64(q+queueSent)), Produce)
	if m.load64(q+queueIn)+size > m.load64(q+queueLimit) {
		e.touch(object(q, partHead), Read)
	}
}

// touchHangUp is for func hangUp(in, out *queue, r, w *control), each of which
// may be nil: the owner of in receives no more and, since it matters to the
// sender whether something was lost, looks at its tail; to out nothing more
// is sent.
func touchHangUp(m *Machine, g *G, _ int32, e *Event) {
	in, out := m.arg(g, 0), m.arg(g, 1)
	for i := int32(2); i < 4; i++ {
		if c := m.arg(g, i); c != 0 {
			e.touch(object(c, partWhole), Write)
		}
	}
	if out != 0 {
		mode := Produce
		if m.load32(out+queueClosed) != 0 {
			mode = Consume
		}
		e.touch(object(out, partClosed), mode)
	}
	if in != 0 {
		e.touch(object(in, partGate), Write)
		e.touch(object(in, partTail), Read)
	}
}
