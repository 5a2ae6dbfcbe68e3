// Constant expressions are exact, whatever their size.
package main

import "fmt"

const (
	big   = 1 << 100
	small = big >> 98
	third = 1.0 / 3
	huge  = 1e300 * 1e300 / 1e300
	mixed = 'a' + 1.0
	cplx  = 1 + 2i
	str   = "ab" + "cd"
	size  = len(str)
	cond  = big > 1e20 && size == 4
)

type celsius float64

const boiling celsius = 100

func main() {
	fmt.Println(small, third, huge, mixed, cplx, str, size, cond)
	fmt.Printf("%T %T %T %T %T\n", small, third, mixed, cplx, 'x')
	fmt.Println(boiling*9/5+32, celsius(1)/3)
	const x = 7
	fmt.Println(x/2, x/2.0, -x/2, -x%3, x%-3)
	var f32 float32 = 0.1
	var f64 float64 = 0.1
	fmt.Println(float64(f32) == f64, f32 == 0.1, f64 == 0.1)
	const maxU = ^uint64(0)
	fmt.Println(maxU, uint8(maxU&0xff), int64(maxU>>1))
	fmt.Println(real(cplx), imag(cplx), cplx*cplx)
	fmt.Println(len([big >> 97]int{}), cap([...]int{5: 1}))
	const h = 0x1p-2
	fmt.Println(h, 0b1010_1010, 0o777, 0xFF_FF, 1_000_000, 'é', '\x41', '\u00e9', '\U0001F600')
}
