// Package unsafe: sizes, offsets, pointer arithmetic, slices and strings.
package main

import (
	"fmt"
	"unsafe"
)

type layout struct {
	a bool
	b int64
	c uint16
	d string
	e []int
	f any
	g [3]byte
	h complex64
}

type header struct {
	data     unsafe.Pointer
	len, cap int
}

func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

func sizeOf[T any]() uintptr {
	var x T
	return unsafe.Sizeof(x)
}

func main() {
	var l layout
	fmt.Println(unsafe.Sizeof(l), unsafe.Alignof(l), unsafe.Offsetof(l.b), unsafe.Offsetof(l.c), unsafe.Offsetof(l.d),
		unsafe.Offsetof(l.e), unsafe.Offsetof(l.f), unsafe.Offsetof(l.g), unsafe.Offsetof(l.h))
	fmt.Println(unsafe.Sizeof(uintptr(0)), unsafe.Sizeof(struct{}{}), unsafe.Sizeof([0]int{}), unsafe.Alignof(l.c))
	arr := [4]int32{1, 2, 3, 4}
	p := unsafe.Pointer(&arr[0])
	p2 := (*int32)(unsafe.Add(p, 8))
	*p2 = 30
	p3 := (*int32)(unsafe.Pointer(uintptr(p) + unsafe.Sizeof(arr[0])))
	*p3++
	fmt.Println(arr)
	two := (*[2]int64)(p)
	fmt.Printf("%#x\n", two[0])
	f := 1.5
	fmt.Printf("%#x\n", *(*uint64)(unsafe.Pointer(&f)))
	s := []int{1, 2, 3}
	h := (*header)(unsafe.Pointer(&s))
	fmt.Println(h.len, h.cap, *(*int)(h.data))
	h.len = 2
	fmt.Println(s)
	str := "hello"
	b := bytesOf(str)
	fmt.Println(len(b), b[1], string(b))
	buf := []byte("mutable")
	view := unsafe.String(&buf[0], len(buf))
	buf[0] = 'M'
	fmt.Println(view)
	sl := unsafe.Slice(&arr[1], 2)
	sl[1] = -1
	fmt.Println(arr, cap(sl))
	fmt.Println(*unsafe.SliceData(sl), unsafe.Slice((*int)(nil), 0) == nil)
	l.b, l.d = 77, "field"
	q := (*int64)(unsafe.Pointer(uintptr(unsafe.Pointer(&l)) + unsafe.Offsetof(l.b)))
	fmt.Println(*q, *(*string)(unsafe.Add(unsafe.Pointer(&l), unsafe.Offsetof(l.d))))
	fmt.Println(sizeOf[int8](), sizeOf[string](), sizeOf[[3]layout](), sizeOf[map[int]int](), sizeOf[any]())
	type myInt int
	is := []myInt{1, 2}
	ints := *(*[]int)(unsafe.Pointer(&is))
	ints[0] = 9
	fmt.Println(is)
	x := uint32(0x01020304)
	fmt.Println(*(*[4]byte)(unsafe.Pointer(&x)))
	func() {
		defer func() { fmt.Println(recover()) }()
		n := -1
		_ = unsafe.Slice(&arr[0], n)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		n := 3
		_ = unsafe.Slice((*int)(nil), n)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		n := -5
		_ = unsafe.String(&buf[0], n)
	}()
}
