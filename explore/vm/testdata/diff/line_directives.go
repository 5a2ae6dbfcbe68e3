package main

import "runtime"

func main() {
//line foo.go:10
	_, f, l, _ := runtime.Caller(0)
	println(f, l)
//line c:/foo.go:20
	_, f, l, _ = runtime.Caller(0)
	println(f, l)
//line :30
	_, f, l, _ = runtime.Caller(0)
	println(f, l)
//line x/y.go:30
	_, f, l, _ = runtime.Caller(0)
	println(f, l)
}
