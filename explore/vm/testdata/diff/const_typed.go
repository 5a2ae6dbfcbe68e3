// Typed and untyped constants in conversions, shifts, comparisons and defaults.
package main

import (
	"fmt"
	"math"
	"time"
)

type dur int64
type name string
type ratio float32

const (
	second dur   = 1e9
	minute       = 60 * second
	hello  name  = "hel" + "lo"
	half   ratio = 1 / 2.0
	mask         = 1<<8 - 1
	maxU         = math.MaxUint64
	r            = 'a' + 1
	z            = 3 + 0i
)

func takes(f float64, i int8, c complex64, b byte) string { return fmt.Sprint(f, i, c, b) }

func main() {
	fmt.Printf("%v %T %v %T %v %v\n", second, second, minute, minute, hello, half)
	fmt.Println(takes(1, 'a', 2, mask), uint64(maxU), maxU/2 == math.MaxInt64, r, string(rune(r)), z*2)
	var f float32 = 1 << 3
	var i = 1 << 3.0
	var b byte = 'b' - 'a' + 'A'
	fmt.Println(f, i, b, len(hello), hello[1], hello[1:3] == "el")
	fmt.Println(2*time.Second, time.Duration(1.5*float64(time.Second)), time.Millisecond*250)
	x := 10
	fmt.Println(x/4, float64(x)/4, x/4.0, 10/4, 10/4.0, 10/4*1.0, 1/2+1/2.0)
	const huge = 1 << 200
	fmt.Println(huge>>198, float64(huge), huge/(huge-1) == 1)
	var u8 uint8 = 255
	fmt.Println(u8+1, u8<<1, ^u8, -u8, u8/2*2, u8 == 0xff)
	fmt.Println(math.Pi, float32(math.Pi), math.Pi*1e10, int64(f*1000))
	var any1 any = 1 << 4
	var any2 any = 'x'
	var any3 any = 2.0
	var any4 any = 1i
	var any5 any = "s" < "t"
	fmt.Printf("%T %T %T %T %T\n", any1, any2, any3, any4, any5)
	const (
		c0 = len([3]int{})
		c1 = len("héllo")
		c2 = cap([5]string{})
		c3 = real(2 + 3i)
	)
	fmt.Println(c0, c1, c2, c3, min(c0, c1), max(1, 2.5, c3))
	var arr [c1 * 2]bool
	fmt.Println(len(arr), -7/2, -7%2, 7&^5, 0x10|0b1, 1_0.5e0_1)
	type bits uint16
	const flag bits = 1 << 15
	fmt.Println(flag, flag|1, ^flag, flag>>15)
	switch dur(60e9) {
	case minute:
		fmt.Println("a minute")
	}
}
