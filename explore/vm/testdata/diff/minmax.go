// The builtins min and max.
package main

import (
	"fmt"
	"math"
)

func low[T int | float64 | string](a, b, c T) T { return min(a, b, c) }

func main() {
	a, b, c := 3, 1, 2
	fmt.Println(min(a, b, c), max(a, b, c), min(a), max(a, 10))
	fmt.Println(min("b", "a", "ab"), max("b", "a", "ba"), max("", "x"))
	x, nan := 1.5, math.NaN()
	fmt.Println(min(x, nan), max(nan, x), min(x, 2), max(x, math.Inf(1)))
	nz := math.Copysign(0, -1)
	fmt.Println(math.Signbit(min(0, nz)), math.Signbit(min(nz, 0)), math.Signbit(max(nz, 0)), math.Signbit(max(0, nz)))
	fmt.Println(low(3, 2, 1), low("z", "y", "x"), low(1.5, -2.5, 0))
	const k = min(1, 2.5, 'a')
	fmt.Printf("%v %T\n", k, max(1, 2.5))
	var u8 uint8 = 200
	fmt.Println(min(u8, 100), max(u8, 255), min(int8(-5), 3))
	fmt.Println(min(float32(0.1), 0.2), max(c, b+5, a*2))
	s := "m"
	fmt.Println(min(s, "k", "z"), max(s, "k", "z"))
}
