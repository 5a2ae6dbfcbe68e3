// Dining philosophers, readers and writers, a barrier, a turnstile.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func philosophers(n, rounds int) []int {
	forks := make([]sync.Mutex, n)
	meals := make([]int, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			l, r := i, (i+1)%n
			if l > r {
				l, r = r, l
			}
			for range rounds {
				forks[l].Lock()
				forks[r].Lock()
				meals[i]++
				forks[r].Unlock()
				forks[l].Unlock()
			}
		})
	}
	wg.Wait()
	return meals
}

type barrier struct {
	mu    sync.Mutex
	cond  *sync.Cond
	n     int
	count int
	phase int
}

func newBarrier(n int) *barrier {
	b := &barrier{n: n}
	b.cond = sync.NewCond(&b.mu)
	return b
}

func (b *barrier) wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
	phase := b.phase
	if b.count++; b.count == b.n {
		b.count = 0
		b.phase++
		b.cond.Broadcast()
		return
	}
	for phase == b.phase {
		b.cond.Wait()
	}
}

func phases(n, rounds int) string {
	b := newBarrier(n)
	var arrived atomic.Int32
	var wg sync.WaitGroup
	seen := make([][]int32, n)
	for i := range n {
		wg.Go(func() {
			for range rounds {
				arrived.Add(1)
				b.wait()
				seen[i] = append(seen[i], arrived.Load())
				b.wait()
			}
		})
	}
	wg.Wait()
	return fmt.Sprint(seen)
}

func turns(n int) string {
	chans := make([]chan int, n)
	for i := range chans {
		chans[i] = make(chan int)
	}
	out := ""
	done := make(chan struct{})
	for i := range n {
		go func() {
			for v := range chans[i] {
				out += fmt.Sprint(i, ":", v, " ")
				if v == 8 {
					close(done)
					return
				}
				chans[(i+1)%n] <- v + 1
			}
		}()
	}
	chans[0] <- 0
	<-done
	return out
}

func readersWriters() (int, bool) {
	var rw sync.RWMutex
	var wg sync.WaitGroup
	a, b := 0, 0
	consistent := atomic.Bool{}
	consistent.Store(true)
	for i := range 6 {
		wg.Go(func() {
			for range 5 {
				if i%3 == 0 {
					rw.Lock()
					a++
					b++
					rw.Unlock()
				} else {
					rw.RLock()
					if a != b {
						consistent.Store(false)
					}
					rw.RUnlock()
				}
			}
		})
	}
	wg.Wait()
	return a, consistent.Load()
}

func main() {
	fmt.Println(philosophers(5, 20))
	fmt.Println(phases(3, 3))
	fmt.Println(turns(3))
	fmt.Println(readersWriters())
}
