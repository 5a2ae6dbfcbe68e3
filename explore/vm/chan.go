package vm

// Channels: Go spec, "Channel types", "Send statements", "Receive operator",
// "Close"; texts of panics as in runtime/chan.go.
//
// A channel is an object of the arena in a layout of our own. Its values
// stand in word form, as in frames. Items and free places are counted for
// life, so the k-th item has a name; see [Event] for what that is good for.

import "unsafe"

// The layout of a channel.
const (
	chanElem     = 0  // type descriptor of the element
	chanCap      = 8  // what cap says
	chanSent     = 16 // items ever sent
	chanReceived = 24 // items ever received
	chanClosed   = 32 // 1 if closed
	chanTimer    = 40 // the timer that sends on it, if it does so synchronously
	chanWords    = 48 // words per item
	chanClock    = 56 // clock of the close
	chanBubble   = 64 // the synctest bubble it was made in
	chanLimit    = 72 // capacity
	// How many are known to wait for this channel alone; see queue.go.
	chanSenders   = 80
	chanReceivers = 88
	chanBuffer    = 96
	// Each place of the buffer has one word with the clocks of the last send
	// into it (low half) and the last receive from it, and the item's words.
)

// chanTag stands in the place of the element type in the header of
// channels.
const chanTag = 8

// makeChan makes a channel of n elements.
func (m *Machine) makeChan(g *G, elem Addr, n uint64) (Addr, trap) {
	size := m.load64(elem + offSize)
	words := (size + 7) / 8
	if int64(n) < 0 || size > 0 && n > (1<<47)/size || n > 1<<40 {
		return 0, m.callRuntime(g, "panicmakechansize")
	}
	c, ok := m.allocRaw(&g.region, chanBuffer+n*8*(1+words), chanTag)
	if !ok {
		return 0, m.stopWith(stopState{kind: stopLimit, limit: "memory"})
	}
	m.mallocs++
	if n > 0 && m.load64(elem+8) != 0 {
		m.mallocs++ // elements with pointers have a block of their own
	}
	m.store64(c+chanElem, elem)
	m.store64(c+chanCap, n)
	m.store64(c+chanLimit, n)
	m.store64(c+chanWords, words)
	m.store64(c+chanBubble, uint64(g.sync.bubble))
	return c, trapNone
}

// chanLen is the number of items that c holds.
func (m *Machine) chanLen(c Addr) uint64 { return m.load64(c+chanSent) - m.load64(c+chanReceived) }

func (m *Machine) chanPlace(c Addr, k uint64) Addr {
	return c + chanBuffer + k%m.load64(c+chanLimit)*m.chanStride(c)
}

// chanStride is the distance of places.
func (m *Machine) chanStride(c Addr) uint64 { return 8 * (1 + m.load64(c+chanWords)) }

// A chanCase is a send or receive, alone or in a select.
type chanCase struct {
	ch   Addr // 0 if nil
	send bool
	// value is where the value stands or goes to in the goroutine's stack, or
	// inMemory: then mem is its address, 0 if it is not wanted.
	value int32
	mem   Addr
}

const inMemory = -1

// readyAlone reports whether the case can go on without a partner.
func (m *Machine) readyAlone(c *chanCase) bool {
	switch {
	case c.ch == 0:
		return false
	case m.load64(c.ch+chanClosed) != 0:
		return true
	case c.send:
		return m.chanLen(c.ch) < m.load64(c.ch+chanLimit)
	}
	return m.chanLen(c.ch) > 0
}

// unbuffered reports whether the case needs a partner.
func (m *Machine) unbuffered(c *chanCase) bool {
	return c.ch != 0 && m.load64(c.ch+chanLimit) == 0 && m.load64(c.ch+chanClosed) == 0
}

// touchCase lists what executing the case without a partner touches now.
//
// Sends are ordered among themselves by the tail, receives by the head. The
// k-th receive needs the k-th item, the (k+C)-th send the k-th free place;
// otherwise sends and receives are independent. A send notices a close, a
// receive does so only when nothing is left.
func (m *Machine) touchCase(c *chanCase, e *Event) {
	if c.ch == 0 {
		return
	}
	limit := m.load64(c.ch + chanLimit)
	closed := m.load64(c.ch+chanClosed) != 0
	sent, received := m.load64(c.ch+chanSent), m.load64(c.ch+chanReceived)
	switch {
	case c.send && closed:
		e.touch(object(c.ch, partClosed), Read)
	case c.send && limit == 0:
		e.touch(object(c.ch, partTail), Write)
	case c.send:
		e.touch(object(c.ch, partTail), Write)
		e.touch(numbered(c.ch, partItem, sent), Produce)
		if sent >= limit {
			e.touch(numbered(c.ch, partRoom, sent-limit), Consume)
		}
	case limit == 0 && !closed:
		e.touch(object(c.ch, partHead), Write)
		e.touch(object(c.ch, partTail), Write)
	case closed && sent == received:
		e.touch(object(c.ch, partHead), Read)
		e.touch(object(c.ch, partClosed), Consume)
	default:
		e.touch(object(c.ch, partHead), Write)
		e.touch(numbered(c.ch, partItem, received), Consume)
		e.touch(numbered(c.ch, partRoom, received), Produce)
	}
}

// execCase executes the case without a partner; ok is the second result of
// a receive. It may push a frame that panics.
func (m *Machine) execCase(g *G, c *chanCase) (ok bool) {
	closed := m.load64(c.ch+chanClosed) != 0
	switch {
	case c.send && closed:
		m.callRuntime(g, "panicsendclosed")
		return false
	case c.send:
		m.chanPut(g, c)
		return true
	case m.chanLen(c.ch) > 0:
		m.chanTake(g, c)
		return true
	}
	// "The closing of a channel is synchronized before a receive that returns
	// because the channel is closed."
	m.acquire(g, clockRef(m.load64(c.ch+chanClock)))
	m.storeValue(g, c, nil)
	return false
}

// chanPut sends into the buffer. "The kth receive on a channel with
// capacity C is synchronized before the completion of the k+Cth send."
func (m *Machine) chanPut(g *G, c *chanCase) {
	k := m.load64(c.ch + chanSent)
	p := m.chanPlace(c.ch, k)
	m.acquire(g, clockRef(m.load64(p)>>32))
	m.order.channel(c.ch)
	m.store64(p, m.load64(p)&^(1<<32-1)|uint64(m.publish(g)))
	for i, w := range m.valueOf(g, c) {
		m.store64(p+8+8*uint64(i), w)
	}
	m.store64(c.ch+chanSent, k+1)
}

// chanTake receives from the buffer. "A send on a channel is synchronized
// before the completion of the corresponding receive from that channel."
func (m *Machine) chanTake(g *G, c *chanCase) {
	k := m.load64(c.ch + chanReceived)
	p := m.chanPlace(c.ch, k)
	m.acquire(g, clockRef(uint32(m.load64(p))))
	m.storeValue(g, c, m.chanItem(c.ch, p))
	for i := uint64(0); i < m.load64(c.ch+chanWords); i++ {
		m.store64(p+8+8*i, 0)
	}
	m.store64(p, uint64(m.publish(g))<<32)
	m.store64(c.ch+chanReceived, k+1)
}

// chanItem are the words of the item in a place of the buffer.
func (m *Machine) chanItem(c, place Addr) []uint64 {
	return unsafe.Slice((*uint64)(m.ptr(place+8)), m.load64(c+chanWords))
}

// exchange executes a receive and the matching send of a parked partner, for
// either of the two: from is the sender's case.
func (m *Machine) exchange(sender *G, from *chanCase, receiver *G, to *chanCase) {
	m.storeValue(receiver, to, m.valueOf(sender, from))
}

// meet makes the edges of an exchange on an unbuffered channel: the send
// before the completion of the receive and, with C = 0, the receive before
// the completion of the send. The partner's half is made when it completes.
func (m *Machine) meet(g, partner *G) {
	m.acquire(g, m.publish(partner))
	partner.sync.wake = m.publish(g)
}

// valueOf are the words that the case sends. The slice is valid until the
// machine runs on.
func (m *Machine) valueOf(g *G, c *chanCase) []uint64 {
	n := m.load64(c.ch + chanWords)
	if c.value != inMemory {
		return g.stack[c.value : c.value+int32(n)]
	}
	w := make([]uint64, n)
	t := m.typeInfo(m.load64(c.ch + chanElem))
	switch {
	case c.mem == 0:
	case t.scalar:
		w[0] = m.loadScalar(t, c.mem)
	case n > 0:
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&w[0])), t.size), m.bytes(c.mem, t.size))
	}
	return w
}

// loadScalar reads a scalar in canonical form.
func (m *Machine) loadScalar(t *typeInfo, a Addr) uint64 {
	signed := t.kind >= kindInt && t.kind <= kindInt64
	shift := 64 - 8*t.size
	var v uint64
	switch t.size {
	case 1:
		v = uint64(m.load8(a))
	case 2:
		v = uint64(m.load16(a))
	case 4:
		v = uint64(m.load32(a))
	default:
		return m.load64(a)
	}
	if signed {
		return uint64(int64(v<<shift) >> shift)
	}
	return v
}

// storeValue stores what the case has received; nil is the zero value.
func (m *Machine) storeValue(g *G, c *chanCase, words []uint64) {
	n := m.load64(c.ch + chanWords)
	if words == nil {
		words = make([]uint64, n)
	}
	if c.value != inMemory {
		copy(g.stack[c.value:c.value+int32(n)], words)
	} else if size := m.load64(m.load64(c.ch+chanElem) + offSize); c.mem != 0 && size > 0 {
		m.write(c.mem, unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), size))
	}
}

func init() {
	operations[KindClose] = operation{
		name: "close", touch: touchClose, exec: execClose,
		ready: func(m *Machine, g *G) bool { return !m.handing(m.arg(g, 0), true) },
	}
	operations[KindLen] = operation{
		name:  "len",
		ready: func(m *Machine, g *G) bool { return !m.handing(m.arg(g, 0), false) },
		touch: func(m *Machine, g *G, _ int32, e *Event) {
			if c := m.arg(g, 0); c != 0 && m.load64(c+chanLimit) > 0 {
				e.touch(object(c, partTail), Read)
				e.touch(object(c, partHead), Read)
			}
		},
		exec: func(m *Machine, g *G, _ int32) bool {
			c, n := m.arg(g, 0), uint64(0)
			if c != 0 && m.load64(c+chanTimer) == 0 {
				n = m.chanLen(c)
			}
			m.setResult(g, 0, n)
			return false
		},
	}
}

func touchClose(m *Machine, g *G, _ int32, e *Event) {
	c := m.arg(g, 0)
	switch {
	case c == 0:
	case m.load64(c+chanClosed) != 0:
		e.touch(object(c, partClosed), Read)
	default:
		e.touch(object(c, partTail), Write)
		e.touch(object(c, partClosed), Produce)
		if m.load64(c+chanSenders) != 0 {
			// A receive that makes room hands it to one of them.
			e.touch(object(c, partHead), Read)
		}
	}
}

func execClose(m *Machine, g *G, _ int32) bool {
	c := m.arg(g, 0)
	switch {
	case c == 0:
		m.callRuntime(g, "panicclosenil")
	case m.load64(c+chanClosed) != 0:
		m.callRuntime(g, "panicclosed")
	default:
		m.store64(c+chanClosed, 1)
		m.store64(c+chanClock, uint64(m.publish(g)))
		m.order.channel(c)
	}
	return false
}
