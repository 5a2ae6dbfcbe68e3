// sync.Map.
package main

import (
	"fmt"
	"sort"
	"sync"
)

func contents(m *sync.Map) (out []string) {
	m.Range(func(k, v any) bool {
		out = append(out, fmt.Sprint(k, "=", v))
		return true
	})
	sort.Strings(out)
	return
}

func main() {
	var m sync.Map
	fmt.Println(m.Load("a"))
	m.Store("a", 1)
	m.Store("b", 2)
	fmt.Println(m.Load("a"))
	fmt.Println(m.LoadOrStore("a", 10))
	fmt.Println(m.LoadOrStore("c", 3))
	fmt.Println(m.LoadAndDelete("b"))
	fmt.Println(m.LoadAndDelete("b"))
	fmt.Println(m.Swap("a", 5))
	fmt.Println(m.Swap("z", 6))
	fmt.Println(m.CompareAndSwap("a", 5, 50), m.CompareAndSwap("a", 5, 51), m.CompareAndSwap("none", nil, 1))
	fmt.Println(m.CompareAndDelete("z", 7), m.CompareAndDelete("z", 6))
	fmt.Println(contents(&m))
	n := 0
	m.Range(func(k, v any) bool { n++; return false })
	fmt.Println(n)
	m.Delete("a")
	m.Delete("a")
	fmt.Println(contents(&m))
	type key struct{ a, b int }
	m.Store(key{1, 2}, nil)
	fmt.Println(m.Load(key{1, 2}))
	m.Range(func(k, v any) bool { m.Delete(k); return true })
	fmt.Println(contents(&m) == nil)
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			for j := range 10 {
				act, _ := m.LoadOrStore(j, fmt.Sprint("v", j))
				if act != fmt.Sprint("v", j) {
					panic("wrong")
				}
			}
			m.Store(100+i, i)
		})
	}
	wg.Wait()
	fmt.Println(len(contents(&m)))
	m.Clear()
	fmt.Println(len(contents(&m)))
	func() {
		defer func() { fmt.Println(recover()) }()
		m.Store([]int{1}, 1)
	}()
	func() {
		defer func() { fmt.Println(recover() != nil) }()
		m.Store("s", []int{1})
		m.CompareAndSwap("s", []int{1}, 2)
	}()
}
