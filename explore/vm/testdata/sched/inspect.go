package main

import "sync"

type node struct {
	name string
	next *node
}

type bank struct {
	mu   sync.Mutex
	list []int8
	m    map[string]node
	pair [2]struct{ a, b uint16 }
}

// out: deadlock
func manyValues() {
	count, name := 3, "n"
	add := func() int { count++; return count + len(name) }
	c := make(chan node, 2)
	c <- node{"first", &node{name: "second"}}
	b := &bank{list: []int8{-1, 2}, m: map[string]node{"k": {name: "v"}}}
	b.pair[1].b = 7
	var e any = b.pair
	b.mu.Lock()
	done := make(chan bool)
	go func() { b.mu.Lock() }()
	<-done
	println(add(), c, b, e)
}
