package vm

// Shares: what is added to a WaitGroup, and what readers have of an RWMutex.
// Who gives one back usually gives back one that it has seen being taken; all
// of that commutes. It does not if one could be given back before it was
// taken, which is misuse that shows in another order only: WaitGroup.Done
// next to the Add that it counts on, instead of after it.
//
// No order that respects happens-before gives back too early if and only if
// every share given back can be paired with one taken before it, each with
// one of its own (Hall's theorem). Whether there is such a pairing does
// not depend on the order in which independent operations were executed, nor
// can it get lost by leaving some out. An operation that destroys it is a
// Write, and so ordered with all others on the object; so are those that wait
// until nobody has a share. What was before one of these need not be
// remembered: everybody later has seen it.
//
// Which operation that is depends on the order of those before it, which are
// independent. So once it happens, not all orders follow from the events any
// more, and the searches have to start anew with Config.Strict: then all that
// is given back is given back by a Write.

// A shareRecord is shares taken or, if n is 0, one given back.
type shareRecord struct {
	slot Slot // NoSlot: before all that follow
	time uint32
	vc   clockRef // of who gives back
	n    int32
	used int32 // of n, how many are paired
	pair int32 // of one given back: its share
	prev int32 // the record before it of the same object, 0 for none
	take int32 // the latest of those before it that is of shares taken, 0 for none
	// takers has a bit for each slot, modulo 64, that has taken shares by it or before.
	takers uint64
}

// shareState are the records of all objects. The index of an object's latest
// record stands in the shadow of one of its words.
type shareState struct {
	records []shareRecord
	undo    []shareUndo
}

// A shareUndo is what used or pair of a record were.
type shareUndo struct{ record, used, pair int32 }

type shareMark struct{ records, undo int }

func (s *shareState) mark() shareMark { return shareMark{len(s.records), len(s.undo)} }

func (s *shareState) rewind(k shareMark) {
	for i := len(s.undo) - 1; i >= k.undo; i-- {
		u := s.undo[i]
		s.records[u.record].used, s.records[u.record].pair = u.used, u.pair
	}
	s.undo, s.records = s.undo[:k.undo], s.records[:k.records]
}

// change gives access to a record that is about to change.
func (s *shareState) change(i int32) *shareRecord {
	r := &s.records[i]
	s.undo = append(s.undo, shareUndo{i, r.used, r.pair})
	return r
}

// maxGiven is how many shares can be given back at once in pairs.
const maxGiven = 64

// sharesAt is the index of the latest record of the object whose word a is
// used for it, 0 for none.
func (m *Machine) sharesAt(a Addr) int32 { return int32(m.races.syncClock(a) &^ shareTag) }

// setShares sets it.
func (m *Machine) setShares(a Addr, i int32) { m.races.setSyncClock(a, clockRef(i)|shareTag) }

// shareTag tells the index of a record from a clock.
const shareTag clockRef = 1 << 31

// addRecord adds a record to the object.
func (m *Machine) addRecord(a Addr, r shareRecord) int32 {
	s := &m.sched.shares
	if len(s.records) == 0 {
		s.records = append(s.records, shareRecord{}) // number 0 stands for none
	}
	r.prev = m.sharesAt(a)
	r.take, r.takers = s.latestTake(r.prev), s.records[r.prev].takers
	if r.n > 0 {
		r.takers |= 1 << (uint32(r.slot) % 64)
	}
	s.records = append(s.records, r)
	i := int32(len(s.records) - 1)
	if i%1024 == 0 {
		m.limitRemembered()
	}
	m.order.sharesOf(a)
	m.setShares(a, i)
	return i
}

// latestTake is the latest record of shares taken among i and those before it.
func (s *shareState) latestTake(i int32) int32 {
	if s.records[i].n > 0 {
		return i
	}
	return s.records[i].take
}

// takeShares notes that g takes n shares of an object of which there are
// some already.
func (m *Machine) takeShares(g *G, a Addr, some, n int32) {
	if m.races.muted || m.cfg.Strict {
		return
	}
	if m.sharesAt(a) == 0 && some > 0 {
		m.addRecord(a, shareRecord{slot: NoSlot, n: some})
	}
	m.addRecord(a, shareRecord{slot: g.Slot, time: g.sync.own(), n: n})
}

// mayGive reports whether g can give back n of the shares of an object
// without being too early in any order.
func (m *Machine) mayGive(g *G, a Addr, some, n int32) bool {
	if m.cfg.Strict || n > some || n > maxGiven {
		return false
	}
	if m.sharesAt(a) == 0 {
		return true
	}
	s := &m.sched.shares
	k := s.mark()
	ok := true
	for range n {
		ok = ok && m.pairShare(g, a, -1)
	}
	s.rewind(k)
	return ok
}

// giveShares notes that g gives n shares back.
func (m *Machine) giveShares(g *G, a Addr, some, n int32) {
	if m.races.muted || m.cfg.Strict {
		return
	}
	s := &m.sched.shares
	head, k := m.sharesAt(a), s.mark()
	ok := n <= some && n <= maxGiven
	for i := int32(0); ok && i < n && head != 0; i++ {
		ok = m.pairShare(g, a, m.addRecord(a, shareRecord{slot: g.Slot, vc: g.vc}))
	}
	if !ok {
		m.setShares(a, head)
		s.rewind(k)
		m.sched.overgiven = true
		m.settleShares(a)
	}
}

// settleShares notes an operation that is ordered with all on the object.
func (m *Machine) settleShares(a Addr) {
	if !m.races.muted && m.sharesAt(a) != 0 {
		m.setShares(a, 0)
	}
}

// pairShare pairs one more share that g gives back, by record as if it is
// not -1.
func (m *Machine) pairShare(g *G, a Addr, as int32) bool {
	s, head := &m.sched.shares, m.sharesAt(a)
	by := shareRecord{slot: g.Slot, vc: g.vc, prev: head}
	// Its own, if possible, or the latest.
	found := int32(0)
	own := s.records[head].takers>>(uint32(g.Slot)%64)&1 != 0 // perhaps
	for i := s.latestTake(head); i != 0 && (own || found == 0); i = s.records[i].take {
		if r := &s.records[i]; r.used < r.n && m.sawShare(&by, i) {
			if r.slot == g.Slot {
				found = i
				break
			}
			if found == 0 {
				found = i
			}
		}
	}
	if found == 0 {
		found = m.freeShare(&by, head, map[int32]bool{})
	}
	if found == 0 {
		return false
	}
	s.change(found).used++
	if as >= 0 {
		s.change(as).pair = found
	}
	return true
}

// freeShare frees a share that by has seen being taken by pairing others
// anew.
func (m *Machine) freeShare(by *shareRecord, head int32, tried map[int32]bool) int32 {
	s := &m.sched.shares
	for i := head; i != 0; i = s.records[i].prev {
		if s.records[i].n == 0 || tried[i] || !m.sawShare(by, i) {
			continue
		}
		tried[i] = true
		for j := head; j != 0; j = s.records[j].prev {
			if s.records[j].n != 0 || s.records[j].pair != i {
				continue
			}
			if other := m.otherShare(&s.records[j], head, tried); other != 0 {
				s.change(i).used--
				s.change(other).used++
				s.change(j).pair = other
				return i
			}
		}
	}
	return 0
}

// otherShare is a free share for by, freed if need be.
func (m *Machine) otherShare(by *shareRecord, head int32, tried map[int32]bool) int32 {
	s := &m.sched.shares
	for i := head; i != 0; i = s.records[i].prev {
		if r := &s.records[i]; r.used < r.n && m.sawShare(by, i) {
			return i
		}
	}
	return m.freeShare(by, head, tried)
}

// sawShare reports whether the shares of a record were taken before by.
func (m *Machine) sawShare(by *shareRecord, record int32) bool {
	switch r := &m.sched.shares.records[record]; {
	case r.slot == NoSlot:
		return true
	case r.slot == by.slot:
		return record <= by.prev
	case m.order.on:
		return m.inherited(by.slot, r)
	default:
		return r.time <= m.races.clocks.at(by.vc, r.slot)
	}
}

// inherited reports whether the goroutine of a slot, or one that led to its being started
// before that, has taken r. That is less than what happens before, and does not
// depend on the way into a state.
func (m *Machine) inherited(s Slot, r *shareRecord) bool {
	until := ^uint32(0)
	for s != NoSlot && int(s) < len(m.gs) && m.gs[s] != nil {
		if s == r.slot {
			return r.time <= until
		}
		s, until = m.gs[s].Parent, m.gs[s].sync.born
	}
	return false
}

// Overgiven reports whether in this execution a share was given back that some
// order gives back too early, or taken that some order takes first. Not all orders of the execution follow from the
// events: the search has to begin anew with Config.Strict.
func (m *Machine) Overgiven() bool { return m.sched.overgiven }
