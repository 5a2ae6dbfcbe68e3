// Arrays are values: assignment, parameters, comparison, ranges copy them.
package main

import "fmt"

func change(a [3]int) [3]int {
	a[0] = 99
	return a
}

func changePtr(a *[3]int) { a[0] = 77 }

type matrix [2][2]int

func (m matrix) transposed() matrix {
	m[0][1], m[1][0] = m[1][0], m[0][1]
	return m
}

func main() {
	a := [3]int{1, 2, 3}
	b := a
	b[1] = 20
	fmt.Println(a, b, a == b, a == [3]int{1, 2, 3})
	fmt.Println(change(a), a)
	changePtr(&a)
	fmt.Println(a)
	for i, v := range a {
		a[2] = 1000
		fmt.Print(i, "=", v, " ")
	}
	fmt.Println(a)
	for i, v := range &a {
		a[2] = 5 + i
		fmt.Print(i, "=", v, " ")
	}
	fmt.Println(a)
	m := matrix{{1, 2}, {3, 4}}
	fmt.Println(m.transposed(), m)
	n := m
	n[0] = [2]int{9, 9}
	fmt.Println(m, n, m[0] == n[0], m[1] == n[1])
	arrs := [][2]string{{"a", "b"}, {"c"}}
	arrs[1][1] = "d"
	c := arrs[0]
	c[0] = "changed"
	fmt.Println(arrs, c)
	sp := [...]string{2: "two", 0: "zero", 4: "four"}
	fmt.Printf("%d %q\n", len(sp), sp)
	var z [0]int
	fmt.Println(len(z), z, z == [0]int{})
	p := &a
	fmt.Println(len(p), p[1], cap(p))
	s := p[:2]
	s[0] = -1
	fmt.Println(a, *p)
	big := [1000]int{999: 1}
	big2 := big
	big2[0] = 1
	fmt.Println(big == big2, big[999] == big2[999])
	f := [2]func() int{func() int { return 1 }, func() int { return 2 }}
	fmt.Println(f[0]()+f[1](), f[0] == nil)
	type pair struct{ x [2]int }
	q := pair{[2]int{1, 2}}
	r := q
	r.x[0] = 8
	fmt.Println(q, r, q == r)
}
