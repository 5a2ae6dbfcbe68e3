package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// out: 1 2
func sleepsInOrder() {
	c := make(chan int)
	for _, n := range []int{2, 1} {
		go func() {
			time.Sleep(time.Duration(n) * time.Second)
			c <- n
		}()
	}
	fmt.Print(<-c, " ", <-c)
}

// Equal sleeps end in any order.
//
// out: 1 2
// out: 2 1
func sleepsTogether() {
	c := make(chan int)
	for _, n := range []int{1, 2} {
		go func() {
			time.Sleep(time.Second)
			c <- n
		}()
	}
	fmt.Print(<-c, " ", <-c)
}

// out: timeout
func timeout() {
	select {
	case <-make(chan int):
	case <-time.After(time.Second):
		fmt.Print("timeout")
	}
}

// out: true 0
func stopTimer() {
	t := time.NewTimer(time.Second)
	fmt.Print(t.Stop(), " ", len(t.C))
}

// As of Go 1.23 a value sent and not received is dropped by Stop.
//
// out: true default
func stopLate() {
	t := time.NewTimer(time.Second)
	time.Sleep(2 * time.Second)
	fmt.Print(t.Stop(), " ")
	select {
	case <-t.C:
		fmt.Print("stale")
	default:
		fmt.Print("default")
	}
}

// Waits end a little after their time, hence the rounding here and below.
//
// out: 3s
func resetTimer() {
	start := time.Now()
	t := time.NewTimer(time.Second)
	t.Reset(3 * time.Second)
	fmt.Print((<-t.C).Sub(start).Round(time.Millisecond))
}

// out: 1s 2s 3s
func ticker() {
	start := time.Now()
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for i := range 3 {
		if i > 0 {
			fmt.Print(" ")
		}
		fmt.Print((<-t.C).Sub(start).Round(time.Millisecond))
	}
}

// out: after
func afterFunc() {
	c := make(chan bool)
	time.AfterFunc(time.Second, func() { close(c) })
	<-c
	fmt.Print("after")
}

// out: context deadline exceeded 1m0s
func contextTimeout() {
	start := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	<-ctx.Done()
	fmt.Print(ctx.Err(), " ", time.Since(start).Round(time.Millisecond))
}

// out: context canceled
func contextCancel() {
	ctx, cancel := context.WithCancel(context.Background())
	go cancel()
	<-ctx.Done()
	fmt.Print(ctx.Err())
}

// A timer that nobody waits for does not keep the test going.
//
// out: done
func forgottenTimer() {
	time.After(time.Hour)
	fmt.Print("done")
}

// Ticking forever is no progress.
//
// out: deadlock
func tickingDeadlock() {
	c := make(chan int)
	go func() {
		for range time.Tick(time.Second) {
		}
	}()
	<-c
}

// out: livelock
func retryForever() {
	for ready := false; !ready; {
		time.Sleep(time.Second)
	}
}

// A counter is an effect.
//
// out: 3
func retryCounted() {
	n := 0
	for n < 3 {
		time.Sleep(time.Second)
		n++
	}
	fmt.Print(n)
}

// A goroutine that ticks on behind the end is no leak; one that is blocked is.
//
// out: done leak
func tickingBehindEnd() {
	go func() {
		for range time.Tick(time.Second) {
		}
	}()
	go func() { <-make(chan int) }()
	fmt.Print("done")
}

// If timers may fire early, a sleep orders nothing.
//
// opt: early
// out: 0
// out: 1
func sleepIsNoOrder() {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	time.Sleep(time.Second)
	fmt.Print(len(c))
}

// opt: early
// out: result
// out: timeout
func timeoutEarly() {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	select {
	case <-c:
		fmt.Print("result")
	case <-time.After(time.Hour):
		fmt.Print("timeout")
	}
}

// Time is later for whoever hears of a timer that fired early.
//
// opt: early
// out: true
func earlyTimeIsConsistent() {
	start := time.Now()
	<-time.After(time.Minute)
	fmt.Print(time.Since(start) >= time.Minute)
}

// The buffer of a timer's channel does not show.
//
// out: 0 0
func timerChannelCap() {
	t := time.NewTimer(time.Second)
	time.Sleep(2 * time.Second)
	fmt.Print(len(t.C), " ", cap(t.C))
}

// Waiting until enough time has passed is no livelock.
//
// out: 10s
func pollTime() {
	start := time.Now()
	for time.Since(start) < 10*time.Second {
		time.Sleep(100 * time.Millisecond)
	}
	fmt.Print(time.Since(start).Round(time.Millisecond))
}

type job struct{ deadline time.Time }

// out: late
func pollDeadline() {
	j := &job{time.Now().Add(time.Minute)}
	for time.Now().Before(j.deadline) {
		time.Sleep(time.Second)
	}
	fmt.Print("late")
}

// Of two timers due at the same time either one may have been stopped before it fires.
//
// out: false false
// out: false true
// out: true false
func timersStopEachOther() {
	var list [2]*time.Timer
	var stopped [2]bool
	var mu sync.Mutex
	mu.Lock()
	done := make(chan bool)
	for i := range list {
		list[i] = time.AfterFunc(time.Second, func() {
			mu.Lock()
			stopped[i] = list[1-i].Stop()
			if mu.Unlock(); stopped[i] {
				done <- true
			}
			done <- true
		})
	}
	mu.Unlock()
	<-done
	<-done
	fmt.Print(stopped[0], " ", stopped[1])
}

// Who sleeps until a timer fires may stop it, or come too late.
//
// out: fired
// out: stopped
func sleeperStopsTimer() {
	c := make(chan string, 1)
	t := time.AfterFunc(time.Second, func() { c <- "fired" })
	time.Sleep(time.Second)
	if t.Stop() {
		c <- "stopped"
	}
	fmt.Print(<-c)
}
