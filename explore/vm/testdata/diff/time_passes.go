package main

import (
	"sync/atomic"
	"time"
)

func main() {
	t0 := time.Now()
	for time.Since(t0) < time.Millisecond {
	}
	println("ok")
	var n atomic.Int64
	go func() {
		for {
			n.Add(1)
		}
	}()
	time.Sleep(time.Millisecond)
	println(n.Load() > 0)
	t := time.NewTimer(time.Millisecond)
	i := 0
	for stop := false; !stop; i++ {
		select {
		case <-t.C:
			stop = true
		default:
		}
	}
	println(i > 10)
}
