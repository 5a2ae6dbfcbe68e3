// Maps and comparisons with keys that cannot be hashed.
package main

import "fmt"

type bad struct {
	s []int
}

type inner struct {
	x any
}

func try(name string, f func()) {
	defer func() {
		e := recover()
		_, isErr := e.(error)
		fmt.Println(name, "->", e, isErr)
	}()
	f()
}

func main() {
	m := map[any]int{1: 1}
	try("slice key", func() { m[[]int{1}] = 1 })
	try("map key", func() { _ = m[map[string]int{}] })
	try("func key", func() { delete(m, any(func() {})) })
	try("struct key", func() { m[bad{}]++ })
	try("nested", func() { m[inner{[]string{"x"}}] = 1 })
	try("array", func() { m[[1]any{[]byte("x")}] = 1 })
	try("empty map lookup", func() { var e map[any]int; fmt.Println(e[[]int{}]) })
	try("empty map delete", func() { e := map[any]int{}; delete(e, any([]int{})) })
	try("literal", func() { _ = map[any]int{any([]int{1}): 1} })
	var a, b any = []int{1}, []int{1}
	try("compare slices", func() { fmt.Println(a == b) })
	try("compare different", func() { fmt.Println(a == any(1)) })
	var c, d any = bad{}, bad{}
	try("compare structs", func() { fmt.Println(c == d) })
	var e, f any = inner{1}, inner{[]int{}}
	try("compare inner differs first", func() { fmt.Println(e == f) })
	var g, h any = inner{[]int{}}, inner{[]int{}}
	try("compare inner", func() { fmt.Println(g == h) })
	type two struct {
		n int
		x any
	}
	try("early difference", func() { fmt.Println(any(two{1, []int{}}) == any(two{2, []int{}})) })
	try("interface array", func() { fmt.Println([2]any{1, []int{}} == [2]any{2, []int{}}) })
	fmt.Println(len(m))
}
