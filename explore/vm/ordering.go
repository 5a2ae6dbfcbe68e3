package vm

// States that are matched.
//
// A search that matches states goes on from a state once, though it may have
// come there in several ways. What the machine does from there on is the same;
// what the race detector says is not, unless the state also tells what it
// still needs: which of the remembered accesses have been seen by whom.
// [Machine.OrderedFingerprint] does. So the states are those of machine and
// detector together, and a race that is there in one execution is found in any
// other that a search takes for its equal.
//
// Nor does everybody matter: an access can be in a race with those only that access the same
// memory, and when they have all seen it, it is forgotten (opponents.go). Who they are shows on the way, too.
//
// Epochs themselves are names that differ from way to way, so they are left out: an
// access is what it is of, how, and by whom; and of each clock counts how many of
// the remembered accesses of a goroutine it covers. An access that every goroutine
// has seen can be in no race any more, and is forgotten.
//
// Seldom is all of that needed. Memory that one goroutine only uses, or that
// nobody writes, or that is accessed under a common lock, is in no race in
// whatever order (locksets.go). Which memory that is shows on the way: a search of
// states makes every local step of every goroutine that is possible, if there
// is no race, and so all accesses. So at first nothing is told; when memory
// turns out to be used in another way, the search has to begin anew
// ([Machine.Unordered]), and that is told from then on.

import "slices"

// orderState is what is known of the use of memory. But for the locks that goroutines
// hold it is no part of a state, and not rewound.
type orderState struct {
	on    bool
	locks locksets
	pages map[uint64]*[pageWords]wordUse
	page  *[pageWords]wordUse // the one used last,
	at    uint64              // and its number
	// words are those that several goroutines use; words[0] is none. tracked are
	// those about which fingerprints tell who has seen accesses; all says that they do about all
	// memory, and whoever may use it.
	words   []sharedWord
	tracked []Addr
	all     bool
	// late says that a word has become tracked that ought to have been before.
	late bool
	// restless is how often goroutines have used memory later than was thought.
	restless map[Slot]int
	// clocked are the addresses of synchronisation objects in guest memory.
	clocked []Addr
	isClock map[Addr]bool
	// shared are the addresses of objects of which shares were taken.
	shared   []Addr
	isShared map[Addr]bool
	// channels are those that were used in this execution; unlike the rest, they
	// are rewound.
	channels  []Addr
	isChannel map[Addr]bool
	facts     orderFacts
}

// A wordUse is how a word of memory is used.
type wordUse struct {
	first            Slot  // who was seen first, plus 1,
	until            int32 // and at which of its operations last
	locks            lockset
	shared           int32 // in orderState.words, 0 if one goroutine only was seen
	written, tracked bool
}

func (o *orderState) configure(on bool) {
	if o.on = on; on {
		o.locks.init()
		o.pages = map[uint64]*[pageWords]wordUse{}
		o.words = make([]sharedWord, 1)
		o.restless = map[Slot]int{}
		o.isClock, o.isChannel, o.isShared = map[Addr]bool{}, map[Addr]bool{}, map[Addr]bool{}
	}
}

// sharesOf notes that shares of the object at a are counted.
func (o *orderState) sharesOf(a Addr) {
	if o.on && !o.isShared[a] {
		o.isShared[a] = true
		o.shared = append(o.shared, a)
	}
}

// channel notes that the channel at c is used.
func (o *orderState) channel(c Addr) {
	if o.on && !o.isChannel[c] {
		o.isChannel[c] = true
		o.channels = append(o.channels, c)
	}
}

func (o *orderState) rewind(channels int) {
	for _, c := range o.channels[channels:] {
		delete(o.isChannel, c)
	}
	o.channels = o.channels[:channels]
}

// Unordered reports whether, since it was last asked, memory was found to be
// shared without a lock about which fingerprints did not tell: a search that
// matches states has to begin anew. If that goes on, everything may be told.
func (m *Machine) Unordered(everything bool) bool {
	o := &m.order
	late := o.late
	o.late = false
	o.all = o.all || everything
	return late
}

// unprotected notes that locks protect less than was thought.
func (o *orderState) unprotected() { o.late, o.all = o.late || !o.all, true }

func (o *orderState) use(w Addr) *wordUse {
	if n := w >> pageShift; o.page == nil || n != o.at {
		p := o.pages[n]
		if p == nil {
			p = new([pageWords]wordUse)
			o.pages[n] = p
		}
		o.page, o.at = p, n
	}
	return &o.page[w>>3%pageWords]
}

// used notes an access by g to the word at w.
func (o *orderState) used(g *G, w Addr, mode accessMode) {
	u := o.use(w)
	writes := mode&plainWrite != 0
	switch {
	case o.all:
		if !u.tracked {
			o.track(w, u)
		}
		return
	case u.shared != 0:
		o.opposes(u, g.Slot, g.index, writes)
		if u.tracked {
			return
		}
	}
	locks := o.locks.protecting(g.sync.locks, mode)
	if u.first == g.Slot+1 && u.shared == 0 {
		u.until = max(u.until, g.index)
	}
	if u.first == g.Slot+1 && u.locks == locks && (u.written || !writes) && u.shared == 0 {
		return
	}
	if u.first == 0 {
		u.first, u.until, u.locks = g.Slot+1, g.index, locks
	}
	u.locks = o.locks.meet(u.locks, locks)
	if u.shared == 0 && u.first != g.Slot+1 {
		o.share(u)
		o.opposes(u, g.Slot, g.index, writes)
	}
	u.written = u.written || writes
	if u.shared != 0 && u.written && !o.locks.protects(u.locks) {
		o.track(w, u)
		o.late = true
	}
}

func (o *orderState) track(w Addr, u *wordUse) {
	u.tracked = true
	o.tracked = append(o.tracked, w)
}

// usedByWaitGroup notes that g adds to or waits for a WaitGroup, for which the word at w stands.
func (o *orderState) usedByWaitGroup(g *G, w Addr, wait bool) {
	u := o.use(w)
	if !u.tracked {
		o.track(w, u)
	}
	if u.shared == 0 {
		o.words = append(o.words, sharedWord{})
		u.shared = int32(len(o.words) - 1)
	}
	kind := writeOpponents
	if wait {
		kind = readOpponents
	}
	o.oppose(&o.words[u.shared], kind, g.Slot, g.index)
}

// clock notes that there is a clock at a.
func (o *orderState) clock(a Addr) {
	if !o.isClock[a] {
		o.isClock[a] = true
		o.clocked = append(o.clocked, a)
	}
}

// orderFacts are what a fingerprint tells of the order of events, while it is
// being made.
type orderFacts struct {
	// told says that there is anything to tell.
	told bool
	// times are, by slot, the times of remembered accesses, ascending.
	times [][]uint32
	cells []usedCell
}

// A usedCell is a remembered access.
type usedCell struct {
	word Addr
	kind uint64
	ref  uint32
	mask uint8
}

// OrderedFingerprint is a hash of all that can influence what happens, and what
// races are found, from here on. It needs Config.Matching.
func (m *Machine) OrderedFingerprint() [2]uint64 {
	h := m.Fingerprint()
	f := &m.order.facts
	sum := digest{}
	f.begin(m)
	f.races(m, &sum)
	f.shares(m, &sum)
	if f.told {
		f.accesses(m, &sum)
		f.holders(m, &sum)
	}
	if sum == (digest{}) {
		return h
	}
	d := digest{h[0], h[1]}
	d.add(sum.a)
	d.add(sum.b)
	return [2]uint64{d.a, d.b}
}

// begin collects the accesses that may still be in a race.
func (f *orderFacts) begin(m *Machine) {
	for i := range f.times {
		f.times[i] = f.times[i][:0]
	}
	f.cells = f.cells[:0]
	r := &m.races
	for _, w := range m.order.tracked {
		p := r.find(w)
		if p == nil {
			continue
		}
		i := w >> 3 % pageWords
		u := m.order.use(w)
		f.collect(m, w, u, shadowRead, p.read[i])
		f.collect(m, w, u, shadowWrite, p.write[i])
	}
	for s := range f.times {
		slices.Sort(f.times[s])
		f.times[s] = slices.Compact(f.times[s])
	}
	f.told = slices.ContainsFunc(f.times, func(t []uint32) bool { return len(t) > 0 }) || m.cfg.EarlyTimers || m.sched.read >= m.sched.clock
}

// collect adds the accesses in a cell that somebody has not seen.
func (f *orderFacts) collect(m *Machine, w Addr, u *wordUse, kind uint64, c cell) {
	if c == 0 {
		return
	}
	if c&cellOne != 0 {
		f.add(m, u, usedCell{w, kind, uint32(c >> 16), uint8(c >> 8)})
		return
	}
	for n := uint32(c >> 16); n != 0; n = m.races.nodes[n].next {
		f.add(m, u, usedCell{w, kind, m.races.nodes[n].ref, m.races.nodes[n].mask})
	}
}

func (f *orderFacts) add(m *Machine, u *wordUse, c usedCell) {
	if x := &m.races.accesses[c.ref]; !m.seenByOpponents(u, c.kind, x.slot, x.time) {
		f.remember(x.slot, x.time)
		f.cells = append(f.cells, c)
	}
}

// remember has clocks tell whether they cover the time t of slot s.
func (f *orderFacts) remember(s Slot, t uint32) {
	for int(s) >= len(f.times) {
		f.times = append(f.times, nil)
	}
	f.times[s] = append(f.times[s], t)
}

// shares adds what was taken and given back of shares (shares.go). Which is paired
// with which does not matter.
func (f *orderFacts) shares(m *Machine, sum *digest) {
	s := &m.sched.shares
	for _, a := range m.order.shared {
		for i := m.sharesAt(a); i != 0; i = s.records[i].prev {
			r := &s.records[i]
			d := digest{a, uint64(uint32(r.slot))<<32 | uint64(uint32(r.n))}
			d.add(uint64(r.time))
			sum.plus(d)
		}
	}
	if m.sched.overgiven {
		sum.plus(digest{1, 1})
	}
}

// rank is how many of the remembered times of a slot are at most t.
func (f *orderFacts) rank(s int, t uint32) uint64 {
	n := 0
	for n < len(f.times[s]) && f.times[s][n] <= t {
		n++
	}
	return uint64(n)
}

// accesses adds the remembered accesses to a sum.
func (f *orderFacts) accesses(m *Machine, sum *digest) {
	for i := range f.cells {
		c := &f.cells[i]
		x := &m.races.accesses[c.ref]
		d := digest{c.word | c.kind, uint64(x.slot)<<32 | uint64(c.mask)<<8 | boolWord(x.atomic)}
		d.add(f.rank(int(x.slot), x.time))
		sum.plus(d)
	}
}

// clock adds to a sum what a clock covers that stands at a place, of a kind.
func (f *orderFacts) clock(m *Machine, sum *digest, kind, place uint64, r clockRef) {
	d := digest{kind, place}
	if f.covered(m, &d, r) {
		sum.plus(d)
	}
}

// covered adds to d what a clock covers, and reports whether there is anything.
func (f *orderFacts) covered(m *Machine, d *digest, r clockRef) (any bool) {
	c := &m.races.clocks
	for s, times := range f.times {
		if len(times) == 0 {
			continue
		}
		if n := f.rank(s, c.at(r, Slot(s))); n != 0 {
			d.add(uint64(s)<<32 | n)
			any = true
		}
	}
	if t := c.time(r); t > m.sched.clock {
		d.add(uint64(t))
		any = true
	}
	if t := c.read(r); t >= m.sched.clock {
		d.add(^uint64(t))
		any = true
	}
	return any
}

// Kinds of places where clocks stand.
const (
	clockOfGoroutine = iota
	clockOfWake
	clockAtAddress
	clockOfClose
	clockOfItem
	clockOfRoom
	clockOfTimer
)

// holders adds the clocks of goroutines, channels, timers and objects in guest
// memory.
func (f *orderFacts) holders(m *Machine, sum *digest) {
	for _, s := range m.liveGoroutines() {
		g := m.gs[s]
		f.clock(m, sum, clockOfGoroutine, uint64(s), g.vc)
		if g.sync.wake != 0 {
			f.clock(m, sum, clockOfWake, uint64(s), g.sync.wake)
		}
	}
	for _, a := range m.order.clocked {
		if r := m.races.syncClock(a); r != 0 {
			f.clock(m, sum, clockAtAddress, a, r)
		}
	}
	for _, c := range m.order.channels {
		f.channel(m, sum, c)
	}
	for t := m.sched.timers; t != 0; t = m.load64(t + timerNext) {
		f.clock(m, sum, clockOfTimer, t, clockRef(m.load64(t+timerClock)))
	}
}

// channel adds the clocks of a channel: that of its close, of what was sent and
// of the room that there is.
func (f *orderFacts) channel(m *Machine, sum *digest, c Addr) {
	limit := m.load64(c + chanLimit)
	sent, received := m.load64(c+chanSent), m.load64(c+chanReceived)
	if r := clockRef(m.load64(c + chanClock)); r != 0 {
		f.clock(m, sum, clockOfClose, c, r)
	}
	for k := received; k != sent; k++ {
		f.clock(m, sum, clockOfItem, c^k<<40, clockRef(uint32(m.load64(m.chanPlace(c, k)))))
	}
	for k := sent; k < received+limit; k++ {
		f.clock(m, sum, clockOfRoom, c^k<<40, clockRef(m.load64(m.chanPlace(c, k))>>32))
	}
}

// races adds the races found so far.
func (f *orderFacts) races(m *Machine, sum *digest) {
	for i := range m.reports {
		if r := &m.reports[i]; r.Kind == RaceReport || r.Kind == MisuseReport {
			d := digest{}
			for _, s := range r.Sides {
				var e digest
				e.add(uint64(uint32(s.Loc.Func))<<32 | uint64(uint32(s.Loc.Instr)))
				d.plus(e)
			}
			sum.plus(d)
		}
	}
}
