// Core types, type sets over channels, slices, functions, and recursion.
package main

import "fmt"

type bytesOrString interface{ ~[]byte | ~string }

func count[T bytesOrString](s T, b byte) (n int) {
	for i := 0; i < len(s); i++ {
		if s[i] == b {
			n++
		}
	}
	return
}

func tail[T ~[]byte | ~string](s T) T { return s[1:] }

func recvAll[C ~chan E | ~<-chan E, E any](c C) (out []E) {
	for v := range c {
		out = append(out, v)
	}
	return
}

func call[F ~func(A) R, A, R any](f F, a A) R { return f(a) }

func growTo[S ~[]E, E any](s S, n int) S {
	for len(s) < n {
		s = append(s, *new(E))
	}
	return s
}

type myFn func(int) string
type myBytes []byte

func mk[M ~map[K]V, K comparable, V any](k K, v V) M {
	m := make(M)
	m[k] = v
	return m
}

func lenOf[T ~[]int | ~map[int]int | ~[4]int](x T) int { return len(x) }

func isZero[T comparable](x T) bool { return x == *new(T) }

func half[T ~int | ~uint8 | ~float32](x T) T { return x / 2 }

func shift[T ~int8 | ~uint8](x T, n uint) T { return x << n >> n }

func fact[T ~int | ~float64](n T) T {
	if n <= 1 {
		return 1
	}
	return n * fact(n-1)
}

func nest[T any](n int, x T) string {
	if n == 0 {
		return fmt.Sprintf("%T", x)
	}
	return nest(n-1, x)
}

func ptrTo[T any, P interface{ *T }](p P) T { return *p }

func swap[A, B any](f func(A, B)) func(B, A) { return func(b B, a A) { f(a, b) } }

type num interface{ int | float64 }

func sumMap[K comparable, V num](m map[K]V) (s V) {
	for _, v := range m {
		s += v
	}
	return
}

func main() {
	fmt.Println(count("banana", 'a'), count([]byte("xx"), 'x'), count(myBytes("aa"), 'b'))
	fmt.Println(tail("hello"), tail(myBytes{1, 2}))
	c := make(chan int, 3)
	c <- 1
	c <- 2
	close(c)
	fmt.Println(recvAll(c))
	d := make(chan string)
	close(d)
	fmt.Println(recvAll((<-chan string)(d)) == nil)
	fmt.Println(call(myFn(func(i int) string { return fmt.Sprint(i, "?") }), 3))
	fmt.Println(growTo([]string{"a"}, 3), len(growTo([]int(nil), 2)))
	type dict map[string]int
	fmt.Printf("%T %v\n", mk[dict]("a", 1), mk[map[int]bool](1, true))
	fmt.Println(lenOf([]int{1}), lenOf(map[int]int{}), lenOf([4]int{}))
	fmt.Println(isZero(0), isZero("x"), isZero[any](nil), isZero(struct{ a int }{}), isZero([2]int{0, 1}))
	fmt.Println(half(7), half(uint8(255)), half(float32(7)))
	fmt.Println(shift(int8(127), 1), shift(uint8(255), 1))
	fmt.Println(fact(10), fact(20.0))
	fmt.Println(nest(3, 1), nest(2, []string{}), nest(1, map[int]*bool{}))
	x := 5
	fmt.Println(ptrTo(&x))
	swap(func(a int, b string) { fmt.Println(a, b) })("s", 1)
	fmt.Println(sumMap(map[string]float64{"a": 1.5, "b": 2}), sumMap(map[int]int{1: 1, 2: 3}))
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(isZero[any]([]int{}))
		fmt.Println(isZero[any](any([]int{})) && any([]int{}) == any([]int{}))
	}()
}
