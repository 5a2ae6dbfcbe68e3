// Closures, captured variables, method values, loop variables.
package main

type counter struct{ n int }

func (c *counter) inc() int { c.n++; return c.n }
func (c counter) get() int  { return c.n }

type getter interface{ get() int }

func compose(fs ...func(int) int) func(int) int {
	return func(x int) int {
		for _, f := range fs {
			x = f(x)
		}
		return x
	}
}

func fibs() func() int {
	a, b := 0, 1
	return func() int {
		r := a
		a, b = b, a+b
		return r
	}
}

func variadic(pre string, xs ...any) int { println(pre, len(xs)); return len(xs) }

func apply[T, U any](xs []T, f func(T) U) []U {
	var out []U
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

type list[T any] struct {
	head *elem[T]
	n    int
}

type elem[T any] struct {
	v    T
	next *elem[T]
}

func (l *list[T]) push(v T) { l.head = &elem[T]{v, l.head}; l.n++ }
func (l *list[T]) each(f func(T) bool) {
	for e := l.head; e != nil; e = e.next {
		if !f(e.v) {
			return
		}
	}
}

type number interface{ ~int | ~float64 }

func sum[T number](xs ...T) (t T) {
	for _, x := range xs {
		t += x
	}
	return
}

func main() {
	f := compose(func(x int) int { return x + 1 }, func(x int) int { return x * 10 })
	println(f(1), compose()(5))
	g := fibs()
	for range 10 {
		print(g(), " ")
	}
	println()
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i += 10; return i })
	}
	for _, f := range fs {
		print(f(), " ", f(), " ")
	}
	println()
	c := counter{5}
	inc, get := c.inc, c.get
	inc()
	println(inc(), get(), c.get(), c.n)
	var gt getter = c
	m := gt.get
	c.n = 100
	println(m(), gt.get(), getter(&c).get(), (*counter).inc(&c), counter.get(c))
	println(variadic("none"), variadic("some", 1, "a", nil), variadic("spread", []any{1, 2}...))
	strs := apply([]int{1, 2, 3}, func(i int) string { return string(rune('a' + i)) })
	println(strs[0]+strs[1]+strs[2], len(apply(strs, func(s string) int { return len(s) })))
	var l list[string]
	l.push("x")
	l.push("y")
	for v := range l.each {
		print(v, " ")
	}
	println(l.n, sum(1, 2, 3), int(sum(1.5, 2.5)))
	x := 1
	func() {
		x := x + 1
		x++
		func() { x *= 10 }()
		println("inner", x)
	}()
	println("outer", x)
	var rec func(n int) int
	rec = func(n int) int {
		if n == 0 {
			return 0
		}
		return n + rec(n-1)
	}
	println(rec(100))
	type op struct {
		name string
		f    func(a, b int) int
	}
	for _, o := range []op{{"add", func(a, b int) int { return a + b }}, {"sub", func(a, b int) int { return a - b }}} {
		println(o.name, o.f(7, 3))
	}
	func(a int, rest ...string) { println(a, len(rest)) }(1, "p", "q")
	p := &c.n
	*p, c.n = 3, *p+1
	println(c.n)
	y, z := 1, 2
	y, z = z, y
	y, z = y+z, y-z
	println(y, z)
	var e any = f
	if h, ok := e.(func(int) int); ok {
		println(h(2))
	}
}
