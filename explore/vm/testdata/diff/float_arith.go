// IEEE arithmetic, comparisons and conversions.
package main

import (
	"fmt"
	"math"
)

func main() {
	zero := 0.0
	inf := 1 / zero
	nan := zero / zero
	fmt.Println(inf, -inf, nan, -zero, 1/(-1/inf))
	for _, x := range []float64{0, 1, inf, -inf, nan} {
		for _, y := range []float64{0, 1, inf, nan} {
			fmt.Print(x < y, x <= y, x == y, x != y, x > y, x >= y, " ")
		}
		fmt.Println()
	}
	fmt.Println(math.Signbit(math.Copysign(0, -1)), math.Copysign(0, -1) == 0)
	f := 0.1
	sum := 0.0
	for range 10 {
		sum += f
	}
	fmt.Println(sum == 1, sum, f*3 == 0.3, f+0.2)
	var f32 float32 = 16777216
	fmt.Println(f32+1 == f32, float32(0.1)+float32(0.2), float64(float32(0.1)))
	for _, x := range []float64{1.5, -1.5, 2.5, 1e10, -0.9, 255.9} {
		fmt.Print(int(x), int8(int(x)), int64(x), float32(x), " ")
	}
	fmt.Println()
	fmt.Println(uint8(int(f*3007)&0xff), uint64(f*1e20), float64(uint64(1<<63)), float64(int64(-1<<63)))
	fmt.Println(float32(1<<24+1), float64(1<<53+1), float32(math.MaxFloat64/1e300))
	a, b := 1e308, 10.0
	fmt.Println(a*b, -a*b, a*b-a*b, math.MaxFloat32, math.SmallestNonzeroFloat64)
	x := 3.0
	x /= 2
	x -= 0.25
	x *= x
	x++
	fmt.Println(x, -x)
}
