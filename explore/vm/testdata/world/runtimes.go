package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
)

type T struct{ n int }

func (t T) Value() int    { return t.n }
func (t *T) Pointer() int { return t.n }

type I interface{ Missing() }

func try(name string, f func()) {
	defer func() {
		r := recover()
		var re runtime.Error
		err, _ := r.(error)
		fmt.Printf("%s: %v (%T) runtime=%t\n", name, r, r, errors.As(err, &re))
	}()
	f()
}

func where() string {
	_, file, line, ok := runtime.Caller(1)
	return fmt.Sprint(filepath.Base(file), ":", line, " ", ok)
}

func main() {
	var nilp *T
	var nilm map[string]int
	var a any = "str"
	var ni I
	s := []int{1, 2, 3}
	i, neg := 5, -1
	zero := 0
	try("index", func() { _ = s[i] })
	try("neg index", func() { _ = s[neg] })
	try("slice", func() { _ = s[2:i] })
	try("slice2", func() { _ = s[i:] })
	try("slice3", func() { _ = s[1:2:i] })
	try("string", func() { _ = "abc"[i] })
	try("string slice", func() { _ = "abc"[3 : i-3] })
	try("array conv", func() { _ = [4]int(s) })
	try("nil", func() { _ = nilp.n })
	try("nil method", func() { _ = nilp.Pointer() })
	try("map", func() { nilm["a"] = 1 })
	try("div", func() { _ = 1 / zero })
	try("assert", func() { _ = a.(int) })
	try("assert I", func() { _ = a.(I) })
	try("assert nil", func() { _ = any(nil).(int) })
	try("assert nil I", func() { _ = any(nil).(I) })
	try("nil iface", func() { ni.Missing() })
	try("shift", func() { _ = 1 << neg })
	try("makeslice", func() { _ = make([]int, neg) })
	try("makechan", func() { _ = make(chan int, neg) })
	try("close nil", func() { var c chan int; close(c) })
	try("close closed", func() { c := make(chan int); close(c); close(c) })
	try("send closed", func() { c := make(chan int, 1); close(c); c <- 1 })
	try("unhashable", func() { m := map[any]int{}; m[[]int{}] = 1 })
	try("uncomparable", func() { var x, y any = []int{}, []int{}; _ = x == y })
	try("panic nil", func() { panic(nil) })
	try("wrapped", func() { []interface{ Value() int }{nilp}[i-5].Value() })
	try("func nil", func() { var f func(); f() })
	try("custom", func() { panic(fmt.Errorf("e")) })
	fmt.Println(where())
	pc, _, _, _ := runtime.Caller(0)
	fmt.Println(runtime.FuncForPC(pc).Name())
	fmt.Println(runtime.FuncForPC(reflect.ValueOf(where).Pointer()).Name())
	func() {
		pcs := make([]uintptr, 5)
		n := runtime.Callers(1, pcs)
		fr := runtime.CallersFrames(pcs[:n])
		for {
			f, more := fr.Next()
			if strings.HasPrefix(f.Function, "main.") {
				fmt.Println(f.Function, filepath.Base(f.File), f.Line)
			}
			if !more {
				break
			}
		}
	}()
	fmt.Println(runtime.GOOS, runtime.GOARCH, runtime.Compiler, runtime.NumGoroutine())
	fmt.Println(strings.Contains(string(debug.Stack()), "main.main"), debug.SetGCPercent(50))
	var ms runtime.MemStats
	runtime.ReadMemStats(&ms)
	runtime.GC()
	done := make(chan bool)
	go func() {
		defer close(done)
		defer fmt.Println("deferred")
		runtime.Goexit()
	}()
	<-done
	runtime.KeepAlive(nilp)
}
