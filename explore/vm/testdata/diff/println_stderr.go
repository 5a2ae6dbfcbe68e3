// The builtins print and println write to stderr.
package main

import "errors"

type t struct{ a int }

func main() {
	println("string", 1, -2, uint8(3), true, 'x')
	println(1.5, float32(0.1), 1e100, -0.0)
	println(1 + 2i)
	print("no", "spaces", 1, 2, "\n")
	var p *int
	var m map[string]int
	var f func()
	var c chan int
	var s []int
	println(p == nil, m == nil, f == nil, c == nil, len(s))
	println()
	var e error
	println(e == nil, errors.New("x").Error())
	println(uint64(1<<64-1), int64(-1<<63), uintptr(255))
	type myInt int
	println(myInt(5), len("héllo"), cap(make([]int, 2, 7)))
}
