// Complex numbers.
package main

import (
	"fmt"
	"math"
	"math/cmplx"
)

func main() {
	a, b := 1+2i, complex(3, -4)
	fmt.Println(a+b, a-b, a*b, a/b, -a, a == b, a != b, a == 1+2i)
	fmt.Println(real(a), imag(b), cmplx.Abs(b), cmplx.Conj(a))
	var c complex64 = complex64(a)
	c *= c
	c += 1
	fmt.Println(c, real(c), imag(c))
	fmt.Printf("%T %T %T %T\n", c, real(c), a, real(a))
	fmt.Printf("%v %.2f %g %e %8.1f\n", b, b, b, b, b)
	z := complex(0, 0)
	q := a / z
	fmt.Println(cmplx.IsNaN(q), cmplx.IsInf(q), q)
	fmt.Println(cmplx.Sqrt(-1), cmplx.Pow(1i, 2), cmplx.Exp(complex(0, math.Pi)))
	nan := complex(math.NaN(), 1)
	fmt.Println(nan == nan, nan != nan)
	m := map[complex128]string{1i: "i", 1: "one"}
	fmt.Println(m[1i], m[complex(1, 0)], len(m))
	var i any = a
	fmt.Println(i == any(1+2i), i == any(complex64(1+2i)))
	arr := [2]complex64{1, 2i}
	arr[1] -= 1i
	fmt.Println(arr, arr == [2]complex64{1, 1i})
	const k = 2i * 2i
	fmt.Println(k, int(k))
	inf := complex(math.Inf(1), 0)
	fmt.Println(inf*1i, inf/inf, 1/inf)
}
