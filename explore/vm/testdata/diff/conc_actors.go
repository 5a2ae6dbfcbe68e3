// Actors, futures, request-reply servers, publish-subscribe.
package main

import (
	"fmt"
	"slices"
	"sync"
)

type message interface{ apply(*state) }
type state struct {
	data map[string]int
	log  []string
}

type set struct {
	k string
	v int
}
type get struct {
	k     string
	reply chan<- int
}
type apply func(*state)

func (m set) apply(s *state)   { s.data[m.k] = m.v; s.log = append(s.log, "set "+m.k) }
func (m get) apply(s *state)   { m.reply <- s.data[m.k]; s.log = append(s.log, "get "+m.k) }
func (f apply) apply(s *state) { f(s) }

func actor(in <-chan message, done chan<- []string) {
	s := &state{data: map[string]int{}}
	for m := range in {
		m.apply(s)
	}
	done <- s.log
}

type future[T any] struct {
	done chan struct{}
	val  T
	err  error
}

func async[T any](f func() (T, error)) *future[T] {
	fu := &future[T]{done: make(chan struct{})}
	go func() {
		defer close(fu.done)
		defer func() {
			if e := recover(); e != nil {
				fu.err = fmt.Errorf("panic: %v", e)
			}
		}()
		fu.val, fu.err = f()
	}()
	return fu
}

func (f *future[T]) await() (T, error) {
	<-f.done
	return f.val, f.err
}

func then[T, U any](f *future[T], g func(T) (U, error)) *future[U] {
	return async(func() (u U, err error) {
		v, err := f.await()
		if err != nil {
			return u, err
		}
		return g(v)
	})
}

type topic[T any] struct {
	mu   sync.Mutex
	subs []chan T
}

func (t *topic[T]) subscribe(n int) <-chan T {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := make(chan T, n)
	t.subs = append(t.subs, c)
	return c
}

func (t *topic[T]) publish(v T) (delivered int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range t.subs {
		select {
		case c <- v:
			delivered++
		default:
		}
	}
	return
}

func (t *topic[T]) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range t.subs {
		close(c)
	}
	t.subs = nil
}

func main() {
	in, done := make(chan message), make(chan []string)
	go actor(in, done)
	in <- set{"a", 1}
	reply := make(chan int, 1)
	in <- get{"a", reply}
	in <- apply(func(s *state) { s.data["a"] *= 50 })
	in <- get{"none", reply}
	fmt.Println(<-reply, <-reply)
	in <- get{"a", reply}
	fmt.Println(<-reply)
	close(in)
	fmt.Println(<-done)
	f := async(func() (int, error) { return 6, nil })
	g := then(f, func(n int) (string, error) { return fmt.Sprint(n * 7), nil })
	fmt.Println(g.await())
	fmt.Println(then(async(func() (int, error) { panic("lost") }), func(n int) (bool, error) { return true, nil }).await())
	var fs []*future[int]
	for i := range 5 {
		fs = append(fs, async(func() (int, error) { return i * i, nil }))
	}
	slices.Reverse(fs)
	for _, f := range fs {
		v, _ := f.await()
		fmt.Print(v, " ")
	}
	fmt.Println()
	var t topic[string]
	big, small := t.subscribe(5), t.subscribe(1)
	fmt.Println(t.publish("one"), t.publish("two"))
	t.close()
	for s := range big {
		fmt.Print(s, " ")
	}
	for s := range small {
		fmt.Print(s, " ")
	}
	fmt.Println(t.publish("nobody"))
}
