// Generic code that calls methods through constraints and dictionaries.
package main

import (
	"errors"
	"fmt"
	"sort"
	"strconv"
	"sync/atomic"
)

type setter[B any] interface {
	*B
	set(string) error
}

type number struct{ n int }

func (s *number) set(x string) (err error) { s.n, err = strconv.Atoi(x); return }

type word struct{ w string }

func (w *word) set(x string) error {
	if x == "" {
		return errors.New("empty")
	}
	w.w = x
	return nil
}

func parseAll[T any, P setter[T]](in ...string) ([]T, error) {
	out := make([]T, len(in))
	for i, s := range in {
		if err := P(&out[i]).set(s); err != nil {
			return out[:i], err
		}
	}
	return out, nil
}

type ordered interface{ less(ordered) bool }

type sorter[T any] struct {
	xs   []T
	less func(a, b T) bool
}

func (s sorter[T]) Len() int           { return len(s.xs) }
func (s sorter[T]) Less(i, j int) bool { return s.less(s.xs[i], s.xs[j]) }
func (s sorter[T]) Swap(i, j int)      { s.xs[i], s.xs[j] = s.xs[j], s.xs[i] }

func sortBy[T any](xs []T, less func(a, b T) bool) { sort.Sort(sorter[T]{xs, less}) }

type equaler[T any] interface{ equal(T) bool }

type celsius float64

func (c celsius) equal(d celsius) bool { return c-d < 0.5 && d-c < 0.5 }

func find[T equaler[T]](xs []T, x T) int {
	for i, y := range xs {
		if x.equal(y) {
			return i
		}
	}
	return -1
}

type cell[T any] struct{ p atomic.Pointer[T] }

func (c *cell[T]) update(f func(T) T) T {
	old := c.p.Load()
	var v T
	if old != nil {
		v = *old
	}
	v = f(v)
	c.p.Store(&v)
	return v
}

type visitor[R any] interface {
	num(int) R
	add(expr, expr) R
}

type expr interface{ String() string }
type lit int
type plus struct{ l, r expr }

func (l lit) String() string  { return strconv.Itoa(int(l)) }
func (p plus) String() string { return "(" + p.l.String() + "+" + p.r.String() + ")" }

func accept[R any](e expr, v visitor[R]) R {
	switch e := e.(type) {
	case lit:
		return v.num(int(e))
	case plus:
		return v.add(e.l, e.r)
	}
	panic("unknown")
}

type eval struct{}

func (eval) num(n int) int       { return n }
func (v eval) add(l, r expr) int { return accept[int](l, v) + accept[int](r, v) }

type depth struct{}

func (depth) num(int) float64         { return 1 }
func (v depth) add(l, r expr) float64 { return 1 + max(accept[float64](l, v), accept[float64](r, v)) }

func main() {
	fmt.Println(parseAll[number]("1", "2", "x"))
	fmt.Println(parseAll[word]("a", "b"))
	fmt.Println(parseAll[word]("a", ""))
	xs := []string{"ccc", "a", "bb"}
	sortBy(xs, func(a, b string) bool { return len(a) < len(b) })
	fmt.Println(xs)
	fmt.Println(find([]celsius{1, 20, 30}, 20.3), find([]celsius{1}, 5))
	var c cell[[]int]
	for i := range 3 {
		c.update(func(s []int) []int { return append(s, i) })
	}
	fmt.Println(*c.p.Load())
	e := plus{lit(1), plus{lit(2), lit(3)}}
	fmt.Println(e, accept[int](e, eval{}), accept[float64](e, depth{}))
}
