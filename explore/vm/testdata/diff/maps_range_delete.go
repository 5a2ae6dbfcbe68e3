// Deleting and inserting while ranging; results do not depend on the order.
package main

import (
	"fmt"
	"maps"
	"slices"
)

func main() {
	m := map[int]int{}
	for i := range 100 {
		m[i] = i * i
	}
	n := 0
	for k := range m {
		delete(m, k)
		n++
	}
	fmt.Println(n, len(m))
	for i := range 100 {
		m[i] = i
	}
	seen := 0
	for k := range m {
		if k%2 == 0 {
			delete(m, k)
			delete(m, k+1)
			seen++
		} else {
			delete(m, k)
			delete(m, k-1)
			seen++
		}
	}
	fmt.Println(seen, len(m))
	g := map[int]bool{0: true}
	for k := range g {
		if k < 0 {
			continue
		}
		g[-1-k] = true
		if len(g) > 50 {
			break
		}
	}
	fmt.Println(g[0], g[-1])
	s := map[string]int{"a": 1, "b": 2, "c": 3}
	for k := range s {
		s[k] *= 10
	}
	keys := slices.Sorted(maps.Keys(s))
	vals := slices.Sorted(maps.Values(s))
	fmt.Println(keys, vals)
	total := 0
	for _, v := range s {
		total += v
	}
	fmt.Println(total)
	count := 0
outer:
	for k1 := range s {
		for k2 := range s {
			if k1 == k2 {
				continue outer
			}
			count++
			break outer
		}
	}
	fmt.Println(count <= 1)
	var key string
	var val int
	for key, val = range map[string]int{"only": 7} {
	}
	fmt.Println(key, val)
	c := maps.Clone(s)
	maps.DeleteFunc(c, func(k string, v int) bool { return v > 10 })
	fmt.Println(c, maps.Equal(c, s), len(s))
}
