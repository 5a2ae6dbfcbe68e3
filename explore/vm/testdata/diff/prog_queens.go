// N queens, permutations, subsets, knapsack, edit distance.
package main

import "fmt"

func queens(n int) (count int, first []int) {
	cols, d1, d2 := make([]bool, n), make([]bool, 2*n), make([]bool, 2*n)
	pos := make([]int, n)
	var place func(int)
	place = func(r int) {
		if r == n {
			if count == 0 {
				first = append(first, pos...)
			}
			count++
			return
		}
		for c := range n {
			if cols[c] || d1[r+c] || d2[r-c+n] {
				continue
			}
			cols[c], d1[r+c], d2[r-c+n] = true, true, true
			pos[r] = c
			place(r + 1)
			cols[c], d1[r+c], d2[r-c+n] = false, false, false
		}
	}
	place(0)
	return
}

func permutations(xs []int, visit func([]int)) {
	var rec func(int)
	rec = func(k int) {
		if k == len(xs) {
			visit(xs)
			return
		}
		for i := k; i < len(xs); i++ {
			xs[k], xs[i] = xs[i], xs[k]
			rec(k + 1)
			xs[k], xs[i] = xs[i], xs[k]
		}
	}
	rec(0)
}

func knapsack(ws, vs []int, capacity int) int {
	best := make([]int, capacity+1)
	for i, w := range ws {
		for c := capacity; c >= w; c-- {
			best[c] = max(best[c], best[c-w]+vs[i])
		}
	}
	return best[capacity]
}

func distance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
		}
	}
	return d[len(a)][len(b)]
}

func collatz(limit int) (best, steps int) {
	memo := map[int]int{1: 1}
	var length func(int) int
	length = func(n int) int {
		if l, ok := memo[n]; ok {
			return l
		}
		next := n / 2
		if n%2 == 1 {
			next = 3*n + 1
		}
		l := length(next) + 1
		memo[n] = l
		return l
	}
	for i := 1; i < limit; i++ {
		if l := length(i); l > steps {
			best, steps = i, l
		}
	}
	return
}

func main() {
	for n := 4; n <= 7; n++ {
		fmt.Println(queens(n))
	}
	total := 0
	permutations([]int{1, 2, 3, 4}, func(p []int) { total = total*7 + p[0]*p[3]; total %= 1000003 })
	fmt.Println(total)
	fmt.Println(knapsack([]int{1, 3, 4, 5}, []int{1, 4, 5, 7}, 7), distance("kitten", "sitting"), distance("", "abc"))
	fmt.Println(collatz(1000))
	for mask := range 1 << 3 {
		sum := 0
		for i := range 3 {
			if mask&(1<<i) != 0 {
				sum += i + 1
			}
		}
		fmt.Print(sum, " ")
	}
	fmt.Println()
}
