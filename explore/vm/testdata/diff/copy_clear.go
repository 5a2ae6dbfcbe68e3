// Copy with overlap, clear of slices and maps.
package main

import "fmt"

func main() {
	s := []int{1, 2, 3, 4, 5}
	fmt.Println(copy(s[1:], s), s)
	s = []int{1, 2, 3, 4, 5}
	fmt.Println(copy(s, s[2:]), s)
	fmt.Println(copy(s, []int(nil)), copy([]int(nil), s), copy(s[:0], s))
	b := make([]byte, 3)
	fmt.Println(copy(b, "hello"), string(b))
	strs := []string{"a", "b", "c"}
	dst := make([]string, 2)
	fmt.Println(copy(dst, strs), dst)
	ifs := []any{1, "x"}
	d2 := make([]any, 5)
	copy(d2[1:], ifs)
	fmt.Println(d2)
	clear(s[1:3])
	fmt.Println(s)
	clear(strs)
	fmt.Printf("%q\n", strs)
	m := map[string]int{"a": 1, "b": 2}
	clear(m)
	fmt.Println(m, len(m))
	m["c"] = 3
	fmt.Println(m)
	var nm map[int]int
	clear(nm)
	var ns []int
	clear(ns)
	fmt.Println(nm == nil, ns == nil)
	type pt struct{ x, y int }
	ps := []pt{{1, 2}, {3, 4}}
	qs := make([]pt, 2)
	copy(qs, ps)
	qs[0].x = 50
	fmt.Println(ps, qs)
	clear(ps[:1])
	fmt.Println(ps)
	var a [4]int
	copy(a[:], []int{7, 8})
	fmt.Println(a)
}
