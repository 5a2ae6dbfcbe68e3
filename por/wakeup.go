package por

// A wakeupTree holds, for every level of a path, the sequences still to be
// explored from there: [AAJS14]. All trees share one pool of
// nodes, linked by index; 0 is no node.
type wakeupTree struct {
	nodes []wakeupNode
	free  int32
}

// A wakeupNode is one event of a sequence. Its children are ordered as
// inserted: sequences are explored in that order.
type wakeupNode struct {
	event       Event
	child, next int32
}

func (t *wakeupTree) node(e *Event) int32 {
	n := t.free
	if n == 0 {
		if len(t.nodes) == 0 {
			t.nodes = append(t.nodes, wakeupNode{})
		}
		t.nodes = append(t.nodes, wakeupNode{event: *e})
		return int32(len(t.nodes)) - 1
	}
	t.free = t.nodes[n].next
	t.nodes[n] = wakeupNode{event: *e}
	return n
}

// take removes the first of the siblings at head, and returns its event, its
// children and the siblings left.
func (t *wakeupTree) take(head int32) (c Choice, children, rest int32) {
	n := &t.nodes[head]
	c, children, rest = n.event.Choice, n.child, n.next
	n.child, n.next = 0, t.free
	t.free = head
	return c, children, rest
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

// insert adds the sequence v to the tree whose first nodes are at *head,
// unless the tree covers it already: the function insert_[E](v, B) of
// [AAJS14]. It returns how many branches begin at the root. v is
// changed.
func (t *wakeupTree) insert(head *int32, v []*Event) {
	at := int32(0) // the node whose children are looked at, 0 for the root
	for {
		first := *head
		if at != 0 {
			first = t.nodes[at].child
		}
		last, match := int32(0), int32(0)
		for n := first; n != 0; n = t.nodes[n].next {
			last = n
			k, ok := weakInitial(&t.nodes[n].event, v)
			if !ok {
				continue
			}
			switch {
			case k == 0:
				v = v[1:]
			case k > 0:
				// The part before is usually the shorter one.
				copy(v[1:k+1], v[:k])
				v = v[1:]
			}
			match = n
			break
		}
		switch {
		case match == 0:
			t.branch(head, at, last, v)
			return
		case t.nodes[match].child == 0 || len(v) == 0:
			// A leaf: whatever begins with it will be explored.
			return
		}
		at = match
	}
}

// branch adds v below node at, after its child last.
func (t *wakeupTree) branch(head *int32, at, last int32, v []*Event) {
	for i := range v {
		n := t.node(v[i])
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
// to one that v begins. If e is in v, k is where, otherwise -1.
func weakInitial(e *Event, v []*Event) (k int, ok bool) {
	for k := range v {
		if v[k].Choice == e.Choice {
			return k, true
		}
		if Dependent(e, v[k]) {
			return 0, false
		}
	}
	return -1, true
}
