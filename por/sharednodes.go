package por

import "slices"

// The nodes that the workers of a parallel search share: see parallel.go.

// A sharedNode is a node of the search tree known to all workers. Events are numbers in
// the pool's tree.
type sharedNode struct {
	up sharedStep // the branch that leads here; none at the root
	// asleep is what slept already when the node was reached, if it was shared with
	// all above; otherwise that follows from what is above.
	asleep []int32
	based  bool
	// branches are those taken from the wakeup tree, in that order. below says
	// what became of them.
	branches []int32
	below    []branchState
	pending  int32 // the wakeup tree
	open     int   // nothing is pending behind branches before this one
	finished int   // how many of branches are explored, up to the first that is not
}

// A branchState says what became of a branch: it leads to a shared node, or it is a
// job somebody is at, or that part of it has been explored; done is that all is.
// Only if it is whole, nothing can be inserted behind it because of what happens
// elsewhere.
type branchState struct {
	node        *sharedNode
	by          *sharedPath // while it is a job
	part        float64
	whole, done bool
}

// A sharedStep is a branch of a shared node.
type sharedStep struct {
	node *sharedNode
	via  int
}

// node is a new node behind a branch.
func (p *workPool) node(up sharedStep) *sharedNode {
	p.known++
	if len(p.spare) == 0 {
		p.allocate()
	}
	k := len(p.spare) - 1
	n := p.spare[k]
	p.spare = p.spare[:k]
	*n = sharedNode{up: up, asleep: n.asleep[:0], branches: n.branches[:0], below: n.below[:0]}
	return n
}

// allocate makes spare nodes. Most nodes never have more than one branch.
func (p *workPool) allocate() {
	const n = 64
	nodes, branches, below := make([]sharedNode, n), make([]int32, n), make([]branchState, n)
	for i := range nodes {
		nodes[i].branches, nodes[i].below = branches[i:i:i+1], below[i:i:i+1]
		p.spare = append(p.spare, &nodes[i])
	}
}

// pick is a node with something pending to be taken by a worker with that path, nil
// if there is none: the last one of the path or else, as much may be behind it, the
// shallowest. What is explored is remembered until all that comes before it is, so if
// it has come to be much, what comes first is done first, and the one
// who is at it is asked to share.
func (p *workPool) pick(path []sharedStep) *sharedNode {
	if p.root == nil {
		return nil
	}
	if p.known < p.many {
		for _, at := range slices.Backward(path) {
			if at.node.pending != 0 {
				return at.node
			}
		}
		return p.root.firstPending(true)
	}
	n := p.root.firstPending(false)
	if n == nil || !n.firm() {
		p.askFirst()
	}
	if n != nil && p.known >= p.most && p.tree.nodes[n.pending].child != 0 && !(n.settled() && n.firm()) {
		return nil
	}
	return n
}

// manyNodes is how many nodes are much, workPool.many. From maxNodes, workPool.most, on
// only such sequences are taken as need no others. There is one such if nobody is at
// work.
const (
	manyNodes = 1 << 14
	maxNodes  = 1 << 17
)

// firstPending is the first node with something pending, of n and those below it, in
// the order in which one worker would explore what is pending or, if shallow,
// with every node before those below it. It is nil if there is none.
func (n *sharedNode) firstPending(shallow bool) *sharedNode {
	if shallow && n.pending != 0 {
		return n
	}
	for ; n.open < len(n.branches); n.open++ {
		if below := n.below[n.open].node; below != nil {
			if first := below.firstPending(shallow); first != nil {
				return first
			}
		}
	}
	if n.pending != 0 {
		return n
	}
	return nil
}

// announce says that something is pending at n.
func (n *sharedNode) announce() {
	for at := n.up; at.node != nil && at.node.open > at.via; at = at.node.up {
		at.node.open = at.via
	}
}

// askFirst asks the worker whose job comes first to share it.
func (p *workPool) askFirst() {
	n := p.root
	for !n.settled() {
		b := &n.below[n.finished]
		if b.node == nil {
			if b.by != nil {
				b.by.asked.Store(true)
			}
			return
		}
		n = b.node
	}
}

// settled reports whether all branches taken are explored.
func (n *sharedNode) settled() bool { return n.finished == len(n.branches) }

// insert inserts v at node n, or behind the branches of n from number from on that
// begin it. Nothing before those does.
func (p *workPool) insert(n *sharedNode, from int, v []wakeupEvent) {
	known := false // p.asleep is what sleeps at n
	for {
		b := -1
		for i := from; i < len(n.branches) && b < 0; i++ {
			if k, ok := p.tree.weakInitial(&p.tree.events.events[n.branches[i]], v); ok {
				v, b = without(v, k), i
			}
		}
		if b < 0 {
			break
		}
		if n.below[b].whole || len(v) == 0 {
			return
		}
		if !known {
			p.asleep, known = p.sleepers(n, p.asleep[:0]), true
		}
		p.asleep = p.behind(n, b, p.asleep)
		n, from = n.below[b].node, 0
		for _, e := range p.asleep {
			if _, ok := p.tree.weakInitial(&p.tree.events.events[e], v); ok {
				return
			}
		}
	}
	p.tree.insert(&n.pending, v)
	n.announce()
}

// sleepers appends what slept when n was reached.
func (p *workPool) sleepers(n *sharedNode, asleep []int32) []int32 {
	if n.based || n.up.node == nil {
		return append(asleep, n.asleep...)
	}
	return p.behind(n.up.node, n.up.via, p.sleepers(n.up.node, asleep))
}

// behind is what sleeps behind branch b of n, at which asleep slept when it was
// reached. asleep is changed.
func (p *workPool) behind(n *sharedNode, b int, asleep []int32) []int32 {
	e := &p.tree.events.events[n.branches[b]]
	asleep = append(asleep, n.branches[:b]...)
	return slices.DeleteFunc(asleep, func(s int32) bool {
		f := &p.tree.events.events[s]
		return !f.digest.apart(e.digest) && Dependent(&f.Event, &e.Event)
	})
}

// forget forgets what is explored, and will not be added to, at n and, if that is all
// there was, above.
func (p *workPool) forget(n *sharedNode) {
	for n.firm() {
		p.sweep(n)
		if !n.explored() || n.up.node == nil {
			return
		}
		up := n.up
		b := &up.node.below[up.via]
		b.node, b.done, b.part = nil, true, 1
		p.recycle(n)
		n = up.node
	}
}

// recycle keeps a node that nobody knows any more.
func (p *workPool) recycle(n *sharedNode) {
	p.known--
	p.spare = append(p.spare, n)
}

// sweep forgets what is explored below n, which is firm.
func (p *workPool) sweep(n *sharedNode) {
	for ; n.finished < len(n.branches); n.finished++ {
		b := &n.below[n.finished]
		if b.node != nil {
			if p.sweep(b.node); !b.node.explored() {
				return
			}
			p.recycle(b.node)
			b.node, b.done, b.part = nil, true, 1
		}
		if !b.done {
			return
		}
	}
}

func (n *sharedNode) explored() bool { return n.pending == 0 && n.settled() }

// firm reports whether nothing is going to be inserted at n because of what happens
// elsewhere: there is nothing under way that was taken before the branches that
// lead here.
func (n *sharedNode) firm() bool {
	for {
		at := n.up
		if at.node == nil || at.node.below[at.via].whole {
			return true
		}
		if at.via > at.node.finished {
			return false
		}
		n = at.node
	}
}

// part is the part of the search tree below n that was explored, if the branches
// known at a node weigh the same.
func (t *wakeupTree) part(n *sharedNode) float64 {
	sum, branches := 0.0, len(n.branches)
	for _, b := range n.below {
		if b.node != nil {
			sum += t.part(b.node)
		} else {
			sum += b.part
		}
	}
	for p := n.pending; p != 0; p = t.nodes[p].next {
		branches++
	}
	return sum / float64(branches)
}
