package crypt

import (
	"slices"
	"testing"
)

func crypt(t *testing.T, goroutines, blocks, overlap int) {
	const key = 0x0123456789abcdef
	plain := make([]Block, blocks)
	for i := range plain {
		plain[i] = Block(i)
	}
	text := slices.Clone(plain)
	each(text, goroutines, overlap, encipher, key)
	if slices.Equal(text, plain) {
		t.Error("nothing is enciphered")
	}
	each(text, goroutines, overlap, decipher, key)
	if !slices.Equal(text, plain) {
		t.Errorf("deciphered: %x", text)
	}
}

func Test2x8(t *testing.T)  { crypt(t, 2, 8, 0) }
func Test4x16(t *testing.T) { crypt(t, 4, 16, 0) }
func Test8x32(t *testing.T) { crypt(t, 8, 32, 0) }

func TestOverlap2x2(t *testing.T) { crypt(t, 2, 2, 1) }
func TestOverlap3x3(t *testing.T) { crypt(t, 3, 3, 1) }
