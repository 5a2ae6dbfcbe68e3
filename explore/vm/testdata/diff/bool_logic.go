// Short circuits, comparison chains, boolean types.
package main

import "fmt"

type flag bool

func (f flag) String() string {
	if f {
		return "on"
	}
	return "off"
}

var calls int

func t() bool { calls++; return true }
func f() bool { calls++; return false }

func main() {
	for _, b := range []bool{t() && f(), f() && t(), t() || f(), f() || t(), !t() || !f() && t(), (t() || f()) && (f() || f())} {
		fmt.Print(b, " ")
	}
	fmt.Println(calls)
	var x flag = 1 < 2
	y := !x
	fmt.Println(x, y, x && !y, bool(x) == true, x != y)
	a, b := 3, 5
	var c flag = flag(a < b) && flag(a != b)
	fmt.Println(c, a < b == (b > a), (a < b) != (a > b))
	var np *struct{ v int }
	fmt.Println(np == nil || np.v > 0, np != nil && np.v > 0)
	if a < b && b < 10 || t() {
		fmt.Println(calls)
	}
	i := 0
	for i < 10 && (i%7 != 6 || i == 0) {
		i++
	}
	fmt.Println(i)
	var p, q any = true, flag(true)
	fmt.Println(p == true, q == true, q == flag(true), p == q)
	m := map[flag]int{true: 1, false: 2}
	fmt.Println(m[a > b], m[a < b])
	bits := []bool{true, false, true}
	n := 0
	for _, b := range bits {
		n <<= 1
		if b {
			n |= 1
		}
	}
	fmt.Println(n)
	switch s := "go"; true {
	case len(s) > 5, s == "go" && f():
		fmt.Println("first")
	case s < "h":
		fmt.Println("second")
	}
	const k = 1 < 2 && "a" < "b"
	fmt.Println(k, xor(true, false), xor(true, true), fmt.Sprintf("%t %v", k, !k))
}

func xor(a, b bool) bool { return a != b }
