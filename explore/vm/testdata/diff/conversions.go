// Numeric conversions between all widths.
package main

import "fmt"

func conv[To, From int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64](xs ...From) {
	for _, x := range xs {
		fmt.Print(To(x), " ")
	}
}

func main() {
	is := []int64{0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 65535, 65536, 1<<31 - 1, 1 << 31, 1<<32 + 5, 1<<63 - 1, -1 << 63}
	conv[int8](is...)
	fmt.Println()
	conv[int16](is...)
	fmt.Println()
	conv[int32](is...)
	fmt.Println()
	conv[uint8](is...)
	fmt.Println()
	conv[uint16](is...)
	fmt.Println()
	conv[uint32](is...)
	fmt.Println()
	conv[uint64](is...)
	fmt.Println()
	conv[float32](is...)
	fmt.Println()
	conv[float64](is...)
	fmt.Println()
	us := []uint64{0, 1, 1<<64 - 1, 1 << 63, 1<<63 + 1025, 1<<53 + 1, 12345678901234567890}
	conv[float64](us...)
	conv[float32](us...)
	conv[int64](us...)
	conv[int8](us...)
	fmt.Println()
	i8 := []int8{0, 1, -1, 127, -128}
	conv[int64](i8...)
	conv[uint64](i8...)
	conv[uint16](i8...)
	conv[float32](i8...)
	fmt.Println()
	u8 := []uint8{0, 127, 128, 255}
	conv[int8](u8...)
	conv[int64](u8...)
	conv[uint16](u8...)
	conv[float64](u8...)
	fmt.Println()
	fs := []float64{0, 0.9, -0.9, 1.5, 100.99, -100.99, 16777217, 1 << 40}
	conv[int64](fs...)
	conv[int32](fs[:7]...)
	conv[float32](fs...)
	conv[uint64](fs[0], fs[1], fs[3], fs[7])
	fmt.Println()
	big := []float64{1 << 63, 1.5e19}
	conv[uint64](big...)
	f32 := []float32{0.1, 1 << 25, -3.7, 1e10}
	conv[float64](f32...)
	conv[int64](f32...)
	fmt.Println()
	type myInt int16
	type myFloat float32
	m := myInt(300)
	fmt.Println(int8(m), uint8(m), myFloat(m)/7, float64(myFloat(m)/7), m/7, -m>>1, uint16(-m))
	var r rune = 'x'
	var b byte = 'y'
	fmt.Println(r+1, b+1, string(r), string(rune(b)), int32(b)-r)
	x := 1 << 20
	fmt.Println(uint8(x>>4), uint16(x>>4), int8(x>>13), float32(x)/3, x&0xff == 0)
	var u uint32 = 1<<32 - 1
	fmt.Println(int32(u), int64(int32(u)), uint64(int32(u)), u+1, uint64(u)+1, int64(u)<<1)
	fmt.Println(u*u, uint64(u)*uint64(u), int32(u)*int32(u))
}
