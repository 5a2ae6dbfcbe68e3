// Deep recursion, mutual recursion and growing stacks with pointers into them.
package main

import "fmt"

func sum(n int) int {
	if n == 0 {
		return 0
	}
	return n + sum(n-1)
}

func even(n int) bool { return n == 0 || odd(n-1) }
func odd(n int) bool  { return n != 0 && even(n-1) }

func chain(n int, p *int) int {
	local := *p + 1
	if n == 0 {
		*p = -1
		return local
	}
	r := chain(n-1, &local)
	*p = local
	return r
}

func ack(m, n int) int {
	switch {
	case m == 0:
		return n + 1
	case n == 0:
		return ack(m-1, 1)
	}
	return ack(m-1, ack(m, n-1))
}

func bigFrame(n int) int {
	var buf [64]int
	for i := range buf {
		buf[i] = n + i
	}
	if n == 0 {
		return buf[63]
	}
	return bigFrame(n-1) + buf[n%64] - buf[n%64]
}

func hanoi(n int, from, to, via string, move func(string, string)) {
	if n > 0 {
		hanoi(n-1, from, via, to, move)
		move(from, to)
		hanoi(n-1, via, to, from, move)
	}
}

func deferDepth(n int, out *int) {
	defer func() { *out++ }()
	if n > 0 {
		deferDepth(n-1, out)
	}
}

func panicDepth(n int) (r any) {
	if n == 0 {
		panic("deep")
	}
	defer func() {
		if n%100 == 0 {
			if e := recover(); e != nil {
				r = fmt.Sprint(e, " caught at ", n)
			}
		}
	}()
	return panicDepth(n - 1)
}

func main() {
	fmt.Println(sum(10000), even(9999), odd(777))
	x := 0
	fmt.Println(chain(5000, &x), x)
	fmt.Println(ack(2, 9), bigFrame(1000))
	moves := 0
	hanoi(10, "a", "b", "c", func(f, t string) { moves++ })
	fmt.Println(moves)
	n := 0
	deferDepth(2000, &n)
	fmt.Println(n)
	fmt.Println(panicDepth(350))
	done := make(chan int)
	go func() { done <- sum(20000) }()
	fmt.Println(<-done)
	var fib func(int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		return fib(n-1) + fib(n-2)
	}
	fmt.Println(fib(20))
}
