package vm

import (
	"math/rand/v2"
	"testing"
)

func TestBitSet(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var s bitSet
	for round := range 5 {
		seen := map[uint64]bool{}
		spread := []uint64{1 << 10, 1 << 20, 1 << 40}[round%3]
		for range 5000 {
			n := rng.Uint64N(spread)
			if got := s.add(n); got == seen[n] {
				t.Fatalf("add(%d) = %v", n, got)
			}
			seen[n] = true
		}
		s.reset()
	}
}
