package vm

// Strings: concatenation, comparison, conversions, iteration, and the
// builtins print and println (runtime/string.go, print.go).

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"
	"unsafe"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// str is the string that stands in two words; ok is false if it is not in
// memory.
func (m *Machine) str(w []uint64) (b []byte, ok bool) {
	if w[1] != 0 && !m.valid(w[0], w[1]) {
		return nil, false
	}
	return m.bytes(w[0], w[1]), true
}

// newBytes allocates memory without pointers for n bytes.
func (m *Machine) newBytes(g *G, n uint64) (Addr, trap) {
	a, ok := m.allocRaw(m.regionOf(g), n, m.byteType())
	if !ok {
		return 0, m.stopWith(stopState{kind: stopLimit, limit: "memory"})
	}
	return a, trapNone
}

// concat concatenates strings. Like gc it returns the only one that is not
// empty as it is.
func (m *Machine) concat(g *G, dst, parts []uint64) trap {
	total, last, count := uint64(0), 0, 0
	for i := 0; i < len(parts); i += 2 {
		n := parts[i+1]
		if n == 0 {
			continue
		}
		if !m.valid(parts[i], n) {
			return m.callRuntime(g, "panicmem")
		}
		total += n
		last = i
		count++
	}
	switch count {
	case 0:
		dst[0], dst[1] = 0, 0
		return trapNone
	case 1:
		dst[0], dst[1] = parts[last], parts[last+1]
		return trapNone
	}
	m.steps += int64(total >> 4)
	p, t := m.newBytes(g, total)
	if t != trapNone {
		return t
	}
	m.malloc(total)
	out := hostBytes(m.ptr(p), total)
	for i := 0; i < len(parts); i += 2 {
		if n := parts[i+1]; n > 0 {
			out = out[copy(out, m.bytes(parts[i], n)):]
		}
	}
	dst[0], dst[1] = p, total
	return trapNone
}

func (m *Machine) compareStrings(g *G, op compile.Op, dst *uint64, x, y []uint64) trap {
	if op != compile.OpStrCmp && x[1] != y[1] {
		*dst = bit(op == compile.OpStrNe)
		return trapNone
	}
	a, ok1 := m.str(x)
	b, ok2 := m.str(y)
	if !ok1 || !ok2 {
		return m.callRuntime(g, "panicmem")
	}
	switch op {
	case compile.OpStrEq:
		*dst = bit(bytes.Equal(a, b))
	case compile.OpStrNe:
		*dst = bit(!bytes.Equal(a, b))
	default:
		*dst = uint64(int64(bytes.Compare(a, b)))
	}
	return trapNone
}

// convertString converts between strings and byte or rune slices.
func (m *Machine) convertString(g *G, in *compile.Instr, fp unsafe.Pointer) trap {
	x := regs(fp, in.B, 2)
	var out []byte
	toSlice := false
	runes := false
	switch in.Imm {
	case compile.BytesToString, compile.RunesToString:
		size := x[1]
		if in.Imm == compile.RunesToString {
			size *= 4
		}
		if size == 0 {
			*reg(fp, in.A), *reg(fp, in.A+1) = 0, 0
			return trapNone
		}
		if !m.valid(x[0], size) {
			return m.callRuntime(g, "panicmem")
		}
		if m.hook(g, x[0], size, false) {
			return trapPark
		}
		out = m.bytes(x[0], size)
		if in.Imm == compile.RunesToString {
			out = encodeRunes(unsafe.Slice((*rune)(m.ptr(x[0])), x[1]))
		}
	case compile.StringToBytes, compile.StringToRunes:
		s, ok := m.str(x)
		if !ok {
			return m.callRuntime(g, "panicmem")
		}
		toSlice, out = true, s
		if in.Imm == compile.StringToRunes {
			runes = true
			out = decodeRunes(s)
		}
	case compile.RuneToString, compile.UintToString:
		r := rune(utf8.RuneError)
		if v := x[0]; v <= utf8.MaxRune {
			r = rune(v)
		}
		out = utf8.AppendRune(nil, r)
	}
	n := uint64(len(out))
	unit := uint64(1)
	if runes {
		unit = 4
	}
	k := n
	if toSlice {
		k = roundupSize(n) // gc's capacity
	}
	p, t := m.newBytes(g, k)
	if t != trapNone {
		return t
	}
	copy(hostBytes(m.ptr(p), n), out)
	*reg(fp, in.A), *reg(fp, in.A+1) = p, n/unit
	if toSlice {
		*reg(fp, in.A+2) = k / unit
	}
	return trapNone
}

func encodeRunes(rs []rune) []byte {
	var b []byte
	for _, r := range rs {
		b = utf8.AppendRune(b, r)
	}
	return b
}

// decodeRunes returns the runes of s as bytes in memory order.
func decodeRunes(s []byte) []byte {
	rs := make([]rune, 0, len(s))
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		rs = append(rs, r)
		s = s[n:]
	}
	if len(rs) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&rs[0])), 4*len(rs))
}

// nextRune advances an iteration over a string: the position is word C, the
// string word B.
func (m *Machine) nextRune(g *G, in *compile.Instr, fp unsafe.Pointer, next *compile.Instr) trap {
	pos := reg(fp, in.C)
	s, ok := m.str(regs(fp, in.B, 2))
	if !ok {
		return m.callRuntime(g, "panicmem")
	}
	i := *pos
	more := i < uint64(len(s))
	var r rune
	if more {
		var n int
		r, n = utf8.DecodeRune(s[i:])
		*pos = i + uint64(n)
	}
	*reg(fp, in.A) = bit(more)
	at := in.A + 1
	if next.A != 0 {
		*reg(fp, at) = i
		at++
	}
	if next.B != 0 {
		*reg(fp, at) = uint64(int64(r))
	}
	return trapNone
}

// minMax is the builtins min and max of two operands.
func (m *Machine) minMax(in *compile.Instr, fp unsafe.Pointer) trap {
	a, x, y := reg(fp, in.A), *reg(fp, in.B), *reg(fp, in.C)
	f, h := math.Float64frombits(x), math.Float64frombits(y)
	f32, h32 := math.Float32frombits(uint32(x)), math.Float32frombits(uint32(y))
	switch in.Imm {
	case compile.MinInt:
		*a = uint64(min(int64(x), int64(y)))
	case compile.MaxInt:
		*a = uint64(max(int64(x), int64(y)))
	case compile.MinUint:
		*a = min(x, y)
	case compile.MaxUint:
		*a = max(x, y)
	case compile.MinF64:
		*a = math.Float64bits(min(f, h))
	case compile.MaxF64:
		*a = math.Float64bits(max(f, h))
	case compile.MinF32:
		*a = uint64(math.Float32bits(min(f32, h32)))
	case compile.MaxF32:
		*a = uint64(math.Float32bits(max(f32, h32)))
	default:
		s, t := regs(fp, in.B, 2), regs(fp, in.C, 2)
		sb, _ := m.str(s)
		tb, _ := m.str(t)
		c := bytes.Compare(sb, tb)
		if in.Imm == compile.MaxString {
			c = -c
		}
		if c > 0 {
			s = t
		}
		*a, *reg(fp, in.A+1) = s[0], s[1]
	}
	return trapNone
}

// printValue is one operand of print or println.
func (m *Machine) printValue(g *G, code int64, w []uint64) trap {
	var b []byte
	hex := func(b []byte, x uint64) []byte { return strconv.AppendUint(append(b, "0x"...), x, 16) }
	f64 := func(b []byte, x uint64) []byte {
		return strconv.AppendFloat(b, math.Float64frombits(x), 'g', -1, 64)
	}
	f32 := func(b []byte, x uint32) []byte {
		return strconv.AppendFloat(b, float64(math.Float32frombits(x)), 'g', -1, 32)
	}
	switch code {
	case compile.PrintBool:
		b = strconv.AppendBool(b, w[0] != 0)
	case compile.PrintInt:
		b = strconv.AppendInt(b, int64(w[0]), 10)
	case compile.PrintUint:
		b = strconv.AppendUint(b, w[0], 10)
	case compile.PrintFloat:
		b = f64(b, w[0])
	case compile.PrintFloat32:
		b = f32(b, uint32(w[0]))
	case compile.PrintComplex:
		b = append(b, strconv.FormatComplex(complex(math.Float64frombits(w[0]), math.Float64frombits(w[1])), 'g', -1, 128)...)
	case compile.PrintComplex64:
		x := complex(math.Float32frombits(uint32(w[0])), math.Float32frombits(uint32(w[0]>>32)))
		b = append(b, strconv.FormatComplex(complex128(x), 'g', -1, 64)...)
	case compile.PrintString:
		s, ok := m.str(w)
		if !ok {
			return m.callRuntime(g, "panicmem")
		}
		b = s
	case compile.PrintPointer:
		b = hex(b, w[0])
	case compile.PrintSlice:
		b = append(b, '[')
		b = strconv.AppendUint(b, w[1], 10)
		b = append(b, '/')
		b = strconv.AppendUint(b, w[2], 10)
		b = hex(append(b, ']'), w[0])
	case compile.PrintEface, compile.PrintIface:
		b = hex(append(b, '('), w[0])
		b = append(hex(append(b, ','), w[1]), ')')
	case compile.PrintSpace:
		b = append(b, ' ')
	case compile.PrintNewline:
		b = append(b, '\n')
	}
	return m.print(b, true)
}
