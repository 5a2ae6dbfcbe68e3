// iter.Pull turns push iterators into pull iterators.
package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
)

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer fmt.Print("(cleanup) ")
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func zip[A, B any](a iter.Seq[A], b iter.Seq[B]) iter.Seq2[A, B] {
	return func(yield func(A, B) bool) {
		na, stopA := iter.Pull(a)
		defer stopA()
		nb, stopB := iter.Pull(b)
		defer stopB()
		for {
			x, ok1 := na()
			y, ok2 := nb()
			if !ok1 || !ok2 || !yield(x, y) {
				return
			}
		}
	}
}

func main() {
	next, stop := iter.Pull(count(3))
	fmt.Println(next())
	fmt.Println(next())
	stop()
	fmt.Println(next())
	stop()
	next, stop = iter.Pull(count(1))
	fmt.Println(next())
	fmt.Println(next())
	fmt.Println(next())
	stop()
	for a, b := range zip(count(3), slices.Values([]string{"x", "y", "z", "w"})) {
		fmt.Print(a, b, " ")
	}
	fmt.Println()
	next2, stop2 := iter.Pull2(slices.All([]string{"p", "q"}))
	k, v, ok := next2()
	fmt.Println(k, v, ok)
	stop2()
	k, v, ok = next2()
	fmt.Printf("%v %q %v\n", k, v, ok)
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		n, s := iter.Pull(func(yield func(int) bool) {
			yield(1)
			panic("in iterator")
		})
		defer s()
		fmt.Println(n())
		fmt.Println(n())
	}()
	unstarted, s := iter.Pull(count(5))
	s()
	fmt.Println(unstarted())
	fmt.Println(slices.Collect(maps.Keys(map[int]bool{7: true})), slices.Sorted(maps.Values(map[string]int{"a": 3, "b": 1})))
	fmt.Println(slices.Collect(slices.Chunk([]int{1, 2, 3, 4, 5}, 2)))
	for i, x := range slices.Backward([]int{1, 2, 3}) {
		fmt.Print(i, x, " ")
	}
	fmt.Println(slices.SortedFunc(count(4), func(a, b int) int { return b - a }))
}
