package collections

import (
	"math"
	"sync"
	"sync/atomic"
)

// An OptimisticList is a set as a sorted list that is searched without locks; who
// changes it locks two nodes and looks again. Contains never waits.
type OptimisticList struct{ head *optimisticNode }

type optimisticNode struct {
	value   int
	next    atomic.Pointer[optimisticNode]
	mu      sync.Mutex
	removed atomic.Bool
}

// NewOptimisticList returns an empty set.
func NewOptimisticList() *OptimisticList {
	l := &OptimisticList{head: &optimisticNode{value: math.MinInt}}
	l.head.next.Store(&optimisticNode{value: math.MaxInt})
	return l
}

// find returns the neighbours between which v is or would be.
func (l *OptimisticList) find(v int) (before, at *optimisticNode) {
	before = l.head
	at = before.next.Load()
	for at.value < v {
		before, at = at, at.next.Load()
	}
	return before, at
}

// locked returns them locked, as they are then; unlock lets go of them.
func (l *OptimisticList) locked(v int) (before, at *optimisticNode, unlock func()) {
	for {
		before, at = l.find(v)
		before.mu.Lock()
		at.mu.Lock()
		if !before.removed.Load() && !at.removed.Load() && before.next.Load() == at {
			return before, at, func() { at.mu.Unlock(); before.mu.Unlock() }
		}
		at.mu.Unlock()
		before.mu.Unlock()
	}
}

func (l *OptimisticList) Add(v int) bool {
	before, at, unlock := l.locked(v)
	defer unlock()
	if at.value == v {
		return false
	}
	insert(before, at, v)
	return true
}

func insert(before, at *optimisticNode, v int) {
	n := &optimisticNode{value: v}
	n.next.Store(at)
	before.next.Store(n)
}

func (l *OptimisticList) Remove(v int) bool {
	before, at, unlock := l.locked(v)
	defer unlock()
	if at.value != v {
		return false
	}
	at.removed.Store(true)
	before.next.Store(at.next.Load())
	return true
}

func (l *OptimisticList) Contains(v int) bool {
	_, at := l.find(v)
	return at.value == v && !at.removed.Load()
}

// A BuggyOptimisticList locks too late: when it adds a value it does not look
// again.
type BuggyOptimisticList struct{ OptimisticList }

// NewBuggyOptimisticList returns an empty set.
func NewBuggyOptimisticList() *BuggyOptimisticList {
	return &BuggyOptimisticList{*NewOptimisticList()}
}

func (l *BuggyOptimisticList) Add(v int) bool {
	before, at := l.find(v)
	before.mu.Lock()
	defer before.mu.Unlock()
	if at.value == v {
		return false
	}
	insert(before, at, v)
	return true
}
