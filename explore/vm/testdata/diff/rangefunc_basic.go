// Range over functions: break, continue, return, nesting, values.
package main

import (
	"fmt"
	"iter"
)

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer fmt.Print("<done> ")
		for i := range n {
			if !yield(i) {
				fmt.Print("<stopped> ")
				return
			}
		}
	}
}

func pairs[K, V any](ks []K, vs []V) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for i := range ks {
			if !yield(ks[i], vs[i]) {
				return
			}
		}
	}
}

func filter[T any](s iter.Seq[T], keep func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		for v := range s {
			if keep(v) && !yield(v) {
				return
			}
		}
	}
}

func thrice(yield func() bool) {
	_ = yield() && yield() && yield()
}

func first(s iter.Seq[int], min int) (int, bool) {
	for v := range s {
		if v >= min {
			return v, true
		}
	}
	return 0, false
}

func named() (res string, err error) {
	for i := range count(5) {
		res += fmt.Sprint(i)
		if i == 2 {
			return res + "!", fmt.Errorf("at %d", i)
		}
	}
	return
}

func labels() (n int) {
outer:
	for i := range count(4) {
		for j := range count(4) {
			switch {
			case j == 1:
				continue
			case j == 3:
				continue outer
			case i == 2:
				break outer
			}
			n += 10*i + j
		}
	}
	return
}

type tree struct {
	l, r *tree
	v    int
}

func (t *tree) all() iter.Seq[int] {
	return func(yield func(int) bool) { t.push(yield) }
}

func (t *tree) push(yield func(int) bool) bool {
	return t == nil || t.l.push(yield) && yield(t.v) && t.r.push(yield)
}

func main() {
	for i := range count(3) {
		fmt.Print(i, " ")
	}
	fmt.Println()
	for i := range count(10) {
		if i%2 == 1 {
			continue
		}
		if i > 5 {
			break
		}
		fmt.Print(i, " ")
	}
	fmt.Println()
	for k, v := range pairs([]string{"a", "b"}, []int{1, 2}) {
		fmt.Print(k, v, " ")
	}
	for k := range pairs([]string{"x"}, []int{1}) {
		fmt.Print(k, " ")
	}
	n := 0
	for range thrice {
		n++
	}
	fmt.Println(n)
	fmt.Println(first(count(10), 4))
	fmt.Println(first(count(2), 4))
	fmt.Println(named())
	fmt.Println(labels())
	for v := range filter(count(10), func(i int) bool { return i%3 == 0 }) {
		fmt.Print(v, " ")
		if v == 6 {
			break
		}
	}
	fmt.Println()
	t := &tree{&tree{nil, nil, 1}, &tree{&tree{nil, nil, 3}, nil, 4}, 2}
	sum := 0
	for v := range t.all() {
		sum = sum*10 + v
		if v == 3 {
			break
		}
	}
	fmt.Println(sum)
	var fs []func() int
	for i := range count(3) {
		fs = append(fs, func() int { i++; return i })
	}
	fmt.Println(fs[0](), fs[0](), fs[1](), fs[2]())
	var i, j int
	for i, j = range pairs([]int{1, 2}, []int{3, 4}) {
	}
	fmt.Println(i, j)
}
