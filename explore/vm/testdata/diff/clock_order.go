// Looks at the clock that are ordered see times that are ordered, and nothing
// that waits for time to pass ends too soon.
package main

import (
	"context"
	"fmt"
	"time"
)

type record struct{ used time.Time }

func (r *record) touch() bool {
	now := time.Now()
	later := now.After(r.used)
	r.used = now
	return later
}

func main() {
	a := time.Now()
	b := time.Now()
	fmt.Println("twice", b.After(a), a.Before(b), !a.Equal(b), b.Sub(a) > 0)

	var r record
	fmt.Println("through a method", r.touch(), r.touch())

	start := time.Now()
	time.Sleep(2 * time.Millisecond)
	fmt.Println("sleep", time.Since(start) >= 2*time.Millisecond)

	start = time.Now()
	at := <-time.After(2 * time.Millisecond)
	fmt.Println("timer", at.Sub(start) >= 2*time.Millisecond, time.Now().After(at))

	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
	defer cancel()
	deadline, _ := ctx.Deadline()
	fmt.Println("before", time.Now().Before(deadline), ctx.Err())
	<-ctx.Done()
	fmt.Println("after", time.Now().After(deadline), ctx.Err())

	times := make(chan time.Time)
	go func() { times <- time.Now() }()
	theirs := <-times
	fmt.Println("handed over", theirs.After(deadline), time.Now().After(theirs))

	done := make(chan bool)
	asked := time.Now()
	time.AfterFunc(time.Millisecond, func() { done <- time.Since(asked) >= time.Millisecond })
	fmt.Println("function", <-done)

	tick := time.NewTicker(time.Millisecond)
	first := <-tick.C
	second := <-tick.C
	tick.Stop()
	fmt.Println("ticker", second.After(first))
}
