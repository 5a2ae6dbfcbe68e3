// Tuple assignment, blank identifiers, op-assignments, swaps.
package main

import "fmt"

func three() (int, string, error) { return 1, "two", nil }

func pass(a int, b string, c error) string { return fmt.Sprint(a, b, c) }

func variadic(xs ...any) int { return len(xs) }

type pt struct{ x, y int }

func main() {
	a, b := 1, 2
	a, b = b, a
	fmt.Println(a, b)
	a, b = b, a+b
	fmt.Println(a, b)
	n, s, err := three()
	_, s2, _ := three()
	fmt.Println(n, s, err, s2, pass(three()), variadic(three()))
	var _ = a
	_ = b
	p := pt{1, 2}
	p.x, p.y = p.y, p.x
	fmt.Println(p)
	xs := []int{1, 2, 3, 4}
	for i, j := 0, len(xs)-1; i < j; i, j = i+1, j-1 {
		xs[i], xs[j] = xs[j], xs[i]
	}
	fmt.Println(xs)
	m := map[string]pt{"a": {1, 2}}
	v, ok := m["a"]
	_, ok2 := m["b"]
	fmt.Println(v, ok, ok2)
	m["b"], m["c"] = m["a"], pt{3, 3}
	fmt.Println(m)
	x := 10
	x += 5
	x -= 3
	x *= 2
	x /= 5
	x <<= 3
	x |= 3
	x &= 30
	x ^= 7
	x %= 11
	x &^= 1
	x >>= 1
	fmt.Println(x)
	str := "a"
	str += "b" + str
	fmt.Println(str)
	mm := map[string]int{}
	mm["x"] += 5
	mm["x"] <<= 2
	mm["y"]--
	fmt.Println(mm)
	ps := []*pt{{1, 1}, {2, 2}}
	ps[0].x += 10
	ps[0], ps[1] = ps[1], ps[0]
	fmt.Println(*ps[0], *ps[1])
	var i any
	var e error
	i, e = "x", nil
	i2, ok3 := i.(string)
	fmt.Println(i2, ok3, e)
	if a, c := 5, 6; a < c {
		a := a * c
		fmt.Println(a)
	}
	fmt.Println(a)
	a, z := 100, 200
	fmt.Println(a, z)
	var (
		q, r = 1, "r"
		t    float64
	)
	fmt.Println(q, r, t)
	arr := [3]int{}
	arr[0], arr[1], arr[2] = 1, arr[0]+2, arr[1]+3
	fmt.Println(arr)
	ch := make(chan int, 1)
	ch <- 4
	w, open := <-ch
	close(ch)
	w2, open2 := <-ch
	fmt.Println(w, open, w2, open2)
}
