// Generic functions: inference, constraints, type sets.
package main

import (
	"cmp"
	"fmt"
)

type number interface {
	~int | ~int8 | ~int64 | ~float64
}

type meters float64
type score int

func sum[T number](xs ...T) (t T) {
	for _, x := range xs {
		t += x
	}
	return
}

func mapped[T, U any](xs []T, f func(T) U) []U {
	out := make([]U, 0, len(xs))
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

func reduce[T, A any](xs []T, init A, f func(A, T) A) A {
	for _, x := range xs {
		init = f(init, x)
	}
	return init
}

func keys[M ~map[K]V, K cmp.Ordered, V any](m M) (n int, least K) {
	first := true
	for k := range m {
		n++
		if first || k < least {
			least, first = k, false
		}
	}
	return
}

func index[S ~[]E, E comparable](s S, e E) int {
	for i, x := range s {
		if x == e {
			return i
		}
	}
	return -1
}

func zero[T any]() T {
	var z T
	return z
}

func ptr[T any](v T) *T { return &v }

func convert[To, From number](f From) To { return To(f) }

type stringer interface{ String() string }

func (s score) String() string { return fmt.Sprintf("score(%d)", int(s)) }

type numStringer interface {
	number
	stringer
}

func show[T numStringer](x T) string { return (x + 1).String() }

func chain[T any](f, g func(T) T) func(T) T { return func(t T) T { return g(f(t)) } }

func typeName[T any]() string { return fmt.Sprintf("%T", *new(T)) }

func main() {
	fmt.Println(sum(1, 2, 3), sum(1.5, 2), sum[meters](1, 2.5), sum(score(1), 2), sum[int8](100, 100))
	fmt.Println(mapped([]int{1, 2}, func(i int) string { return fmt.Sprint(i, "!") }))
	fmt.Println(reduce([]string{"a", "bb"}, 0, func(n int, s string) int { return n + len(s) }))
	fmt.Println(keys(map[string]int{"b": 1, "a": 2}))
	type named map[score]bool
	fmt.Println(keys(named{5: true, 3: false}))
	fmt.Println(index([]string{"x", "y"}, "y"), index([]any{1, "a", nil}, nil))
	fmt.Printf("%v %q %v %v\n", zero[int](), zero[string](), zero[[]int]() == nil, zero[*int]() == nil)
	*ptr(3)++
	fmt.Println(*ptr("s"), *ptr(2.5))
	fmt.Println(convert[int](3.99), convert[int8](int64(300)), convert[meters](score(4)))
	fmt.Println(show(score(41)))
	fmt.Println(chain(func(i int) int { return i + 1 }, func(i int) int { return i * 10 })(4))
	fmt.Println(typeName[int](), typeName[map[string][]score](), typeName[struct{ X meters }]())
	f := sum[float64]
	fmt.Println(f(0.5, 0.25))
	fmt.Println(mapped([]float64{1.2, 2.7}, convert[int]))
	fmt.Println(mapped([]int{1}, ptr)[0] != nil)
}
