// Sleep, After, Timer and Ticker, with outcomes that hold on any host.
package main

import (
	"fmt"
	"time"
)

func main() {
	start := time.Now()
	time.Sleep(10 * time.Millisecond)
	fmt.Println(time.Since(start) >= 10*time.Millisecond)
	select {
	case <-time.After(5 * time.Millisecond):
		fmt.Println("after")
	}
	t := time.NewTimer(time.Hour)
	fmt.Println(t.Stop(), t.Stop())
	fmt.Println(t.Reset(time.Millisecond))
	<-t.C
	fmt.Println(t.Stop(), t.Reset(time.Hour), t.Reset(time.Hour), t.Stop())
	select {
	case <-t.C:
		fmt.Println("stale")
	default:
		fmt.Println("no stale value")
	}
	t = time.NewTimer(0)
	time.Sleep(time.Millisecond)
	fmt.Println(len(t.C), cap(t.C))
	t.Reset(time.Millisecond)
	<-t.C
	select {
	case <-t.C:
		fmt.Println("twice")
	default:
		fmt.Println("once")
	}
	done := make(chan string, 1)
	af := time.AfterFunc(time.Millisecond, func() { done <- "fired" })
	fmt.Println(<-done, af.Stop(), af.C == nil)
	af = time.AfterFunc(time.Hour, func() { done <- "never" })
	fmt.Println(af.Stop(), af.Reset(time.Millisecond), <-done)
	tk := time.NewTicker(2 * time.Millisecond)
	n := 0
	for range tk.C {
		n++
		if n == 3 {
			tk.Stop()
			break
		}
	}
	tk.Reset(time.Millisecond)
	<-tk.C
	tk.Stop()
	fmt.Println(n)
	func() {
		defer func() { fmt.Println(recover()) }()
		time.NewTicker(0)
	}()
	var zero time.Timer
	func() {
		defer func() { fmt.Println(recover()) }()
		zero.Stop()
	}()
	order := make(chan int, 3)
	for i, d := range []time.Duration{90, 30, 60} {
		go func() {
			time.Sleep(d * time.Millisecond)
			order <- i
		}()
	}
	fmt.Println(<-order, <-order, <-order)
	time.Sleep(0)
	time.Sleep(-1)
	a, b := time.Now(), time.Now()
	fmt.Println(!b.Before(a), b.Sub(a) >= 0)
}
