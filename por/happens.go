package por

import "unsafe"

// A history is the happens-before relation of a path, kept while the path
// grows and shrinks at its end.
//
// Notation, as in [AAJS14]: for events e, f of the path, e → f is
// happens-before, the transitive closure of [Dependent] between earlier and
// later events. Positions count from 0. clock(i)[p] is one more than the
// position of the last event of process p that is at or before event i in
// happens-before, so i → j iff clock(j)[proc(i)] > i. recent[i] is one
// more than the position of the last event strictly before i, so i is
// initial after position d, d < i, iff recent[i] <= d.
//
// The accesses to one object form a chain, latest first; heads of chains are
// found by hashing. So an event costs time in what it touches and in what it
// conflicts with, not in the length of the path: what it commutes with is
// skipped, and the chain is walked back to an access that conflicts with
// everything.
type history struct {
	stride int     // processes with a component in a clock
	clocks []int32 // by position
	steps  []hbStep
	// point is the clock of where a process stands: that of its last event,
	// none, or merged.
	point, none, merged []int32
	cands               []candidate
	races               []int32 // first positions of the races of all events
	probes              []probe // noted because of all events
	target              int32   // of the probes being noted

	// observers says that blind Writes which nobody observes are not ordered.
	// unseen has, by position, a bit for each access that is one. Positions
	// beyond its end have none.
	observers bool
	unseen    []uint8
	// alts are the positions of events that are one of several ways (Alt is
	// not 0), contests those of them that are contested: see [history.contest].
	alts, contests []int32

	procs      []int32  // position+1 of the last event that involves each process
	lastAlt    []int32  // position+1 of the last of its own that has an Alt
	altObjects []uint64 // what any of those has ever touched
	known      int      // how many processes there are, as far as is known
	objects    objectTable
	// wide is position+1 of the last event that is Wide or happened at
	// quiescence, quiet of the last that happened at quiescence.
	wide, quiet int32
}

// hbStep is what the history keeps of an event.
type hbStep struct {
	recent int32
	// stand is recent as far as it comes from what the process did.
	stand           int32
	raceLo, probeLo int32
	wide, quiet     int32 // before the event
	object, prev    [MaxAccesses]int32
	// skip is the latest entry before that does not commute with this one.
	// Those between commute with each other: see relations.
	skip               [MaxAccesses]int32
	mode               [MaxAccesses]Mode
	accesses           int8
	proc, peer         Proc
	procPrev, peerPrev int32 // position+1 of the last event of each before
	digest             digest
	// touches are the objects, as in a digest, of the event and of the ways
	// its processes could have gone instead.
	touches uint64
	// rival says that another way could have been gone at that time, contested
	// that one may have become possible.
	rival, contested   bool
	altPrev, contestLo int32
}

// An entry of a chain is an access of an event: position+1, then its index in
// slotBits bits. 0 ends a chain.
const slotBits = 3

func split(entry int32) (position, slot int32) { return entry>>slotBits - 1, entry & (1<<slotBits - 1) }

// candidate is an earlier event that a new one directly conflicts with.
type candidate struct {
	position int32
	proc     Proc
	race     bool
}

// total modes conflict with every access: what is before one in a chain is
// before it in happens-before.
var total = func() (t [modes]bool) {
	for _, m := range []Mode{Write, Acquire, Release, Produce, sighted} {
		t[m] = true
	}
	return t
}()

func (h *history) clock(i int) []int32 { return h.clocks[i*h.stride : (i+1)*h.stride] }

// before reports i → j.
func (h *history) before(i, j int) bool {
	return h.clocks[j*h.stride+int(h.steps[i].proc)] > int32(i)
}

// grow makes room for process p in all clocks.
func (h *history) grow(p Proc) {
	h.known = max(h.known, int(p)+1)
	if int(p) < h.stride {
		return
	}
	stride := max(8, 2*h.stride, int(p)+1)
	clocks := make([]int32, len(h.steps)*stride, max(64, 2*len(h.steps))*stride)
	for i := range h.steps {
		copy(clocks[i*stride:], h.clocks[i*h.stride:(i+1)*h.stride])
	}
	h.clocks, h.stride = clocks, stride
	h.none, h.merged = make([]int32, stride), make([]int32, stride)
	fresh := stride - len(h.procs)
	h.procs, h.lastAlt = append(h.procs, make([]int32, fresh)...), append(h.lastAlt, make([]int32, fresh)...)
	h.altObjects = append(h.altObjects, make([]uint64, fresh)...)
}

// join adds the clock of event i to c.
func (h *history) join(c []int32, i int32) {
	for p, n := range h.clocks[int(i)*h.stride : (int(i)+1)*h.stride] {
		if n > c[p] {
			c[p] = n
		}
	}
}

// in reports whether event i is in clock c.
func (h *history) in(c []int32, i int32) bool { return c[h.steps[i].proc] > i }

// standing sets h.point to the clock of the point where processes p and peer,
// if >= 0, are: of the events that brought them there. It returns one more
// than the position of the last of those. What happened at quiescence is
// ordered before whatever p does next, but p may have been waiting already.
func (h *history) standing(p, peer Proc) (last int32) {
	last = h.procs[p]
	lastPeer := int32(0)
	if peer >= 0 {
		lastPeer = h.procs[peer]
	}
	switch {
	case last == 0 && lastPeer == 0:
		h.point = h.none
	case lastPeer == 0:
		h.point = h.clock(int(last) - 1)
	case last == 0:
		h.point = h.clock(int(lastPeer) - 1)
	default:
		copy(h.merged, h.clock(int(last)-1))
		h.point = h.merged
		h.join(h.point, lastPeer-1)
	}
	return max(last, lastPeer)
}

// add extends the history by e. It records with which earlier events e is in
// a race, and which ones are to be probed because of e or because of others,
// the ways its process, or its peer, could have gone: see [history.conflicts].
func (h *history) add(e *Event, others []Event, rival bool) {
	h.grow(max(e.Proc, e.Peer))
	n := len(h.steps)
	s := h.extend()
	s.proc, s.peer, s.wide, s.quiet = e.Proc, e.Peer, h.wide, h.quiet
	s.raceLo, s.probeLo, s.contestLo = int32(len(h.races)), int32(len(h.probes)), int32(len(h.contests))
	s.digest, s.rival, s.contested = digestOf(e), rival, false
	s.touches = s.digest.objects

	for i := range others {
		s.touches |= digestOf(&others[i]).objects
		target := int32(n)
		if p := others[i].Proc; p != e.Proc && p != e.Peer {
			target = -1 - int32(p)
		}
		h.blocked(&others[i], n, target)
	}
	h.contest(h.procs[e.Proc], s.touches)
	if e.Peer >= 0 {
		h.contest(h.procs[e.Peer], s.touches)
	}
	h.target = int32(n)
	s.stand = h.standing(e.Proc, e.Peer)
	s.recent = s.stand
	clock := h.clock(n)
	copy(clock, h.point)
	if h.quiet > 0 {
		h.order(s, clock, h.quiet-1)
	}
	h.look(e, s)
	switch {
	case quiesces(e):
		h.joinAll(clock)
		s.recent = int32(n)
		h.wide, h.quiet = int32(n)+1, int32(n)+1
	case e.Wide:
		h.probeAll(n)
		h.joinAll(clock)
		s.recent = int32(n)
		h.wide = int32(n) + 1
	default:
		h.conflicts(e, s, clock)
	}
	clock[e.Proc] = int32(n) + 1
	h.link(s, n)
	if e.Alt != 0 {
		s.altPrev, h.lastAlt[e.Proc] = h.lastAlt[e.Proc], int32(n)+1
		h.altObjects[e.Proc] |= s.touches
		h.alts = append(h.alts, int32(n))
	}
}

// extend makes room for one more event.
func (h *history) extend() *hbStep {
	n := len(h.steps)
	h.steps = longer(h.steps)
	if (n+1)*h.stride > cap(h.clocks) {
		h.clocks = append(h.clocks[:n*h.stride], make([]int32, (n+1)*h.stride)...)
	}
	h.clocks = h.clocks[:(n+1)*h.stride]
	return &h.steps[n]
}

// order adds event i and what is before it to clock, that of the last event,
// s.
func (h *history) order(s *hbStep, clock []int32, i int32) {
	h.join(clock, i)
	s.recent = max(s.recent, i+1)
}

// look finds the objects of e, the event of s.
func (h *history) look(e *Event, s *hbStep) {
	s.accesses = 0
	for a := range e.Accesses {
		access := &e.Accesses[a]
		if access.Mode == 0 {
			break
		}
		s.object[a], s.mode[a] = h.objects.index(access.Object), access.Mode
		if h.observers && e.Blind && access.Mode == Write {
			s.mode[a] = sighted
			if n := len(h.steps) - 1; n < len(h.unseen) && h.unseen[n]&(1<<a) != 0 {
				s.mode[a] = unseen
			}
		}
		s.accesses++
	}
}

// contest marks as contested the events with an Alt that a process did not
// need to get where it is, after event last-1, and that have to do with the
// objects it touches there: those events may have stood in the way of another
// way.
func (h *history) contest(last int32, touches uint64) {
	if len(h.alts) == 0 {
		return
	}
	point := h.none
	if last > 0 {
		point = h.clock(int(last) - 1)
	}
	for q, p := range h.lastAlt[:h.known] {
		if h.altObjects[q]&touches == 0 {
			continue
		}
		for ; p > point[q]; p = h.steps[p-1].altPrev {
			if s := &h.steps[p-1]; !s.contested && s.touches&touches != 0 {
				s.contested = true
				h.contests = append(h.contests, p-1)
			}
		}
	}
}

// previous is one more than the position of the last event that involves p
// before event last-1, which does.
func (h *history) previous(last int32, p Proc) int32 {
	if s := &h.steps[last-1]; s.proc == p {
		return s.procPrev
	}
	return h.steps[last-1].peerPrev
}

// joinAll adds all events of the path but the last to c.
func (h *history) joinAll(c []int32) {
	for _, last := range h.procs[:h.known] {
		if last > 0 {
			h.join(c, last-1)
		}
	}
}

// probeAll notes the first n events for probing, but those in h.point.
func (h *history) probeAll(n int) {
	for i := range n {
		if !h.in(h.point, int32(i)) {
			h.probes = append(h.probes, probe{int32(i), h.target})
		}
	}
}

// link puts the event at n, s, at the heads of its chains.
func (h *history) link(s *hbStep, n int) {
	entry := int32(n+1) << slotBits
	s.procPrev = h.procs[s.proc]
	h.procs[s.proc] = int32(n) + 1
	if s.peer >= 0 {
		s.peerPrev = h.procs[s.peer]
		h.procs[s.peer] = int32(n) + 1
	}
	for a, o := range s.object[:s.accesses] {
		head := h.objects.heads[o]
		s.prev[a], s.skip[a] = head, head
		if i, slot := split(head); head != 0 && h.steps[i].mode[slot].conflict(s.mode[a]) == 0 && s.mode[a].conflict(h.steps[i].mode[slot]) == 0 {
			s.skip[a] = h.steps[i].skip[slot]
		}
		h.objects.heads[o] = entry + int32(a)
	}
}

// unseenAt has a bit for each access of the event at n that nobody observes.
func (h *history) unseenAt(n int) (set uint8) {
	s := &h.steps[n]
	for a, m := range s.mode[:s.accesses] {
		if m == unseen {
			set |= 1 << a
		}
	}
	return set
}

// cut shortens the history to d events.
func (h *history) cut(d int) {
	for n := len(h.steps) - 1; n >= d; n-- {
		s := &h.steps[n]
		for a := int(s.accesses) - 1; a >= 0; a-- {
			h.objects.heads[s.object[a]] = s.prev[a]
		}
		if s.peer >= 0 {
			h.procs[s.peer] = s.peerPrev
		}
		h.procs[s.proc] = s.procPrev
		h.wide, h.quiet = s.wide, s.quiet
		h.races, h.probes = h.races[:s.raceLo], h.probes[:s.probeLo]
		for _, p := range h.contests[s.contestLo:] {
			h.steps[p].contested = false
		}
		h.contests = h.contests[:s.contestLo]
		if last := len(h.alts) - 1; last >= 0 && h.alts[last] == int32(n) {
			h.alts, h.lastAlt[s.proc] = h.alts[:last], s.altPrev
		}
	}
	if d < len(h.steps) {
		h.steps = h.steps[:d]
		h.clocks = h.clocks[:d*h.stride]
	}
}

// racesOf are the first events of the races of event j.
func (h *history) racesOf(j int) []int32 {
	hi := len(h.races)
	if j+1 < len(h.steps) {
		hi = int(h.steps[j+1].raceLo)
	}
	return h.races[h.steps[j].raceLo:hi]
}

func (h *history) memory() int64 {
	return int64(cap(h.clocks)+cap(h.races)+2*cap(h.probes)+cap(h.alts)+cap(h.contests)+4*len(h.procs))*4 +
		int64(cap(h.steps))*int64(unsafe.Sizeof(hbStep{})) + h.objects.memory()
}

// An objectTable numbers objects in the order met. It never forgets one:
// names are the same in all executions.
type objectTable struct {
	slots []int32 // index+1, by hash
	names []uint64
	heads []int32 // the latest entry of the chain, by index
	mask  uint64
}

func (t *objectTable) index(name uint64) int32 {
	if len(t.names)*2 >= len(t.slots) {
		t.rehash()
	}
	for at := hash(name) & t.mask; ; at = (at + 1) & t.mask {
		i := t.slots[at]
		if i == 0 {
			t.names = append(t.names, name)
			t.heads = append(t.heads, 0)
			t.slots[at] = int32(len(t.names))
			return int32(len(t.names)) - 1
		}
		if t.names[i-1] == name {
			return i - 1
		}
	}
}

func (t *objectTable) rehash() {
	t.slots = make([]int32, max(64, 4*len(t.slots)))
	t.mask = uint64(len(t.slots)) - 1
	for i, name := range t.names {
		at := hash(name) & t.mask
		for t.slots[at] != 0 {
			at = (at + 1) & t.mask
		}
		t.slots[at] = int32(i) + 1
	}
}

func hash(name uint64) uint64 {
	name *= 0x9E3779B97F4A7C15
	return name ^ name>>32
}

func (t *objectTable) memory() int64 {
	return int64(cap(t.slots)+cap(t.heads))*4 + int64(cap(t.names))*8
}
