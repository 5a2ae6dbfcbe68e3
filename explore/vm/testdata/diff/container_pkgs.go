// container/list, heap and ring.
package main

import (
	"container/heap"
	"container/list"
	"container/ring"
	"fmt"
)

type item struct {
	name  string
	prio  int
	index int
}

type queue []*item

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].prio > q[j].prio }
func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}
func (q *queue) Push(x any) {
	it := x.(*item)
	it.index = len(*q)
	*q = append(*q, it)
}
func (q *queue) Pop() any {
	old := *q
	it := old[len(old)-1]
	*q = old[:len(old)-1]
	return it
}

type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, j int) bool { return h[i] < h[j] }
func (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ints) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ints) Pop() (x any)      { o := *h; x, *h = o[len(o)-1], o[:len(o)-1]; return }

func main() {
	l := list.New()
	e4 := l.PushBack(4)
	e1 := l.PushFront(1)
	l.InsertBefore(3, e4)
	l.InsertAfter(2, e1)
	show := func() {
		for e := l.Front(); e != nil; e = e.Next() {
			fmt.Print(e.Value, " ")
		}
		fmt.Println(l.Len())
	}
	show()
	l.MoveToFront(e4)
	l.Remove(e1)
	l2 := list.New()
	l2.PushBack("x")
	l.PushBackList(l2)
	show()
	h := &ints{5, 2, 8}
	heap.Init(h)
	heap.Push(h, 3)
	(*h)[0] = 10
	heap.Fix(h, 0)
	for h.Len() > 0 {
		fmt.Print(heap.Pop(h), " ")
	}
	fmt.Println()
	q := &queue{}
	byName := map[string]*item{}
	for i, n := range []string{"low", "mid", "high"} {
		it := &item{name: n, prio: i}
		byName[n] = it
		heap.Push(q, it)
	}
	byName["low"].prio = 100
	heap.Fix(q, byName["low"].index)
	heap.Remove(q, byName["mid"].index)
	for q.Len() > 0 {
		fmt.Print(heap.Pop(q).(*item).name, " ")
	}
	fmt.Println()
	r := ring.New(5)
	for i := range r.Len() {
		r.Value = i
		r = r.Next()
	}
	sum := 0
	r.Do(func(v any) { sum += v.(int) })
	r.Unlink(2)
	r.Do(func(v any) { fmt.Print(v, " ") })
	fmt.Println(sum, r.Len(), r.Move(2).Value)
}
