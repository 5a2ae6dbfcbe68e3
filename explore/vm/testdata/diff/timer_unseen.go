package main

import (
	"fmt"
	"math"
	"time"
)

// Timers whose time has come while nobody waited for them have fired for
// whoever looks.

func look(what string, c <-chan time.Time) {
	select {
	case <-c:
		fmt.Println(what, "fired")
	default:
		fmt.Println(what, "not yet")
	}
}

func main() {
	go func() {
		time.Sleep(math.MaxInt64)
		fmt.Println("the end of time")
	}()

	t := time.NewTimer(20 * time.Millisecond)
	look("timer", t.C)
	time.Sleep(100 * time.Millisecond)
	look("timer", t.C)
	look("timer", t.C)
	fmt.Println("reset", t.Reset(time.Hour), t.Reset(20*time.Millisecond))
	time.Sleep(100 * time.Millisecond)
	fmt.Println("stop", t.Stop(), len(t.C), cap(t.C))
	look("stopped", t.C)
	t.Reset(0)
	time.Sleep(time.Millisecond)
	look("reset to now", t.C)

	start := time.Now()
	c := time.After(10 * time.Millisecond)
	time.Sleep(300 * time.Millisecond)
	at := (<-c).Sub(start)
	fmt.Println("value of its own time", at >= 10*time.Millisecond, at < 200*time.Millisecond)

	tick := time.NewTicker(40 * time.Millisecond)
	time.Sleep(300 * time.Millisecond)
	look("ticker", tick.C)
	look("ticker", tick.C)
	time.Sleep(100 * time.Millisecond)
	look("ticker", tick.C)
	tick.Stop()

	select {
	case <-time.After(math.MaxInt64):
		fmt.Println("the end of time")
	case <-time.After(time.Millisecond):
		fmt.Println("soon")
	}
}
