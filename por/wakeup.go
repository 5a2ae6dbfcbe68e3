package por

// A wakeupTree holds, for every level of a path, the sequences still to be
// explored from there: [AAJS14]. All trees share one pool of
// nodes, linked by index; 0 is no node. Events are kept once each, in events.
type wakeupTree struct {
	events eventTable
	nodes  []wakeupNode
	free   int32
	// path is the path, numbers are those of its events in events, 0 where that
	// is not known. extra is an event that may be in a sequence besides.
	path    []Event
	numbers []int32
	extra   Event
	// observers says that blind Writes which nobody observes are not ordered.
	observers bool
}

// A wakeupNode is one event of a sequence. Its children are ordered as
// inserted: sequences are explored in that order.
type wakeupNode struct{ event, child, next int32 }

// A wakeupEvent is an event of a sequence to be inserted.
type wakeupEvent struct {
	digest digest
	// at is its position in the path, or -1 for the tree's extra one.
	at int32
	// needed says that it is no accident that the event is there: see
	// observers.go.
	needed bool
}

func (t *wakeupTree) event(e *wakeupEvent) *Event {
	if e.at < 0 {
		return &t.extra
	}
	return &t.path[e.at]
}

// number is the number of e in t.events.
func (t *wakeupTree) number(e *wakeupEvent) int32 {
	if e.at < 0 {
		return t.events.number(&t.extra, e.digest)
	}
	if t.numbers[e.at] == 0 {
		t.numbers[e.at] = t.events.number(&t.path[e.at], e.digest)
	}
	return t.numbers[e.at]
}

func (t *wakeupTree) node(e *wakeupEvent) int32 { return t.alloc(t.number(e)) }

// alloc is a new node for the event of that number.
func (t *wakeupTree) alloc(number int32) int32 {
	n := t.free
	if n == 0 {
		if len(t.nodes) == 0 {
			t.nodes = append(t.nodes, wakeupNode{})
		}
		t.nodes = append(t.nodes, wakeupNode{event: number})
		return int32(len(t.nodes)) - 1
	}
	t.free = t.nodes[n].next
	t.nodes[n] = wakeupNode{event: number}
	return n
}

// take removes the first of the siblings at head, and returns its event, its
// children and the siblings left.
func (t *wakeupTree) take(head int32) (event, children, rest int32) {
	n := &t.nodes[head]
	event, children, rest = n.event, n.child, n.next
	n.child, n.next = 0, t.free
	t.free = head
	return event, children, rest
}

// drop frees the siblings at head and all below them.
func (t *wakeupTree) drop(head int32) {
	for head != 0 {
		n := &t.nodes[head]
		t.drop(n.child)
		next := n.next
		n.child, n.next = 0, t.free
		t.free = head
		head = next
	}
}

// adopt moves the siblings at head, and all below them, from another tree to
// this one, and returns the first of them.
func (t *wakeupTree) adopt(from *wakeupTree, head int32) (first int32) {
	last := int32(0)
	for head != 0 {
		number, children, rest := from.take(head)
		e := &from.events.events[number]
		n := t.alloc(t.events.number(&e.Event, e.digest))
		below := t.adopt(from, children)
		t.nodes[n].child = below
		if last == 0 {
			first = n
		} else {
			t.nodes[last].next = n
		}
		last, head = n, rest
	}
	return first
}

// insert adds the sequence v to the tree whose first nodes are at *head,
// unless the tree covers it already: the function insert_[E](v, B) of
// [AAJS14]. v is changed.
func (t *wakeupTree) insert(head *int32, v []wakeupEvent) {
	at := int32(0) // the node whose children are looked at, 0 for the root
	for {
		first := *head
		if at != 0 {
			first = t.nodes[at].child
		}
		last, match := int32(0), int32(0)
		for n := first; n != 0; n = t.nodes[n].next {
			last = n
			k, ok := t.weakInitial(&t.events.events[t.nodes[n].event], v)
			if !ok {
				continue
			}
			v = without(v, k)
			match = n
			break
		}
		switch {
		case match == 0:
			t.branch(head, at, last, v)
			return
		case len(v) == 0 || t.nodes[match].child == 0 && !t.observers:
			// A leaf: whatever begins with it will be explored.
			return
		}
		at = match
	}
}

// without is v without v[k], if k >= 0. v is changed.
func without(v []wakeupEvent, k int) []wakeupEvent {
	if k < 0 {
		return v
	}
	// The part before is usually the shorter one.
	copy(v[1:k+1], v[:k])
	return v[1:]
}

// branch adds v below node at, after its child last.
func (t *wakeupTree) branch(head *int32, at, last int32, v []wakeupEvent) {
	for i := range v {
		n := t.node(&v[i])
		switch {
		case last != 0:
			t.nodes[last].next = n
		case at != 0:
			t.nodes[at].child = n
		default:
			*head = n
		}
		at, last = n, 0
	}
}

// weakInitial reports whether e is in WI(v): it begins an execution equivalent
// to one that v begins. If e is in v, k is where, otherwise -1. With observers,
// e may also come before what it writes over if it is overwritten itself.
func (t *wakeupTree) weakInitial(e *digested, v []wakeupEvent) (k int, ok bool) {
	unseen := false
	for k := range v {
		f := &v[k]
		if e.digest.apart(f.digest) {
			continue
		}
		switch g := t.event(f); {
		case g.Choice == e.Choice:
			return k, !unseen || t.overwritten(v, k)
		case !Dependent(&e.Event, g):
		case t.observers && !dependentIfUnseen(&e.Event, g):
			unseen = true
		default:
			return 0, false
		}
	}
	return -1, !unseen
}

func (t *wakeupTree) memory() int64 {
	return int64(cap(t.nodes))*12 + int64(cap(t.numbers))*4 + t.events.memory()
}

// An eventTable numbers events, from 1, in the order met. It never forgets
// one: the same events come up in execution after execution.
type eventTable struct {
	events []digested
	slots  []int32 // number, by hash
	mask   uint64
}

// number returns the number of an event with that digest.
func (t *eventTable) number(e *Event, d digest) int32 {
	if len(t.events)*2 >= len(t.slots) {
		t.rehash()
	}
	at := t.slot(e)
	if t.slots[at] == 0 {
		t.slots[at] = int32(len(t.events))
		t.events = append(t.events, digested{*e, d})
	}
	return t.slots[at]
}

// slot is where the number of e is, or is to be.
func (t *eventTable) slot(e *Event) uint64 {
	h := hash(uint64(e.Proc)<<32 | uint64(uint32(e.Alt)))
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if a.Mode == 0 {
			break
		}
		h = hash(h ^ a.Object<<4 ^ uint64(a.Mode))
	}
	at := h & t.mask
	for t.slots[at] != 0 && t.events[t.slots[at]].Event != *e {
		at = (at + 1) & t.mask
	}
	return at
}

func (t *eventTable) rehash() {
	if len(t.events) == 0 {
		t.events = append(t.events, digested{})
	}
	t.slots = make([]int32, max(64, 4*len(t.slots)))
	t.mask = uint64(len(t.slots)) - 1
	for i := 1; i < len(t.events); i++ {
		t.slots[t.slot(&t.events[i].Event)] = int32(i)
	}
}

func (t *eventTable) memory() int64 {
	return int64(cap(t.events))*(eventSize+16) + int64(cap(t.slots))*4
}
