// Slicing: two and three indices, capacity, of arrays, slices and strings.
package main

import "fmt"

func main() {
	a := [10]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	show := func(s []int) { fmt.Println(len(s), cap(s), s) }
	s := a[2:5]
	show(s)
	show(s[:7])
	show(s[1:])
	show(a[2:5:6])
	show(a[:0])
	show(a[10:])
	show(s[3:3:3])
	t := a[2:5:5]
	t = append(t, 100)
	t[0] = -2
	fmt.Println(a)
	u := a[2:5:6]
	u = append(u, 100)
	u[0] = -2
	fmt.Println(a)
	p := &a
	show(p[8:])
	var n []int
	fmt.Println(n == nil, n[:] == nil, n[0:0] == nil, len(n), cap(n), []int{} == nil)
	str := "hello"
	fmt.Println(str[1:3], str[:2]+str[2:])
	i, j := 1, 3
	show(s[i-1 : j])
	arr4 := [4]int(a[:4])
	ap := (*[3]int)(a[1:])
	ap[0] = 42
	fmt.Println(arr4, *ap, a[1])
	e := (*[0]int)(n)
	fmt.Println(e == nil, (*[0]int)([]int{}) == nil)
	type S []int
	ns := S{1, 2, 3}
	fmt.Printf("%T %v\n", ns[1:], ns[1:])
}
