package cond

import (
	"sync"
	"testing"
)

// A queue whose consumers do not look again after they were woken.
type queue struct {
	sync.Mutex
	sync.Cond
	items []int
}

func newQueue() *queue {
	q := new(queue)
	q.Cond.L = &q.Mutex
	return q
}

func (q *queue) put(xs ...int) {
	q.Lock()
	defer q.Unlock()
	for _, x := range xs {
		q.items = append(q.items, x)
		q.Broadcast()
	}
}

func (q *queue) take() int {
	q.Lock()
	defer q.Unlock()
	if len(q.items) == 0 {
		q.Wait()
	}
	x := q.items[0]
	q.items = q.items[1:]
	return x
}

func (q *queue) takeLoop() int {
	q.Lock()
	defer q.Unlock()
	for len(q.items) == 0 {
		q.Wait()
	}
	x := q.items[0]
	q.items = q.items[1:]
	return x
}

func twoConsumers(t *testing.T, take func(*queue) int) {
	q := newQueue()
	got := make(chan int, 2)
	for range 2 {
		go func() { got <- take(q) }()
	}
	q.put(1)
	q.put(2)
	if a, b := <-got, <-got; a+b != 3 {
		t.Errorf("got %d and %d", a, b)
	}
}

// want: panic
func TestNoLoop(t *testing.T) { twoConsumers(t, (*queue).take) }

// want: verified
func TestNoLoopFixed(t *testing.T) { twoConsumers(t, (*queue).takeLoop) }
