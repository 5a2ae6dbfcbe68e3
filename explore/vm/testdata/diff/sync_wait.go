// WaitGroup, Once, OnceFunc, OnceValue, OnceValues.
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

func try(name string, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println(name+":", e)
		}
	}()
	f()
}

func main() {
	var wg sync.WaitGroup
	wg.Wait()
	var n atomic.Int32
	wg.Add(3)
	for range 3 {
		go func() {
			defer wg.Done()
			n.Add(1)
		}()
	}
	wg.Wait()
	fmt.Println(n.Load())
	for range 4 {
		wg.Go(func() { n.Add(10) })
	}
	wg.Wait()
	fmt.Println(n.Load())
	try("negative", func() {
		var w sync.WaitGroup
		w.Add(1)
		w.Add(-2)
	})
	try("done", func() { new(sync.WaitGroup).Done() })
	var once sync.Once
	calls := 0
	for range 3 {
		once.Do(func() { calls++ })
	}
	fmt.Println(calls)
	var po sync.Once
	try("once panics", func() { po.Do(func() { panic("first") }) })
	po.Do(func() { fmt.Println("not called") })
	var results [5]int
	var o2 sync.Once
	shared := 0
	for i := range results {
		wg.Go(func() {
			o2.Do(func() { shared = 42 })
			results[i] = shared
		})
	}
	wg.Wait()
	fmt.Println(results)
	f := sync.OnceFunc(func() { fmt.Println("once func") })
	f()
	f()
	v := sync.OnceValue(func() int { calls++; return calls * 100 })
	fmt.Println(v(), v(), calls)
	vs := sync.OnceValues(func() (string, error) { return "s", errors.New("e") })
	for range 2 {
		fmt.Println(vs())
	}
	bad := sync.OnceValue(func() int { panic("always") })
	try("first", func() { bad() })
	try("second", func() { bad() })
	var nested sync.Once
	var inner sync.Once
	nested.Do(func() { inner.Do(func() { fmt.Println("nested once") }) })
	var wg2 sync.WaitGroup
	done := make(chan bool)
	wg2.Add(1)
	for range 3 {
		go func() {
			wg2.Wait()
			done <- true
		}()
	}
	wg2.Done()
	for range 3 {
		<-done
	}
	wg2.Add(1)
	go wg2.Done()
	wg2.Wait()
	fmt.Println("reused")
}
