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

// A prober answers probes: rule 3 of race.go. It leaves the path; the search
// has to seek its way back.
type prober struct {
	w *walker
	h *history

	list []probe
	// searched is how many events of the path an execution had that was
	// searched before.
	searched int
	fresh    []int8  // scratch: answers of again, 0 not known, 1 no, 2 yes
	rest     []int32 // positions behind p, not after p, in the order tried
	group    []uint8 // scratch: by position
	order    []int32 // scratch
	choices  []Choice
	pending  []Event
	wanted   []Event // what the target could do, dependent with p
	// found is called with p and how many events of rest come first, when q
	// could follow.
	found func(p, first int)
	q     Event
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
// Those that were due before are so again if there are new events to try.
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
		// It may have ended everything: see what was pending before.
		b.pending = append(b.pending[:0], w.others...)
	}
	for p := range n {
		if b.w.events[p].Alt != 0 && !b.contested(p) {
			continue
		}
		// A Wide event at the end may have ended everything: then it is what
		// blocks all the others.
		if e := &w.events[p]; e.Alt != 0 || e.Wide && p == n-1 {
			b.list = append(b.list, probe{int32(p), open})
		}
	}
	b.list = append(b.list, h.probes...)
	slices.SortFunc(b.list, func(x, y probe) int {
		if x.p != y.p {
			return int(y.p - x.p)
		}
		return int(x.target>>1 - y.target>>1)
	})
	kept := b.list[:0]
	for i, q := range b.list {
		if i > 0 && q == b.list[i-1] {
			continue
		}
		old := q.target >= 0 && int(q.target) < b.searched || q.target == open && int(q.p) < b.searched
		if old && !b.again(int(q.p)) {
			continue
		}
		kept = append(kept, q)
	}
	b.list = kept
}

// contested reports whether event p, one way of several, may have stood in
// the way of another: whether another was possible as well, or a process that got where it was without p did
// something later, or is blocked, on an object that has to do with p.
func (b *prober) contested(p int) bool {
	h := b.h
	touches := h.steps[p].touches
	if h.steps[p].rival {
		return true
	}
	for k := p + 1; k < len(h.steps); k++ {
		s := &h.steps[k]
		if s.touches&touches != 0 && (!h.after(s.procPrev, p) || s.peer >= 0 && !h.after(s.peerPrev, p)) {
			return true
		}
	}
	for i := range b.pending {
		e := &b.pending[i]
		if e.Wide || h.touches(e)&touches != 0 && !h.after(h.procs[e.Proc], p) {
			return true
		}
	}
	return false
}

// collectAll lists all probes there are: without Pending it is not known
// what is blocked.
func (b *prober) collectAll() {
	for p := len(b.w.events) - 1; p >= 0; p-- {
		b.list = append(b.list, probe{int32(p), open})
		for r := range b.h.known {
			b.list = append(b.list, probe{int32(p), -1 - int32(r)})
		}
		for j := p + 1; j < len(b.w.events); j++ {
			b.list = append(b.list, probe{int32(p), int32(j)})
		}
	}
}

// run answers the probes of the list.
func (b *prober) run() {
	for _, q := range b.list {
		if b.w.halt {
			return
		}
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
	b.w.seek(p)
	b.w.astray = true
	if target == open {
		b.look(p, 0, -1, -1)
		return
	}
	r, peer, ready := b.bringUp(target)
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
	if len(b.rest)-rivals <= maxChosen && !b.monotone() {
		b.choose(p, rivals, rivals, r, peer)
	} else {
		b.pack(p, rivals, r, peer)
	}
}

// monotone reports whether what is wanted is only in the way of what takes a
// share, so that fewer rivals never make it impossible.
func (b *prober) monotone() bool {
	if b.w.pend == nil {
		return false
	}
	for i := range b.wanted {
		if !b.wanted[i].Firm {
			return false
		}
	}
	return true
}

// maxChosen is of how many rivals all choices are tried.
const maxChosen = 6

// choose tries every choice of the rivals b.rest[in:] after b.rest[:in] that
// is closed under happens-before. b.rest[in:next] are left out already.
func (b *prober) choose(p, in, next int, r, peer Proc) {
	if next == len(b.rest) {
		b.goTo(p, in)
		b.around(p, in, r, peer)
		return
	}
	b.choose(p, in, next+1, r, peer)
	k := b.rest[next]
	if b.w.halt || b.afterAny(b.rest[in:next], k) {
		return
	}
	copy(b.rest[in+1:next+1], b.rest[in:next])
	b.rest[in] = k
	b.choose(p, in+1, next+1, r, peer)
	copy(b.rest[in:next], b.rest[in+1:next+1])
	b.rest[next] = k
}

// pack tries once more, with as many of the rivals, b.rest[from:], as can
// come and go before what is wanted: those after which it is possible again,
// with what follows from them.
func (b *prober) pack(p, from int, r, peer Proc) {
	b.goTo(p, from)
	in := from // b.rest[from:in] have been taken in, b.rest[in:next] left out
	for next := from; next < len(b.rest) && !b.w.halt; next++ {
		if b.afterAny(b.rest[in:next], b.rest[next]) {
			continue
		}
		if !b.takeIn(p, next, in, r, peer, true) {
			b.goTo(p, in)
			if !b.takeIn(p, next, in, r, peer, false) {
				b.goTo(p, in)
				continue
			}
		}
		for _, e := range b.order {
			i := slices.Index(b.rest, e)
			copy(b.rest[in+1:i+1], b.rest[in:i])
			b.rest[in] = e
			in++
		}
		next += len(b.order) - 1
	}
	b.goTo(p, in)
	b.around(p, in, r, peer)
}

// takeIn executes rival next, then what is after it, in order, until what is
// wanted is possible, and reports whether it got there. It leaves what it has
// executed in b.order. If alone, other rivals do not count as after it.
func (b *prober) takeIn(p, next, in int, r, peer Proc, alone bool) bool {
	b.order = append(b.order[:0], b.rest[next])
	b.step(b.rest[next])
	for k := next + 1; k < len(b.rest); k++ {
		if b.possible(p, r, peer) {
			return true
		}
		e := b.rest[k]
		if alone && b.rank(&b.w.events[p], &b.w.events[e]) == 2 {
			continue
		}
		if b.h.before(int(b.rest[next]), int(e)) && !b.afterAny(b.rest[in:next], e) && !b.missing(next, k) {
			b.order = append(b.order, e)
			b.step(e)
		}
	}
	return b.possible(p, r, peer)
}

// missing reports whether b.rest[k] is after one of those between next and k
// that are not in b.order.
func (b *prober) missing(next, k int) bool {
	for _, e := range b.rest[next:k] {
		if !slices.Contains(b.order, e) && b.h.before(int(e), int(b.rest[k])) {
			return true
		}
	}
	return false
}

// afterAny reports whether event k is after any of the others.
func (b *prober) afterAny(others []int32, k int32) bool {
	for _, e := range others {
		if b.h.before(int(e), int(k)) {
			return true
		}
	}
	return false
}

// goTo brings the system to the state before event p and after the first n
// of b.rest.
func (b *prober) goTo(p, n int) {
	b.w.astray = true
	b.w.seek(p)
	b.w.astray = true
	for _, k := range b.rest[:n] {
		b.step(k)
	}
}

// possible reports whether r or peer could do something now that is
// dependent with event p. A system that can neither tell nor go back has to
// be taken for one that could.
func (b *prober) possible(p int, r, peer Proc) bool {
	b.choices = b.w.sys.Enabled(b.choices[:0])
	if b.w.pend != nil {
		b.pending = b.w.pend.Pending(b.pending[:0])
	}
	e := &b.w.events[p]
	for _, c := range b.choices {
		if c == e.Choice || c.Proc != r && c.Proc != peer {
			continue
		}
		if b.w.pend == nil && b.w.rew == nil {
			return true
		}
		if q := b.attempt(c, p, 0); Dependent(e, &q) {
			return true
		}
	}
	return false
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
	b.pending = b.w.pend.Pending(b.pending[:0])
	for i := range b.pending {
		if q := &b.pending[i]; concerns(q, r, peer) && Dependent(q, &b.w.events[p]) {
			b.wanted = append(b.wanted, *q)
		}
	}
	return len(b.wanted) > 0
}

func concerns(q *Event, r, peer Proc) bool {
	return r < 0 || q.Proc == r || q.Peer == r || peer >= 0 && (q.Proc == peer || q.Peer == peer)
}

// sort orders b.rest[from:] so that what has nothing to do with what is wanted
// comes first, then what may make it possible, then the rest, the rivals. It
// returns where those begin.
func (b *prober) sort(from int, p *Event) (rivals int) {
	rest := b.rest[from:]
	b.group = append(b.group[:0], make([]uint8, len(rest))...)
	for i, k := range rest {
		g := b.rank(p, &b.w.events[k])
		for j := range i {
			if b.group[j] > g && b.h.before(int(rest[j]), int(k)) {
				g = b.group[j]
			}
		}
		b.group[i] = g
	}
	b.order = b.order[:0]
	for g := range uint8(3) {
		rivals = from + len(b.order)
		for i, k := range rest {
			if b.group[i] == g {
				b.order = append(b.order, k)
			}
		}
	}
	copy(rest, b.order)
	return rivals
}

// rank is 0 for an event that has nothing to do with what is wanted, 1 for one
// that cannot take it away, 2 for others.
func (b *prober) rank(p, e *Event) uint8 {
	if b.w.pend == nil {
		if takes(e, p) {
			return 2
		}
		return 0
	}
	rank := uint8(0)
	for i := range b.wanted {
		if q := &b.wanted[i]; Dependent(q, e) {
			if sameProcess(q, e) || takes(e, q) {
				return 2
			}
			rank = 1
		}
	}
	return rank
}

// takes reports whether e may take what q needs.
func takes(e, q *Event) bool {
	for i := range e.Accesses {
		x := &e.Accesses[i]
		if x.Mode == Release || x.Mode == Unshare || x.Mode == Produce || x.Mode == 0 {
			continue
		}
		for j := range q.Accesses {
			if y := &q.Accesses[j]; y.Object == x.Object && y.Mode != 0 {
				return true
			}
		}
	}
	return e.Wide
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
	if got := b.w.step(want.Choice); got != *want {
		panic(fmt.Sprintf("por: the system breaks its contract: %+v commutes with all that was left out, but became %+v", *want, got))
	}
}

// around reports what r and peer could execute now that is dependent with
// event p and with the t-th of b.rest, if that is not the end.
func (b *prober) around(p, t int, r, peer Proc) {
	w := b.w
	b.choices = w.sys.Enabled(b.choices[:0])
	if w.pend != nil {
		b.pending = w.pend.Pending(b.pending[:0])
	}
	e := &w.events[p]
	for _, c := range b.choices {
		if c == e.Choice {
			continue
		}
		b.q = b.attempt(c, p, t)
		if q := &b.q; concerns(q, r, peer) && Dependent(e, q) && (t == len(b.rest) || Dependent(q, &w.events[b.rest[t]])) {
			b.found(p, t)
		}
	}
}

// attempt finds out what c would do now.
func (b *prober) attempt(c Choice, p, t int) Event {
	w := b.w
	switch {
	case w.pend != nil:
		for i := range b.pending {
			if b.pending[i].Choice == c {
				return b.pending[i]
			}
		}
		panic(fmt.Sprintf("por: choice %v is enabled but not pending", c))
	case w.rew != nil:
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

// extendWithOthers is extend, and collects in w.others the events that could
// have happened instead, now or later: those of the same processes, if
// their operation has several ways to go, and all if this one ended the
// execution. It sets w.rival if one of the former could have happened now, or
// may at any time.
func (w *walker) extendWithOthers(c Choice) *Event {
	w.others, w.rival = w.others[:0], false
	if c.Alt != 0 && w.pend != nil {
		w.seek(len(w.events))
		w.others = w.pend.Pending(w.others)
		w.enabled = w.sys.Enabled(w.enabled[:0])
		w.keepAlternatives(c)
	}
	e := w.extend(c)
	if e.Wide && w.pend != nil {
		w.seek(len(w.events) - 1)
		w.others = w.pend.Pending(w.others[:0])
		w.seek(len(w.events))
	}
	return e
}

// vague reports whether e, if it is blocked, may come to be possible by
// something that touches none of the objects it lists: a receive from an empty
// channel lists the item it waits for, but a close will do as well.
func vague(e *Event) bool {
	for i := range e.Accesses {
		if e.Accesses[i].Mode == Consume {
			return true
		}
	}
	return e.Accesses[0].Mode == 0
}

// keepAlternatives keeps of w.others what the processes of c could do instead
// of c.
func (w *walker) keepAlternatives(c Choice) {
	peer := Proc(-1)
	for i := range w.others {
		if w.others[i].Choice == c {
			peer = w.others[i].Peer
		}
	}
	kept := w.others[:0]
	for _, e := range w.others {
		if e.Choice == c || !concerns(&e, c.Proc, peer) {
			continue
		}
		w.rival = w.rival || slices.Contains(w.enabled, e.Choice) || vague(&e)
		if e.Proc == c.Proc || e.Proc == peer {
			kept = append(kept, e)
		}
	}
	w.others = kept
}
