// Zero values of every kind, in variables, fields, elements and results.
package main

import "fmt"

type all struct {
	b   bool
	i   int
	u   uint8
	f   float64
	c   complex128
	s   string
	p   *int
	sl  []int
	m   map[string]int
	ch  chan int
	fn  func()
	ifc any
	err error
	arr [2]string
	st  struct{ x, y int }
}

func results() (b bool, n int, s string, p *all, e error, a [2]int) { return }

func zeroOf[T any]() (t T) { return }

func main() {
	var a all
	fmt.Printf("%v %d %d %v %v %q %v %v %v %v %v %v %v %q %v\n", a.b, a.i, a.u, a.f, a.c, a.s, a.p, a.sl, a.m, a.ch == nil, a.fn == nil, a.ifc, a.err, a.arr, a.st)
	fmt.Printf("%+v\n", struct {
		A all
		B []all
	}{}.B)
	fmt.Println(results())
	m := map[string]all{}
	fmt.Println(m["none"].i, m["none"].sl == nil, m["none"].st)
	s := make([]all, 2)
	fmt.Println(s[1].s == "", len(s[0].arr))
	c := make(chan all)
	close(c)
	z := <-c
	fmt.Println(z.err == nil, z.f)
	fmt.Println(zeroOf[int](), zeroOf[*all]() == nil, zeroOf[[3]bool](), zeroOf[error]() == nil, len(zeroOf[all]().s))
	var i any
	n, ok := i.(int)
	fmt.Println(n, ok)
	for i := range 3 {
		var x int
		var arr [2]int
		x += i
		arr[0] += i
		fmt.Print(x, arr, " ")
	}
	fmt.Println()
	p := new(all)
	p.m = map[string]int{"k": 1}
	*p = all{}
	fmt.Println(p.m == nil, p.sl == nil)
	var e struct{}
	var es [5]struct{}
	fmt.Println(e, len(es))
	var nested struct {
		a struct {
			b struct{ c map[string][]int }
		}
	}
	fmt.Println(nested.a.b.c["x"], len(nested.a.b.c["x"]))
}
