// Append shares memory as long as capacity lasts.
package main

import "fmt"

// The sinks let slices escape: the compiler may give others a first capacity
// of its own on the stack.
var (
	g  []int
	bs []byte
	gb []big
)

type big struct{ a, b, c, d, e int64 }

func main() {
	a := make([]int, 3, 10)
	b := append(a, 1)
	c := append(a, 2)
	fmt.Println(a, b, c, &b[0] == &c[0], b[3] == c[3])
	d := append(a[:3:3], 5)
	d[0] = 9
	fmt.Println(a, d)
	var n []string
	n = append(n, "x", "y")
	n = append(n, n...)
	fmt.Println(n, len(n))
	caps := []int{}
	last := -1
	for i := range 2000 {
		g = append(g, i)
		if cap(g) != last {
			last = cap(g)
			caps = append(caps, last)
		}
	}
	fmt.Println(caps)
	last = -1
	caps = caps[:0]
	for range 3000 {
		bs = append(bs, 1)
		if cap(bs) != last {
			last = cap(bs)
			caps = append(caps, last)
		}
	}
	fmt.Println(caps)
	last = -1
	caps = caps[:0]
	for range 100 {
		gb = append(gb, big{})
		if cap(gb) != last {
			last = cap(gb)
			caps = append(caps, last)
		}
	}
	fmt.Println(caps)
	fmt.Println(cap(append([]int(nil), 1, 2, 3, 4, 5)), cap(append([]byte("ab"), "cdefg"...)) >= 7)
	x := []int{1, 2, 3, 4}
	x = append(x[:1], x[2:]...)
	fmt.Println(x, len(x), cap(x), x[:4])
	x = append(x[:1], append([]int{100}, x[1:]...)...)
	fmt.Println(x)
	y := append([]any{}, 1, "a", nil, 2.5)
	y = append(y, y)
	fmt.Println(len(y), y[:4])
	z := make([]struct{}, 0)
	z = append(z, struct{}{}, struct{}{})
	fmt.Println(len(z))
}
