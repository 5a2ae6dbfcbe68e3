// What is on its way to a socket.

//mazurka:replace
package poll

import (
	"syscall"
	"unsafe"
)

// A queue carries items to a socket: segments of a stream, packets, or
// connections to be accepted. The machine knows the layout of what stands
// before head (explore/vm/socket.go).
//
// Senders use tail, receivers head, so that the two ends are independent.
type queue struct {
	sent     uint64 // items ever sent
	received uint64 // items of which receiving has begun
	in       uint64 // bytes ever sent
	out      uint64 // bytes ever received
	limit    uint64 // bytes that may be on their way
	rest     uint64 // bytes of the item at head that are left
	closed   uint32 // 1: nothing more is sent,
	gone     uint32 // 1: nobody receives any more
	faults   uint64 // what can go wrong: a bit for each of the faults

	head *item // the one last received
	tail *item // the one last sent
	// reset: what ends the stream is a reset.
	reset bool
	// shut: the sender has ended it himself; warned: he has sent something
	// although nobody receives any more.
	shut, warned bool
}

// An item is immutable once it is sent, but for next, the sender's.
type item struct {
	next *item
	data []byte
	from address
	conn *Socket
	lost bool // a packet of the receiver that has found nobody
}

// A control makes operations on one direction of a socket stop waiting.
type control struct {
	state uint32
	armed uint32 // 1: there is a deadline that has not passed
}

const (
	stopClosed     = 1 << iota // the socket is closed
	stopExpired                // the deadline has passed
	stopUnanswered             // nobody has answered for too long
)

// awaitItem waits until there is something to receive, or nothing to wait for,
// unless it is not to wait. It says what goes wrong, 0 if nothing does.
func awaitItem(q *queue, c *control, wait bool) (fault int)

// awaitRoom waits until size bytes more may be on their way, unless it is not
// to wait, or there is nothing to wait for.
func awaitRoom(q *queue, c *control, size uint64, wait bool) (fault int)

const (
	faultPartial = 1 + iota // receive one byte
	faultMerged             // receive all that has arrived
	faultReset              // the connection breaks
	faultLate               // the deadline passes
	faultLost               // the packet is lost
)

const (
	streamFaults = 1<<faultPartial | 1<<faultMerged | 1<<faultReset | 1<<faultLate
	packetFaults = 1<<faultLate | 1<<faultLost
	acceptFaults = 1 << faultLate
)

// hangUp ends the directions whose queues and controls are not nil.
func hangUp(in, out *queue, r, w *control)

func observeObject(p unsafe.Pointer)
func modifyObject(p unsafe.Pointer)

// acquireObject and releaseObject make the edge from sending an item, or
// the end, to receiving it.
func acquireObject(p unsafe.Pointer)
func releaseObject(p unsafe.Pointer)

// itemOverhead is what an item counts beside its data, so that small ones are
// not without number.
const itemOverhead = 64

func newQueue(limit, faults uint64) *queue {
	first := &item{}
	return &queue{limit: limit, faults: faults, head: first, tail: first}
}

func (i *item) size() uint64 { return uint64(len(i.data)) + itemOverhead }

// fits reports whether an item would be within the limit.
func (q *queue) fits(i *item) bool { return q.in-q.out+i.size() <= q.limit }

// put appends an item.
func (q *queue) put(i *item) {
	releaseObject(unsafe.Pointer(i))
	q.sent++
	q.in += i.size()
	q.tail.next = i
	q.tail = i
}

// take makes the next item the head; there is one.
func (q *queue) take() *item {
	i := q.head.next
	q.head = i
	q.received++
	q.out += i.size()
	acquireObject(unsafe.Pointer(i))
	return i
}

// empty reports whether nothing is on its way.
func (q *queue) empty() bool { return q.sent == q.received && q.rest == 0 }

// end ends what is sent.
func (q *queue) end(reset bool) {
	if q.closed != 0 {
		return
	}
	releaseObject(unsafe.Pointer(q))
	q.closed, q.reset = 1, reset
}

// ended is the error of receiving from a queue that has nothing more.
func (q *queue) ended() error {
	acquireObject(unsafe.Pointer(q))
	if q.reset {
		return syscall.ECONNRESET
	}
	return nil
}

// receive takes up to n bytes of a stream. At the end there are none.
func (q *queue) receive(n int) (data []byte, err error) {
	if q.rest == 0 && q.sent == q.received {
		return nil, q.ended()
	}
	if q.rest == 0 {
		q.rest = uint64(len(q.take().data))
	}
	i := q.head
	data = i.data[uint64(len(i.data))-q.rest:]
	data = data[:min(len(data), n)]
	q.rest -= uint64(len(data))
	return data, nil
}

// receiveAll is receive of as many items as have arrived.
func (q *queue) receiveAll(n int) (data []byte, err error) {
	for len(data) < n && !q.empty() {
		more, err := q.receive(n - len(data))
		if err != nil {
			return nil, err
		}
		data = append(data, more...)
	}
	if len(data) == 0 {
		return q.receive(n)
	}
	return data, nil
}

// copyData copies between memory of the user and the network's own. It is no
// part of the step: accesses to the user's memory are his.
func copyData(dst, src []byte) int { return copy(dst, src) }
