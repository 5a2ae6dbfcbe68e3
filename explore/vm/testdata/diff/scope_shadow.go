// Block scope, shadowed names and predeclared identifiers redefined.
package main

import "fmt"

var x = "package"

func show() string { return x }

type int32 = string

func nil2() (true bool) { return false }

func main() {
	fmt.Println(x)
	x := "main"
	fmt.Println(x, show())
	{
		x := x + "+block"
		fmt.Println(x)
	}
	if x := 5; x > 3 {
		x := "if"
		fmt.Println(x)
	} else if y := x * 2; y > 0 {
		fmt.Println(x, y)
	}
	for x := 0; x < 2; x++ {
		x := x * 10
		fmt.Print(x, " ")
	}
	fmt.Println()
	switch x := any(x).(type) {
	case string:
		x += "!"
		fmt.Println(x)
	}
	func(x int) {
		x++
		fmt.Println(x)
	}(1)
	var s int32 = "int32 is a string here"
	fmt.Println(s)
	len := func(s string) int { return 42 }
	fmt.Println(len("abc"))
	true := false
	fmt.Println(true, !true, nil2())
	type string []byte
	fmt.Println(string{65, 66})
	append := 3
	fmt.Println(append)
	const iota = "not iota"
	const c = iota
	fmt.Println(c)
	var f func(int) int
	{
		f := func(n int) int { return n + 1 }
		fmt.Println(f(1))
	}
	fmt.Println(f == nil)
	type T struct{ T int }
	T1 := T{T: 1}
	fmt.Println(T1.T)
}
