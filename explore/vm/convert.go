package vm

// Conversions between numbers and complex arithmetic, as gc's code for amd64
// does them. A float out of range of the integer type it is converted to gives
// what the processor's instruction gives.

import (
	"math"
	"unsafe"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// convertNumber converts the number b to a; code is a compile.ConvCode.
func convertNumber(code int64, a, b *uint64, fp unsafe.Pointer, in *compile.Instr) {
	from, to := compile.NumKind(code>>8), compile.NumKind(code&0xff)
	switch {
	case from >= compile.Complex64:
		convertComplex(from, to, fp, in)
	case from >= compile.Float32:
		f := math.Float64frombits(*b)
		if from == compile.Float32 {
			f = float64(math.Float32frombits(uint32(*b)))
		}
		*a = fromFloat(f, to)
	default:
		*a = fromInt(*b, from, to)
	}
}

// fromInt converts a canonical integer.
func fromInt(x uint64, from, to compile.NumKind) uint64 {
	switch to {
	case compile.Float32:
		if from == compile.Uint64 {
			return uint64(math.Float32bits(float32(x)))
		}
		return uint64(math.Float32bits(float32(int64(x))))
	case compile.Float64:
		if from == compile.Uint64 {
			return math.Float64bits(float64(x))
		}
		return math.Float64bits(float64(int64(x)))
	}
	return truncate(x, to)
}

// truncate brings an integer into the form of kind to.
func truncate(x uint64, to compile.NumKind) uint64 {
	switch to {
	case compile.Int8:
		return uint64(int8(x))
	case compile.Int16:
		return uint64(int16(x))
	case compile.Int32:
		return uint64(int32(x))
	case compile.Uint8:
		return uint64(uint8(x))
	case compile.Uint16:
		return uint64(uint16(x))
	case compile.Uint32:
		return uint64(uint32(x))
	}
	return x
}

// fromFloat converts a float.
func fromFloat(f float64, to compile.NumKind) uint64 {
	switch to {
	case compile.Float32:
		return uint64(math.Float32bits(float32(f)))
	case compile.Float64:
		return math.Float64bits(f)
	case compile.Uint64:
		return floatToUint64(f)
	case compile.Uint32, compile.Int64:
		return truncate(floatToInt64(f), to)
	}
	// The other kinds go through a 32-bit integer.
	return truncate(floatToInt32(f), to)
}

// floatToInt64 is CVTTSD2SQ.
func floatToInt64(f float64) uint64 {
	if f >= -1<<63 && f < 1<<63 {
		return uint64(int64(f))
	}
	return 1 << 63
}

// floatToInt32 is CVTTSD2SL.
func floatToInt32(f float64) uint64 {
	if f > -1<<31-1 && f < 1<<31 {
		return uint64(int64(f))
	}
	return uint64(math.MaxUint64 - 1<<31 + 1)
}

// floatToUint64 is the sequence gc emits: below 1<<63 as signed, else the
// difference with the top bit put back.
func floatToUint64(f float64) uint64 {
	if f < 1<<63 {
		return floatToInt64(f)
	}
	return floatToInt64(f-1<<63) ^ 1<<63
}

func readComplex(fp unsafe.Pointer, i uint16, small bool) complex128 {
	w := *reg(fp, i)
	if small {
		return complex(float64(math.Float32frombits(uint32(w))), float64(math.Float32frombits(uint32(w>>32))))
	}
	return complex(math.Float64frombits(w), math.Float64frombits(*reg(fp, i+1)))
}

func writeComplex(fp unsafe.Pointer, i uint16, small bool, c complex128) {
	if small {
		*reg(fp, i) = uint64(math.Float32bits(float32(real(c)))) | uint64(math.Float32bits(float32(imag(c))))<<32
		return
	}
	*reg(fp, i), *reg(fp, i+1) = math.Float64bits(real(c)), math.Float64bits(imag(c))
}

func convertComplex(from, to compile.NumKind, fp unsafe.Pointer, in *compile.Instr) {
	writeComplex(fp, in.A, to == compile.Complex64, readComplex(fp, in.B, from == compile.Complex64))
}

// complexOp executes an operation on complex numbers.
func complexOp(in *compile.Instr, fp unsafe.Pointer) {
	small := in.Imm&compile.Complex64Bit != 0
	x, y := readComplex(fp, in.B, small), readComplex(fp, in.C, small)
	switch in.Imm &^ compile.Complex64Bit {
	case compile.ComplexAdd:
		writeComplex(fp, in.A, small, x+y)
	case compile.ComplexSub:
		writeComplex(fp, in.A, small, x-y)
	case compile.ComplexMul:
		// gc multiplies and divides complex64 as complex128.
		writeComplex(fp, in.A, small, x*y)
	case compile.ComplexDiv:
		writeComplex(fp, in.A, small, x/y)
	case compile.ComplexNeg:
		writeComplex(fp, in.A, small, -x)
	case compile.ComplexEq:
		*reg(fp, in.A) = bit(x == y)
	case compile.ComplexNe:
		*reg(fp, in.A) = bit(x != y)
	}
}
