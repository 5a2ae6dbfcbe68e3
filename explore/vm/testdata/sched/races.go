package main

import (
	"fmt"
	"sync"
)

// What races break, once the accesses that race are operations that can be
// seen.

// opt: watch
// out: 1 race n
// out: 2 race n
func lostUpdate() {
	var wg sync.WaitGroup
	n := 0
	for range 2 {
		wg.Go(func() { n++ })
	}
	wg.Wait()
	fmt.Print(n)
}

// opt: watch
// out: 0 0 race x race y
// out: 0 1 race x race y
// out: 1 1 race x race y
func publishWithoutSync() {
	x, y := 0, 0
	done := make(chan bool)
	go func() {
		x = 1
		y = 1
		done <- true
	}()
	a := y
	b := x
	<-done
	fmt.Print(a, " ", b)
}

type pair struct{ a, b int }

// A struct is copied at once, but its fields are written one by one.
//
// opt: watch
// out: {0 0} race p.a race p.b
// out: {1 0} race p.a race p.b
// out: {1 1} race p.a race p.b
func tornStruct() {
	var p pair
	done := make(chan bool)
	go func() {
		p.a = 1
		p.b = 1
		done <- true
	}()
	q := p
	<-done
	fmt.Print(q)
}

// opt: watch
// out: false race stop
// out: true race stop
func flag() {
	stop := false
	done := make(chan bool)
	go func() {
		stop = true
		done <- true
	}()
	seen := stop
	<-done
	fmt.Print(seen)
}

// The map's own memory.
//
// opt: watch
// out: 2 race m
func mapWrites() {
	m := map[int]int{}
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { m[i] = i })
	}
	wg.Wait()
	fmt.Print(len(m))
}

// opt: watch
// out: 1 race s
// out: 2 race s
func appends() {
	var s []int
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { s = append(s, i) })
	}
	wg.Wait()
	fmt.Print(len(s))
}
