// runtime.Goexit runs deferred calls and ends one goroutine.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

func work(out *[]string, wg *sync.WaitGroup) {
	defer wg.Done()
	defer func() { *out = append(*out, fmt.Sprint("recover in goexit: ", recover())) }()
	func() {
		defer func() { *out = append(*out, "inner deferred") }()
		runtime.Goexit()
	}()
	*out = append(*out, "unreachable")
}

func main() {
	var wg sync.WaitGroup
	var out []string
	wg.Add(1)
	go work(&out, &wg)
	wg.Wait()
	for _, s := range out {
		fmt.Println(s)
	}
	done := make(chan string, 3)
	go func() {
		defer close(done)
		defer func() {
			if e := recover(); e != nil {
				done <- fmt.Sprint("recovered ", e)
			}
			runtime.Goexit()
		}()
		defer func() {
			panic("during goexit")
		}()
		runtime.Goexit()
	}()
	for s := range done {
		fmt.Println(s)
	}
	c := make(chan int, 4)
	go func() {
		defer close(c)
		for i := range 3 {
			func() {
				defer func() {
					recover()
				}()
				defer func() { c <- i }()
				panic("x")
			}()
		}
		runtime.Goexit()
		c <- 100
	}()
	for v := range c {
		fmt.Println(v)
	}
	go func() {
		runtime.Goexit()
	}()
	runtime.Gosched()
	fmt.Println("main goes on")
}
