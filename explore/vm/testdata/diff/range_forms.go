// Range over everything that is not a function.
package main

import "fmt"

type days int

func main() {
	for i := range 3 {
		i *= 10
		fmt.Print(i, " ")
	}
	for range 2 {
		fmt.Print("x ")
	}
	for d := range days(2) {
		fmt.Printf("%T%v ", d, d)
	}
	var n8 uint8 = 3
	for i := range n8 {
		fmt.Printf("%T%v ", i, i)
	}
	for range -5 {
		fmt.Print("never")
	}
	const c = 2
	for i := range c {
		fmt.Print(i, " ")
	}
	fmt.Println()
	s := []int{1, 2, 3}
	for i, v := range s {
		if i == 0 {
			s = append(s, 4)
			s[1] = 50
		}
		fmt.Print(v, " ")
	}
	fmt.Println(s)
	t := []int{1, 2, 3}
	for i, v := range t {
		if i == 0 {
			t[2] = 99
			t = t[:1]
		}
		fmt.Print(v, " ")
	}
	fmt.Println(t)
	a := [3]int{1, 2, 3}
	for i, v := range a {
		a[2] = 7
		fmt.Print(i, v, " ")
	}
	p := &a
	for i, v := range p {
		p[2] = 8
		fmt.Print(i, v, " ")
	}
	var np *[4]int
	for i := range np {
		fmt.Print(i, " ")
	}
	fmt.Println(len(np))
	for i, r := range "aé\xf0世" {
		fmt.Printf("%d:%q ", i, r)
	}
	ch := make(chan string, 3)
	ch <- "a"
	ch <- "b"
	close(ch)
	for v := range ch {
		fmt.Print(v, " ")
	}
	for range ch {
		fmt.Print("never")
	}
	fmt.Println()
	var x [3]int
	i := 5
	for i, x[i%3] = range []int{10, 20, 30} {
	}
	fmt.Println(i, x)
	var st struct{ k, v int }
	for st.k, st.v = range []int{4, 5} {
	}
	fmt.Println(st)
	k := 0
	for k = range 5 {
	}
	fmt.Println(k)
	for k = range 0 {
	}
	fmt.Println(k)
	f := func() []string { fmt.Print("once "); return []string{"q", "r"} }
	for _, v := range f() {
		fmt.Print(v, " ")
	}
	for i := range len(f()) {
		fmt.Print(i, " ")
	}
	var nilS []int
	for range nilS {
		fmt.Print("never")
	}
	ps := []*int{}
	for i := range 3 {
		ps = append(ps, &i)
	}
	fmt.Println(*ps[0], *ps[1], *ps[2])
	type big struct{ a [100]int }
	bs := []big{{}, {}}
	for _, b := range bs {
		b.a[0] = 1
	}
	fmt.Println(bs[0].a[0])
}
