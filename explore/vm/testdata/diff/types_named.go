// Named types, aliases, conversions between them, recursive types.
package main

import "fmt"

type celsius float64
type fahrenheit float64
type temp = celsius
type ids []int
type dict map[string]ids
type handler func(string) handler
type tree struct {
	kids []tree
	val  int
}
type list *list
type selfMap map[string]selfMap
type selfChan chan selfChan
type selfIface interface{ next() selfIface }
type stop struct{ n int }

func (s stop) next() selfIface {
	if s.n == 0 {
		return nil
	}
	return stop{s.n - 1}
}

func (c celsius) f() fahrenheit { return fahrenheit(c*9/5 + 32) }
func (d dict) total() (n int) {
	for _, v := range d {
		for _, x := range v {
			n += x
		}
	}
	return
}

func (t tree) sum() int {
	s := t.val
	for _, k := range t.kids {
		s += k.sum()
	}
	return s
}

func main() {
	var c celsius = 100
	var t temp = c
	fmt.Println(c.f(), t.f(), celsius(c.f()) == 212)
	fmt.Printf("%T %T %v\n", c, t, c)
	d := dict{"a": {1, 2}, "b": ids{3}}
	fmt.Println(d.total(), len(d["a"]), d)
	var h handler
	n := 0
	h = func(s string) handler {
		n += len(s)
		if n > 5 {
			return nil
		}
		return h
	}
	for g := h; g != nil; {
		g = g("abc")
	}
	fmt.Println(n)
	tr := tree{[]tree{{nil, 1}, {[]tree{{nil, 5}}, 2}}, 3}
	fmt.Println(tr.sum())
	var l list
	l2 := list(&l)
	fmt.Println(*l2 == nil, l == nil)
	sm := selfMap{"a": {"b": nil}}
	fmt.Println(len(sm["a"]), sm["a"]["b"] == nil)
	sc := make(selfChan, 1)
	sc <- sc
	fmt.Println((<-sc) == sc)
	steps := 0
	for s := selfIface(stop{4}); s != nil; s = s.next() {
		steps++
	}
	fmt.Println(steps)
	type local int
	var x any = local(3)
	_, isInt := x.(int)
	fmt.Printf("%v %T\n", isInt, x)
	var is ids = []int{9}
	var plain []int = is
	plain[0] = 8
	fmt.Println(is)
	var f func(int) = func(i int) { fmt.Println("f", i) }
	type named func(int)
	named(f)(3)
	var p1 *celsius = &c
	*p1 = 0
	fmt.Println(c.f())
}
