// Nil and closed channels.
package main

import "fmt"

func try(name string, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println(name+":", e)
		}
	}()
	f()
}

func main() {
	var n chan int
	fmt.Println(n == nil, len(n), cap(n))
	select {
	case n <- 1:
		fmt.Println("sent on nil")
	case v := <-n:
		fmt.Println("received from nil", v)
	default:
		fmt.Println("nil blocks")
	}
	try("close nil", func() { close(n) })
	c := make(chan int, 2)
	c <- 5
	close(c)
	v, ok := <-c
	fmt.Println(v, ok)
	v, ok = <-c
	fmt.Println(v, ok)
	try("send", func() { c <- 1 })
	try("close", func() { close(c) })
	select {
	case v, ok := <-c:
		fmt.Println("closed is ready", v, ok)
	default:
		fmt.Println("default")
	}
	try("select send", func() {
		select {
		case c <- 1:
			fmt.Println("sent")
		default:
			fmt.Println("default")
		}
	})
	a, b := make(chan int), make(chan int)
	go func() {
		for i := range 3 {
			a <- i
		}
		close(a)
	}()
	go func() {
		for i := range 3 {
			b <- 10 * i
		}
		close(b)
	}()
	sum, closed := 0, 0
	for a != nil || b != nil {
		select {
		case v, ok := <-a:
			if !ok {
				a = nil
				closed++
				continue
			}
			sum += v
		case v, ok := <-b:
			if !ok {
				b = nil
				closed++
				continue
			}
			sum += v
		}
	}
	fmt.Println(sum, closed)
	done := make(chan struct{})
	woken := make(chan int)
	for i := range 3 {
		go func() {
			<-done
			woken <- i
		}()
	}
	close(done)
	total := 0
	for range 3 {
		total += <-woken
	}
	fmt.Println(total)
	blocked := make(chan int)
	got := make(chan any)
	go func() {
		defer func() { got <- recover() }()
		blocked <- 1
	}()
	go close(blocked)
	fmt.Println(<-got)
	x, ok := <-blocked
	fmt.Println(x, ok)
	try("defer close", func() {
		d := make(chan int)
		defer close(d)
		close(d)
	})
}
