// Finalizers and cleanups of what cannot be reached, found by runtime.GC.
package main

import (
	"fmt"
	"io"
	"runtime"
	"time"
)

type node struct {
	name string
	next *node
	pad  [64]byte
}

func (n *node) Close() error {
	fmt.Println("closed", n.name)
	return nil
}

// wait makes collections until ready says so, or for some time.
func wait(ready func() bool) bool {
	for range 20 {
		runtime.GC()
		time.Sleep(time.Millisecond)
		if ready() {
			return true
		}
	}
	return false
}

// drop makes a node that nothing refers to any more.
//
//go:noinline
func drop(name string, done chan string) {
	n := &node{name: name}
	runtime.SetFinalizer(n, func(n *node) { done <- "finalized " + n.name })
}

//go:noinline
func dropWithCleanup(name string, done chan string) runtime.Cleanup {
	n := &node{name: name}
	return runtime.AddCleanup(n, func(s string) { done <- "cleaned up " + s }, name)
}

//go:noinline
func dropList(done chan string) {
	a, b := &node{name: "head"}, &node{name: "tail"}
	a.next = b
	runtime.SetFinalizer(a, func(n *node) { done <- "list " + n.name + " before " + n.next.name })
	runtime.SetFinalizer(b, func(n *node) { done <- "list " + n.name })
}

//go:noinline
func dropInterface() {
	runtime.SetFinalizer(&node{name: "by interface"}, func(c io.Closer) { c.Close() })
	runtime.SetFinalizer(&node{name: "by any"}, func(v any) { fmt.Println("any", v.(*node).name) })
}

//go:noinline
func dropCleared(done chan string) {
	n := &node{name: "cleared"}
	runtime.SetFinalizer(n, func(*node) { done <- "never" })
	runtime.SetFinalizer(n, nil)
}

func main() {
	done := make(chan string, 10)
	take := func() string {
		s := "nothing"
		wait(func() bool {
			select {
			case s = <-done:
				return true
			default:
				return false
			}
		})
		return s
	}

	drop("one", done)
	fmt.Println(take())

	dropWithCleanup("two", done)
	fmt.Println(take())

	dropWithCleanup("stopped", done).Stop()
	dropCleared(done)
	fmt.Println(take())

	dropList(done)
	fmt.Println(take())
	fmt.Println(take())

	held := &node{name: "held"}
	runtime.SetFinalizer(held, func(n *node) { done <- "finalized " + n.name })
	fmt.Println(take())
	runtime.KeepAlive(held)
	held = nil
	fmt.Println(take())

	// The goroutine that a finalizer stops.
	stopped := make(chan bool)
	func() {
		type handle struct {
			stop chan bool
			pad  [64]byte
		}
		h := &handle{stop: make(chan bool)}
		go func(stop chan bool) {
			<-stop
			close(stopped)
		}(h.stop)
		runtime.SetFinalizer(h, func(h *handle) { close(h.stop) })
	}()
	fmt.Println("stopped", wait(func() bool {
		select {
		case <-stopped:
			return true
		default:
			return false
		}
	}))
}
