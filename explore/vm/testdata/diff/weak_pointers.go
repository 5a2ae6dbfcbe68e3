// Weak pointers and what a collection does to them.
package main

import (
	"fmt"
	"runtime"
	"time"
	"unique"
	"weak"
)

type blob struct {
	name string
	pad  [64]byte
	more int
}

//go:noinline
func made(name string) weak.Pointer[blob] {
	b := &blob{name: name}
	return weak.Make(b)
}

func main() {
	held := &blob{name: "held"}
	w, same := weak.Make(held), weak.Make(held)
	fmt.Println("held", w.Value().name, w == same, w.Value() == held)
	part := weak.Make(&held.more)
	fmt.Println("part", *part.Value(), part.Value() == &held.more)

	gone := made("gone")
	other := made("other")
	fmt.Println("different", gone == other)
	runtime.GC()
	runtime.GC()
	fmt.Println("after", gone.Value() == nil, other.Value() == nil, w.Value() != nil, gone == other)
	runtime.KeepAlive(held)

	var none weak.Pointer[blob]
	fmt.Println("none", none.Value() == nil, weak.Make[blob](nil) == none)

	// A weak pointer is nil before the finalizer of its object runs.
	finalized := make(chan bool, 1)
	var late weak.Pointer[blob]
	func() {
		b := &blob{name: "late"}
		late = weak.Make(b)
		runtime.SetFinalizer(b, func(*blob) { finalized <- late.Value() == nil })
	}()
	for len(finalized) == 0 {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	fmt.Println("finalized", <-finalized, late.Value() == nil)

	// A cache that forgets.
	cache := map[string]weak.Pointer[blob]{}
	func() {
		b := &blob{name: "cached"}
		cache["b"] = weak.Make(b)
		fmt.Println("cached", cache["b"].Value() == b)
	}()
	runtime.GC()
	runtime.GC()
	fmt.Println("forgotten", cache["b"].Value() == nil)

	a, b, c := unique.Make("text"), unique.Make("te"+string([]byte("xt"))), unique.Make("other")
	runtime.GC()
	fmt.Println("unique", a == b, a == c, a.Value(), a == unique.Make("text"))
}
