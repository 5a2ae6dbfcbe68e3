// Package context.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

type keyType struct{}

func main() {
	bg := context.Background()
	fmt.Println(bg, context.TODO(), bg.Err(), bg.Done() == nil)
	ctx, cancel := context.WithCancel(bg)
	fmt.Println(ctx.Err(), ctx)
	child, cancelChild := context.WithCancel(ctx)
	defer cancelChild()
	val := context.WithValue(child, keyType{}, "v")
	fmt.Println(val.Value(keyType{}), val.Value("other"))
	cancel()
	cancel()
	<-val.Done()
	fmt.Println(ctx.Err(), child.Err(), val.Err(), context.Cause(val))
	cctx, ccancel := context.WithCancelCause(bg)
	ccancel(errors.New("because"))
	ccancel(errors.New("too late"))
	fmt.Println(cctx.Err(), context.Cause(cctx))
	tctx, tcancel := context.WithTimeout(bg, time.Millisecond)
	defer tcancel()
	_, has := tctx.Deadline()
	<-tctx.Done()
	fmt.Println(has, tctx.Err(), errors.Is(tctx.Err(), context.DeadlineExceeded), context.Cause(tctx))
	var te interface{ Timeout() bool }
	fmt.Println(errors.As(tctx.Err(), &te) && te.Timeout())
	d2, c2 := context.WithTimeoutCause(bg, time.Microsecond, errors.New("slow"))
	defer c2()
	<-d2.Done()
	fmt.Println(d2.Err(), context.Cause(d2))
	past, c3 := context.WithDeadline(bg, time.Now().Add(-time.Hour))
	defer c3()
	fmt.Println(past.Err())
	wc := context.WithoutCancel(ctx)
	fmt.Println(wc.Err(), wc.Done() == nil)
	actx, acancel := context.WithCancel(bg)
	ran := make(chan string, 1)
	stop := context.AfterFunc(actx, func() { ran <- "after" })
	acancel()
	fmt.Println(<-ran, stop())
	sctx, scancel := context.WithCancel(bg)
	stop = context.AfterFunc(sctx, func() { fmt.Println("never") })
	fmt.Println(stop(), stop())
	scancel()
	root, rootCancel := context.WithCancel(bg)
	var wg sync.WaitGroup
	var mu sync.Mutex
	ended := 0
	for i := range 5 {
		wg.Go(func() {
			c, cn := context.WithTimeout(root, time.Hour)
			defer cn()
			if i%2 == 0 {
				c = context.WithValue(c, keyType{}, i)
			}
			<-c.Done()
			mu.Lock()
			defer mu.Unlock()
			if c.Err() == context.Canceled {
				ended++
			}
		})
	}
	rootCancel()
	wg.Wait()
	fmt.Println(ended)
	func() {
		defer func() { fmt.Println(recover()) }()
		_ = context.WithValue(bg, nil, 1)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		_ = context.WithValue(bg, []int{}, 1)
	}()
	late, lateCancel := context.WithCancel(ctx)
	defer lateCancel()
	fmt.Println(late.Err())
}
