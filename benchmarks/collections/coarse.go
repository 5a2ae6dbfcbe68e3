package collections

import "sync"

// A CoarseList is a set as a sorted list under one read-write lock.
type CoarseList struct {
	mu   sync.RWMutex
	head *coarseNode
}

type coarseNode struct {
	value int
	next  *coarseNode
}

// find returns where v is or would be. l.mu is held.
func (l *CoarseList) find(v int) (at **coarseNode, found bool) {
	at = &l.head
	for *at != nil && (*at).value < v {
		at = &(*at).next
	}
	return at, *at != nil && (*at).value == v
}

func (l *CoarseList) Add(v int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.add(v)
}

// add is Add. l.mu is held.
func (l *CoarseList) add(v int) bool {
	at, found := l.find(v)
	if !found {
		*at = &coarseNode{v, *at}
	}
	return !found
}

func (l *CoarseList) Remove(v int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	at, found := l.find(v)
	if found {
		*at = (*at).next
	}
	return found
}

func (l *CoarseList) Contains(v int) bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	_, found := l.find(v)
	return found
}

// A BuggyCoarseList lets go of its lock between looking for a value and adding it.
type BuggyCoarseList struct{ CoarseList }

func (l *BuggyCoarseList) Add(v int) bool {
	if l.Contains(v) {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.add(v)
	return true
}
