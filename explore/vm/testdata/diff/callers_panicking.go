package main

import (
	"runtime"
	"strings"
)

// show prints the names of the frames above its caller, with the lines of those in
// this file.
func show() {
	for i := 1; ; i++ {
		pc, file, line, ok := runtime.Caller(i)
		if !ok {
			return
		}
		if !strings.HasSuffix(file, "callers_panicking.go") {
			line = 0
		}
		println(i, runtime.FuncForPC(pc).Name(), line)
	}
}

func try(what string, f func()) {
	println(what)
	defer func() {
		recover()
		show()
	}()
	f()
}

type t struct{ x int }

func line(skip int) {
	_, _, line, _ := runtime.Caller(skip)
	println("line", line)
}

func deferring(early bool) {
	defer line(1)
	defer func() {
		line(2)
	}()
	if early {
		return
	}
	println()
}

func main() {
	var p *t
	var s []int
	var z int
	n := 5
	try("panic", func() { panic("x") })
	try("nil", func() { p.x = 1 })
	try("index", func() { s[n] = 1 })
	try("slice", func() { _ = s[n:] })
	try("divide", func() { n /= z })
	try("nested", func() {
		defer func() {
			defer func() {
				recover()
				show()
			}()
			panic(2)
		}()
		panic(1)
	})
	deferring(true)
	deferring(false)
	done := make(chan bool)
	go func() {
		defer close(done)
		defer show()
		runtime.Goexit()
	}()
	<-done
	var pcs [10]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs[:])])
	for {
		f, more := frames.Next()
		println(f.Function)
		if !more {
			break
		}
	}
}

var _ = func() int { show(); return 0 }()

func init() { show() }
