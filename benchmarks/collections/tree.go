package collections

import "sync/atomic"

// A Tree is a set as a binary search tree without locks: an edge is replaced by
// compare-and-swap. Values that are removed stay in the tree and are marked, so
// that edges once made remain.
type Tree struct{ root atomic.Pointer[treeNode] }

type treeNode struct {
	value       int
	absent      atomic.Bool
	left, right atomic.Pointer[treeNode]
}

// find returns the edge at which v is or would be.
func (t *Tree) find(v int) (edge *atomic.Pointer[treeNode], n *treeNode) {
	edge = &t.root
	for n = edge.Load(); n != nil && n.value != v; n = edge.Load() {
		if v < n.value {
			edge = &n.left
		} else {
			edge = &n.right
		}
	}
	return edge, n
}

func (t *Tree) Add(v int) bool {
	for {
		edge, n := t.find(v)
		if n != nil {
			return n.absent.CompareAndSwap(true, false)
		}
		if edge.CompareAndSwap(nil, &treeNode{value: v}) {
			return true
		}
	}
}

func (t *Tree) Remove(v int) bool {
	_, n := t.find(v)
	return n != nil && n.absent.CompareAndSwap(false, true)
}

func (t *Tree) Contains(v int) bool {
	_, n := t.find(v)
	return n != nil && !n.absent.Load()
}
