// The texts of run-time panics: indexing and slicing.
package main

import (
	"fmt"
	"runtime"
)

func try(name string, f func()) {
	defer func() {
		e := recover()
		if re, ok := e.(runtime.Error); ok {
			fmt.Println(name+":", re.Error())
			return
		}
		fmt.Println(name, "?", e)
	}()
	f()
}

var sink any

func main() {
	s := make([]int, 3, 5)
	a := [4]int{}
	p := &a
	str := "hello"
	for _, i := range []int{-1, 3, 4, 5, 6, 1 << 40} {
		fmt.Println("i =", i)
		try("slice", func() { sink = s[i] })
		try("slice store", func() { s[i] = 1 })
		try("array", func() { sink = a[i] })
		try("array ptr", func() { p[i]++ })
		try("string", func() { sink = str[i] })
		try("s[i:]", func() { sink = s[i:] })
		try("s[:i]", func() { sink = s[:i] })
		try("s[2:i]", func() { sink = s[2:i] })
		try("s[i:2]", func() { sink = s[i:2] })
		try("a[i:]", func() { sink = a[i:] })
		try("p[:i]", func() { sink = p[:i] })
		try("str[i:]", func() { sink = str[i:] })
		try("str[:i]", func() { sink = str[:i] })
		try("str[3:i]", func() { sink = str[3:i] })
		try("s[::i]", func() { sink = s[0:0:i] })
		try("s[:i:4]", func() { sink = s[:i:4] })
		try("s[i:4:4]", func() { sink = s[i:4:4] })
		try("s[4:i:5]", func() { sink = s[4:i:5] })
	}
	var u8 uint8 = 200
	var u64 uint64 = 1 << 63
	try("uint8", func() { sink = s[u8] })
	try("uint64", func() { sink = s[u64] })
	try("int8", func() { sink = s[int8(u8)] })
	try("nil slice", func() { sink = ([]int)(nil)[u8-200] })
	try("empty", func() { sink = ""[u8-200] })
	try("append", func() { sink = append(s[:0], 1)[u8] })
}
