// Pull iterators: a coroutine runs the sequence.
package main

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"runtime"
	"slices"
)

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer fmt.Println("count ends")
		for i := range n {
			if !yield(i) {
				fmt.Println("stopped at", i)
				return
			}
		}
	}
}

func pairs(s string) iter.Seq2[int, rune] {
	return func(yield func(int, rune) bool) {
		for i, r := range s {
			if !yield(i, r) {
				return
			}
		}
	}
}

// walk recurses while it yields.
type tree struct {
	l, r *tree
	v    int
}

func (t *tree) all(yield func(int) bool) bool {
	return t == nil || t.l.all(yield) && yield(t.v) && t.r.all(yield)
}

func zip[A, B any](a iter.Seq[A], b iter.Seq[B]) iter.Seq2[A, B] {
	return func(yield func(A, B) bool) {
		na, sa := iter.Pull(a)
		defer sa()
		nb, sb := iter.Pull(b)
		defer sb()
		for {
			x, ok1 := na()
			y, ok2 := nb()
			if !ok1 || !ok2 || !yield(x, y) {
				return
			}
		}
	}
}

func try(name string, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println(name, "panics:", e)
		}
	}()
	f()
}

func main() {
	next, stop := iter.Pull(count(3))
	for {
		v, ok := next()
		fmt.Println(v, ok)
		if !ok {
			break
		}
	}
	fmt.Println(next())
	stop()
	next, stop = iter.Pull(count(10))
	fmt.Println(next())
	fmt.Println(next())
	stop()
	stop()
	fmt.Println(next())
	_, stop = iter.Pull(count(2))
	stop()

	n2, s2 := iter.Pull2(pairs("aé⌘"))
	for i, r, ok := n2(); ok; i, r, ok = n2() {
		fmt.Println(i, string(r))
	}
	s2()
	t := &tree{&tree{nil, &tree{v: 2}, 1}, &tree{v: 4}, 3}
	for a, b := range zip(func(y func(int) bool) { t.all(y) }, slices.Values([]string{"x", "y", "z"})) {
		fmt.Println(a, b)
	}
	for a, b := range zip(func(y func(int) bool) { t.all(y) }, count(9)) {
		fmt.Println(a, b)
		if a == 2 {
			break
		}
	}
	try("seq", func() {
		next, stop := iter.Pull(func(yield func(int) bool) {
			yield(1)
			panic(errors.New("in the sequence"))
		})
		defer stop()
		fmt.Println(next())
		fmt.Println(next())
	})
	try("stop", func() {
		next, stop := iter.Pull(func(yield func(int) bool) {
			defer func() { panic("at the end") }()
			yield(1)
		})
		next()
		stop()
	})
	try("recovered", func() {
		next, _ := iter.Pull(func(yield func(int) bool) {
			defer func() { fmt.Println("recovers", recover()); yield(2) }()
			yield(1)
			panic("inner")
		})
		fmt.Println(next())
		fmt.Println(next())
		fmt.Println(next())
	})
	done := make(chan bool)
	go func() {
		defer close(done)
		defer fmt.Println("goroutine's defer")
		next, _ := iter.Pull(func(yield func(int) bool) {
			defer fmt.Println("sequence's defer")
			yield(1)
			runtime.Goexit()
		})
		fmt.Println(next())
		fmt.Println(next())
		fmt.Println("not reached")
	}()
	<-done
	// A sequence that moves between goroutines.
	next, stop = iter.Pull(count(4))
	for range 3 {
		c := make(chan int)
		go func() { v, _ := next(); c <- v }()
		fmt.Println(<-c)
	}
	stop()
	// Nested: a sequence that pulls from another while being pulled.
	outer, stopOuter := iter.Pull(func(yield func(int) bool) {
		in, stopIn := iter.Pull(count(5))
		defer stopIn()
		for {
			a, ok := in()
			if !ok {
				return
			}
			b, _ := in()
			if !yield(a*10 + b) {
				return
			}
		}
	})
	fmt.Println(outer())
	fmt.Println(outer())
	stopOuter()
	// Abandoned without stop.
	abandoned, _ := iter.Pull(count(2))
	abandoned()
	fmt.Println(slices.Collect(maps.Keys(map[int]int{1: 2})), slices.Sorted(slices.Values([]int{3, 1, 2})))
	for i := range count(2) {
		for j := range count(2) {
			if j == 1 {
				break
			}
			defer fmt.Println("deferred", i, j)
		}
	}
}
