// Package sort.
package main

import (
	"fmt"
	"sort"
)

type person struct {
	name string
	age  int
}

type byAge []person

func (p byAge) Len() int           { return len(p) }
func (p byAge) Less(i, j int) bool { return p[i].age < p[j].age }
func (p byAge) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }

func lcg(n int) []int {
	x := uint32(12345)
	out := make([]int, n)
	for i := range out {
		x = x*1664525 + 1013904223
		out[i] = int(x >> 20)
	}
	return out
}

func main() {
	for _, n := range []int{0, 1, 2, 5, 13, 100, 500} {
		s := lcg(n)
		sort.Ints(s)
		fmt.Print(sort.IntsAreSorted(s), " ")
		if n == 13 {
			fmt.Print(s, " ")
		}
		sort.Sort(sort.Reverse(sort.IntSlice(s)))
		fmt.Print(sort.IntsAreSorted(s), " ")
	}
	fmt.Println()
	people := []person{{"a", 30}, {"b", 20}, {"c", 30}, {"d", 20}, {"e", 10}}
	stable := append([]person(nil), people...)
	sort.Stable(byAge(stable))
	fmt.Println(stable)
	sort.SliceStable(people, func(i, j int) bool { return people[i].age > people[j].age })
	fmt.Println(people)
	strs := []string{"pear", "apple", "fig", ""}
	sort.Strings(strs)
	fmt.Printf("%q\n", strs)
	fs := []float64{2.5, -1, 0}
	sort.Float64s(fs)
	fmt.Println(fs)
	xs := []int{1, 3, 5, 7}
	fmt.Println(sort.SearchInts(xs, 5), sort.SearchInts(xs, 4), sort.SearchInts(xs, 100), sort.Search(100, func(i int) bool { return i*i >= 50 }))
	fmt.Println(sort.Find(len(xs), func(i int) int { return 7 - xs[i] }))
	sort.Slice(xs, func(i, j int) bool { return xs[i]%5 < xs[j]%5 })
	fmt.Println(xs)
	idx := sort.StringSlice{"z", "y"}
	idx.Sort()
	fmt.Println(idx, idx.Search("z"))
	big := lcg(2000)
	sort.Slice(big, func(i, j int) bool { return big[i] < big[j] })
	fmt.Println(sort.SliceIsSorted(big, func(i, j int) bool { return big[i] < big[j] }), big[0], big[1999])
}
