package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// out: 2
func mutexCounter() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			n++
			mu.Unlock()
		})
	}
	wg.Wait()
	fmt.Print(n)
}

// out: 2 race n
func plainCounter() {
	var wg sync.WaitGroup
	n := 0
	for range 2 {
		wg.Go(func() { n++ })
	}
	wg.Wait()
	fmt.Print(n)
}

// out: deadlock
func lockTwice() {
	var mu sync.Mutex
	mu.Lock()
	mu.Lock()
}

// out: ok
// out: deadlock
func lockOrder() {
	var a, b sync.Mutex
	done := make(chan bool)
	go func() {
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
		done <- true
	}()
	a.Lock()
	b.Lock()
	b.Unlock()
	a.Unlock()
	<-done
	fmt.Print("ok")
}

// out: true
// out: false
func tryLock() {
	var mu sync.Mutex
	done := make(chan bool)
	go func() {
		mu.Lock()
		mu.Unlock()
		done <- true
	}()
	ok := mu.TryLock()
	fmt.Print(ok)
	if ok {
		mu.Unlock()
	}
	<-done
}

// out: crash fatal error: sync: unlock of unlocked mutex
func unlockUnlocked() {
	var mu sync.Mutex
	mu.Unlock()
}

// A mutex may be unlocked by another goroutine.
//
// out: ok
func unlockElsewhere() {
	var mu sync.Mutex
	mu.Lock()
	go mu.Unlock()
	mu.Lock()
	fmt.Print("ok")
}

// Two want to unlock what was locked once.
//
// out: crash fatal error: sync: unlock of unlocked mutex
func unlockRace() {
	var mu sync.Mutex
	mu.Lock()
	done := make(chan bool, 2)
	for range 2 {
		go func() {
			mu.Unlock()
			done <- true
		}()
	}
	<-done
	<-done
}

// A reader that asks again while a writer waits is stuck.
//
// out: ok
// out: deadlock
func recursiveRLock() {
	var mu sync.RWMutex
	done := make(chan bool)
	go func() {
		mu.Lock()
		mu.Unlock()
		done <- true
	}()
	mu.RLock()
	mu.RLock()
	mu.RUnlock()
	mu.RUnlock()
	<-done
	fmt.Print("ok")
}

// out: 0 0
// out: 0 1
// out: 1 0
// out: 1 1
func readersAndWriter() {
	var mu sync.RWMutex
	x := 0
	a, b := make(chan int), make(chan int)
	read := func(c chan int) {
		mu.RLock()
		v := x
		mu.RUnlock()
		c <- v
	}
	go read(a)
	go read(b)
	mu.Lock()
	x = 1
	mu.Unlock()
	fmt.Print(<-a, " ", <-b)
}

// out: crash fatal error: sync: RUnlock of unlocked RWMutex
func rUnlockUnlocked() {
	var mu sync.RWMutex
	mu.RUnlock()
}

// out: true true
func tryRLockShares() {
	var mu sync.RWMutex
	fmt.Print(mu.TryRLock(), " ", mu.TryRLock())
}

// out: crash panic: sync: negative WaitGroup counter
func negativeCounter() {
	var wg sync.WaitGroup
	wg.Done()
}

// out: 0 misuse
// out: 1 misuse
func addRacesWait() {
	var wg sync.WaitGroup
	var n atomic.Int32
	go func() {
		wg.Add(1)
		n.Add(1)
		wg.Done()
	}()
	wg.Wait()
	fmt.Print(n.Load())
}

// out: 1
func onceOnly() {
	var once sync.Once
	var wg sync.WaitGroup
	n := 0
	for range 2 {
		wg.Go(func() { once.Do(func() { n++ }) })
	}
	wg.Wait()
	fmt.Print(n)
}

// out: deadlock
func nestedOnce() {
	var once sync.Once
	once.Do(func() { once.Do(func() {}) })
}

// out: woken
// out: deadlock
func lostSignal() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	go c.Signal()
	mu.Lock()
	c.Wait()
	mu.Unlock()
	fmt.Print("woken")
}

// out: woken
func condLoop() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready := false
	go func() {
		mu.Lock()
		ready = true
		c.Broadcast()
		mu.Unlock()
	}()
	mu.Lock()
	for !ready {
		c.Wait()
	}
	mu.Unlock()
	fmt.Print("woken")
}

// Signal calls the one that has waited longest.
//
// out: 12
func signalOrder() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	first, second := make(chan bool), make(chan bool)
	wait := func(entered chan bool, name string) {
		mu.Lock()
		close(entered)
		c.Wait()
		fmt.Print(name)
		mu.Unlock()
	}
	done := make(chan bool)
	go func() {
		wait(first, "1")
		done <- true
	}()
	<-first
	go func() {
		wait(second, "2")
		done <- true
	}()
	<-second
	mu.Lock()
	c.Signal()
	mu.Unlock()
	<-done
	mu.Lock()
	c.Signal()
	mu.Unlock()
	<-done
}

// out: ok
func condOverRLocker() {
	var mu sync.RWMutex
	c := sync.NewCond(mu.RLocker())
	ready := false
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
		c.Broadcast()
	}()
	c.L.Lock()
	for !ready {
		c.Wait()
	}
	c.L.Unlock()
	fmt.Print("ok")
}

// out: a b
// out: b a
func mapStores() {
	var m sync.Map
	var wg sync.WaitGroup
	wg.Go(func() { m.Store(1, "a") })
	wg.Go(func() {
		old, _ := m.Swap(1, "b")
		if old == nil {
			fmt.Print("b ")
		} else {
			fmt.Print(old, " ")
		}
	})
	wg.Wait()
	v, _ := m.Load(1)
	fmt.Print(v)
}

// out: 1 <nil>
// out: 1 2
func mapRange() {
	var m sync.Map
	m.Store("x", 1)
	done := make(chan bool)
	go func() {
		m.Store("y", 2)
		done <- true
	}()
	seen := map[any]any{}
	m.Range(func(k, v any) bool {
		seen[k] = v
		return true
	})
	<-done
	fmt.Print(seen["x"], " ", seen["y"])
}

// What is stored in a Map is seen by who loads it.
//
// out: 7
// out: none
func mapPublishes() {
	var m sync.Map
	go func() {
		x := new(int)
		*x = 7
		m.Store("x", x)
	}()
	if p, ok := m.Load("x"); ok {
		fmt.Print(*p.(*int))
	} else {
		fmt.Print("none")
	}
}

// out: 0
// out: 1
func poolGet() {
	var p sync.Pool
	p.New = func() any { return 0 }
	go p.Put(1)
	fmt.Print(p.Get())
}
