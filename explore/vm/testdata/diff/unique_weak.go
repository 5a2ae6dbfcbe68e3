// Packages unique and weak as far as they are deterministic.
package main

import (
	"fmt"
	"runtime"
	"unique"
	"weak"
)

type point struct {
	x, y int
	name string
}

func main() {
	a := unique.Make("hello")
	b := unique.Make("hel" + string([]byte("lo")))
	c := unique.Make("world")
	fmt.Println(a == b, a == c, a.Value(), c.Value())
	p := unique.Make(point{1, 2, "p"})
	q := unique.Make(point{1, 2, string([]byte{'p'})})
	fmt.Println(p == q, p.Value(), p != unique.Make(point{}))
	m := map[unique.Handle[string]]int{a: 1}
	m[b]++
	fmt.Println(m[a], len(m))
	var zero unique.Handle[int]
	fmt.Println(zero == unique.Handle[int]{}, unique.Make(0) == unique.Make(0))
	i1, i2 := unique.Make[any](1), unique.Make[any]("1")
	fmt.Println(i1 == unique.Make[any](1), i1 == i2)
	x := &point{3, 4, "weak"}
	w := weak.Make(x)
	fmt.Println(w.Value() == x, w.Value().name, w == weak.Make(x), weak.Make[int](nil).Value() == nil)
	runtime.KeepAlive(x)
}
