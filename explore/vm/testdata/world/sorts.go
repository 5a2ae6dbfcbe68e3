package main

import (
	"cmp"
	"container/heap"
	"container/list"
	"container/ring"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sort"
)

type byLen []string

func (b byLen) Len() int           { return len(b) }
func (b byLen) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byLen) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type intHeap []int

func (h intHeap) Len() int           { return len(h) }
func (h intHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h intHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *intHeap) Push(x any)        { *h = append(*h, x.(int)) }
func (h *intHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

func count(n int) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i := range n {
			if !yield(i, fmt.Sprint("v", i)) {
				return
			}
		}
	}
}

func main() {
	s := []string{"ccc", "a", "bb", "dddd", ""}
	sort.Stable(byLen(s))
	fmt.Println(s, sort.SearchInts([]int{1, 3, 5}, 4))
	x := []int{}
	for i := range 50 {
		x = append(x, (i*7919)%101)
	}
	sort.Slice(x, func(i, j int) bool { return x[i] > x[j] })
	fmt.Println(x[:5], sort.SliceIsSorted(x, func(i, j int) bool { return x[i] > x[j] }))
	slices.Sort(x)
	i, ok := slices.BinarySearch(x, 50)
	fmt.Println(x[:5], i, ok, slices.Max(x), slices.Contains(x, 3), slices.Index(x, 100))
	fmt.Println(slices.Compact([]int{1, 1, 2, 2, 1}), slices.Insert([]int{1, 4}, 1, 2, 3), slices.Delete([]int{1, 2, 3, 4}, 1, 3), slices.Repeat([]int{1}, 3))
	m := map[string]int{"b": 2, "a": 1, "c": 3}
	fmt.Println(slices.Sorted(maps.Keys(m)), slices.Collect(slices.Chunk([]int{1, 2, 3}, 2)), len(maps.Clone(m)))
	fmt.Println(slices.SortedFunc(maps.Values(m), func(a, b int) int { return cmp.Compare(b, a) }))
	h := &intHeap{5, 2, 8}
	heap.Init(h)
	heap.Push(h, 1)
	for h.Len() > 0 {
		fmt.Print(heap.Pop(h), " ")
	}
	l := list.New()
	l.PushBack(1)
	l.PushFront(0)
	l.InsertAfter(9, l.Front())
	for e := l.Front(); e != nil; e = e.Next() {
		fmt.Print(e.Value, ",")
	}
	r := ring.New(3)
	for i := range 3 {
		r.Value = i
		r = r.Next()
	}
	r.Do(func(v any) { fmt.Print(v, ";") })
	fmt.Println()
	for i, v := range count(5) {
		if i == 3 {
			break
		}
		fmt.Print(i, v, " ")
	}
	next, stop := iter.Pull2(count(2))
	fmt.Println(next())
	fmt.Println(next())
	fmt.Println(next())
	stop()
	fmt.Println(cmp.Or(0, 3, 5), min(3, 1, 2), max("a", "b"))
}
