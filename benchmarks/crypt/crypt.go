// Package crypt enciphers and deciphers a text in parallel, each goroutine a part
// of its own: "Crypt" of [P16], after the Java Grande benchmark.
//
// Tests are named by goroutines and blocks. The error is in parts that overlap: a
// data race.
package crypt

import (
	"math/bits"
	"sync"
)

// A Block is what is enciphered at a time.
type Block uint64

const (
	rounds = 4
	delta  = 0x9e3779b97f4a7c15
)

func encipher(b, key Block) Block {
	for i := range rounds {
		b = Block(bits.RotateLeft64(uint64(b^key), 13+i)) + delta
	}
	return b
}

func decipher(b, key Block) Block {
	for i := rounds - 1; i >= 0; i-- {
		b = Block(bits.RotateLeft64(uint64(b-delta), -13-i)) ^ key
	}
	return b
}

// each applies f to the blocks of a text, with some goroutines. The parts have
// overlap blocks in common with the next.
func each(text []Block, goroutines, overlap int, f func(b, key Block) Block, key Block) {
	var wg sync.WaitGroup
	part := (len(text) + goroutines - 1) / goroutines
	for from := 0; from < len(text); from += part {
		mine := text[from:min(from+part+overlap, len(text))]
		wg.Go(func() {
			for i, b := range mine {
				mine[i] = f(b, key)
			}
		})
	}
	wg.Wait()
}
