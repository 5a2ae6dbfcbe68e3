// Defer, panic, goto and recover inside the bodies of range-over-func loops.
package main

import (
	"fmt"
	"iter"
)

func upto(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func guarded(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer func() { fmt.Print("cleanup ") }()
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func deferred() {
	defer fmt.Println("| end")
	for i := range upto(3) {
		defer fmt.Print("d", i, " ")
		for j := range upto(2) {
			defer func() { fmt.Print("n", i, j, " ") }()
		}
	}
	fmt.Print("body | ")
}

func result() (n int) {
	for i := range upto(3) {
		defer func() { n += i * 10 }()
		if i == 1 {
			return 5
		}
	}
	return 1
}

func panics() (s string) {
	defer func() { s = fmt.Sprint("recovered ", recover()) }()
	for i := range guarded(5) {
		if i == 2 {
			panic(fmt.Sprint("at ", i))
		}
	}
	return "none"
}

func recovers() (n int) {
	for i := range upto(3) {
		func() {
			defer func() { recover() }()
			if i == 1 {
				panic(1)
			}
			n++
		}()
	}
	return
}

func recoverInDeferred() (out string) {
	for i := range upto(2) {
		defer func() {
			if e := recover(); e != nil {
				out = fmt.Sprint("caught ", e, " by ", i)
			}
		}()
	}
	panic("late")
}

func gotoOut() string {
	for i := range guarded(5) {
		if i == 1 {
			goto out
		}
	}
	return "end"
out:
	return "jumped"
}

func misuse(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	deferred()
	fmt.Println(result())
	fmt.Println(panics())
	fmt.Println(recovers())
	fmt.Println(recoverInDeferred())
	fmt.Println(gotoOut())
	misuse(func() {
		for i := range func(yield func(int) bool) {
			yield(1)
			yield(2)
		} {
			fmt.Print("got ", i, " ")
			break
		}
	})
	var saved func(int) bool
	misuse(func() {
		for range func(yield func(int) bool) { saved = yield } {
		}
		saved(1)
	})
	misuse(func() {
		for range func(yield func(int) bool) {
			defer func() { recover() }()
			yield(1)
		} {
			panic("swallowed by the iterator")
		}
	})
	misuse(func() {
		for i := range upto(3) {
			for j := range upto(3) {
				if i == 1 && j == 1 {
					panic(fmt.Sprint("nested ", i, j))
				}
			}
		}
	})
	misuse(func() {
		var nilSeq iter.Seq[int]
		for range nilSeq {
		}
	})
}
