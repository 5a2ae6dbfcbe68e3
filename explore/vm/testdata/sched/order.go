package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// What is ordered, and what is not.

// Readers are not ordered among themselves.
//
// out: race n
func writeUnderRLock() {
	var mu sync.RWMutex
	n := 0
	both(func(int) {
		mu.RLock()
		n++
		mu.RUnlock()
	})
	_ = n
}

// A writer is ordered behind all readers, and readers behind the writer.
//
// out:
func readersThenWriter() {
	var mu sync.RWMutex
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.RLock()
			_ = fmt.Sprint(n)
			mu.RUnlock()
		})
	}
	mu.Lock()
	n++
	mu.Unlock()
	wg.Wait()
}

// Two locks do not order.
//
// out: race n
func differentLocks() {
	var locks [2]sync.Mutex
	n := 0
	both(func(i int) {
		locks[i].Lock()
		n++
		locks[i].Unlock()
	})
}

// TryLock that fails orders nothing.
//
// out:
// out: race n
func failedTryLock() {
	var mu sync.Mutex
	n := 0
	done := make(chan bool)
	go func() {
		mu.Lock()
		n = 1
		mu.Unlock()
		done <- true
	}()
	if mu.TryLock() {
		n = 2
		mu.Unlock()
	} else {
		n = 3
	}
	<-done
	_ = n
}

// Once orders its function before all returns of Do.
//
// out: 7 7
func oncePublishes() {
	var once sync.Once
	n := 0
	get := func() int {
		once.Do(func() { n = 7 })
		return n
	}
	c := make(chan int)
	go func() { c <- get() }()
	a := get()
	fmt.Print(a, " ", <-c)
}

// Done orders what was before it, for Wait.
//
// out: 3
func doneBeforeWait() {
	var wg sync.WaitGroup
	var a, b int
	wg.Add(2)
	go func() {
		a = 1
		wg.Done()
	}()
	go func() {
		b = 2
		wg.Done()
	}()
	wg.Wait()
	fmt.Print(a + b)
}

// Done does not order two that call it.
//
// out: race n
func doneOrdersNobodyElse() {
	var wg sync.WaitGroup
	n := 0
	wg.Add(2)
	for range 2 {
		go func() {
			wg.Done()
			n++
		}()
	}
	wg.Wait()
}

// A load that sees a store is ordered behind it; one that does not is not.
//
// out:
// out: race n
func loadMaySee() {
	var flag atomic.Bool
	n := 0
	done := make(chan bool)
	go func() {
		n = 1
		flag.Store(true)
		done <- true
	}()
	flag.Load()
	n = 2
	<-done
	_ = n
}

// Starting a goroutine orders; its end does not.
//
// out: race n
func endOrdersNothing() {
	n := 0
	n++
	go func() { n++ }()
	n++
}

// A closed channel orders what was before the close.
//
// out: 1
func closePublishes() {
	n := 0
	c := make(chan bool)
	go func() {
		n = 1
		close(c)
	}()
	<-c
	fmt.Print(n)
}

// The first receive is before the second send completes, with capacity 1.
//
// out: 1
func roomOrders() {
	n := 0
	c := make(chan int, 1)
	done := make(chan bool)
	go func() {
		c <- 1
		c <- 2
		fmt.Print(n)
		done <- true
	}()
	n = 1
	<-c
	<-done
}

// A value from a pool was put before it was got.
//
// out: 1
// out: new
func poolPublishes() {
	var p sync.Pool
	go func() {
		x := new(int)
		*x = 1
		p.Put(x)
	}()
	if x, ok := p.Get().(*int); ok {
		fmt.Print(*x)
	} else {
		fmt.Print("new")
	}
}

// A signal is before the Wait that it wakes.
//
// out: 1
func signalPublishes() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	n := 0
	waiting := make(chan bool)
	done := make(chan bool)
	go func() {
		mu.Lock()
		close(waiting)
		c.Wait()
		mu.Unlock()
		fmt.Print(n)
		done <- true
	}()
	<-waiting
	mu.Lock()
	mu.Unlock()
	n = 1
	c.Signal()
	<-done
}

// A plain store next to atomic ones.
//
// out: race n
func plainInit() {
	var n int64
	done := make(chan bool)
	go func() {
		atomic.AddInt64(&n, 1)
		done <- true
	}()
	n = 5
	<-done
}
