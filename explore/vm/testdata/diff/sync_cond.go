// Cond: Signal, Broadcast, waiting in loops; Pool; sync.Map.
package main

import (
	"fmt"
	"sync"
)

type queue struct {
	mu       sync.Mutex
	nonEmpty *sync.Cond
	nonFull  sync.Cond
	items    []int
}

func newQueue() *queue {
	q := &queue{}
	q.nonEmpty = sync.NewCond(&q.mu)
	q.nonFull.L = &q.mu
	return q
}

func (q *queue) put(v int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 2 {
		q.nonFull.Wait()
	}
	q.items = append(q.items, v)
	q.nonEmpty.Signal()
}

func (q *queue) get() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.nonEmpty.Wait()
	}
	v := q.items[0]
	q.items = q.items[1:]
	q.nonFull.Signal()
	return v
}

func main() {
	q := newQueue()
	go func() {
		for i := range 10 {
			q.put(i)
		}
	}()
	for range 10 {
		fmt.Print(q.get(), " ")
	}
	fmt.Println()
	var mu sync.RWMutex
	ready := false
	c := sync.NewCond(mu.RLocker())
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			c.L.Lock()
			for !ready {
				c.Wait()
			}
			c.L.Unlock()
		})
	}
	mu.Lock()
	ready = true
	mu.Unlock()
	c.Broadcast()
	wg.Wait()
	c.Signal()
	fmt.Println("all woken")
	turn := 0
	var m sync.Mutex
	cond := sync.NewCond(&m)
	out := ""
	for id := range 3 {
		wg.Go(func() {
			for round := range 3 {
				m.Lock()
				for turn%3 != id {
					cond.Wait()
				}
				out += fmt.Sprint(id, round, " ")
				turn++
				cond.Broadcast()
				m.Unlock()
			}
		})
	}
	wg.Wait()
	fmt.Println(out)
	made := 0
	pool := sync.Pool{New: func() any { made++; return new([4]int) }}
	x := pool.Get().(*[4]int)
	x[0] = 1
	y := pool.Get().(*[4]int)
	fmt.Println(made, y[0])
	pool.Put(x)
	pool.Put(y)
	empty := sync.Pool{}
	fmt.Println(empty.Get())
	empty.Put("x")
}
