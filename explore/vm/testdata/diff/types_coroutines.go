// Coroutines switched at different depths of the stack, with deferred calls
// and panics in progress.
package main

import (
	"fmt"
	"iter"
)

func inner(yield func(int) bool) {
	for i := range 3 {
		if !yield(i) {
			return
		}
	}
}

func seq(yield func(int) bool) {
	for i := range inner {
		defer fmt.Println("deferred in loop", i)
		if !yield(i * 10) {
			return
		}
	}
}

func deep(n int, f func() (int, bool)) (int, bool) {
	if n == 0 {
		return f()
	}
	defer func() {}()
	return deep(n-1, f)
}

func main() {
	next, stop := iter.Pull(seq)
	fmt.Println(deep(0, next))
	fmt.Println(deep(3, next))
	fmt.Println(deep(1, next))
	fmt.Println(deep(5, next))
	stop()
	next, stop = iter.Pull(seq)
	fmt.Println(deep(4, next))
	stop()
	p, s := iter.Pull(func(yield func(int) bool) {
		defer func() { recover(); fmt.Println("in defer"); yield(2) }()
		yield(1)
		panic("x")
	})
	fmt.Println(p())
	fmt.Println(deep(2, p))
	fmt.Println(p())
	s()
}
