// Closures share variables with their surroundings.
package main

import "fmt"

func counter() (func() int, func()) {
	n := 0
	return func() int { n++; return n }, func() { n = 100 }
}

func fib() func() int {
	a, b := 0, 1
	return func() int {
		defer func() { a, b = b, a+b }()
		return a
	}
}

func compose(fs ...func(int) int) func(int) int {
	return func(x int) int {
		for _, f := range fs {
			x = f(x)
		}
		return x
	}
}

type node struct {
	val         int
	left, right *node
}

func (n *node) walk(visit func(int)) {
	if n == nil {
		return
	}
	n.left.walk(visit)
	visit(n.val)
	n.right.walk(visit)
}

func main() {
	next, reset := counter()
	next2, _ := counter()
	next()
	next()
	reset()
	fmt.Println(next(), next2())
	f := fib()
	for range 10 {
		fmt.Print(f(), " ")
	}
	fmt.Println()
	k := 3
	g := compose(func(x int) int { return x + k }, func(x int) int { return x * k })
	fmt.Println(g(1))
	k = 10
	fmt.Println(g(1))
	var fact func(int) int
	fact = func(n int) int {
		if n < 2 {
			return 1
		}
		return n * fact(n-1)
	}
	fmt.Println(fact(10))
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i += 10; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), " ", f(), " ")
	}
	fmt.Println()
	t := &node{5, &node{3, nil, &node{4, nil, nil}}, &node{8, nil, nil}}
	sum, max := 0, 0
	t.walk(func(v int) { sum += v; max = v })
	fmt.Println(sum, max)
	x := 1
	{
		x := x + 1
		func() { x++ }()
		fmt.Println(x)
	}
	func() { x += 5 }()
	fmt.Println(x)
	arr := [3]int{1, 2, 3}
	h := func() { arr[1] = 99 }
	copied := arr
	h()
	fmt.Println(arr, copied)
	res := func(a, b int) (s, d int) { s, d = a+b, a-b; return }
	fmt.Println(res(5, 3))
	fmt.Println(func(xs ...string) int { return len(xs) }("a", "b"))
}
