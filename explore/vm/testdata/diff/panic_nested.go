// Panics in deferred functions replace or nest; recover sees the newest.
package main

import "fmt"

func deep(n int) {
	defer func() {
		fmt.Print("unwind ", n, "; ")
	}()
	if n == 0 {
		panic("bottom")
	}
	deep(n - 1)
}

func replace() (res any) {
	defer func() { res = recover() }()
	defer func() { panic("replaced") }()
	panic("original")
}

func recoverInside() (res string) {
	defer func() { res += fmt.Sprint(" outer:", recover()) }()
	defer func() {
		func() {
			defer func() { res += fmt.Sprint("inner:", recover()) }()
			panic("second")
		}()
	}()
	panic("first")
}

func loop() {
	for i := range 3 {
		func() {
			defer func() {
				if e := recover(); e != nil {
					fmt.Print("iteration ", e, "; ")
				}
			}()
			if i != 1 {
				panic(i)
			}
			fmt.Print("fine; ")
		}()
	}
	fmt.Println()
}

func callAfter() (s string) {
	defer func() {
		if recover() != nil {
			s = helper("in recovery")
		}
	}()
	panic(1)
}

func helper(s string) (out string) {
	defer func() {
		out = s + " " + fmt.Sprint(recover())
	}()
	var m map[string]int
	m[s] = 1
	return
}

func main() {
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		deep(3)
	}()
	fmt.Println(replace())
	fmt.Println(recoverInside())
	loop()
	fmt.Println(callAfter())
	func() {
		defer func() { fmt.Println(recover()) }()
		defer func() {
			defer func() { fmt.Println("middle", recover()) }()
			panic("from deferred")
		}()
		panic("outermost")
	}()
	func() {
		defer func() { fmt.Println("outer", recover()) }()
		defer func() {
			e := recover()
			panic(fmt.Sprint("re-", e))
		}()
		panic("thrown")
	}()
}
