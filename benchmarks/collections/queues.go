package collections

import (
	"sync"
	"sync/atomic"
)

// A TwoLockQueue is a list with a lock at each end. The first node is a dummy.
type TwoLockQueue struct {
	headMu, tailMu sync.Mutex
	head, tail     *twoLockNode
}

type twoLockNode struct {
	value int
	next  atomic.Pointer[twoLockNode] // both ends meet here
}

// NewTwoLockQueue returns an empty queue.
func NewTwoLockQueue() *TwoLockQueue {
	n := new(twoLockNode)
	return &TwoLockQueue{head: n, tail: n}
}

func (q *TwoLockQueue) Put(v int) {
	n := &twoLockNode{value: v}
	q.tailMu.Lock()
	defer q.tailMu.Unlock()
	q.tail.next.Store(n)
	q.tail = n
}

func (q *TwoLockQueue) Take() (int, bool) {
	q.headMu.Lock()
	defer q.headMu.Unlock()
	n := q.head.next.Load()
	if n == nil {
		return 0, false
	}
	q.head = n
	return n.value, true
}

// A BuggyTwoLockQueue looks for the first item without its lock.
type BuggyTwoLockQueue struct{ TwoLockQueue }

// NewBuggyTwoLockQueue returns an empty queue.
func NewBuggyTwoLockQueue() *BuggyTwoLockQueue {
	n := new(twoLockNode)
	return &BuggyTwoLockQueue{TwoLockQueue{head: n, tail: n}}
}

func (q *BuggyTwoLockQueue) Take() (int, bool) {
	q.headMu.Lock()
	n := q.head.next.Load()
	q.headMu.Unlock()
	if n == nil {
		return 0, false
	}
	q.headMu.Lock()
	defer q.headMu.Unlock()
	q.head = n
	return n.value, true
}

// A MichaelScottQueue is a list without locks. The last node may be one behind tail;
// whoever notices helps.
type MichaelScottQueue struct{ head, tail atomic.Pointer[lockFreeNode] }

type lockFreeNode struct {
	value int
	next  atomic.Pointer[lockFreeNode]
}

// NewMichaelScottQueue returns an empty queue.
func NewMichaelScottQueue() *MichaelScottQueue {
	q, n := new(MichaelScottQueue), new(lockFreeNode)
	q.head.Store(n)
	q.tail.Store(n)
	return q
}

func (q *MichaelScottQueue) Put(v int) {
	n := &lockFreeNode{value: v}
	for {
		tail := q.tail.Load()
		next := tail.next.Load()
		if next != nil {
			q.tail.CompareAndSwap(tail, next)
			continue
		}
		if tail.next.CompareAndSwap(nil, n) {
			q.tail.CompareAndSwap(tail, n)
			return
		}
	}
}

func (q *MichaelScottQueue) Take() (int, bool) {
	for {
		head := q.head.Load()
		next := head.next.Load()
		if next == nil {
			return 0, false
		}
		if tail := q.tail.Load(); head == tail {
			q.tail.CompareAndSwap(tail, next)
		}
		if q.head.CompareAndSwap(head, next) {
			return next.value, true
		}
	}
}
