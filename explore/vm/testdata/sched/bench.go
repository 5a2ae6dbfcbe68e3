package main

import "sync"

type listNode struct {
	next, prev *listNode
	value      int
}

// A thousand objects, all of which can be reached.
//
// out:
func thousandObjects() {
	var mu sync.Mutex
	first := &listNode{}
	last := first
	for i := range 1000 {
		n := &listNode{prev: last, value: i}
		last.next = n
		last = n
	}
	go func() {
		mu.Lock()
		mu.Unlock()
	}()
	mu.Lock()
	mu.Unlock()
	_ = first
}

// Twenty goroutines and one lock.
//
// bench:
func manyLocks() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	for range 20 {
		wg.Go(func() {
			for range 50 {
				mu.Lock()
				n++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}

// Two goroutines and an unbuffered channel.
//
// bench:
func pingPong() {
	c, d := make(chan int), make(chan int)
	go func() {
		for v := range c {
			d <- v
		}
		close(d)
	}()
	for i := range 500 {
		c <- i
		<-d
	}
	close(c)
}
