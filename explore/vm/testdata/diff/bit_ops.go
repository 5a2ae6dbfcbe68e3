// And, or, xor, and-not in all widths and with assignments.
package main

import (
	"fmt"
	"math/bits"
)

func main() {
	a, b := 0b1100, 0b1010
	fmt.Printf("%b %b %b %b %b %b\n", a&b, a|b, a^b, a&^b, ^a, -a)
	var u uint16 = 0xF0F0
	u &= 0xFF00
	fmt.Printf("%#x ", u)
	u |= 0x000F
	fmt.Printf("%#x ", u)
	u ^= 0xFFFF
	fmt.Printf("%#x ", u)
	u &^= 0x00F0
	fmt.Printf("%#x\n", u)
	for _, x := range []uint64{0, 1, 0x80, 0xFFFF, 1 << 63, 0xDEADBEEF} {
		fmt.Println(bits.LeadingZeros64(x), bits.TrailingZeros64(x), bits.OnesCount64(x), bits.Len64(x),
			bits.Reverse64(x), bits.ReverseBytes64(x), bits.RotateLeft64(x, 13), bits.RotateLeft64(x, -13))
		y := uint32(x)
		fmt.Println(bits.LeadingZeros32(y), bits.TrailingZeros32(y), bits.OnesCount32(y), bits.Len32(y),
			bits.Reverse32(y), bits.ReverseBytes32(y), bits.RotateLeft32(y, 5))
		z := uint8(x)
		fmt.Println(bits.LeadingZeros8(z), bits.TrailingZeros8(z), bits.OnesCount8(z), bits.Len8(z), bits.Reverse8(z), bits.RotateLeft8(z, 3))
	}
	hi, lo := bits.Mul64(1<<63, 6)
	q, r := bits.Div64(1, 5, 7)
	s, c := bits.Add64(1<<63, 1<<63, 1)
	d, w := bits.Sub64(1, 2, 0)
	fmt.Println(hi, lo, q, r, s, c, d, w)
}
