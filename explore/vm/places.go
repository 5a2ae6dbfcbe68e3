package vm

// What relations between operations are made of: where goroutines are, what an
// operation there has to wait for, and how much of that is lacking.

// Place is a hash of where a live goroutine is and of what its operation is on: it is
// the same whenever the goroutine comes there again with other values. What is no live
// goroutine is always at the same place.
func (m *Machine) Place(s Slot) [2]uint64 {
	if !m.Lives(s) {
		return [2]uint64{}
	}
	g := m.gs[s]
	h := m.StackHash(s)
	d := digest{h[0], h[1]}
	if g.sync.taken != 0 {
		d.add(1)
		return [2]uint64{d.a, d.b}
	}
	var c choosing
	switch {
	case m.choosingOf(g, &c):
		for i := range c.n {
			k := m.at(&c, i)
			d.add(k.ch<<1 | boolWord(k.send))
		}
	case g.pending.Kind == KindWaitGroupAdd:
		d.add(m.arg(g, 1))
		fallthrough
	default:
		var e Event
		m.foretell(&e, g, 0)
		d.add(ObjectOf(e.Accesses[0].Object))
	}
	return [2]uint64{d.a, d.b}
}

// Offers appends what the operation that goroutine s is at could exchange with a
// partner: for each case on an unbuffered channel a name, which is that of what the
// partner would have to offer but for the lowest bit.
func (m *Machine) Offers(s Slot, buf []uint64) []uint64 {
	var c choosing
	if !m.Lives(s) || m.gs[s].sync.taken != 0 || !m.choosingOf(m.gs[s], &c) {
		return buf
	}
	for i := range c.n {
		if k := m.at(&c, i); k.ch != 0 && m.load64(k.ch+chanLimit) == 0 {
			buf = append(buf, k.ch<<1|boolWord(k.send))
		}
	}
	return buf
}

// Open reports whether the operation that goroutine s is at has ways to go on that may
// not be known as long as others have not done something, other than partners.
func (m *Machine) Open(s Slot) bool {
	if !m.Lives(s) {
		return false
	}
	var c choosing
	return operations[m.gs[s].pending.Kind].ways != nil && !m.choosingOf(m.gs[s], &c)
}

// Needs is what alternative alt of the operation that goroutine s is at has to wait
// for, other than a partner: the name of an object, to be asked [Machine.Lack] about.
// ok is false if that is not known, or nothing. At one place it is always the same.
func (m *Machine) Needs(s Slot, alt int32) (name uint64, ok bool) {
	if !m.Lives(s) {
		return 0, false
	}
	g := m.gs[s]
	if g.sync.taken != 0 {
		return 0, false
	}
	var c choosing
	if m.choosingOf(g, &c) {
		return m.needsOf(&c, alt)
	}
	part, ok := neededParts[g.pending.Kind]
	if !ok || !m.valid(m.arg(g, 0), rwSize) {
		return 0, false
	}
	return object(m.arg(g, 0), part), true
}

// neededParts are the parts of what operands point to that operations wait for.
var neededParts = map[Kind]part{
	KindMutexLock: partMutex, KindRWLock: partGate, KindRWRLock: partGate, kindRWAcquire: partReaders,
	KindWaitGroupWait: partCounter, KindOnceEnter: partOnce, kindCondSleep: partTicket,
}

// needsOf is what an alternative of a list of cases waits for.
func (m *Machine) needsOf(c *choosing, alt int32) (name uint64, ok bool) {
	number, _, partner := splitAlternative(alt)
	i := max(number-1, 0)
	if partner != NoSlot || number == altDefault || i >= c.n {
		return 0, false
	}
	k := m.at(c, i)
	if k.send {
		return object(k.ch, partRoom), true
	}
	return object(k.ch, partItem), true
}

// Lack is how often something has to be given of what an object as of [Machine.Needs]
// has, before anybody who waits for it can go on; 0 if perhaps someone can now, or if
// there is no such object yet.
func (m *Machine) Lack(name uint64) int32 {
	a, p, _ := objectParts(name)
	if p == partItem || p == partRoom {
		return m.lackAt(a, p)
	}
	if a >= m.sched.dirty.base {
		if _, _, _, ok := m.object(a); !ok {
			return 0
		}
	}
	// What has not been allocated yet is zero here.
	n := int32(0)
	switch p {
	case partMutex:
		n = int32(m.load32(a+mutexState) & 1)
	case partGate:
		n = int32(min(m.load32(a+rwWriter), 1))
	case partReaders:
		n = int32(m.load32(a + rwReaders))
	case partCounter:
		n = int32(m.load32(a + wgCounter))
	case partOnce:
		n = int32(min(m.load32(a+onceBusy), 1))
	case partTicket:
		n = m.uncalled(a)
	}
	return max(n, 0)
}

// lackAt is what lacks at a channel.
func (m *Machine) lackAt(c Addr, p part) int32 {
	if start, _, tag, ok := m.object(c); c != 0 && (!ok || start != c || tag != chanTag || m.load64(c+chanElem) == 0) {
		return 0
	}
	if k := (chanCase{ch: c, send: p == partRoom}); m.readyAlone(&k) {
		return 0
	}
	if c != 0 && m.load64(c+chanTimer) != 0 {
		return 0 // what moves time on may make the timer fire for whoever looks
	}
	return 1
}

// uncalled is 1 if none of those that are on a notifyList has been called.
func (m *Machine) uncalled(list Addr) int32 {
	for _, s := range m.liveGoroutines() {
		if g := m.gs[s]; g.sync.cond == list && int32(g.sync.ticket-m.load32(list+listNotify)) < 0 {
			return 0
		}
	}
	return 1
}

// Gift is how often the operation that goroutine s is at gives when it gives anything;
// 0 if that is not known.
func (m *Machine) Gift(s Slot) int32 {
	if !m.Lives(s) {
		return 0
	}
	switch g := m.gs[s]; g.pending.Kind {
	case KindWaitGroupAdd:
		return max(-int32(m.arg(g, 1)), 0)
	case KindRWRUnlock:
		return 1
	}
	return 0
}

// Gives appends the objects, as of [Machine.Needs], of which an access may give
// something. Whoever waits at a channel can do with its being closed.
func Gives(a Access, buf []uint64) []uint64 {
	switch a.Mode {
	case Write, Update, Release, Unshare, Produce:
	default:
		return buf
	}
	addr, p, _ := objectParts(a.Object)
	if p == partClosed {
		buf = append(buf, object(addr, partItem), object(addr, partRoom))
	}
	return append(buf, Unnumbered(a.Object))
}

// Unnumbered is the name of an object without the number of an item, of a free place or
// of a ticket. These are produced and consumed only.
func Unnumbered(name uint64) uint64 {
	if a, p, _ := objectParts(name); p == partItem || p == partRoom || p == partTicket {
		return object(a, p)
	}
	return name
}
