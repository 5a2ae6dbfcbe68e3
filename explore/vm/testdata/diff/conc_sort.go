// Parallel merge sort, quick sort, prefix sums, map-reduce.
package main

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
)

func data(n int) []int {
	xs := make([]int, n)
	x := uint64(88172645463325252)
	for i := range xs {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		xs[i] = int(x % 1000)
	}
	return xs
}

func mergeSort(xs []int, depth int) []int {
	if len(xs) < 2 {
		return xs
	}
	mid := len(xs) / 2
	var l, r []int
	if depth > 0 {
		c := make(chan []int)
		go func() { c <- mergeSort(xs[:mid], depth-1) }()
		r = mergeSort(xs[mid:], depth-1)
		l = <-c
	} else {
		l, r = mergeSort(xs[:mid], 0), mergeSort(xs[mid:], 0)
	}
	out := make([]int, 0, len(xs))
	for len(l) > 0 && len(r) > 0 {
		if l[0] <= r[0] {
			out, l = append(out, l[0]), l[1:]
		} else {
			out, r = append(out, r[0]), r[1:]
		}
	}
	return append(append(out, l...), r...)
}

func quickSort(xs []int, wg *sync.WaitGroup) {
	defer wg.Done()
	if len(xs) < 2 {
		return
	}
	p := xs[len(xs)/2]
	i, j := 0, len(xs)-1
	for i <= j {
		for xs[i] < p {
			i++
		}
		for xs[j] > p {
			j--
		}
		if i <= j {
			xs[i], xs[j] = xs[j], xs[i]
			i++
			j--
		}
	}
	wg.Add(2)
	if len(xs) > 30 {
		go quickSort(xs[:j+1], wg)
	} else {
		quickSort(xs[:j+1], wg)
	}
	quickSort(xs[i:], wg)
}

func mapReduce(docs []string) map[string]int {
	type kv struct {
		k string
		n int
	}
	inter := make(chan kv)
	var wg sync.WaitGroup
	for _, d := range docs {
		wg.Go(func() {
			counts := map[string]int{}
			for _, w := range strings.Fields(d) {
				counts[w]++
			}
			for k, n := range counts {
				inter <- kv{k, n}
			}
		})
	}
	go func() {
		wg.Wait()
		close(inter)
	}()
	total := map[string]int{}
	for e := range inter {
		total[e.k] += e.n
	}
	return total
}

func parallelSum(xs []int, parts int) int {
	sums := make(chan int, parts)
	size := (len(xs) + parts - 1) / parts
	n := 0
	for chunk := range slices.Chunk(xs, size) {
		n++
		go func() {
			s := 0
			for _, x := range chunk {
				s += x
			}
			sums <- s
		}()
	}
	total := 0
	for range n {
		total += <-sums
	}
	return total
}

func main() {
	xs := data(200)
	want := slices.Clone(xs)
	sort.Ints(want)
	fmt.Println(slices.Equal(mergeSort(slices.Clone(xs), 3), want))
	ys := slices.Clone(xs)
	var wg sync.WaitGroup
	wg.Add(1)
	go quickSort(ys, &wg)
	wg.Wait()
	fmt.Println(slices.Equal(ys, want), want[:5])
	fmt.Println(mapReduce([]string{"a b a", "b c", "a"}))
	fmt.Println(parallelSum(xs, 7) == parallelSum(xs, 3), parallelSum(xs, 4))
}
