// Struct comparison, conversion, anonymous structs, zero-size fields.
package main

import "fmt"

type point struct{ x, y int }

type tagged struct {
	X int `json:"x"`
	Y int `json:"y"`
}

type plain struct {
	X int
	Y int
}

type deep struct {
	p    point
	name string
	v    any
	arr  [2]float64
	ptr  *int
	_    int
}

func main() {
	a, b := point{1, 2}, point{y: 2, x: 1}
	fmt.Println(a == b, a != point{}, point{} == point{0, 0})
	n := 1
	d1 := deep{p: a, name: "n", v: 1, ptr: &n}
	d2 := d1
	fmt.Println(d1 == d2)
	d2.v = int64(1)
	fmt.Println(d1 == d2)
	d2 = d1
	d2.name = "n" + string(rune('a'))[:0]
	fmt.Println(d1 == d2)
	d2.arr[1] = 0.5
	fmt.Println(d1 == d2)
	t := tagged{1, 2}
	p := plain(t)
	p.X = 9
	fmt.Println(t, p, plain(t) == plain{1, 2})
	anon := struct {
		X int
		Y int
	}{3, 4}
	p = anon
	fmt.Println(p == anon, p)
	var i any = anon
	_, ok := i.(struct {
		X int
		Y int
	})
	_, ok2 := i.(plain)
	fmt.Println(ok, ok2)
	list := []struct {
		name string
		n    int
	}{{"a", 1}, {"b", 2}}
	for _, e := range list {
		e.n *= 10
		fmt.Print(e.name, e.n, " ")
	}
	fmt.Println(list)
	pp := &point{5, 6}
	pp.x, pp.y = pp.y, pp.x
	q := *pp
	q.x = 0
	fmt.Println(*pp, q)
	fmt.Printf("%v %+v %#v %T\n", a, a, a, a)
	fmt.Printf("%v %+v\n", anon, struct {
		A *int
		B []string
		C map[string]int
	}{nil, []string{"x"}, map[string]int{"k": 1}})
	var e1, e2 struct{}
	fmt.Println(e1 == e2)
	type rec struct {
		next *rec
		v    int
	}
	l := &rec{&rec{nil, 2}, 1}
	for x := l; x != nil; x = x.next {
		fmt.Print(x.v, " ")
	}
	fmt.Println()
}
