// Package linkedlist is a list that goroutines append to: "Linked List" of [P16].
//
// Tests are named by goroutines and nodes that each appends. The error is an
// append without the lock: a data race, by which nodes are lost.
package linkedlist

import "sync"

// A List is a singly linked list.
type List struct {
	mu   sync.Mutex
	head *node
}

type node struct {
	value int
	next  *node
}

// Append adds a value at the end.
func (l *List) Append(v int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.AppendUnlocked(v)
}

// AppendUnlocked is Append for lists that nobody else uses.
func (l *List) AppendUnlocked(v int) {
	at := &l.head
	for *at != nil {
		at = &(*at).next
	}
	*at = &node{value: v}
}

// Len counts the nodes.
func (l *List) Len() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for at := l.head; at != nil; at = at.next {
		n++
	}
	return n
}
