// Variables that a call in the same statement changes, as the gc compiler
// orders it.
package main

import "fmt"

var glob = 1

func setGlob() int {
	glob = 100
	return 7
}

type acc struct{ n int }

func (a *acc) bump() int { a.n += 10; return a.n }

func main() {
	i := 0
	f := func() int { i++; return i }
	a, b := i, f()
	fmt.Println(a, b)
	fmt.Println([]int{i, f(), i})
	fmt.Println(glob + setGlob())
	glob = 1
	arr := [2]int{glob, setGlob()}
	fmt.Println(arr)
	m := map[string]int{"a": 1}
	del := func() int { delete(m, "a"); return 0 }
	x, y := m["a"], del()
	fmt.Println(x, y)
	s := []int{1, 2, 3}
	mod := func() int { s[0] = 50; return 0 }
	c, d := s[0], mod()
	fmt.Println(c, d)
	ac := &acc{1}
	fmt.Println(ac.n, ac.bump(), ac.n)
	p := 1
	q := &p
	set := func() int { *q = 9; return 1 }
	fmt.Println(p+set(), p)
	i = 0
	s[i], i = 77, 2
	fmt.Println(s, i)
	i, s[i] = 0, 88
	fmt.Println(s, i)
	s[0], s[1], s[2] = s[2], s[0], s[1]
	fmt.Println(s)
	type node struct{ next *node }
	n := &node{}
	n, n.next = &node{}, n
	fmt.Println(n.next == nil)
	str := "a"
	app := func() string { str += "b"; return str }
	fmt.Println(str+app(), str)
	k := 1
	inc := func() int { k *= 2; return k }
	k += inc()
	fmt.Println(k)
	k = k + inc()
	fmt.Println(k)
	ret := func() (int, int) {
		z := 1
		g := func() int { z = 5; return z }
		return z, g()
	}
	fmt.Println(ret())
	func() {
		defer func() { fmt.Println(recover(), len(s)) }()
		var np *acc
		s = append(s, 1)
		np.n = setGlob()
	}()
}

// A literal that is begun in one block and goes on in another.
func acrossBlocks() (r int) {
	defer func() { r++ }()
	yes := func(b bool) bool { return b }
	three := func() int { return 3 }
	fmt.Println(struct {
		a bool
		b []bool
	}{yes(true) && yes(true), []bool{three() > r}})
	return 1
}

func init() { fmt.Println("across blocks", acrossBlocks()) }
