// sync/atomic: all functions.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"
)

func main() {
	var i32 int32
	var i64 int64
	var u32 uint32
	var u64 uint64
	var up uintptr
	fmt.Println(atomic.AddInt32(&i32, 3), atomic.AddInt64(&i64, -3), atomic.AddUint32(&u32, ^uint32(0)), atomic.AddUint64(&u64, 7), atomic.AddUintptr(&up, 9))
	fmt.Println(atomic.LoadInt32(&i32), atomic.LoadInt64(&i64), atomic.LoadUint32(&u32), atomic.LoadUint64(&u64), atomic.LoadUintptr(&up))
	atomic.StoreInt32(&i32, 100)
	atomic.StoreInt64(&i64, 200)
	atomic.StoreUint32(&u32, 300)
	atomic.StoreUint64(&u64, 400)
	atomic.StoreUintptr(&up, 500)
	fmt.Println(i32, i64, u32, u64, up)
	fmt.Println(atomic.SwapInt32(&i32, 1), atomic.SwapInt64(&i64, 2), atomic.SwapUint32(&u32, 3), atomic.SwapUint64(&u64, 4), atomic.SwapUintptr(&up, 5))
	fmt.Println(atomic.CompareAndSwapInt32(&i32, 1, 10), atomic.CompareAndSwapInt64(&i64, 1, 20), atomic.CompareAndSwapUint32(&u32, 3, 30),
		atomic.CompareAndSwapUint64(&u64, 3, 40), atomic.CompareAndSwapUintptr(&up, 5, 50))
	fmt.Println(i32, i64, u32, u64, up)
	fmt.Println(atomic.AndInt32(&i32, 2), atomic.OrInt64(&i64, 5), atomic.AndUint32(&u32, 14), atomic.OrUint64(&u64, 3), atomic.OrUintptr(&up, 1),
		atomic.OrInt32(&i32, 64), atomic.AndInt64(&i64, 3), atomic.OrUint32(&u32, 1), atomic.AndUint64(&u64, 6), atomic.AndUintptr(&up, 3))
	fmt.Println(i32, i64, u32, u64, up)
	x, y := 1, 2
	p := unsafe.Pointer(&x)
	fmt.Println(*(*int)(atomic.LoadPointer(&p)), *(*int)(atomic.SwapPointer(&p, unsafe.Pointer(&y))), *(*int)(p))
	fmt.Println(atomic.CompareAndSwapPointer(&p, unsafe.Pointer(&x), nil), atomic.CompareAndSwapPointer(&p, unsafe.Pointer(&y), unsafe.Pointer(&x)))
	atomic.StorePointer(&p, nil)
	fmt.Println(p == nil)
	var n int64
	var wg sync.WaitGroup
	for range 10 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 10 {
				atomic.AddInt64(&n, 1)
			}
		}()
	}
	wg.Wait()
	fmt.Println(n)
	s := []uint32{1, 2}
	atomic.AddUint32(&s[1], 5)
	st := &struct{ a, b int32 }{}
	atomic.StoreInt32(&st.b, 4)
	fmt.Println(s, *st)
	func() {
		defer func() { fmt.Println(recover()) }()
		var np *int32
		atomic.AddInt32(np, 1)
	}()
}
