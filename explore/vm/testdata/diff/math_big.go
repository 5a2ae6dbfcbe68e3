// Package math/big.
package main

import (
	"fmt"
	"math/big"
)

func main() {
	a := new(big.Int)
	a.SetString("123456789012345678901234567890", 10)
	b := big.NewInt(987654321)
	fmt.Println(new(big.Int).Add(a, b), new(big.Int).Mul(a, a), new(big.Int).Sub(b, a))
	q, r := new(big.Int).QuoRem(a, b, new(big.Int))
	fmt.Println(q, r, a.Cmp(b), a.Sign(), a.BitLen())
	f := big.NewInt(1)
	for i := int64(2); i <= 50; i++ {
		f.Mul(f, big.NewInt(i))
	}
	fmt.Println(f)
	fmt.Println(new(big.Int).Exp(big.NewInt(3), big.NewInt(200), nil))
	fmt.Println(new(big.Int).Exp(big.NewInt(3), big.NewInt(200), big.NewInt(1000007)))
	fmt.Println(new(big.Int).GCD(nil, nil, big.NewInt(48), big.NewInt(36)), new(big.Int).ModInverse(big.NewInt(3), big.NewInt(11)), big.NewInt(97).ProbablyPrime(5))
	fmt.Printf("%x %b %d %s %v\n", b, big.NewInt(10), a, b, new(big.Int).Neg(b))
	fmt.Println(new(big.Int).Lsh(big.NewInt(1), 100), new(big.Int).Rsh(a, 50), new(big.Int).Sqrt(a))
	x, y := big.NewRat(1, 3), big.NewRat(1, 6)
	fmt.Println(new(big.Rat).Add(x, y), new(big.Rat).Mul(x, y), x.Cmp(y), x.FloatString(5))
	p := new(big.Float).SetPrec(100).SetInt64(2)
	fmt.Println(new(big.Float).SetPrec(100).Sqrt(p).Text('g', 25), p)
	_, ok := new(big.Int).SetString("12z", 10)
	fmt.Println(ok)
	func() {
		defer func() { fmt.Println(recover()) }()
		new(big.Int).Div(a, big.NewInt(0))
	}()
}
