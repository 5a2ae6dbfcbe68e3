// The go statement: argument evaluation, methods, builtins, closures.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

type worker struct {
	id  int
	out chan string
}

func (w worker) run(s string)   { w.out <- fmt.Sprint("value ", w.id, s) }
func (w *worker) prun(s string) { w.out <- fmt.Sprint("pointer ", w.id, s) }

type runner interface{ run(string) }

func main() {
	out := make(chan string)
	w := worker{1, out}
	x := 10
	go w.run(fmt.Sprint(" x=", x))
	w.id, x = 2, 20
	fmt.Println(<-out)
	go w.prun("!")
	fmt.Println(<-out)
	var r runner = w
	go r.run(" iface")
	fmt.Println(<-out)
	f := w.run
	w.id = 3
	go f(" bound")
	fmt.Println(<-out)
	go (*worker).prun(&w, " expr")
	fmt.Println(<-out)
	go func(n int) { out <- fmt.Sprint(n, x) }(x + 1)
	fmt.Println(<-out)
	c := make(chan int)
	go close(c)
	_, ok := <-c
	fmt.Println(ok)
	go func() { panicky(out) }()
	fmt.Println(<-out)
	var wg sync.WaitGroup
	var mu sync.Mutex
	total := 0
	for i := range 100 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			total += i
			mu.Unlock()
		}()
	}
	wg.Wait()
	fmt.Println(total)
	var tree func(depth int) int
	tree = func(depth int) int {
		if depth == 0 {
			return 1
		}
		c := make(chan int, 2)
		for range 2 {
			go func() { c <- tree(depth - 1) }()
		}
		return <-c + <-c
	}
	fmt.Println(tree(6))
	for runtime.NumGoroutine() > 1 {
		runtime.Gosched()
	}
	fmt.Println(runtime.NumGoroutine())
	go generic(out, 5)
	fmt.Println(<-out)
	go generic[string](out, "g")
	fmt.Println(<-out)
	func() {
		defer func() { fmt.Println("nil go:", recover() == nil) }()
	}()
	go fmt.Sprint("result discarded")
}

func generic[T any](out chan string, v T) { out <- fmt.Sprintf("%T %v", v, v) }

func panicky(out chan<- string) {
	defer func() { out <- fmt.Sprint("recovered ", recover()) }()
	panic("in goroutine")
}
