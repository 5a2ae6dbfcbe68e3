// Order of evaluation: calls, receives and operators go left to right.
package main

import "fmt"

var log []string

func f(s string, n int) int {
	log = append(log, s)
	return n
}

func pf(s string, p *int) *int {
	log = append(log, s)
	return p
}

func flush(what string) {
	fmt.Println(what, log)
	log = nil
}

func two(s string) (int, int) {
	log = append(log, s)
	return 1, 2
}

type t struct{ n int }

func (x t) m(s string, n int) t {
	log = append(log, s)
	return t{x.n + n}
}

var (
	ga = gb + 1
	gb = gf()
	gc = 10
)

func gf() int { return gc * 2 }

func main() {
	fmt.Println(ga, gb, gc)
	arr := []int{0, 0, 0}
	m := map[int]int{}
	arr[f("index", 1)] = f("value", 5)
	flush("store")
	m[f("key", 1)], arr[f("idx", 0)] = f("v1", 1), f("v2", 2)
	flush("tuple")
	_ = f("a", 1) + f("b", 2)*f("c", 3)
	flush("arith")
	_ = f("x", 0) == 1 && f("y", 1) == 1 || f("z", 1) == 1
	flush("logic")
	n := 0
	*pf("ptr", &n) = f("val", 3)
	flush("pointer")
	_ = []int{f("e0", 0), f("e1", 1), 5: f("e5", 2)}
	flush("slice literal")
	_ = map[int]int{f("k1", 1): f("v1", 1), f("k2", 2): f("v2", 2)}
	flush("map literal")
	_ = struct{ a, b int }{b: f("b", 1), a: f("a", 2)}
	flush("struct literal")
	t{1}.m("m1", f("arg1", 1)).m("m2", f("arg2", 2))
	flush("chain")
	arr[f("i", 0)], arr[f("j", 1)] = two("two")
	flush("multi call")
	func(a, b, c int) {}(f("1", 1), f("2", 2), f("3", 3))
	flush("args")
	arr[f("op", 2)] += f("rhs", 4)
	flush("op assign")
	fmt.Println(arr, m, n)
	defer func(a, b int) { flush("deferred") }(f("d1", 1), f("d2", 2))
	switch f("tag", 2) {
	case f("c1", 1), f("c2", 2), f("c3", 3):
	}
	flush("switch")
	for i := f("init", 0); i < f("cond", 2); i += f("post", 1) {
		log = append(log, "body")
	}
	flush("for")
	for range f("range", 2) {
		log = append(log, "b")
	}
	flush("range int")
	c := make(chan int, 2)
	cf := func(s string) chan int { log = append(log, s); return c }
	cf("send chan") <- f("send val", 1)
	flush("send")
	x := <-cf("recv") + f("after", 1)
	flush("receive")
	select {
	case cf("sel send") <- f("sel val", x):
	case v := <-cf("sel recv"):
		_ = v
	}
	if len(log) == 3 {
		flush("select")
	}
	_, _ = f("blank1", 1), f("blank2", 2)
	flush("blank")
	var i any = f("conv", 1)
	_ = i.(int) + f("assert", 2)
	flush("assert")
	return
}
