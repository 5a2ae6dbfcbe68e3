// Package maps.
package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

func main() {
	m := map[string]int{"a": 1, "b": 2, "c": 3}
	c := maps.Clone(m)
	c["d"] = 4
	fmt.Println(m, c, maps.Equal(m, c), maps.Clone(map[int]int(nil)) == nil)
	maps.DeleteFunc(c, func(k string, v int) bool { return v%2 == 1 })
	fmt.Println(c)
	maps.Copy(m, map[string]int{"z": 26, "a": 100})
	fmt.Println(m)
	fmt.Println(maps.EqualFunc(m, map[string]string{"a": "100"}, func(int, string) bool { return true }))
	fmt.Println(slices.Sorted(maps.Keys(m)), slices.Sorted(maps.Values(m)))
	col := maps.Collect(func(yield func(string, int) bool) {
		for i, w := range strings.Fields("x y z") {
			if !yield(w, i) {
				return
			}
		}
	})
	fmt.Println(col)
	maps.Insert(col, maps.All(map[string]int{"q": 9}))
	fmt.Println(col, len(col))
	sum := 0
	for _, v := range maps.All(col) {
		sum += v
	}
	fmt.Println(sum)
	type big struct{ a [20]int }
	bm := map[big]big{{}: {}}
	k := big{}
	k.a[19] = 1
	bm[k] = k
	bm2 := maps.Clone(bm)
	delete(bm, big{})
	fmt.Println(len(bm), len(bm2), bm2[k].a[19])
	inv := map[int][]string{}
	for k, v := range map[string]int{"p": 1, "q": 2, "r": 1} {
		inv[v] = append(inv[v], k)
	}
	for _, v := range inv {
		slices.Sort(v)
	}
	fmt.Println(inv)
	mm := map[string]map[string][]int{}
	for _, p := range []string{"a.x", "a.y", "b.x", "a.x"} {
		k1, k2, _ := strings.Cut(p, ".")
		if mm[k1] == nil {
			mm[k1] = map[string][]int{}
		}
		mm[k1][k2] = append(mm[k1][k2], len(mm))
	}
	fmt.Println(mm)
}
