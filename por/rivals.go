package por

import "slices"

// This file orders, and chooses among, the events that a [prober] tries out
// before what is wanted: rule 3 of race.go.

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

// maxChoices is how many choices of rivals there may be for all to be tried.
const maxChoices = 64

// few reports whether there are few choices of the rivals b.rest[from:] that
// are closed under happens-before: those of rivals that are after one another
// are not many.
func (b *prober) few(from int) bool {
	return len(b.rest)-from < maxChoices && b.closed(b.order[:0], from, maxChoices) <= maxChoices
}

// closed counts these choices for b.rest[next:], left being left out. It stops
// when they are more than most.
func (b *prober) closed(left []int32, next, most int) int {
	if next == len(b.rest) {
		return 1
	}
	k := b.rest[next]
	n := b.closed(append(left, k), next+1, most)
	if n <= most && !b.afterAny(left, k) {
		n += b.closed(left, next+1, most-n)
	}
	return n
}

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
	for k := next + 1; k < len(b.rest) && !b.w.halt; k++ {
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
