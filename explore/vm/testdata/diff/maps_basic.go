// Maps: literals, lookup, comma ok, delete, len, nil maps, printing.
package main

import "fmt"

type key struct {
	a string
	b int
}

func main() {
	m := map[string]int{"one": 1, "two": 2}
	v, ok := m["three"]
	fmt.Println(m["one"], v, ok, len(m))
	m["three"] = 3
	m["one"]++
	m["four"] += 4
	delete(m, "two")
	delete(m, "none")
	fmt.Println(m, len(m))
	var n map[string]int
	fmt.Println(n["x"], len(n), n == nil)
	delete(n, "x")
	for range n {
		fmt.Println("never")
	}
	k := map[key][]int{{"a", 1}: {1}, {"b", 2}: nil}
	k[key{"a", 1}] = append(k[key{"a", 1}], 2)
	k[key{"c", 3}] = append(k[key{"c", 3}], 5)
	fmt.Println(k)
	nested := map[string]map[string]int{"x": {"y": 1}}
	nested["x"]["z"] = 2
	fmt.Println(nested, nested["none"]["z"])
	arr := map[[2]int]string{{1, 2}: "a", {3, 4}: "b"}
	fmt.Println(arr[[2]int{1, 2}], arr[[2]int{2, 1}] == "")
	st := map[string]struct{ n int }{"s": {1}}
	s := st["s"]
	s.n = 5
	fmt.Println(st, s)
	st["s"] = s
	fmt.Println(st)
	pm := map[string]*key{"p": {"q", 1}}
	pm["p"].b++
	fmt.Println(*pm["p"])
	fm := map[string]func(int) int{"dbl": func(i int) int { return i * 2 }}
	fmt.Println(fm["dbl"](4), fm["x"] == nil)
	im := map[any]string{1: "int", "1": "string", 1.0: "float", [1]int{1}: "array", nil: "nil", true: "bool"}
	fmt.Println(im[1], im["1"], im[1.0], im[[1]int{1}], im[nil], im[true], im[int8(1)] == "", len(im))
	bm := map[bool]int{}
	for i := range 10 {
		bm[i%3 == 0]++
	}
	fmt.Println(bm)
	big := make(map[int]int, 100)
	for i := range 1000 {
		big[i*7919%1000] = i
	}
	sum := 0
	for k, v := range big {
		sum += k * v
	}
	fmt.Println(len(big), sum)
	x := m
	x["alias"] = 1
	fmt.Println(m["alias"])
}
