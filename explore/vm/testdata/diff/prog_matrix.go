// Matrices, Mandelbrot, floating point loops.
package main

import (
	"fmt"
	"math"
)

type matrix [][]float64

func identity(n int) matrix {
	m := make(matrix, n)
	for i := range m {
		m[i] = make([]float64, n)
		m[i][i] = 1
	}
	return m
}

func (a matrix) mul(b matrix) matrix {
	c := make(matrix, len(a))
	for i := range a {
		c[i] = make([]float64, len(b[0]))
		for j := range b[0] {
			for k := range b {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

func (a matrix) pow(n int) matrix {
	r := identity(len(a))
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r = r.mul(a)
		}
		a = a.mul(a)
	}
	return r
}

func det(m [3][3]int) int {
	return m[0][0]*(m[1][1]*m[2][2]-m[1][2]*m[2][1]) - m[0][1]*(m[1][0]*m[2][2]-m[1][2]*m[2][0]) + m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0])
}

func mandel(c complex128) int {
	z := complex(0, 0)
	for i := range 50 {
		z = z*z + c
		if real(z)*real(z)+imag(z)*imag(z) > 4 {
			return i
		}
	}
	return 50
}

func newton(x float64) (float64, int) {
	z := 1.0
	for i := 0; ; i++ {
		n := z - (z*z-x)/(2*z)
		if math.Abs(n-z) < 1e-12 {
			return n, i
		}
		z = n
	}
}

func simpson(f func(float64) float64, a, b float64, n int) float64 {
	h := (b - a) / float64(n)
	s := f(a) + f(b)
	for i := 1; i < n; i++ {
		if i%2 == 1 {
			s += 4 * f(a+float64(i)*h)
		} else {
			s += 2 * f(a+float64(i)*h)
		}
	}
	return s * h / 3
}

func main() {
	fmt.Println(matrix{{1, 1}, {1, 0}}.pow(30))
	fmt.Println(det([3][3]int{{2, 0, 1}, {1, 3, 2}, {1, 1, 1}}))
	for y := -1.2; y <= 1.2; y += 0.3 {
		for x := -2.0; x <= 0.6; x += 0.1 {
			fmt.Print(string(" .:-=+*#%@"[mandel(complex(x, y))/6]))
		}
		fmt.Println()
	}
	fmt.Println(newton(2))
	fmt.Printf("%.9f %.9f\n", simpson(math.Sqrt, 0, 4, 100), simpson(func(x float64) float64 { return x * x * x }, 0, 2, 10))
	pi := 0.0
	for k := range 2000 {
		t := 4 / float64(2*k+1)
		if k%2 == 1 {
			t = -t
		}
		pi += t
	}
	fmt.Println(pi, float32(pi))
}
