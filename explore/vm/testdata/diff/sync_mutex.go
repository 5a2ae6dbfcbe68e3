// Mutex and RWMutex.
package main

import (
	"fmt"
	"sync"
)

type account struct {
	sync.Mutex
	balance int
}

type table struct {
	sync.RWMutex
	m map[string]int
}

func (t *table) get(k string) int {
	t.RLock()
	defer t.RUnlock()
	return t.m[k]
}

func (t *table) inc(k string) {
	t.Lock()
	defer t.Unlock()
	t.m[k]++
}

type locked[T any] struct {
	mu sync.Mutex
	v  T
}

func (l *locked[T]) with(f func(*T)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f(&l.v)
}

func main() {
	var a account
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			a.Lock()
			defer a.Unlock()
			a.balance += 5
		})
	}
	wg.Wait()
	fmt.Println(a.balance)
	var mu sync.Mutex
	fmt.Println(mu.TryLock(), mu.TryLock())
	mu.Unlock()
	fmt.Println(mu.TryLock())
	handed := make(chan bool)
	go func() {
		mu.Unlock()
		close(handed)
	}()
	<-handed
	mu.Lock()
	fmt.Println("unlocked by another goroutine")
	t := table{m: map[string]int{}}
	for range 10 {
		wg.Go(func() { t.inc("k"); t.get("k") })
	}
	wg.Wait()
	fmt.Println(t.get("k"))
	var rw sync.RWMutex
	fmt.Println(rw.TryRLock(), rw.TryRLock(), rw.TryLock())
	rw.RUnlock()
	rw.RUnlock()
	fmt.Println(rw.TryLock(), rw.TryRLock())
	rw.Unlock()
	l := rw.RLocker()
	l.Lock()
	fmt.Println(rw.TryLock(), rw.TryRLock())
	l.Unlock()
	rw.RUnlock()
	var lv locked[[]int]
	for i := range 5 {
		wg.Go(func() { lv.with(func(s *[]int) { *s = append(*s, i) }) })
	}
	wg.Wait()
	sum := 0
	lv.with(func(s *[]int) {
		for _, v := range *s {
			sum += v
		}
	})
	fmt.Println(sum, len(lv.v))
	var locker sync.Locker = &a
	locker.Lock()
	fmt.Println(a.TryLock())
	locker.Unlock()
	func() {
		mu.Unlock()
		mu.Lock()
		defer mu.Unlock()
		defer func() { fmt.Println(recover(), mu.TryLock()) }()
		panic("while locked")
	}()
	fmt.Println(mu.TryLock())
}
