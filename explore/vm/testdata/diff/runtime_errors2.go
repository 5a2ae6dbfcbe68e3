// The texts of run-time panics: everything but indexing.
package main

import (
	"fmt"
	"runtime"
)

type shape interface{ area() float64 }
type square struct{ s float64 }

func (q *square) area() float64 { return q.s }

type node struct {
	pad [5000]byte
	v   int
}

func try(name string, f func()) {
	defer func() {
		e := recover()
		_, isRuntime := e.(runtime.Error)
		fmt.Printf("%s: %v [%T %t]\n", name, e, e, isRuntime)
	}()
	f()
}

var sink any

func main() {
	zero, neg := 0, -1
	try("div", func() { sink = 1 / zero })
	try("mod", func() { sink = 1 % zero })
	try("div8", func() { sink = int8(1) / int8(zero) })
	try("udiv", func() { sink = uint(1) / uint(zero) })
	try("shift", func() { sink = 1 << neg })
	try("make", func() { sink = make([]int, neg) })
	try("make cap", func() { sink = make([]int, 1, zero) })
	try("make huge", func() { sink = make([]int, 1<<62+zero) })
	try("make cap neg", func() { sink = make([]int, 0, neg) })
	try("make chan", func() { sink = make(chan int, neg) })
	try("make map", func() { sink = len(make(map[int]int, neg)) })
	var c chan int
	try("close nil", func() { close(c) })
	c = make(chan int)
	close(c)
	try("close closed", func() { close(c) })
	try("send closed", func() { c <- 1 })
	try("select send closed", func() {
		select {
		case c <- 1:
		}
	})
	try("select default closed", func() {
		select {
		case c <- 1:
		default:
		}
	})
	var m map[string]int
	try("nil map", func() { m["a"] = 1 })
	try("nil map op", func() { m["a"]++ })
	var p *square
	try("nil field", func() { sink = p.s })
	try("nil method", func() { sink = p.area() })
	var np *node
	try("far field", func() { sink = np.v })
	try("nil store", func() { p.s = 1 })
	var ip *int
	try("nil load", func() { sink = *ip })
	var ap *[3]int
	try("nil array", func() { sink = ap[1] })
	try("nil array slice", func() { sink = ap[:] })
	try("nil array range", func() {
		for i := range ap {
			sink = i
		}
	})
	try("nil array range value", func() {
		for _, v := range ap {
			sink = v
		}
	})
	var f func()
	try("nil func", func() { f() })
	var sh shape
	try("nil iface", func() { sh.area() })
	try("nil iface value", func() { sink = sh.area })
	try("slice to array", func() { sink = [4]int([]int{1, 2}) })
	try("slice to array ptr", func() { sink = (*[4]int)([]int{1, 2}) })
	try("panic nil", func() { panic(nil) })
	try("goexit in nothing", func() { runtime.Gosched() })
}
