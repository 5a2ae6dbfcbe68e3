// Method values and method expressions, on values, pointers and interfaces.
package main

import "fmt"

type counter struct{ n int }

func (c counter) get() int { return c.n }
func (c *counter) inc()    { c.n++ }
func (c *counter) add(ns ...int) {
	for _, n := range ns {
		c.n += n
	}
}
func (c counter) with(n int) counter { c.n = n; return c }

type getter interface{ get() int }

type fn func(int) int

func (f fn) twice(x int) int { return f(f(x)) }

type ints []int

func (s ints) sum() (t int) {
	for _, v := range s {
		t += v
	}
	return
}

func apply(fs ...func()) {
	for _, f := range fs {
		f()
	}
}

func main() {
	c := counter{1}
	get := c.get
	inc := c.inc
	inc()
	inc()
	fmt.Println(get(), c.get(), c.n)
	p := &c
	pget := p.get
	p.n = 50
	fmt.Println(pget(), p.get())
	apply(p.inc, c.inc, (&c).inc)
	fmt.Println(c.n)
	add := (*counter).add
	add(&c, 1, 2, 3)
	add(p)
	fmt.Println(c.n, counter.get(c), (*counter).get(p), counter.with(c, 7).n)
	var g getter = c
	gv := g.get
	c.n = 0
	g = counter{5}
	fmt.Println(gv(), g.get(), getter.get(g), getter.get(p))
	dbl := fn(func(x int) int { return x * 2 })
	fmt.Println(dbl.twice(3), fn.twice(dbl, 4))
	s := ints{1, 2, 3}
	sum := s.sum
	s[0] = 10
	s = append(s, 100)
	fmt.Println(sum(), s.sum())
	m := map[string]func(){"inc": p.inc}
	m["inc"]()
	fmt.Println(c.n)
	func() {
		defer func() { fmt.Println(recover()) }()
		var np *counter
		f := np.inc
		fmt.Println("bound to nil")
		_ = np.get
		f()
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var ng getter
		_ = ng.get
		fmt.Println("unreachable")
	}()
	defer c.inc()
	defer fmt.Println("deferred", c.n)
	fmt.Printf("%T %T %T\n", c.get, counter.get, (*counter).add)
}
