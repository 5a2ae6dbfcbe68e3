// Shift counts beyond the width, signed shifts, untyped shifts.
package main

import "fmt"

func try(f func() int) (s string) {
	defer func() {
		if e := recover(); e != nil {
			s = fmt.Sprint(e)
		}
	}()
	return fmt.Sprint(f())
}

func main() {
	for _, n := range []uint{0, 1, 7, 8, 31, 32, 63, 64, 100, 1 << 40} {
		var i8 int8 = -100
		var u8 uint8 = 200
		var i32 int32 = -12345678
		var u64 uint64 = 0xF00000000000000F
		fmt.Println(n, i8<<n, i8>>n, u8<<n, u8>>n, i32<<n, i32>>n, u64<<n, u64>>n)
	}
	var s uint8 = 33
	var i = 1 << s
	var j int32 = 1 << s
	var k = uint64(1 << s)
	var w int64 = 1.0 << s
	fmt.Println(i, j, k, w)
	var m = make([]int, 1<<(s-31))
	fmt.Println(len(m))
	neg := -1
	fmt.Println(try(func() int { return 1 << neg }))
	fmt.Println(try(func() int { return 1 >> neg }))
	var n64 int64 = 1 << 40
	fmt.Println(1<<n64, -1>>n64, uint8(1)<<n64)
	x := 1
	x <<= 3
	x |= 1
	x >>= 1
	x &^= 4
	fmt.Println(x)
	var r rune = 'a'
	fmt.Println(r<<1, byte(r)<<1, int8(r)<<1)
}
