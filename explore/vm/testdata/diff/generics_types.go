// Generic types: lists, trees, sets, pairs, embedding, recursion.
package main

import (
	"cmp"
	"fmt"
	"strings"
)

type list[T any] struct {
	head, tail *elem[T]
	n          int
}

type elem[T any] struct {
	val  T
	next *elem[T]
}

func (l *list[T]) push(v T) *list[T] {
	e := &elem[T]{val: v}
	if l.tail == nil {
		l.head = e
	} else {
		l.tail.next = e
	}
	l.tail = e
	l.n++
	return l
}

func (l *list[T]) each(f func(int, T)) {
	i := 0
	for e := l.head; e != nil; e = e.next {
		f(i, e.val)
		i++
	}
}

type tree[K cmp.Ordered, V any] struct {
	root *node[K, V]
}

type node[K cmp.Ordered, V any] struct {
	k    K
	v    V
	l, r *node[K, V]
}

func (t *tree[K, V]) put(k K, v V) {
	p := &t.root
	for *p != nil {
		switch c := cmp.Compare(k, (*p).k); {
		case c < 0:
			p = &(*p).l
		case c > 0:
			p = &(*p).r
		default:
			(*p).v = v
			return
		}
	}
	*p = &node[K, V]{k: k, v: v}
}

func (n *node[K, V]) walk(f func(K, V)) {
	if n != nil {
		n.l.walk(f)
		f(n.k, n.v)
		n.r.walk(f)
	}
}

type set[T comparable] map[T]struct{}

func of[T comparable](xs ...T) set[T] {
	s := set[T]{}
	for _, x := range xs {
		s[x] = struct{}{}
	}
	return s
}

func (s set[T]) has(x T) bool { _, ok := s[x]; return ok }

type pair[A, B any] struct {
	first  A
	second B
}

func (p pair[A, B]) swap() pair[B, A] { return pair[B, A]{p.second, p.first} }

type option[T any] func(*T)

type stack[T any] []T

func (s *stack[T]) push(x T) { *s = append(*s, x) }
func (s *stack[T]) pop() (x T, ok bool) {
	if len(*s) == 0 {
		return
	}
	x = (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return x, true
}

type counted[T any] struct {
	stack[T]
	pushes int
}

func (c *counted[T]) push(x T) { c.pushes++; c.stack.push(x) }

type matrix[T int | float64, R [2]T | [3]T] struct{ rows []R }

type vec[T any] = []T
type strMap[V any] = map[string]V

func main() {
	l := new(list[string]).push("a").push("b").push("c")
	l.each(func(i int, s string) { fmt.Print(i, s, " ") })
	fmt.Println(l.n)
	var t tree[string, int]
	for i, w := range strings.Fields("the quick brown fox jumps over the lazy dog") {
		t.put(w, i)
	}
	t.root.walk(func(k string, v int) { fmt.Print(k, "=", v, " ") })
	fmt.Println()
	s := of(1, 2, 3, 2)
	fmt.Println(len(s), s.has(2), s.has(5))
	p := pair[int, string]{1, "x"}
	fmt.Printf("%v %v %T %+v\n", p, p.swap(), p.swap(), pair[pair[int, int], []bool]{})
	var c counted[float64]
	c.push(1.5)
	c.push(2.5)
	x, ok := c.pop()
	fmt.Println(x, ok, c.pushes, len(c.stack))
	m := matrix[int, [2]int]{rows: [][2]int{{1, 2}}}
	fmt.Printf("%v %T\n", m, m)
	var v vec[int] = []int{1}
	sm := strMap[vec[int]]{"a": v}
	fmt.Printf("%v %T\n", sm, sm)
	var i any = p
	_, isSame := i.(pair[int, string])
	_, isOther := i.(pair[string, int])
	fmt.Println(isSame, isOther, pair[int, int]{1, 2} == pair[int, int]{1, 2})
	type local[T any] struct{ x T }
	fmt.Printf("%T\n", local[int]{})
	put := t.put
	put("zebra", 100)
	f := (*stack[int]).push
	var st stack[int]
	f(&st, 3)
	fmt.Println(st, fmt.Sprintf("%T", st))
}
