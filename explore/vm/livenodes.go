package vm

import "slices"

// The nodes of a liveGraph and the references between them.

// add makes a node.
func (g *liveGraph) add(kind nodeKind, at Addr, parent int32) int32 {
	var id int32
	if n := len(g.free); n > 0 {
		id, g.free = g.free[n-1], g.free[:n-1]
	} else {
		id = int32(len(g.nodes))
		g.nodes = longer(g.nodes)
	}
	n := &g.nodes[id]
	*n = liveNode{kind: kind, at: at, parent: parent, words: n.words[:0], refs: n.refs[:0]}
	return id
}

// longer is list with one more element, which keeps what it was.
func longer[T any](list []T) []T {
	if n := len(list); n < cap(list) {
		return list[:n+1]
	}
	var zero T
	return append(list, zero)
}

// refer is called by the tracer: the current node refers to the object at start.
func (g *liveGraph) refer(start Addr) {
	i := g.granule(start)
	if i >= uint64(len(g.objects)) {
		g.objects = append(g.objects, make([]int32, max(g.granule(g.m.regions.next), i+1)-uint64(len(g.objects)))...)
	}
	id := g.objects[i]
	if id == 0 {
		id = g.add(nodePlain, start, g.current)
		g.objects[i] = id
		g.dueNow(id)
	}
	r := g.freed
	if r == 0 {
		r = int32(len(g.refs))
		g.refs = append(g.refs, liveRef{})
	} else {
		g.freed = g.refs[r].nextOut
	}
	n := &g.nodes[id]
	g.refs[r] = liveRef{from: g.current, to: id, nextIn: n.in}
	if n.in != 0 {
		g.refs[n.in].prevIn = r
	}
	n.in = r
	g.found = append(g.found, r)
}

// release takes a reference back.
func (g *liveGraph) release(r int32) {
	ref := g.refs[r]
	to := &g.nodes[ref.to]
	if ref.prevIn == 0 {
		to.in = ref.nextIn
	} else {
		g.refs[ref.prevIn].nextIn = ref.nextIn
	}
	if ref.nextIn != 0 {
		g.refs[ref.nextIn].prevIn = ref.prevIn
	}
	if to.parent == ref.from && !to.orphan {
		to.orphan = true
		g.orphans = append(g.orphans, ref.to)
	}
	g.refs[r].nextOut = g.freed
	g.freed = r
}

// word brings word k of a plain object up to date.
func (g *liveGraph) word(id int32, k int) {
	n := &g.nodes[id]
	a := n.at + 8*uint64(k)
	w := g.m.load64(a)
	if n.words[k] == w {
		return
	}
	g.look(id)
	v := g.t.word(w)
	n = &g.nodes[id]
	if g.secret {
		for _, r := range g.found {
			g.release(r)
		}
		g.dueNow(id)
		return
	}
	var old, now digest
	old.place(a, n.words[k])
	now.place(a, v)
	g.exchange(n, old, now)
	n.words[k] = v
	before := n.refs[k]
	n.refs[k] = 0
	if len(g.found) > 0 {
		n.refs[k] = g.found[0]
	}
	if before != 0 {
		g.release(before)
	}
}

// exchange changes what a node adds to the sum.
func (g *liveGraph) exchange(n *liveNode, old, now digest) {
	d := digest{now.a - old.a, now.b - old.b}
	n.digest.plus(d)
	g.sum.plus(d)
}

// look begins to look at a node.
func (g *liveGraph) look(id int32) {
	g.current, g.found, g.secret = id, g.found[:0], false
}

// work looks at all nodes that are due.
func (g *liveGraph) work() {
	for len(g.todo) > 0 {
		id := g.todo[len(g.todo)-1]
		g.todo = g.todo[:len(g.todo)-1]
		if n := &g.nodes[id]; n.due {
			n.due = false
			g.whole(id)
		}
	}
}

// whole looks at a node as a whole.
func (g *liveGraph) whole(id int32) {
	n := &g.nodes[id]
	if n.kind == nodeFree {
		return
	}
	// What is found is referred to before what was is released: most of it is
	// the same.
	old := g.takeRefs(n)
	g.look(id)
	d := g.digestOf(id)
	n = &g.nodes[id]
	g.exchange(n, n.digest, d)
	if n.kind != nodePlain {
		for _, r := range g.found {
			g.refs[r].nextOut = n.out
			n.out = r
		}
	}
	for _, r := range old {
		g.release(r)
	}
	g.set = old[:0]
}

// takeRefs takes the references of a node from it.
func (g *liveGraph) takeRefs(n *liveNode) (list []int32) {
	list = g.set[:0]
	for r := n.out; r != 0; r = g.refs[r].nextOut {
		list = append(list, r)
	}
	for _, r := range n.refs {
		if r != 0 {
			list = append(list, r)
		}
	}
	n.out, n.refs = 0, n.refs[:0]
	return list
}

// digestOf is what the node being looked at adds to the sum.
func (g *liveGraph) digestOf(id int32) (d digest) {
	t, n := &g.t, &g.nodes[id]
	at := n.at
	switch n.kind {
	case nodeRoutine:
		t.sum = digest{}
		t.goroutine(g.m.gs[at])
		return t.sum
	case nodeVar:
		if now := g.m.load64(at); now != n.words[0] {
			d.place(at, t.word(now))
		}
		return d
	case nodeTimers:
		for _, a := range g.armed {
			t.word(a)
		}
		return d
	}
	n.kind = nodeWhole
	if !g.m.startsAt(at) {
		return d // no longer an object; nothing will refer to it
	}
	size, elem := g.m.load64(at-8), g.m.load64(at-16)
	switch elem {
	case chanTag:
		d = digest{at, elem}
		t.channel(&d, at)
	case timerTag:
		d = digest{at, elem}
		t.timer(&d, at)
	default:
		return g.plain(id, at, size, elem)
	}
	return d
}

// plain looks at a plain object, which is no longer one if it refers to hidden memory.
func (g *liveGraph) plain(id int32, at, size uint64, elem Addr) (d digest) {
	d.place(at-8, size<<32^elem)
	words := g.m.words(at, (size+7)/8)
	n := &g.nodes[id]
	standing, refs := slices.Grow(n.words[:0], len(words)), slices.Grow(n.refs[:0], len(words))
	for i, w := range words {
		found := len(g.found)
		v := g.t.word(w)
		d.place(at+8*uint64(i), v)
		r := int32(0)
		if len(g.found) > found {
			r = g.found[found]
		}
		standing, refs = append(standing, v), append(refs, r)
	}
	n = &g.nodes[id]
	n.words, n.refs = standing, refs
	if g.secret {
		n.words, n.refs = standing[:0], refs[:0]
	} else {
		n.kind = nodePlain
	}
	return d
}

// drop removes a node and releases what it refers to.
func (g *liveGraph) drop(id int32) {
	n := &g.nodes[id]
	g.exchange(n, n.digest, digest{})
	old := g.takeRefs(n)
	for _, r := range old {
		g.release(r)
	}
	g.set = old[:0]
	n = &g.nodes[id]
	n.kind, n.due, n.orphan, n.loose = nodeFree, false, false, false
	g.free = append(g.free, id)
}
