package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// out: 0 1
// out: 1 0
// out: 1 1
func storeBuffering() {
	var x, y atomic.Int32
	c := make(chan int32)
	go func() {
		x.Store(1)
		c <- y.Load()
	}()
	y.Store(1)
	a := x.Load()
	fmt.Print(<-c, " ", a)
}

// out: 0
// out: 7
func messagePassing() {
	var flag atomic.Bool
	x := 0
	go func() {
		x = 7
		flag.Store(true)
	}()
	if flag.Load() {
		fmt.Print(x)
	} else {
		fmt.Print(0)
	}
}

// out: 3
func addsCommute() {
	var n atomic.Int64
	var wg sync.WaitGroup
	wg.Go(func() { n.Add(1) })
	wg.Go(func() { n.Add(2) })
	wg.Wait()
	fmt.Print(n.Load())
}

// Nobody knows who came first, so nothing is ordered.
//
// out: 1 race x
func addsDoNotOrder() {
	var n atomic.Int64
	x := 0
	c := make(chan bool)
	go func() {
		x = 1
		n.Add(1)
		c <- true
	}()
	n.Add(1)
	fmt.Print(x)
	<-c
}

// out: true false
// out: false true
func compareAndSwap() {
	var n atomic.Int32
	c := make(chan bool)
	go func() { c <- n.CompareAndSwap(0, 1) }()
	a := n.CompareAndSwap(0, 2)
	fmt.Print(a, " ", <-c)
}

// out: 0 race n
func mixed() {
	var n int32
	c := make(chan bool)
	go func() {
		atomic.AddInt32(&n, 1)
		c <- true
	}()
	fmt.Print(n)
	<-c
}

// out: <nil>
// out: a
func atomicValue() {
	var v atomic.Value
	go v.Store("a")
	fmt.Print(v.Load())
}

// out: none
// out: 5
func atomicPointer() {
	var p atomic.Pointer[int]
	go func() {
		x := 5
		p.Store(&x)
	}()
	if q := p.Load(); q != nil {
		fmt.Print(*q)
	} else {
		fmt.Print("none")
	}
}

// Different bytes of one word do not race.
//
// out: true true
func neighbours() {
	var s struct{ a, b bool }
	var wg sync.WaitGroup
	wg.Go(func() { s.a = true })
	wg.Go(func() { s.b = true })
	wg.Wait()
	fmt.Print(s.a, " ", s.b)
}
