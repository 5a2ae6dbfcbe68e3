package vm

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding"
	"encoding/binary"
	"hash"
	"math/bits"
)

// Intrinsics for the inner loops of cryptography, which gc has in assembly:
// without them nearly all that a TLS handshake executes are additions with
// carry. They compute what the portable source in their place computes, on
// memory that is already allocated.

// operand is guest memory of n bytes that an intrinsic reads, and writes if
// write is set. If t is not trapNone the intrinsic must return it.
func (m *Machine) operand(g *G, p Addr, n uint64, write bool) (t trap) {
	switch {
	case !m.valid(p, n) || write && p < rodataEnd:
		return m.callRuntime(g, "panicmem")
	case m.hook(g, p, n, write):
		return trapPark
	}
	return trapNone
}

// limbs copies words of the guest.
func (m *Machine) limbs(p Addr, to []uint64) {
	for i := range to {
		to[i] = m.load64(p + 8*Addr(i))
	}
}

func (m *Machine) setLimbs(p Addr, from []uint64) {
	for i, v := range from {
		m.store64(p+8*Addr(i), v)
	}
}

// addMul is func addMulVVW(z, x []uint, y uint) (carry uint): z += x*y. w has
// the addresses of z and x and y, n is the length of z.
func (m *Machine) addMul(g *G, w []uint64, z, x Addr, n, y uint64) trap {
	if n == 0 {
		w[0] = 0
		return trapNone
	}
	if t := m.operand(g, x, 8*n, false); t != trapNone {
		return t
	}
	if t := m.operand(g, z, 8*n, true); t != trapNone {
		return t
	}
	m.steps += int64(n)
	carry := uint64(0)
	for i := range n {
		at := z + 8*i
		hi, lo := bits.Mul64(m.load64(x+8*i), y)
		lo, c := bits.Add64(lo, m.load64(at), 0)
		hi += c
		lo, c = bits.Add64(lo, carry, 0)
		carry = hi + c
		m.store64(at, lo)
	}
	w[0] = carry
	return trapNone
}

// addMulSlices is addMulVVW, addMulArrays its variants for numbers of so many
// bits.
func addMulSlices(m *Machine, g *G, w []uint64) trap {
	if z, x := w[1], w[4]; x < z {
		return m.callRuntime(g, "panicIndex", z-1, x)
	}
	return m.addMul(g, w, w[0], w[3], w[1], w[6])
}

func addMulArrays(size uint64) Intrinsic {
	return func(m *Machine, g *G, w []uint64) trap { return m.addMul(g, w, w[0], w[1], size/64, w[2]) }
}

// A field25519 is a number modulo 2^255-19 in five digits of 51 bits, which
// may be a little larger than that.
type field25519 [5]uint64

// mul is the product, its digits a little larger than 51 bits.
func (a *field25519) mul(b *field25519) (v field25519) {
	const low = 1<<51 - 1
	var carries field25519
	for i := range v {
		var hi, lo uint64
		for j := range a {
			x, k := a[j], i-j
			if k < 0 {
				x, k = 19*x, k+5
			}
			h, l := bits.Mul64(x, b[k])
			var c uint64
			lo, c = bits.Add64(lo, l, 0)
			hi += h + c
		}
		v[i], carries[i] = lo&low, hi<<13|lo>>51
	}
	fold := func(i int) uint64 {
		if i == 0 {
			return 19 * carries[4]
		}
		return carries[i-1]
	}
	var next field25519
	for i := range v {
		x := v[i] + fold(i)
		v[i], next[i] = x&low, x>>51
	}
	carries = next
	for i := range v {
		v[i] += fold(i)
	}
	return v
}

// product is an intrinsic func(v, x, y) of numbers of so many limbs, or with
// square func(v, x): multiply works on their limbs and leaves the result in a.
func product(limbs int, square bool, multiply func(m *Machine, a, b []uint64)) Intrinsic {
	size := 8 * uint64(limbs)
	return func(m *Machine, g *G, w []uint64) trap {
		x, y := w[1], w[1]
		if !square {
			y = w[2]
		}
		for _, p := range [...]Addr{x, y} {
			if t := m.operand(g, p, size, false); t != trapNone {
				return t
			}
		}
		if t := m.operand(g, w[0], size, true); t != trapNone {
			return t
		}
		var a, b [maxLimbs]uint64
		m.limbs(x, a[:limbs])
		m.limbs(y, b[:limbs])
		multiply(m, a[:limbs], b[:limbs])
		m.setLimbs(w[0], a[:limbs])
		return trapNone
	}
}

// fieldProduct is func feMul(v, x, y *Element), or with square feSquare(v, x).
func fieldProduct(square bool) Intrinsic {
	return product(len(field25519{}), square, func(_ *Machine, a, b []uint64) {
		x, y := field25519(a), field25519(b)
		x = x.mul(&y)
		copy(a, x[:])
	})
}

// A prime is the modulus of a curve of NIST; negInverse is -1/p modulo 2^64.
type prime struct {
	limbs      []uint64
	negInverse uint64
}

func newPrime(limbs ...uint64) *prime {
	p := &prime{limbs: limbs}
	inverse := uint64(1)
	for range 6 { // each time with twice as many bits
		inverse *= 2 - limbs[0]*inverse
	}
	p.negInverse = -inverse
	return p
}

const maxLimbs = 9

// montgomery is a*b/R modulo p in a, where R is 2^64 to the number of limbs.
func (p *prime) montgomery(a, b []uint64) {
	n := len(p.limbs)
	var t [maxLimbs + 2]uint64
	for _, x := range b {
		multiplyAdd(t[:n+2], a, x)
		multiplyAdd(t[:n+2], p.limbs, t[0]*p.negInverse)
		copy(t[:], t[1:n+2])
		t[n+1] = 0
	}
	var less [maxLimbs]uint64
	borrow := uint64(0)
	for i, v := range p.limbs {
		less[i], borrow = bits.Sub64(t[i], v, borrow)
	}
	if borrow > t[n] {
		copy(a, t[:n])
	} else {
		copy(a, less[:n])
	}
}

// multiplyAdd is t += a*x; t has two limbs more than a.
func multiplyAdd(t, a []uint64, x uint64) {
	carry := uint64(0)
	for i, v := range a {
		hi, lo := bits.Mul64(v, x)
		lo, c := bits.Add64(lo, t[i], 0)
		hi += c
		lo, c = bits.Add64(lo, carry, 0)
		t[i], carry = lo, hi+c
	}
	var c uint64
	t[len(a)], c = bits.Add64(t[len(a)], carry, 0)
	t[len(a)+1] += c
}

// montgomeryProduct is func p256Mul(out, x, y *element) and the like, or with
// square p256Square(out, x).
func montgomeryProduct(p *prime, square bool) Intrinsic {
	n := len(p.limbs)
	return product(n, square, func(m *Machine, a, b []uint64) {
		p.montgomery(a, b)
		m.steps += int64(n * n)
	})
}

// quarterRound is func quarterRound(a, b, c, d uint32) of ChaCha20.
func quarterRound(m *Machine, g *G, w []uint64) trap {
	a, b, c, d := uint32(w[0]), uint32(w[1]), uint32(w[2]), uint32(w[3])
	for _, r := range [...][2]int{{16, 12}, {8, 7}} {
		a += b
		d = bits.RotateLeft32(d^a, r[0])
		c += d
		b = bits.RotateLeft32(b^c, r[1])
	}
	w[0], w[1], w[2], w[3] = uint64(a), uint64(b), uint64(c), uint64(d)
	return trapNone
}

// hashBlocks is func block(d *digest, p []byte) of a hash: d begins with its
// state, p is some whole blocks. The host's implementation does the work; its
// state goes in and out in the form that it is stored in: magic, state in big
// endian, a block, a length.
func hashBlocks(make func() hash.Hash, magic string, words, wordSize, blockSize int) Intrinsic {
	size := uint64(words * wordSize)
	return func(m *Machine, g *G, w []uint64) trap {
		d, p, n := w[0], w[1], w[2]
		if t := m.operand(g, d, size, true); t != trapNone {
			return t
		}
		if n == 0 {
			return trapNone
		}
		if t := m.operand(g, p, n, false); t != trapNone {
			return t
		}
		m.steps += int64(n)
		state := append([]byte(magic), m.bytes(d, size)...)
		swapBytes(state[len(magic):], wordSize)
		state = append(state, zeros[:blockSize+8]...)
		h := make()
		if err := h.(encoding.BinaryUnmarshaler).UnmarshalBinary(state); err != nil {
			panic("vm: the state of a hash: " + err.Error())
		}
		h.Write(m.bytes(p, n))
		state, err := h.(encoding.BinaryAppender).AppendBinary(state[:0])
		if err != nil {
			panic("vm: the state of a hash: " + err.Error())
		}
		words := state[len(magic):][:size]
		swapBytes(words, wordSize)
		m.write(d, words)
		return trapNone
	}
}

var zeros [256]byte

// swapBytes changes the byte order of words.
func swapBytes(b []byte, wordSize int) {
	for ; len(b) > 0; b = b[wordSize:] {
		if wordSize == 8 {
			binary.BigEndian.PutUint64(b, binary.LittleEndian.Uint64(b))
		} else {
			binary.BigEndian.PutUint32(b, binary.LittleEndian.Uint32(b))
		}
	}
}

func init() {
	const (
		bigmod = "crypto/internal/fips140/bigmod."
		field  = "crypto/internal/fips140/edwards25519/field."
		fiat   = "crypto/internal/fips140/nistec/fiat."
		ones   = 1<<64 - 1
		upper  = (1<<32 - 1) << 32
	)
	register(map[string]Intrinsic{
		bigmod + "addMulVVW":     addMulSlices,
		bigmod + "addMulVVW1024": addMulArrays(1024),
		bigmod + "addMulVVW1536": addMulArrays(1536),
		bigmod + "addMulVVW2048": addMulArrays(2048),

		field + "feMul":    fieldProduct(false),
		field + "feSquare": fieldProduct(true),

		"vendor/golang.org/x/crypto/chacha20.quarterRound": quarterRound,
		"golang.org/x/crypto/chacha20.quarterRound":        quarterRound,

		"crypto/md5.block":                     hashBlocks(md5.New, "md5\x01", 4, 4, md5.BlockSize),
		"crypto/sha1.block":                    hashBlocks(sha1.New, "sha\x01", 5, 4, sha1.BlockSize),
		"crypto/internal/fips140/sha256.block": hashBlocks(sha256.New, "sha\x03", 8, 4, sha256.BlockSize),
		"crypto/internal/fips140/sha512.block": hashBlocks(sha512.New, "sha\x07", 8, 8, sha512.BlockSize),
	})
	for name, p := range map[string]*prime{
		"p224": newPrime(1, upper, ones, 1<<32-1),
		"p256": newPrime(ones, 1<<32-1, 0, upper+1),
		"p384": newPrime(1<<32-1, upper, ones-1, ones, ones, ones),
		"p521": newPrime(ones, ones, ones, ones, ones, ones, ones, ones, 1<<9-1),
	} {
		register(map[string]Intrinsic{
			fiat + name + "Mul":    montgomeryProduct(p, false),
			fiat + name + "Square": montgomeryProduct(p, true),
		})
	}
}
