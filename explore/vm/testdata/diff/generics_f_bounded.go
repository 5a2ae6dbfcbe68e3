// Constraints that refer to themselves, and other recent generics.
package main

import (
	"cmp"
	"fmt"
	"iter"
)

type adder[A adder[A]] interface {
	add(A) A
}

type money int

func (m money) add(o money) money { return m + o }

type vec struct{ x, y int }

func (v vec) add(o vec) vec { return vec{v.x + o.x, v.y + o.y} }

func total[A adder[A]](first A, rest ...A) A {
	for _, r := range rest {
		first = first.add(r)
	}
	return first
}

type comparer[T any] interface{ compare(T) int }

type heap[T comparer[T]] struct{ xs []T }

func (h *heap[T]) push(x T) {
	h.xs = append(h.xs, x)
	for i := len(h.xs) - 1; i > 0 && h.xs[i].compare(h.xs[(i-1)/2]) < 0; i = (i - 1) / 2 {
		h.xs[i], h.xs[(i-1)/2] = h.xs[(i-1)/2], h.xs[i]
	}
}

func (h *heap[T]) pop() T {
	top := h.xs[0]
	n := len(h.xs) - 1
	h.xs[0] = h.xs[n]
	h.xs = h.xs[:n]
	for i := 0; ; {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && h.xs[c+1].compare(h.xs[c]) < 0 {
			c++
		}
		if h.xs[i].compare(h.xs[c]) <= 0 {
			break
		}
		h.xs[i], h.xs[c] = h.xs[c], h.xs[i]
		i = c
	}
	return top
}

type task struct {
	prio int
	name string
}

func (t task) compare(o task) int { return cmp.Compare(t.prio, o.prio) }

type list[T any] struct {
	next *list[T]
	val  T
}

func (l *list[T]) all() iter.Seq[T] {
	return func(yield func(T) bool) {
		for p := l; p != nil && yield(p.val); p = p.next {
		}
	}
}

func mapSeq[T, U any](s iter.Seq[T], f func(T) U) iter.Seq[U] {
	return func(yield func(U) bool) {
		for v := range s {
			if !yield(f(v)) {
				return
			}
		}
	}
}

func fold[T, A any](s iter.Seq[T], a A, f func(A, T) A) A {
	for v := range s {
		a = f(a, v)
	}
	return a
}

type either[L, R any] struct {
	l *L
	r *R
}

func left[L, R any](l L) either[L, R] { return either[L, R]{l: &l} }

func (e either[L, R]) match(onL func(L), onR func(R)) {
	if e.l != nil {
		onL(*e.l)
	} else {
		onR(*e.r)
	}
}

type alias[K comparable] = map[K]list[K]

type builder[T any, B interface {
	*T
	init(int)
}] struct{}

func (builder[T, B]) make(n int) T {
	var t T
	B(&t).init(n)
	return t
}

func (v *vec) init(n int) { v.x, v.y = n, -n }

func main() {
	fmt.Println(total(money(1), 2, 3), total(vec{1, 2}, vec{3, 4}))
	h := &heap[task]{}
	for i, n := range []string{"c", "a", "d", "b"} {
		h.push(task{(i*7 + 3) % 5, n})
	}
	for len(h.xs) > 0 {
		fmt.Print(h.pop(), " ")
	}
	fmt.Println()
	l := &list[int]{&list[int]{&list[int]{nil, 3}, 2}, 1}
	fmt.Println(fold(mapSeq(l.all(), func(i int) string { return fmt.Sprint(i * i) }), ">", func(a, s string) string { return a + s }))
	left[int, string](4).match(func(i int) { fmt.Println("left", i) }, func(s string) { fmt.Println("right", s) })
	a := alias[string]{"k": {nil, "v"}}
	fmt.Printf("%v %T\n", a["k"].val, a)
	fmt.Println(builder[vec, *vec]{}.make(5))
	p := new(total(money(4), 5))
	*p++
	fmt.Println(*p)
}
