package vm

import (
	"math"
	"math/bits"
	"runtime"
)

// Intrinsics of math and math/bits. The machine is an amd64: those functions that gc
// compiles to instructions there, or has in assembly, have the results of
// that code. The host's function is taken where its result is exact, and so the
// same everywhere, and for the rest if the host is an amd64 too; elsewhere
// the portable source runs in the machine (without fused multiply-add, as
// amd64 has it).

func f64(w uint64) float64 { return math.Float64frombits(w) }

func float1(f func(float64) float64) Intrinsic {
	return func(m *Machine, g *G, w []uint64) trap {
		w[0] = math.Float64bits(f(f64(w[0])))
		return trapNone
	}
}

func float2(f func(x, y float64) float64) Intrinsic {
	return func(m *Machine, g *G, w []uint64) trap {
		w[0] = math.Float64bits(f(f64(w[0]), f64(w[1])))
		return trapNone
	}
}

func bits1(f func(uint64) uint64) Intrinsic {
	return func(m *Machine, g *G, w []uint64) trap {
		w[0] = f(w[0])
		return trapNone
	}
}

// bits3 is an intrinsic from three words to two.
func bits3(f func(x, y, z uint64) (uint64, uint64)) Intrinsic {
	return func(m *Machine, g *G, w []uint64) trap {
		w[0], w[1] = f(w[0], w[1], w[2])
		return trapNone
	}
}

// div64 panics as bits.Div64 does.
func div64(m *Machine, g *G, w []uint64) trap {
	hi, lo, y := w[0], w[1], w[2]
	switch {
	case y == 0:
		return m.callRuntime(g, "panicdivide")
	case y <= hi:
		return m.callRuntime(g, "panicoverflow")
	}
	w[0], w[1] = bits.Div64(hi, lo, y)
	return trapNone
}

func init() {
	same := bits1(func(x uint64) uint64 { return x })
	register(map[string]Intrinsic{
		"math.Float64bits":     same,
		"math.Float64frombits": same,
		"math.Float32bits":     same,
		"math.Float32frombits": same,

		"math.Sqrt":  float1(math.Sqrt),
		"math.sqrt":  float1(math.Sqrt),
		"math.Floor": float1(math.Floor),
		"math.Ceil":  float1(math.Ceil),
		"math.Trunc": float1(math.Trunc),
		"math.Abs":   float1(math.Abs),
		"math.Max":   float2(math.Max),
		"math.Min":   float2(math.Min),
		"math.Mod":   float2(math.Mod),
		"math.FMA": func(m *Machine, g *G, w []uint64) trap {
			w[0] = math.Float64bits(math.FMA(f64(w[0]), f64(w[1]), f64(w[2])))
			return trapNone
		},
		"math.archMax":   float2(math.Max),
		"math.archMin":   float2(math.Min),
		"math.archExp":   float1(math.Exp),
		"math.archFloor": float1(math.Floor),
		"math.archCeil":  float1(math.Ceil),
		"math.archTrunc": float1(math.Trunc),
		"math.archHypot": float2(math.Hypot),
		"math.archLog":   float1(math.Log),
	})
	if runtime.GOARCH == "amd64" {
		register(map[string]Intrinsic{
			"math.Exp":   float1(math.Exp),
			"math.Log":   float1(math.Log),
			"math.Pow":   float2(math.Pow),
			"math.Sin":   float1(math.Sin),
			"math.Cos":   float1(math.Cos),
			"math.Tan":   float1(math.Tan),
			"math.Hypot": float2(math.Hypot),
		})
	}
	registerBits("", bits.UintSize, func(x uint64, k int) uint64 { return bits.RotateLeft64(x, k) })
	registerBits("64", 64, bits.RotateLeft64)
	registerBits("32", 32, func(x uint64, k int) uint64 { return uint64(bits.RotateLeft32(uint32(x), k)) })
	registerBits("16", 16, func(x uint64, k int) uint64 { return uint64(bits.RotateLeft16(uint16(x), k)) })
	registerBits("8", 8, func(x uint64, k int) uint64 { return uint64(bits.RotateLeft8(uint8(x), k)) })
	for _, s := range []string{"", "64"} {
		register(map[string]Intrinsic{
			"math/bits.Add" + s: bits3(bits.Add64),
			"math/bits.Sub" + s: bits3(bits.Sub64),
			"math/bits.Mul" + s: func(m *Machine, g *G, w []uint64) trap {
				w[0], w[1] = bits.Mul64(w[0], w[1])
				return trapNone
			},
			"math/bits.Div" + s: div64,
		})
	}
}

// registerBits registers the functions of math/bits for integers of size
// bits. Arguments are zero-extended, so that most work on 64 bits.
func registerBits(suffix string, size int, rotate func(uint64, int) uint64) {
	pad := uint64(1) << (size - 1) << 1 // the bit above, none for 64
	register(map[string]Intrinsic{
		"math/bits.Len" + suffix:           bits1(func(x uint64) uint64 { return uint64(bits.Len64(x)) }),
		"math/bits.LeadingZeros" + suffix:  bits1(func(x uint64) uint64 { return uint64(size - bits.Len64(x)) }),
		"math/bits.TrailingZeros" + suffix: bits1(func(x uint64) uint64 { return uint64(bits.TrailingZeros64(x | pad)) }),
		"math/bits.OnesCount" + suffix:     bits1(func(x uint64) uint64 { return uint64(bits.OnesCount64(x)) }),
		"math/bits.Reverse" + suffix:       bits1(func(x uint64) uint64 { return bits.Reverse64(x) >> (64 - size) }),
		"math/bits.RotateLeft" + suffix: func(m *Machine, g *G, w []uint64) trap {
			w[0] = rotate(w[0], int(int64(w[1])))
			return trapNone
		},
	})
	if size > 8 {
		register(map[string]Intrinsic{
			"math/bits.ReverseBytes" + suffix: bits1(func(x uint64) uint64 { return bits.ReverseBytes64(x) >> (64 - size) }),
		})
	}
}
