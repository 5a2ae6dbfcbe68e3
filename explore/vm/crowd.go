package vm

// A program may have thousands of goroutines of which all but a few wait: for
// work, for a lock, for each other. What a step costs must not depend on how
// many there are. So those that have been seen to be blocked sleep: nobody looks at them
// until something happens to what they wait for.
//
// A goroutine sleeps on the addresses of the objects that decide whether it can go on.
// It is roused by an event that touches one of them, by the arrival of a
// sender at one of its channels, or by a partner. Who sleeps is no part of the state: it is a
// note of what has been found out about the state, and a goroutine that is awake
// for no reason is looked at once more. So rewinding need not put anybody to
// sleep, only rouse those that fell asleep after the mark.

import "slices"

// maxSpots is how many objects a sleeper may wait for.
const maxSpots = 4

// crowded is how many goroutines have to be awake for it to pay to let some sleep.
const crowded = 16

// crowdBuckets is the number of lists of sleepers.
const crowdBuckets = 1 << 10

type crowdState struct {
	// awake are the goroutines that may be able to go on, and perhaps some that have
	// ended; ascending, if sorted.
	awake  []Slot
	sorted bool
	// asleep counts the sleepers.
	asleep  int
	resting []rest // by slot
	// A sleeper has maxSpots spots in a row, each in the list of the bucket of its
	// address.
	spots   []spot
	buckets []int32 // spot+1
	// slept are those that have fallen asleep, for the way back: since each mark
	// each of them once. Before marked it is of earlier marks than the last.
	slept  []Slot
	marked int
	noted  []int32 // by slot: one more than where it stands in slept, if it still does
	drowsy []Slot  // scratch: seen to be blocked
	around []Slot  // scratch: see [Machine.near]
}

// rest is whether a goroutine is awake; the zero value stands for one that does not live.
type rest uint8

const (
	absent rest = iota
	awake
	asleep
)

// A spot is the place of a sleeper in the list of an address; 0 is no address. Those who
// would send on a channel are in another list than those who would receive:
// see [sending].
type spot struct {
	addr       Addr
	next, prev int32 // spot+1
}

func (c *crowdState) bucket(a Addr) *int32 {
	return &c.buckets[a*0x9E3779B97F4A7C15>>54&(crowdBuckets-1)]
}

// sending stands for the list of those who would send on a channel.
func sending(ch Addr) Addr { return ch | 1 }

// rouse makes the goroutine of a slot one that is looked at.
func (c *crowdState) rouse(s Slot) {
	for int(s) >= len(c.resting) {
		c.resting = append(c.resting, absent)
	}
	switch c.resting[s] {
	case awake:
		return
	case asleep:
		c.asleep--
		for i := int32(s) * maxSpots; i < int32(s+1)*maxSpots; i++ {
			c.unlink(i)
		}
	}
	c.resting[s] = awake
	c.sorted = c.sorted && (len(c.awake) == 0 || c.awake[len(c.awake)-1] < s)
	c.awake = append(c.awake, s)
}

func (c *crowdState) unlink(i int32) {
	p := &c.spots[i]
	if p.addr == 0 {
		return
	}
	if p.prev != 0 {
		c.spots[p.prev-1].next = p.next
	} else {
		*c.bucket(p.addr) = p.next
	}
	if p.next != 0 {
		c.spots[p.next-1].prev = p.prev
	}
	*p = spot{}
}

// lay lets a goroutine sleep on some addresses. It stays in c.awake until
// [Machine.restDrowsy] takes it out.
func (c *crowdState) lay(s Slot, on []Addr) {
	if c.buckets == nil {
		c.buckets = make([]int32, crowdBuckets)
	}
	for len(c.spots) < int(s+1)*maxSpots {
		c.spots = append(c.spots, spot{})
	}
	c.resting[s] = asleep
	c.asleep++
	c.note(s)
	for k, a := range on {
		i := int32(s)*maxSpots + int32(k)
		head := c.bucket(a)
		c.spots[i] = spot{addr: a, next: *head}
		if *head != 0 {
			c.spots[*head-1].prev = i + 1
		}
		*head = i + 1
	}
}

// note remembers that s has fallen asleep since the last mark.
func (c *crowdState) note(s Slot) {
	for int(s) >= len(c.noted) {
		c.noted = append(c.noted, 0)
	}
	if i := int(c.noted[s]) - 1; i >= c.marked && i < len(c.slept) && c.slept[i] == s {
		return
	}
	c.slept = append(c.slept, s)
	c.noted[s] = int32(len(c.slept))
}

// mark returns what rewind has to be given to go back to now.
func (c *crowdState) mark() int {
	c.marked = len(c.slept)
	return c.marked
}

// on appends those who sleep on an address to list, in any order.
func (c *crowdState) on(a Addr, list []Slot) []Slot {
	if c.asleep == 0 || a == 0 {
		return list
	}
	for i := *c.bucket(a); i != 0; i = c.spots[i-1].next {
		if c.spots[i-1].addr == a {
			list = append(list, Slot((i-1)/maxSpots))
		}
	}
	return list
}

// rouseOn rouses those who sleep on an object.
func (c *crowdState) rouseOn(a Addr) {
	if c.asleep > 0 && a != 0 {
		c.rouseList(a)
		c.rouseList(sending(a))
	}
}

func (c *crowdState) rouseList(a Addr) {
	for i := *c.bucket(a); i != 0; {
		p := &c.spots[i-1]
		s, same := Slot((i-1)/maxSpots), p.addr == a
		i = p.next
		if same {
			// It may have the next place in the list, too.
			for i != 0 && Slot((i-1)/maxSpots) == s {
				i = c.spots[i-1].next
			}
			c.rouse(s)
		}
	}
}

func (c *crowdState) rouseAll() {
	for s := range c.resting {
		if c.resting[s] == asleep {
			c.rouse(Slot(s))
		}
	}
}

// rewind rouses those who have fallen asleep since so many had.
func (c *crowdState) rewind(slept int) {
	for _, s := range c.slept[slept:] {
		if c.resting[s] == asleep {
			c.rouse(s)
		}
	}
	c.slept, c.marked = c.slept[:slept], slept
}

// rouseBy rouses those to whom an event may matter.
func (m *Machine) rouseBy(e *Event) {
	c := &m.sched.crowd
	if c.asleep == 0 {
		return
	}
	if e.Wide {
		c.rouseAll()
		return
	}
	if e.Peer >= 0 && int(e.Peer) < len(c.resting) && c.resting[e.Peer] == asleep {
		c.rouse(e.Peer)
	}
	for i := range e.N {
		a, _, _ := objectParts(e.Accesses[i].Object)
		c.rouseOn(a)
	}
}

// rouseReceivers rouses those whom g, which has arrived at its operation, could
// meet: meeting is the receiver's step.
func (m *Machine) rouseReceivers(o *choosing) {
	if m.sched.crowd.asleep == 0 {
		return
	}
	for i := range o.n {
		if k := m.at(o, i); k.send && k.ch != 0 {
			m.sched.crowd.rouseList(k.ch)
		}
	}
}

// awakeGoroutines are those that may be able to go on, ascending, and perhaps some that
// have ended.
func (m *Machine) awakeGoroutines() []Slot {
	c := &m.sched.crowd
	if !c.sorted {
		slices.Sort(c.awake)
		c.sorted = true
	}
	return c.awake
}

// mayRest notes that g has been seen to be blocked.
func (m *Machine) mayRest(g *G) {
	if c := &m.sched.crowd; len(c.awake) >= crowded {
		c.drowsy = append(c.drowsy, g.Slot)
	}
}

// restDrowsy lets those sleep that have been seen to be blocked, as far as what they
// wait for is known, and forgets those that have ended.
func (m *Machine) restDrowsy() {
	c := &m.sched.crowd
	var buf [maxSpots]Addr
	for _, s := range c.drowsy {
		if on, ok := m.waitsFor(m.gs[s], buf[:0]); ok {
			c.lay(s, on)
		}
	}
	c.drowsy = c.drowsy[:0]
	kept := c.awake[:0]
	for _, s := range c.awake {
		switch {
		case c.resting[s] == asleep:
		case m.gs[s].status != Parked:
			c.resting[s] = absent
		default:
			kept = append(kept, s)
		}
	}
	c.awake = kept
	m.sched.offersKnown = false
}

// waitsFor appends to buf the addresses of the objects that decide whether g, which is
// blocked, can go on; ok is false if that cannot be told, or if they are too many.
func (m *Machine) waitsFor(g *G, buf []Addr) (on []Addr, ok bool) {
	var o choosing
	if !m.choosingOf(g, &o) {
		return append(buf, m.arg(g, 0)), operations[g.pending.Kind].objects
	}
	for i := range o.n {
		k := m.at(&o, i)
		a := k.ch
		if k.send {
			a = sending(a)
		}
		if k.ch == 0 || slices.Contains(buf, a) {
			continue
		}
		if len(buf) == maxSpots {
			return buf, false
		}
		buf = append(buf, a)
	}
	return buf, true
}

// with is list, of those who are awake, and those who sleep on an address, ascending. It
// is valid until the next call.
func (m *Machine) with(list []Slot, a Addr) []Slot {
	c := &m.sched.crowd
	if c.asleep == 0 {
		return list
	}
	c.around = c.on(a, c.around[:0])
	if len(c.around) == 0 {
		return list
	}
	c.around = append(c.around, list...)
	slices.Sort(c.around)
	return c.around
}
