// Printing floating point numbers.
package main

import (
	"fmt"
	"math"
	"strconv"
)

func main() {
	xs := []float64{0, 1, -1, 0.1, 1.0 / 3, 100000, 1e6, 1e20, 1e21, 1e-4, 1e-5, 123456789.125, math.Pi, 5e-324, 1.7976931348623157e308, math.Inf(1), math.NaN()}
	for _, x := range xs {
		fmt.Println(x, float32(x))
		fmt.Printf("%v %g %G %e %E %f %.3f %8.2f|%-8.2f|%+.1f|%08.3f|% .2f|%x|%b\n", x, x, x, x, x, x, x, x, x, x, x, x, x, x)
	}
	for _, f := range "eEfgGxXb" {
		for _, prec := range []int{-1, 0, 3} {
			fmt.Print(strconv.FormatFloat(math.E, byte(f), prec, 64), " ", strconv.FormatFloat(math.E, byte(f), prec, 32), " ")
		}
		fmt.Println()
	}
	for _, s := range []string{"1", "1e5", "0x1p-2", "inf", "-Inf", "nan", "1_000.5", "1e400", "abc", "", ".5", "5.", "1e", "0.1e-400"} {
		v, err := strconv.ParseFloat(s, 64)
		fmt.Println(v, err)
	}
	println(len(strconv.FormatFloat(0.3, 'g', 17, 64)))
}
