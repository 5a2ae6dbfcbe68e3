// Package math.
package main

import (
	"fmt"
	"math"
)

func main() {
	xs := []float64{0, math.Copysign(0, -1), 0.5, -1.5, 2.5, 100, 1e-10, math.Pi, math.Inf(1), math.Inf(-1), math.NaN()}
	for _, x := range xs {
		fmt.Println(math.Floor(x), math.Ceil(x), math.Trunc(x), math.Round(x), math.RoundToEven(x), math.Abs(x), math.Sqrt(x), math.Signbit(x), math.IsNaN(x), math.IsInf(x, 0))
		fmt.Printf("%.10g %.10g %.10g %.10g %.10g %.10g\n", math.Sin(x), math.Cos(x), math.Tan(x), math.Exp(x), math.Log(x), math.Cbrt(x))
		fmt.Printf("%.10g %.10g %.10g %.10g %.10g\n", math.Atan(x), math.Sinh(x), math.Tanh(x), math.Log2(x), math.Log10(x))
		fmt.Printf("%.10g %.10g %.10g %.10g\n", math.Gamma(x), math.Erf(x), math.Log1p(x), math.Expm1(x))
		i, f := math.Modf(x)
		fr, e := math.Frexp(x)
		fmt.Println(i, f, fr, e, math.Float64bits(x), math.Float32bits(float32(x)))
	}
	fmt.Println(math.Pow(2, 10), math.Pow(2, 0.5), math.Pow(-8, 1.0/3), math.Pow(0, -1), math.Pow(math.NaN(), 0))
	fmt.Println(math.Mod(7, 3), math.Mod(-7, 3), math.Remainder(7, 4), math.Hypot(3, 4), math.Atan2(-1, -1), math.Dim(3, 5), math.Max(1, math.NaN()), math.Min(-0.0, 0))
	fmt.Println(math.MaxInt64, uint64(math.MaxUint64), math.MinInt8, math.MaxFloat32, math.Nextafter(1, 2), math.Ldexp(0.5, 5), math.FMA(2, 3, 4))
	fmt.Println(math.Float64frombits(0x4000000000000000), math.Float32frombits(0x3f800000), math.Ilogb(8), math.Logb(0.1))
	s, c := math.Sincos(1)
	fmt.Printf("%.12g %.12g %.12g\n", s, c, math.J0(1))
}
