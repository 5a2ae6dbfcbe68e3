package por

import (
	"fmt"
	"slices"
)

// A probe is a question to a [prober]: what could have been executed instead
// of event p, once others have moved on, by the processes of the target? A
// target is the position of an event, and means its processes where they were
// before it; or -1-r for process r where it is at the end; or open for all
// processes wherever they come by.
type probe struct {
	p, target int32
}

const open = int32(-1) << 31

// stranger is a process that no execution has met so far, whichever: without
// [Pending] it is not known before it can do something.
const stranger Proc = -2

// key is a number for q that is smaller the later q.p is.
func (q probe) key() uint64 { return uint64(^uint32(q.p))<<32 | uint64(uint32(q.target)) }

func probeOf(key uint64) probe { return probe{int32(^uint32(key >> 32)), int32(uint32(key))} }

// A prober answers probes: rule 3 of race.go. It leaves the path; the search
// has to seek its way back.
type prober struct {
	w *walker
	h *history

	// list holds the probes to answer, as keys.
	list []uint64
	// searched is how many events of the path an execution had that was
	// searched before.
	searched int
	fresh    []int8  // scratch: answers of again, 0 not known, 1 no, 2 yes
	rest     []int32 // positions behind p, not after p, in the order tried
	group    []uint8 // scratch: by position
	order    []int32 // scratch
	wanted   []Event // what the target could do, dependent with p
	// choices and pending are those of the present state if seen and foreseen.
	choices        []Choice
	pending        []Event
	seen, foreseen bool
	// found is called with p and how many events of rest come first, when *q
	// could follow.
	found func(p, first int)
	q     *Event
	able  []Event // scratch: what could be executed in the present state
	// met is how many processes there are that are no strangers.
	met int
}

// moved is called when the system has moved.
func (b *prober) moved() { b.seen = false; b.foreseen = false }

// enabledNow are the choices in the present state.
func (b *prober) enabledNow() []Choice {
	if !b.seen {
		b.choices, b.seen = b.w.sys.Enabled(b.choices[:0]), true
	}
	return b.choices
}

// pendingNow is what is pending in the present state, if that can be told.
func (b *prober) pendingNow() []Event {
	if !b.foreseen {
		b.foreseen = true
		if b.w.pend != nil {
			b.pending = b.w.pend.Pending(b.pending[:0])
		}
	}
	return b.pending
}

// begin prepares for an execution of which the first searched events are
// those of an execution searched before.
func (b *prober) begin(searched int) {
	b.searched = searched
	b.fresh = append(b.fresh[:0], make([]int8, len(b.w.events))...)
}

// again reports whether there are events that no execution searched before
// had, and that are not after event i.
func (b *prober) again(i int) bool {
	if b.fresh[i] == 0 {
		b.fresh[i] = 1
		for k := max(b.searched, i+1); k < len(b.w.events); k++ {
			if !b.h.before(i, k) {
				b.fresh[i] = 2
				break
			}
		}
	}
	return b.fresh[i] == 2
}

// collect lists in b.list the probes due at the end of an execution, where
// enabled is possible but not to be explored, p from the last to the first.
func (b *prober) collect(enabled []Choice) {
	w, h := b.w, b.h
	n := len(w.events)
	b.list = b.list[:0]
	if w.pend == nil {
		b.collectAll()
		return
	}
	b.pending = w.pend.Pending(b.pending[:0])
	for i := range b.pending {
		if e := &b.pending[i]; !slices.Contains(enabled, e.Choice) {
			h.blocked(e, n, -1-int32(e.Proc))
		}
	}
	if n > 0 && w.events[n-1].Wide {
		// It may have ended everything, and then is what blocks all the others:
		// see what was pending before.
		b.pending = append(b.pending[:0], w.others...)
		b.list = append(b.list, probe{int32(n) - 1, open}.key())
	}
	ends := false
	for i := range b.pending {
		e := &b.pending[i]
		ends = ends || e.Wide
		h.grow(e.Proc) // it may not have executed anything
		h.contest(h.procs[e.Proc], digestOf(e).objects)
	}
	for _, p := range h.alts {
		q := probe{p, open}
		if s := &h.steps[p]; (s.rival || s.contested || ends) && b.due(q) {
			b.list = append(b.list, q.key())
		}
	}
	for _, q := range h.probes {
		if b.due(q) {
			b.list = append(b.list, q.key())
		}
	}
	slices.Sort(b.list)
	b.list = slices.Compact(b.list)
}

// due reports whether q is to be answered: because it was not before, or
// because there are new events to try.
func (b *prober) due(q probe) bool {
	old := q.target >= 0 && int(q.target) < b.searched || q.target == open && int(q.p) < b.searched
	return !old || b.again(int(q.p))
}

// collectAll lists all probes there are: without Pending it is not known
// what is blocked.
func (b *prober) collectAll() {
	b.met = b.h.known
	for p := len(b.w.events) - 1; p >= 0; p-- {
		b.list = append(b.list, probe{int32(p), open}.key())
		for r := range b.met + 1 { // the last one is a stranger
			b.list = append(b.list, probe{int32(p), -1 - int32(r)}.key())
		}
		for j := p + 1; j < len(b.w.events); j++ {
			b.list = append(b.list, probe{int32(p), int32(j)}.key())
		}
	}
}

// run answers the probes of the list.
func (b *prober) run() {
	for _, k := range b.list {
		if b.w.halt {
			return
		}
		q := probeOf(k)
		b.probe(int(q.p), q.target)
	}
}

func (b *prober) probe(p int, target int32) {
	b.rest = b.rest[:0]
	for k := p + 1; k < len(b.w.events); k++ {
		if !b.h.before(p, k) {
			b.rest = append(b.rest, int32(k))
		}
	}
	if target == open {
		b.goTo(p, 0)
		b.look(p, 0, -1, -1)
		return
	}
	r, peer, ready := b.bringUp(target)
	if ready == 0 && peer < 0 && b.foresee(p, r) {
		return
	}
	b.goTo(p, 0)
	for _, k := range b.rest[:ready] {
		b.step(k)
	}
	if b.w.pend != nil && !b.want(p, r, peer) {
		return
	}
	rivals := b.sort(ready, &b.w.events[p])
	b.look(p, ready, r, peer)
	if rivals == len(b.rest) || b.w.halt || b.possible(p, r, peer) {
		return
	}
	if b.few(rivals) && !b.monotone() {
		b.choose(p, rivals, rivals, r, peer)
	} else {
		b.pack(p, rivals, r, peer)
	}
}

// foresee answers a probe from what is known of the state before event p, if
// that is possible: process r is at an operation there that has one way to go,
// and nothing of b.rest changes what that is. Then it does not matter what of
// it is executed first, but for the order of what is found.
func (b *prober) foresee(p int, r Proc) bool {
	if b.w.pend == nil {
		return false
	}
	o := b.w.outlook(p)
	b.q = nil
	for i := range o.pending {
		q := &o.pending[i]
		if q.Proc != r && q.Peer != r {
			continue
		}
		if b.q != nil || q.Proc != r || q.Alt != 0 || q.Wide || quiesces(q) {
			return false
		}
		b.q = q
	}
	switch {
	case b.q == nil:
		return false
	case !Dependent(b.q, &b.w.events[p]):
		return true
	}
	d, rivals := digestOf(b.q), false
	for _, k := range b.rest {
		if e := &b.w.events[k]; !d.apart(b.h.steps[k].digest) && Dependent(b.q, e) {
			if !onlyReads(e, b.q) {
				return false
			}
			rivals = true
		}
	}
	if !slices.Contains(o.enabled, b.q.Choice) {
		return true
	}
	if rivals {
		b.wanted = append(b.wanted[:0], *b.q)
		b.sort(0, &b.w.events[p])
		for t, k := range b.rest {
			if Dependent(b.q, &b.w.events[k]) {
				b.found(p, t)
			}
		}
	}
	b.found(p, len(b.rest))
	return true
}

// onlyReads reports whether all that e, an event of another process with one
// way to go, does to the objects of q is to read them: q is the same afterwards.
func onlyReads(e, q *Event) bool {
	if e.Proc == q.Proc || e.Peer >= 0 || q.Peer >= 0 || e.Alt != 0 || e.Wide || quiesces(e) {
		return false
	}
	for i := range e.Accesses {
		x := &e.Accesses[i]
		if x.Mode == Read || x.Mode == 0 {
			continue
		}
		for j := range q.Accesses {
			if q.Accesses[j].Mode != 0 && q.Accesses[j].Object == x.Object {
				return false
			}
		}
	}
	return true
}

// goTo brings the system to the state before event p and after the first n
// of b.rest.
func (b *prober) goTo(p, n int) {
	b.w.astray = true
	b.w.seek(p)
	b.w.astray = true
	b.moved()
	for _, k := range b.rest[:n] {
		b.step(k)
	}
}

// possible reports whether r or peer could do something now that is
// dependent with event p. A system that can neither tell nor go back has to
// be taken for one that could.
func (b *prober) possible(p int, r, peer Proc) bool {
	if b.w.pend == nil && b.w.rew == nil {
		for _, c := range b.enabledNow() {
			if c != b.w.events[p].Choice && b.means(&Event{Choice: c, Peer: -1}, r, peer) {
				return true
			}
		}
		return false
	}
	able := b.doable(p, 0, r, peer)
	for i := range able {
		if q := &able[i]; q.Proc == r || q.Proc == peer || r == stranger {
			return true
		}
	}
	return false
}

// means reports whether r and peer mean the processes of q.
func (b *prober) means(q *Event, r, peer Proc) bool {
	if r == stranger {
		return int(q.Proc) >= b.met
	}
	return concerns(q, r, peer)
}

// bringUp moves to the front of b.rest what brings the target's processes to
// where they are meant to be, and returns them and how many events that is.
func (b *prober) bringUp(target int32) (r, peer Proc, n int) {
	h := b.h
	peer = -1
	var last, lastPeer int32
	if target >= 0 {
		s := &h.steps[target]
		r, peer, last, lastPeer = s.proc, s.peer, s.procPrev, s.peerPrev
		if peer < 0 {
			lastPeer = 0
		}
	} else {
		r = Proc(-1 - target)
		if b.w.pend == nil && int(r) == b.met {
			return stranger, -1, 0
		}
		last = h.procs[r]
	}
	brings := func(k, last int32) bool {
		return last > 0 && (k == last-1 || k < last-1 && h.before(int(k), int(last-1)))
	}
	b.order = b.order[:0]
	for _, k := range b.rest {
		if brings(k, last) || brings(k, lastPeer) {
			b.rest[n] = k
			n++
		} else {
			b.order = append(b.order, k)
		}
	}
	copy(b.rest[n:], b.order)
	return r, peer, n
}

// want collects what r and peer could do now or later that is dependent with
// event p, and reports whether there is anything.
func (b *prober) want(p int, r, peer Proc) bool {
	b.wanted = b.wanted[:0]
	pending := b.pendingNow()
	for i := range pending {
		if q := &pending[i]; concerns(q, r, peer) && Dependent(q, &b.w.events[p]) {
			b.wanted = append(b.wanted, *q)
		}
	}
	return len(b.wanted) > 0
}

func concerns(q *Event, r, peer Proc) bool {
	return r < 0 || q.Proc == r || q.Peer == r || peer >= 0 && (q.Proc == peer || q.Peer == peer)
}

// look executes b.rest[from:] and looks around before each event that
// conflicts with something that could be executed there, and at the end.
func (b *prober) look(p, from int, r, peer Proc) {
	for t := from; !b.w.halt; t++ {
		b.around(p, t, r, peer)
		if t == len(b.rest) {
			return
		}
		b.step(b.rest[t])
	}
}

// step executes event k of the path in the present state.
func (b *prober) step(k int32) {
	want := &b.w.events[k]
	b.moved()
	if got := b.w.step(want.Choice); got != *want {
		panic(broken(want, &got))
	}
}

// foretells reports whether a pending event may have become e. That it ends the
// execution may show only when it is executed.
func foretells(pending, e *Event) bool {
	expected := *pending
	expected.Wide = expected.Wide || e.Wide
	return expected == *e
}

// broken says that what should have happened has become something else.
func broken(want, got *Event) string {
	return fmt.Sprintf("por: the system breaks its contract: %+v commutes with all that was left out, but became %+v", *want, *got)
}

// around reports what r and peer could execute now, after the first t of
// b.rest, that is dependent with event p and with the next of b.rest, if there
// is one.
func (b *prober) around(p, t int, r, peer Proc) {
	for i := range b.doable(p, t, r, peer) {
		if b.w.find(); b.w.halt {
			return
		}
		b.q = &b.able[i]
		if t == len(b.rest) || Dependent(b.q, &b.w.events[b.rest[t]]) {
			b.found(p, t)
		}
	}
}

// doable lists in b.able what r and peer could execute now, after the first t
// of b.rest, that is dependent with event p.
func (b *prober) doable(p, t int, r, peer Proc) []Event {
	e := &b.w.events[p]
	b.able = b.able[:0]
	if b.w.pend == nil {
		for _, c := range b.enabledNow() {
			if c == e.Choice || b.w.halt {
				continue
			}
			if q := b.attempt(c, p, t); b.means(&q, r, peer) && Dependent(e, &q) {
				b.able = append(b.able, q)
			}
		}
		return b.able
	}
	pending := b.pendingNow()
	for i := range pending {
		q := &pending[i]
		if concerns(q, r, peer) && q.Choice != e.Choice && Dependent(e, q) && slices.Contains(b.enabledNow(), q.Choice) {
			b.able = append(b.able, *q)
		}
	}
	return b.able
}

// attempt finds out what c would do now.
func (b *prober) attempt(c Choice, p, t int) Event {
	w := b.w
	if w.rew != nil {
		m := w.rew.Mark()
		q := w.step(c)
		w.rew.Rewind(m)
		return q
	}
	q := w.step(c)
	w.sys.Reset()
	for i := range p {
		w.step(w.events[i].Choice)
	}
	for _, k := range b.rest[:t] {
		w.step(w.events[k].Choice)
	}
	return q
}
