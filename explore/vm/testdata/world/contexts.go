package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

type key string

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	ctx = context.WithValue(ctx, key("a"), 1)
	fmt.Println(ctx.Value(key("a")), ctx.Value(key("b")), ctx.Err(), ctx)
	child, c2 := context.WithTimeout(ctx, time.Hour)
	defer c2()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		<-child.Done()
		fmt.Println("child:", child.Err(), context.Cause(child))
	}()
	cancel()
	wg.Wait()
	tctx, c3 := context.WithTimeout(context.Background(), time.Millisecond)
	defer c3()
	<-tctx.Done()
	fmt.Println(tctx.Err(), errors.Is(tctx.Err(), context.DeadlineExceeded))
	cc, c4 := context.WithCancelCause(context.Background())
	stop := context.AfterFunc(cc, func() { fmt.Println("after func") })
	c4(errors.New("my cause"))
	time.Sleep(time.Millisecond)
	fmt.Println(context.Cause(cc), stop())
	fmt.Println(context.WithoutCancel(cc).Err())
	var once sync.Once
	for range 3 {
		once.Do(func() { fmt.Println("once") })
	}
	ov := sync.OnceValue(func() int { fmt.Println("computing"); return 42 })
	fmt.Println(ov(), ov())
	var m sync.Map
	m.Store("k", 1)
	fmt.Println(m.LoadOrStore("k", 2))
	fmt.Println(m.LoadAndDelete("k"))
	p := sync.Pool{New: func() any { return "new" }}
	fmt.Println(p.Get())
}
