// An LRU cache, a ring buffer and a trie, all generic.
package main

import (
	"container/list"
	"fmt"
	"iter"
	"slices"
	"strings"
)

type lru[K comparable, V any] struct {
	cap     int
	order   *list.List
	items   map[K]*list.Element
	onEvict func(K, V)
}

type pair[K comparable, V any] struct {
	k K
	v V
}

func newLRU[K comparable, V any](n int, onEvict func(K, V)) *lru[K, V] {
	return &lru[K, V]{n, list.New(), make(map[K]*list.Element), onEvict}
}

func (c *lru[K, V]) get(k K) (v V, ok bool) {
	if e, found := c.items[k]; found {
		c.order.MoveToFront(e)
		return e.Value.(*pair[K, V]).v, true
	}
	return
}

func (c *lru[K, V]) put(k K, v V) {
	if e, ok := c.items[k]; ok {
		e.Value.(*pair[K, V]).v = v
		c.order.MoveToFront(e)
		return
	}
	if c.order.Len() == c.cap {
		last := c.order.Back()
		p := c.order.Remove(last).(*pair[K, V])
		delete(c.items, p.k)
		if c.onEvict != nil {
			c.onEvict(p.k, p.v)
		}
	}
	c.items[k] = c.order.PushFront(&pair[K, V]{k, v})
}

func (c *lru[K, V]) all() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for e := c.order.Front(); e != nil; e = e.Next() {
			if p := e.Value.(*pair[K, V]); !yield(p.k, p.v) {
				return
			}
		}
	}
}

type ring[T any] struct {
	buf  []T
	r, n int
}

func (b *ring[T]) push(v T) bool {
	if b.n == len(b.buf) {
		return false
	}
	b.buf[(b.r+b.n)%len(b.buf)] = v
	b.n++
	return true
}

func (b *ring[T]) pop() (v T, ok bool) {
	if b.n == 0 {
		return
	}
	v = b.buf[b.r]
	b.r = (b.r + 1) % len(b.buf)
	b.n--
	return v, true
}

type trie[V any] struct {
	kids map[rune]*trie[V]
	val  *V
}

func (t *trie[V]) put(s string, v V) {
	for _, r := range s {
		if t.kids == nil {
			t.kids = map[rune]*trie[V]{}
		}
		k := t.kids[r]
		if k == nil {
			k = &trie[V]{}
			t.kids[r] = k
		}
		t = k
	}
	t.val = &v
}

func (t *trie[V]) walk(prefix string, f func(string, V)) {
	if t.val != nil {
		f(prefix, *t.val)
	}
	var rs []rune
	for r := range t.kids {
		rs = append(rs, r)
	}
	slices.Sort(rs)
	for _, r := range rs {
		t.kids[r].walk(prefix+string(r), f)
	}
}

func main() {
	var evicted []string
	c := newLRU(3, func(k string, v int) { evicted = append(evicted, fmt.Sprint(k, v)) })
	for i, k := range strings.Fields("a b c a d b e") {
		if _, ok := c.get(k); !ok {
			c.put(k, i)
		}
	}
	c.put("d", 100)
	for k, v := range c.all() {
		fmt.Print(k, "=", v, " ")
	}
	fmt.Println(evicted)
	b := ring[rune]{buf: make([]rune, 3)}
	for _, r := range "héllo" {
		for !b.push(r) {
			x, _ := b.pop()
			fmt.Print(string(x), " ")
		}
	}
	for x, ok := b.pop(); ok; x, ok = b.pop() {
		fmt.Print(string(x), " ")
	}
	fmt.Println()
	var t trie[int]
	for i, w := range []string{"tea", "ten", "to", "inn", "té", "t"} {
		t.put(w, i)
	}
	t.walk("", func(s string, v int) { fmt.Print(s, ":", v, " ") })
	fmt.Println()
}
