package main

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/cmplx"
	"math/rand"
	randv2 "math/rand/v2"
)

func main() {
	for _, x := range []float64{0, 0.5, 1, 2.5, -3.7, 1e10, 1e-10, math.Inf(1), math.NaN(), 710} {
		fmt.Println(math.Sqrt(x), math.Floor(x), math.Ceil(x), math.Trunc(x), math.Round(x), math.RoundToEven(x), math.Abs(x))
		fmt.Println(math.Exp(x), math.Log(x), math.Log2(x), math.Log10(x), math.Log1p(x), math.Expm1(x), math.Cbrt(x))
		fmt.Println(math.Sin(x), math.Cos(x), math.Tan(x), math.Atan(x), math.Sinh(x), math.Tanh(x), math.Gamma(x), math.Erf(x))
		f, e := math.Frexp(x)
		fmt.Println(f, e, math.Mod(x, 0.3), math.Pow(x, 1.5), math.Hypot(x, 3), math.Float64bits(x), math.Signbit(x), math.Max(x, 1), math.Min(x, 1))
	}
	fmt.Println(math.FMA(1.1, 2.2, 3.3), math.MaxInt64, uint64(math.MaxUint64), math.Nextafter(1, 2))
	fmt.Println(bits.Len(255), bits.LeadingZeros32(1), bits.TrailingZeros64(8), bits.OnesCount(0xff), bits.Reverse8(1), bits.ReverseBytes32(0x01020304), bits.RotateLeft8(0x81, 1), bits.RotateLeft32(1, -1))
	fmt.Println(bits.TrailingZeros8(0), bits.TrailingZeros16(0), bits.Len8(0), bits.LeadingZeros16(3))
	fmt.Println(bits.Add64(math.MaxUint64, 1, 0))
	fmt.Println(bits.Mul64(math.MaxUint64, math.MaxUint64))
	fmt.Println(bits.Div64(1, 0, 3))
	fmt.Println(bits.Sub32(1, 2, 0))
	func() {
		defer func() { fmt.Println(recover()) }()
		bits.Div64(1, 0, 0)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		bits.Div64(3, 0, 2)
	}()
	a, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	b := big.NewInt(987654321)
	fmt.Println(new(big.Int).Mul(a, b), new(big.Int).Exp(b, big.NewInt(20), a), new(big.Int).Sqrt(a), a.Cmp(b), new(big.Int).GCD(nil, nil, a, b))
	q, r := new(big.Int).QuoRem(a, b, new(big.Int))
	fmt.Println(q, r, b.ProbablyPrime(10), a.Text(36))
	fmt.Println(big.NewRat(3, 6), new(big.Float).SetPrec(100).Quo(big.NewFloat(1), big.NewFloat(3)))
	fmt.Println(cmplx.Sqrt(-1), cmplx.Exp(1i*math.Pi), cmplx.Abs(3+4i))
	rng := rand.New(rand.NewSource(42))
	fmt.Println(rng.Intn(100), rng.Float64(), rng.Perm(5), rng.Int63(), rng.NormFloat64())
	pcg := randv2.New(randv2.NewPCG(1, 2))
	fmt.Println(pcg.IntN(1000), pcg.Uint64(), pcg.Perm(4), pcg.Float64())
	cc := randv2.New(randv2.NewChaCha8([32]byte{1, 2, 3}))
	for range 40 {
		cc.Uint64()
	}
	fmt.Println(cc.Uint64(), cc.Int32N(10))
	if n := rand.Intn(10); n < 0 || n >= 10 {
		fmt.Println("out of range")
	}
	if n := randv2.N(int64(5)); n < 0 || n >= 5 {
		fmt.Println("out of range")
	}
}
