// Switches, labels, goto, select, conditions.
package main

type shape interface{ area() int }
type sq int
type rect struct{ w, h int }

func (s sq) area() int    { return int(s) * int(s) }
func (r *rect) area() int { return r.w * r.h }

func kind(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case int, int64:
		return "int"
	case string:
		return "string " + v
	case []int:
		return "slice"
	case error:
		return "error"
	case shape:
		return "shape"
	case func():
		return "func"
	case map[string]int, chan int:
		return "ref"
	}
	return "?"
}

func grade(n int) (s string) {
	switch {
	case n > 90:
		s = "a"
		fallthrough
	case n > 80:
		s += "b"
	case n > 70 && n != 75, n == 5:
		s = "c"
	default:
		s = "d"
	}
	return
}

func search(m [][]int, want int) (int, int) {
rows:
	for i, row := range m {
		for j, v := range row {
			if v < 0 {
				continue rows
			}
			if v == want {
				return i, j
			}
			if v > 100 {
				break rows
			}
		}
	}
	return -1, -1
}

func gotos(n int) int {
	i := 0
again:
	if i < n {
		i += 2
		goto again
	}
	return i
}

func side(s string, b bool) bool { print(s, " "); return b }

func selects() {
	a, b := make(chan int, 1), make(chan string, 1)
	var none chan int
	for k := range 4 {
		if k == 1 {
			a <- 7
		}
		if k == 2 {
			b <- "s"
		}
		select {
		case v := <-a:
			println("a", v)
		case s, ok := <-b:
			println("b", s, ok)
		case none <- 1:
			println("never")
		default:
			println("default")
		}
	}
	close(a)
	v, ok := <-a
	println(v, ok, len(b), cap(b))
	for x := range a {
		println(x)
	}
}

func main() {
	for _, v := range []any{nil, 1, int64(2), "x", []int{}, sq(2), &rect{2, 3}, func() {}, make(chan int), 1.5, rect{}} {
		println(kind(v))
	}
	for _, n := range []int{95, 85, 75, 71, 5, 0} {
		print(grade(n), " ")
	}
	println()
	println(search([][]int{{1, -1, 9}, {2, 9}, {200, 3}, {3}}, 9))
	println(search([][]int{{1}, {200, 3}, {3}}, 3))
	println(gotos(7))
	println(side("x", true) && side("y", false) || side("z", true) && !side("w", false))
	if a, b := side("p", false) || side("q", true), side("r", true) && side("s", false); a && !b {
		println("yes")
	}
	selects()
	var s shape = sq(3)
	t := s
	println(s == t, s == shape(sq(4)), s != nil, s.area())
	var r *rect
	s = r
	println(s == nil, s.(*rect) == nil)
	_, ok := s.(interface{ perimeter() int })
	println(ok)
	switch x := 5; x {
	case 1, 2, 3:
		println("low")
	case 4, 5:
		println("mid")
	}
	switch s := "b"; s + "c" {
	case "ab":
		println("ab")
	case "bc":
		println("bc")
	}
	n := 0
	for i, j := 0, 10; i < j; i, j = i+1, j-1 {
		n += j - i
	}
	println(n)
	for i := range 3 {
		defer func() { print(i, " ") }()
	}
	m := map[string][]int{}
	for _, w := range []string{"a", "b", "a"} {
		m[w] = append(m[w], len(w)+len(m))
	}
	println(len(m), len(m["a"]), m["a"][1], m["zz"] == nil)
	delete(m, "a")
	v, ok := m["a"]
	println(v == nil, ok)
	clear(m)
	println(len(m))
}
