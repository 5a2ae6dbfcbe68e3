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
	queueSize     = 56
)

func init() {
	operations[KindSocketReceive] = operation{
		name: "socket.receive", ready: itemReady, touch: touchItem, exec: execNothing,
	}
	operations[KindSocketSend] = operation{
		name: "socket.send", ready: roomReady, touch: touchRoom, exec: execNothing,
	}
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

// itemReady is when func awaitItem(q *queue, c *control) goes on.
func itemReady(m *Machine, g *G) bool {
	q := m.arg(g, 0)
	return m.stopped(g, 1) || m.load64(q+queueRest) > 0 ||
		m.load64(q+queueSent) != m.load64(q+queueReceived) || m.load32(q+queueClosed) != 0
}

func touchItem(m *Machine, g *G, _ int32, e *Event) {
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
	default:
		e.touch(object(q, partHead), Write)
		e.touch(numbered(q, partItem, received), Consume)
	}
}

// roomReady is when func awaitRoom(q *queue, c *control, size uint64, wait
// bool) goes on. An item that is larger than the limit goes alone.
func roomReady(m *Machine, g *G) bool {
	q, size := m.arg(g, 0), m.arg(g, 2)
	underway := m.load64(q+queueIn) - m.load64(q+queueOut)
	return m.arg(g, 3)&1 == 0 || m.stopped(g, 1) || m.load32(q+queueGone) != 0 ||
		underway == 0 || underway+size <= m.load64(q+queueLimit)
}

func touchRoom(m *Machine, g *G, _ int32, e *Event) {
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
