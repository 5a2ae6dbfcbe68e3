// runtime.Caller, Callers, FuncForPC and stacks.
package main

import (
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

type t struct{}

func (t) method() string   { return where(1) }
func (*t) pmethod() string { return where(1) }

func where(skip int) string {
	pc, file, line, ok := runtime.Caller(skip)
	return fmt.Sprint(filepath.Base(file), ":", line, " ", runtime.FuncForPC(pc).Name(), " ", ok)
}

func outer() string { return inner() }

func inner() string { return where(2) }

func generic[T any](T) string { return where(1) }

func frames() (names []string) {
	pcs := make([]uintptr, 10)
	n := runtime.Callers(1, pcs)
	fs := runtime.CallersFrames(pcs[:n])
	for {
		f, more := fs.Next()
		if strings.HasPrefix(f.Function, "main.") {
			names = append(names, fmt.Sprint(f.Function, ":", f.Line))
		}
		if !more {
			return
		}
	}
}

func main() {
	fmt.Println(where(0))
	fmt.Println(where(1))
	fmt.Println(outer())
	fmt.Println(t{}.method())
	fmt.Println((&t{}).pmethod())
	func() {
		fmt.Println(where(1))
	}()
	f := func() string { return where(1) }
	fmt.Println(f())
	func() {
		defer func() {
			recover()
			fmt.Println(where(1))
		}()
		panic(1)
	}()
	fmt.Println(frames())
	func() { fmt.Println(len(frames())) }()
	_, _, _, ok := runtime.Caller(100)
	fmt.Println(ok, len(debug.Stack()) > 0, strings.Contains(string(debug.Stack()), "main.main"))
	fmt.Println(runtime.GOOS, runtime.GOARCH, runtime.NumCPU() > 0, runtime.GOMAXPROCS(0) > 0, runtime.NumGoroutine(), runtime.Compiler)
	done := make(chan string)
	go func() { done <- where(1) }()
	fmt.Println(<-done)
	runtime.GC()
	runtime.KeepAlive(f)
	buf := make([]byte, 1000)
	fmt.Println(runtime.Stack(buf, false) > 0)
	fmt.Println(strings.Contains(generic(1), "runtime_caller.go"))
}
