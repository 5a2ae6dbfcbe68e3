// Package slices.
package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

type item struct {
	name string
	n    int
}

func main() {
	s := []int{3, 1, 4, 1, 5, 9, 2, 6}
	t := slices.Clone(s)
	slices.Sort(t)
	fmt.Println(s, t, slices.IsSorted(t), slices.Max(s), slices.Min(s))
	fmt.Println(slices.BinarySearch(t, 4))
	fmt.Println(slices.BinarySearch(t, 7))
	fmt.Println(slices.Index(s, 5), slices.Contains(s, 8), slices.IndexFunc(s, func(i int) bool { return i > 4 }), slices.Equal(s, t))
	fmt.Println(slices.Insert([]int{1, 2}, 1, 8, 9), slices.Delete([]int{1, 2, 3, 4}, 1, 3), slices.Replace([]int{1, 2, 3}, 0, 2, 7, 7, 7))
	fmt.Println(slices.Compact([]int{1, 1, 2, 2, 1}), slices.DeleteFunc([]int{1, 2, 3, 4}, func(i int) bool { return i%2 == 0 }))
	r := slices.Clone(t)
	slices.Reverse(r)
	fmt.Println(r, slices.Compare(t, r), slices.Concat(t[:2], r[:2]), slices.Repeat([]string{"x"}, 3))
	items := []item{{"b", 2}, {"a", 2}, {"c", 1}}
	slices.SortFunc(items, func(a, b item) int { return cmp.Or(cmp.Compare(a.n, b.n), strings.Compare(a.name, b.name)) })
	fmt.Println(items)
	slices.SortStableFunc(items, func(a, b item) int { return -cmp.Compare(a.n, b.n) })
	fmt.Println(items, slices.MaxFunc(items, func(a, b item) int { return cmp.Compare(a.name, b.name) }))
	i, ok := slices.BinarySearchFunc([]item{{"a", 1}, {"b", 5}}, 5, func(e item, n int) int { return cmp.Compare(e.n, n) })
	fmt.Println(i, ok)
	fmt.Println(slices.Grow([]int{1}, 10)[:1], cap(slices.Clip(make([]int, 2, 10))), slices.ContainsFunc(s, func(i int) bool { return i < 0 }))
	fmt.Println(slices.Collect(slices.Values([]string{"p", "q"})), slices.AppendSeq([]int{0}, slices.Values(t[:2])))
	for i, v := range slices.All([]string{"m", "n"}) {
		fmt.Print(i, v, " ")
	}
	for c := range slices.Chunk(t, 3) {
		fmt.Print(c, " ")
	}
	fmt.Println()
	fmt.Println(slices.EqualFunc([]int{1}, []string{"1"}, func(i int, s string) bool { return fmt.Sprint(i) == s }), slices.CompactFunc([]string{"a", "A", "b"}, strings.EqualFold))
	for _, f := range []func(){
		func() { _ = slices.Insert([]int{1}, 5, 2) },
		func() { _ = slices.Delete([]int{1}, 1, 3) },
		func() { _ = slices.Max([]int{}) },
		func() { _ = slices.Chunk([]int{1}, 0) },
		func() { _ = slices.Grow([]int{}, -1) },
	} {
		func() {
			defer func() { fmt.Println(recover()) }()
			f()
		}()
	}
	fmt.Println(cmp.Less(1.0, 2), cmp.Compare("b", "a"), cmp.Or(0, 0, 3), min("a", "b"))
}
