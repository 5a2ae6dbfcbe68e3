// An error group with context, a singleflight group, a weighted semaphore, written out.
package main

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"sync"
)

type group struct {
	cancel context.CancelCauseFunc
	wg     sync.WaitGroup
	once   sync.Once
	err    error
}

func withContext(ctx context.Context) (*group, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	return &group{cancel: cancel}, ctx
}

func (g *group) run(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := f(); err != nil {
			g.once.Do(func() {
				g.err = err
				g.cancel(err)
			})
		}
	}()
}

func (g *group) wait() error {
	g.wg.Wait()
	g.cancel(g.err)
	return g.err
}

type call[V any] struct {
	wg  sync.WaitGroup
	val V
	n   int
}

type flight[K comparable, V any] struct {
	mu sync.Mutex
	m  map[K]*call[V]
}

func (f *flight[K, V]) do(k K, fn func() V) (V, bool) {
	f.mu.Lock()
	if f.m == nil {
		f.m = map[K]*call[V]{}
	}
	if c, ok := f.m[k]; ok {
		c.n++
		f.mu.Unlock()
		c.wg.Wait()
		return c.val, true
	}
	c := &call[V]{}
	c.wg.Add(1)
	f.m[k] = c
	f.mu.Unlock()
	c.val = fn()
	c.wg.Done()
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.m, k)
	return c.val, c.n > 0
}

type waiter struct {
	n     int
	ready chan struct{}
}

type sem struct {
	mu        sync.Mutex
	size, cur int
	waiters   list.List
}

func (s *sem) acquire(ctx context.Context, n int) error {
	s.mu.Lock()
	if s.size-s.cur >= n && s.waiters.Len() == 0 {
		s.cur += n
		s.mu.Unlock()
		return nil
	}
	w := waiter{n, make(chan struct{})}
	e := s.waiters.PushBack(w)
	s.mu.Unlock()
	select {
	case <-ctx.Done():
		s.mu.Lock()
		s.waiters.Remove(e)
		s.mu.Unlock()
		return ctx.Err()
	case <-w.ready:
		return nil
	}
}

func (s *sem) release(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cur -= n
	for e := s.waiters.Front(); e != nil; e = s.waiters.Front() {
		w := e.Value.(waiter)
		if s.size-s.cur < w.n {
			return
		}
		s.cur += w.n
		s.waiters.Remove(e)
		close(w.ready)
	}
}

func main() {
	g, ctx := withContext(context.Background())
	for i := range 4 {
		g.run(func() error {
			if i == 2 {
				return errors.New("two")
			}
			<-ctx.Done()
			return ctx.Err()
		})
	}
	fmt.Println(g.wait(), ctx.Err(), context.Cause(ctx))
	var f flight[string, int]
	started, release := make(chan bool), make(chan bool)
	res := make(chan int, 3)
	go func() {
		v, _ := f.do("k", func() int { close(started); <-release; return 7 })
		res <- v
	}()
	<-started
	for range 2 {
		go func() {
			v, _ := f.do("k", func() int { return 7 })
			res <- v
		}()
	}
	close(release)
	fmt.Println(<-res + <-res + <-res)
	s := &sem{size: 3}
	bg := context.Background()
	fmt.Println(s.acquire(bg, 2))
	cctx, cancel := context.WithCancel(bg)
	cancel()
	fmt.Println(s.acquire(cctx, 2))
	got := make(chan bool)
	go func() {
		fmt.Println(s.acquire(bg, 2))
		close(got)
	}()
	s.release(2)
	<-got
	s.release(2)
	fmt.Println(s.cur, s.waiters.Len())
}
