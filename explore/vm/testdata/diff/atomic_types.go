// sync/atomic: all types.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type config struct{ n int }

func main() {
	var i32 atomic.Int32
	fmt.Println(i32.Add(5), i32.Load(), i32.Swap(7), i32.CompareAndSwap(7, 9), i32.CompareAndSwap(7, 1), i32.Load())
	fmt.Println(i32.And(8), i32.Load(), i32.Or(6), i32.Load())
	i32.Store(1<<31 - 1)
	fmt.Println(i32.Add(1))
	var i64 atomic.Int64
	i64.Store(-5)
	fmt.Println(i64.Add(-5), i64.Swap(3), i64.CompareAndSwap(3, 4), i64.Load(), i64.And(6), i64.Or(1), i64.Load())
	var u32 atomic.Uint32
	fmt.Println(u32.Add(^uint32(0)), u32.Load(), u32.And(0xff), u32.Or(0x100), u32.Load())
	var u64 atomic.Uint64
	fmt.Println(u64.Add(1<<63), u64.Add(1<<63), u64.CompareAndSwap(0, 8), u64.Load())
	var up atomic.Uintptr
	up.Store(10)
	fmt.Println(up.Add(2), up.Load(), up.Swap(1))
	var b atomic.Bool
	fmt.Println(b.Load(), b.Swap(true), b.Load(), b.CompareAndSwap(true, false), b.CompareAndSwap(true, false))
	b.Store(true)
	fmt.Println(b.Load())
	var p atomic.Pointer[config]
	fmt.Println(p.Load() == nil)
	c1, c2 := &config{1}, &config{2}
	p.Store(c1)
	fmt.Println(p.Load().n, p.Swap(c2).n, p.CompareAndSwap(c1, nil), p.CompareAndSwap(c2, c1), p.Load().n)
	var v atomic.Value
	fmt.Println(v.Load())
	v.Store("a")
	fmt.Println(v.Load(), v.Swap("b"), v.CompareAndSwap("b", "c"), v.CompareAndSwap("b", "d"), v.Load())
	for _, bad := range []any{nil, 1} {
		func() {
			defer func() { fmt.Println(recover()) }()
			v.Store(bad)
		}()
		func() {
			defer func() { fmt.Println(recover()) }()
			v.Swap(bad)
		}()
		func() {
			defer func() { fmt.Println(recover()) }()
			v.CompareAndSwap("c", bad)
		}()
	}
	var wg sync.WaitGroup
	var hits atomic.Int64
	var max atomic.Int64
	for i := range 50 {
		wg.Go(func() {
			hits.Add(int64(i))
			for {
				old := max.Load()
				if int64(i) <= old || max.CompareAndSwap(old, int64(i)) {
					break
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(hits.Load(), max.Load())
	arr := [3]atomic.Int32{}
	arr[1].Add(4)
	fmt.Println(arr[0].Load(), arr[1].Load())
	var al struct {
		x int32
		y atomic.Int64
	}
	al.y.Store(3)
	fmt.Println(al.y.Load(), al.x)
}
