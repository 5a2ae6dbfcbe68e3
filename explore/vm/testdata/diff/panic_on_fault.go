package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"unsafe"
)

//go:noinline
func write(p *byte) { *p = 'C' }

// A fault is a panic if the goroutine has asked for that.
func main() {
	old := debug.SetPanicOnFault(true)
	fmt.Println(old, debug.SetPanicOnFault(true))
	func() {
		defer func() {
			err := recover().(runtime.Error)
			_, addressed := err.(interface{ Addr() uintptr })
			fmt.Println(err, addressed)
		}()
		write(unsafe.StringData("constant"))
	}()
	fmt.Println(debug.SetPanicOnFault(false))
}
