// Seeded generators of math/rand and math/rand/v2.
package main

import (
	"fmt"
	"math/rand"
	v2 "math/rand/v2"
)

func main() {
	r := rand.New(rand.NewSource(1))
	fmt.Println(r.Int(), r.Intn(100), r.Int63(), r.Int31n(10), r.Uint32(), r.Float64(), r.Float32(), r.NormFloat64(), r.ExpFloat64())
	fmt.Println(r.Perm(8))
	s := []int{1, 2, 3, 4, 5}
	r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
	fmt.Println(s)
	b := make([]byte, 5)
	r.Read(b)
	fmt.Println(b)
	r.Seed(42)
	fmt.Println(r.Intn(1000), r.Intn(1000))
	z := rand.NewZipf(r, 1.5, 2, 100)
	fmt.Println(z.Uint64(), z.Uint64())
	p := v2.New(v2.NewPCG(1, 2))
	fmt.Println(p.Int(), p.IntN(100), p.Uint64(), p.Float64(), p.Perm(5), p.Int32N(7), p.UintN(9), p.NormFloat64())
	c := v2.New(v2.NewChaCha8([32]byte{1, 2, 3}))
	for range 40 {
		c.Uint64()
	}
	fmt.Println(c.Uint64(), c.IntN(1000), c.Float32(), c.ExpFloat64())
	src := v2.NewPCG(7, 8)
	data, err := src.MarshalBinary()
	fmt.Println(len(data), err, src.Uint64())
	var restored v2.PCG
	fmt.Println(restored.UnmarshalBinary(data), restored.Uint64())
	n := v2.IntN(10)
	m := rand.Intn(10)
	fmt.Println(n >= 0 && n < 10, m >= 0 && m < 10, v2.N(int64(5)) < 5)
	func() {
		defer func() { fmt.Println(recover()) }()
		r.Intn(0)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		p.IntN(-1)
	}()
}
