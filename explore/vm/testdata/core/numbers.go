// Integers of all sizes, shifts, floats, complex numbers, conversions.
package main

func ints(a int8, b uint8, c int16, d uint16, e int32, f uint32) {
	println(a+b8(b), a*a, -a, ^a, a<<3, a>>1, a/3, a%3)
	println(b+b, b*b, -b, ^b, b<<3, b>>1, b/3, b%3)
	println(c+c, c*c, -c, ^c, c<<9, c>>3)
	println(d+d, d*d, -d, ^d, d<<9, d>>3)
	println(e+e, e*e, -e, ^e, e<<17, e>>5)
	println(f+f, f*f, -f, ^f, f<<17, f>>5)
}

func b8(b uint8) int8 { return int8(b) }

func shifts(x int64, u uint64, n uint) {
	println(x<<n, x>>n, u<<n, u>>n, int32(x)<<n, uint8(u)>>n)
}

func divs(a, b int64, c, d uint64) {
	println(a/b, a%b, c/d, c%d)
}

func floats(f float64, g float32) {
	println(f+1.25, f*f, g*g, float32(f), float64(g), f < 3, f >= 3, f == f, g != g)
	println(int64(f), int32(f), int8(int(f)), uint8(int(f)), uint64(f), int(g))
}

func complexes(c complex128, d complex64) {
	println(c*c, c/complex(1, 1), -c, c == c, real(c), imag(c))
	println(d*d, d+2, real(d), imag(d), complex128(d), complex64(c))
}

func minmax(a, b int, u, v uint8, x, y float64, s, t string) {
	println(min(a, b), max(a, b, 7), min(u, v), max(u, v), min(x, y), max(x, y, 0.5), min(s, t), max(s, t))
}

func main() {
	ints(-128, 200, -30000, 60000, -2000000000, 4000000000)
	ints(127, 255, 32767, 65535, 2147483647, 4294967295)
	for _, n := range []uint{0, 1, 7, 31, 32, 63, 64, 65, 200} {
		shifts(-12345678901, 12345678901234567890, n)
	}
	divs(-7, 2, 7, 2)
	divs(-9223372036854775808, -1, 18446744073709551615, 10)
	floats(2.5, 0.1)
	floats(-3.75, 16777217)
	complexes(complex(3, -4), complex(0.5, 2))
	minmax(3, -3, 200, 100, 1.5, -0.5, "b", "a")
	var i8 int8 = -1
	println(uint8(i8), uint16(i8), uint64(i8), int64(uint32(i8)), uint32(int16(i8)))
	var big uint64 = 1 << 63
	println(float64(big), float32(big), int64(big), float64(int64(big)))
	x := 10
	x += 5
	x -= 3
	x *= 4
	x /= 5
	x %= 7
	x <<= 4
	x >>= 1
	x |= 3
	x &= 30
	x ^= 5
	x &^= 4
	x++
	println(x)
	const huge = 1 << 100
	println(huge>>98, uint64(huge>>40)>>59)
	h := uint32(2166136261)
	for _, c := range []byte("hash me") {
		h ^= uint32(c)
		h *= 16777619
	}
	println(h)
	sum := int32(0)
	for i := int32(1); i > 0; i *= 3 {
		sum += i
	}
	println(sum)
	for _, r := range "aé\xff日" {
		print(r, " ")
	}
	println(len("aé日"), string(rune(0x65e5)), string([]rune{97, 0xe9}), []byte("é")[1], []rune("é日")[1])
}
