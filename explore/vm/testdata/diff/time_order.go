// Timers and deadlines in virtual-time order.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

func main() {
	out := make(chan string, 10)
	var wg sync.WaitGroup
	for _, ms := range []int{120, 40, 80} {
		wg.Go(func() {
			<-time.After(time.Duration(ms) * time.Millisecond)
			out <- fmt.Sprint("after ", ms)
		})
	}
	time.AfterFunc(160*time.Millisecond, func() { out <- "func"; close(out) })
	for s := range out {
		fmt.Print(s, "; ")
	}
	wg.Wait()
	fmt.Println()
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	tick := time.NewTicker(15 * time.Millisecond)
	defer tick.Stop()
	n := 0
loop:
	for {
		select {
		case <-tick.C:
			n++
		case <-ctx.Done():
			break loop
		}
	}
	fmt.Println(n >= 1 && n <= 3, ctx.Err())
	slow := func(ctx context.Context, d time.Duration) error {
		select {
		case <-time.After(d):
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	fmt.Println(slow(context.Background(), time.Millisecond))
	c2, cancel2 := context.WithTimeoutCause(context.Background(), 5*time.Millisecond, errors.New("too slow"))
	defer cancel2()
	fmt.Println(slow(c2, time.Hour))
	c3, cancel3 := context.WithCancelCause(context.Background())
	time.AfterFunc(2*time.Millisecond, func() { cancel3(errors.New("cancelled by timer")) })
	fmt.Println(slow(c3, time.Hour))
	deb := make(chan int, 1)
	var t *time.Timer
	for i := range 5 {
		if t != nil {
			t.Stop()
		}
		t = time.AfterFunc(30*time.Millisecond, func() { deb <- i })
	}
	fmt.Println(<-deb)
	start := time.Now()
	select {
	case <-time.After(20 * time.Millisecond):
	case <-time.After(time.Hour):
	}
	el := time.Since(start)
	fmt.Println(el >= 20*time.Millisecond, el < time.Minute)
}
