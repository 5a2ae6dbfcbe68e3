package vm

// What of a liveGraph can be reached: see livegraph.go.

// settle finds out what of that which has lost its parent can be reached.
func (g *liveGraph) settle() {
	lost := g.orphans[:0]
	for _, id := range g.orphans {
		n := &g.nodes[id]
		if n.kind == nodeFree || !n.orphan {
			continue
		}
		if u := g.anchor(id); u != 0 {
			n.parent, n.orphan = u, false
		} else {
			lost = append(lost, id)
		}
	}
	g.orphans = lost
	if len(lost) > 0 {
		g.reattach()
	}
	g.orphans = g.orphans[:0]
}

// Bounds of the search for a new parent that is not hard to find.
const (
	anchorTries = 16
	anchorDepth = 64
)

// anchor is a node that refers to id and can be reached, but not through it; 0 if
// none was found.
func (g *liveGraph) anchor(id int32) int32 {
	tries := 0
	for r := g.nodes[id].in; r != 0 && tries < anchorTries; r = g.refs[r].nextIn {
		tries++
		u := g.refs[r].from
		x := u
		for range anchorDepth {
			n := &g.nodes[x]
			if n.parent == noParent {
				return u
			}
			if n.orphan { // perhaps id itself
				break
			}
			x = n.parent
		}
	}
	return 0
}

// reattach looks at all that was reached through g.orphans.
func (g *liveGraph) reattach() {
	loose := append([]int32(nil), g.orphans...)
	for _, id := range loose {
		g.nodes[id].loose = true
	}
	for i := 0; i < len(loose); i++ {
		g.eachTarget(loose[i], func(from, to int32) {
			if n := &g.nodes[to]; n.parent == from && !n.loose {
				n.loose = true
				loose = append(loose, to)
			}
		})
	}
	var reached []int32
	for _, id := range loose {
		for r := g.nodes[id].in; r != 0; r = g.refs[r].nextIn {
			if u := g.refs[r].from; !g.nodes[u].loose {
				g.nodes[id].parent = u
				reached = append(reached, id)
				break
			}
		}
	}
	for _, id := range reached {
		g.nodes[id].loose, g.nodes[id].orphan = false, false
	}
	for i := 0; i < len(reached); i++ {
		g.eachTarget(reached[i], func(from, to int32) {
			if n := &g.nodes[to]; n.loose {
				n.loose, n.orphan, n.parent = false, false, from
				reached = append(reached, to)
			}
		})
	}
	for _, id := range loose {
		if n := &g.nodes[id]; n.loose {
			g.objects[g.granule(n.at)] = 0
			n.orphan = true // whatever else is dropped
		}
	}
	for _, id := range loose {
		if g.nodes[id].loose {
			g.drop(id)
		}
	}
}

// eachTarget calls f with what a node refers to.
func (g *liveGraph) eachTarget(id int32, f func(from, to int32)) {
	n := &g.nodes[id]
	for r := n.out; r != 0; r = g.refs[r].nextOut {
		f(id, g.refs[r].to)
	}
	for _, r := range n.refs {
		if r != 0 {
			f(id, g.refs[r].to)
		}
	}
}
