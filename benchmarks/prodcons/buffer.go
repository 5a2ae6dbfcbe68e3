// Package prodcons is the bounded buffer of producers and consumers: "Prod-Cons"
// of [P16], and the example of [AAGGS17], where both only look whether the buffer
// is full or empty and go on.
//
// Tests are named by producers, consumers, items of each producer and capacity
// of the buffer; those that poll by the number of items. The error is a wake-up
// that reaches the wrong party: a deadlock.
package prodcons

import "sync"

// A Buffer is a bounded FIFO queue.
type Buffer struct {
	mu      sync.Mutex
	changed sync.Cond
	wake    func()
	ring    []int
	head, n int // the items are n from head on
}

// New returns an empty buffer for size items.
func New(size int) *Buffer {
	b := &Buffer{ring: make([]int, size)}
	b.changed.L = &b.mu
	b.wake = b.changed.Broadcast
	return b
}

// NewHasty returns a buffer that wakes one waiter only, whoever that is.
func NewHasty(size int) *Buffer {
	b := New(size)
	b.wake = b.changed.Signal
	return b
}

// Put waits for room and appends an item.
func (b *Buffer) Put(v int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.n == len(b.ring) {
		b.changed.Wait()
	}
	b.put(v)
	b.wake()
}

// Take waits for an item and removes it.
func (b *Buffer) Take() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.n == 0 {
		b.changed.Wait()
	}
	v := b.take()
	b.wake()
	return v
}

// TryPut appends an item if there is room.
func (b *Buffer) TryPut(v int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.n == len(b.ring) {
		return false
	}
	b.put(v)
	return true
}

// TryTake removes an item if there is one.
func (b *Buffer) TryTake() (v int, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.n == 0 {
		return 0, false
	}
	return b.take(), true
}

// put and take are for who holds b.mu and has seen that there is room or an item.
func (b *Buffer) put(v int) {
	b.ring[(b.head+b.n)%len(b.ring)] = v
	b.n++
}

func (b *Buffer) take() int {
	v := b.ring[b.head]
	b.head = (b.head + 1) % len(b.ring)
	b.n--
	return v
}
