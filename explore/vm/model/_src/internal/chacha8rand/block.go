// Package chacha8rand is modelled in the one function that gc has in
// assembly.
//
//mazurka:patch
package chacha8rand

func block(seed *[4]uint64, blocks *[32]uint64, counter uint32) {
	block_generic(seed, blocks, counter)
}
