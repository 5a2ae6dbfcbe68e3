package vm

import (
	"strings"
	"unicode/utf8"
)

// Intrinsics over bytes: the functions of internal/bytealg that gc has in
// assembly, and functions of strings, bytes and unicode/utf8 that are pure and
// hot. The host's own versions do the work on the arena's bytes; each counts
// steps in proportion to the bytes it looks at.

// view is guest memory for reading. If it is not addressable, a nil
// dereference is raised: t is then not trapNone.
func (m *Machine) view(g *G, p Addr, n uint64) (b []byte, t trap) {
	if n == 0 {
		return nil, trapNone
	}
	if !m.valid(p, n) {
		return nil, m.callRuntime(g, "panicmem")
	}
	m.steps += int64(n >> 4)
	return m.bytes(p, n), trapNone
}

// A header says what stands in argument words: a string (immutable) or a
// []byte, reading which may race with a write.
type header int

const (
	stringHeader header = 2 // words
	bytesHeader  header = 3
)

// viewArg is view of the string or []byte whose words begin at w[0]; reading
// a []byte is noticed by the race detector.
func (m *Machine) viewArg(g *G, w []uint64, h header) (b []byte, t trap) {
	b, t = m.view(g, w[0], w[1])
	if t == trapNone && h == bytesHeader && m.hook(g, w[0], w[1], false) {
		return nil, trapPark
	}
	return b, t
}

// on1 is an intrinsic of a function of one string or []byte.
func on1(h header, f func(string) uint64) Intrinsic {
	return func(m *Machine, g *G, w []uint64) trap {
		s, t := m.viewArg(g, w, h)
		if t == trapNone {
			w[0] = f(viewString(s))
		}
		return t
	}
}

// on2 is an intrinsic of a function of two strings or []bytes.
func on2(h header, f func(a, b string) uint64) Intrinsic {
	return func(m *Machine, g *G, w []uint64) trap {
		a, t := m.viewArg(g, w, h)
		if t != trapNone {
			return t
		}
		b, t := m.viewArg(g, w[h:], h)
		if t == trapNone {
			w[0] = f(viewString(a), viewString(b))
		}
		return t
	}
}

// onByte is an intrinsic of a function of a string or []byte and a byte.
func onByte(h header, f func(s string, c byte) uint64) Intrinsic {
	return func(m *Machine, g *G, w []uint64) trap {
		s, t := m.viewArg(g, w, h)
		if t == trapNone {
			w[0] = f(viewString(s), byte(w[h]))
		}
		return t
	}
}

// intWord is a signed result.
func intWord(n int) uint64 { return uint64(int64(n)) }

func init() {
	index := func(s, sep string) uint64 { return intWord(strings.Index(s, sep)) }
	lastIndex := func(s, sep string) uint64 { return intWord(strings.LastIndex(s, sep)) }
	indexByte := func(s string, c byte) uint64 { return intWord(strings.IndexByte(s, c)) }
	lastIndexByte := func(s string, c byte) uint64 { return intWord(strings.LastIndexByte(s, c)) }
	compare := func(a, b string) uint64 { return intWord(strings.Compare(a, b)) }
	count := func(s, sep string) uint64 { return intWord(strings.Count(s, sep)) }
	countByte := func(s string, c byte) uint64 { return intWord(strings.Count(s, string([]byte{c}))) }
	equal := func(a, b string) uint64 { return boolWord(a == b) }
	runes := func(s string) uint64 { return intWord(utf8.RuneCountInString(s)) }
	valid := func(s string) uint64 { return boolWord(utf8.ValidString(s)) }
	register(map[string]Intrinsic{
		"internal/bytealg.Compare":             on2(bytesHeader, compare),
		"internal/bytealg.CompareString":       on2(stringHeader, compare),
		"internal/bytealg.Count":               onByte(bytesHeader, countByte),
		"internal/bytealg.CountString":         onByte(stringHeader, countByte),
		"internal/bytealg.Equal":               on2(bytesHeader, equal),
		"internal/bytealg.Index":               on2(bytesHeader, index),
		"internal/bytealg.IndexString":         on2(stringHeader, index),
		"internal/bytealg.IndexByte":           onByte(bytesHeader, indexByte),
		"internal/bytealg.IndexByteString":     onByte(stringHeader, indexByte),
		"internal/bytealg.LastIndexByte":       onByte(bytesHeader, lastIndexByte),
		"internal/bytealg.LastIndexByteString": onByte(stringHeader, lastIndexByte),
		"internal/bytealg.MakeNoZero":          makeNoZero,

		"strings.Compare":       on2(stringHeader, compare),
		"strings.Count":         on2(stringHeader, count),
		"strings.Index":         on2(stringHeader, index),
		"strings.LastIndex":     on2(stringHeader, lastIndex),
		"strings.IndexByte":     onByte(stringHeader, indexByte),
		"strings.LastIndexByte": onByte(stringHeader, lastIndexByte),
		"bytes.Compare":         on2(bytesHeader, compare),
		"bytes.Count":           on2(bytesHeader, count),
		"bytes.Equal":           on2(bytesHeader, equal),
		"bytes.Index":           on2(bytesHeader, index),
		"bytes.LastIndex":       on2(bytesHeader, lastIndex),
		"bytes.IndexByte":       onByte(bytesHeader, indexByte),
		"bytes.LastIndexByte":   onByte(bytesHeader, lastIndexByte),

		"unicode/utf8.RuneCount":              on1(bytesHeader, runes),
		"unicode/utf8.RuneCountInString":      on1(stringHeader, runes),
		"unicode/utf8.Valid":                  on1(bytesHeader, valid),
		"unicode/utf8.ValidString":            on1(stringHeader, valid),
		"unicode/utf8.DecodeRune":             decodeRune(bytesHeader, utf8.DecodeRune),
		"unicode/utf8.DecodeRuneInString":     decodeRune(stringHeader, utf8.DecodeRune),
		"unicode/utf8.DecodeLastRune":         decodeRune(bytesHeader, utf8.DecodeLastRune),
		"unicode/utf8.DecodeLastRuneInString": decodeRune(stringHeader, utf8.DecodeLastRune),
		"unicode/utf8.RuneLen":                func(m *Machine, g *G, w []uint64) trap { w[0] = intWord(utf8.RuneLen(rune(w[0]))); return trapNone },
		"unicode/utf8.ValidRune":              func(m *Machine, g *G, w []uint64) trap { w[0] = boolWord(utf8.ValidRune(rune(w[0]))); return trapNone },
	})
}

// decodeRune is an intrinsic of a function that looks at one end of a string
// or []byte.
func decodeRune(h header, f func([]byte) (rune, int)) Intrinsic {
	return func(m *Machine, g *G, w []uint64) trap {
		p, n := w[0], w[1]
		if n > 0 && !m.valid(p, n) {
			return m.callRuntime(g, "panicmem")
		}
		r, size := f(m.bytes(p, n))
		if h == bytesHeader && m.hook(g, p, min(n, uint64(size)), false) {
			return trapPark
		}
		w[0], w[1] = uint64(int64(r)), uint64(size)
		return trapNone
	}
}

// makeNoZero allocates bytes. gc rounds the capacity up to a size class,
// which strings.Builder and bytes.Buffer hand through to the user.
func makeNoZero(m *Machine, g *G, w []uint64) trap {
	n := w[0]
	if n > 1<<47 {
		return m.callRuntime(g, "panicmakeslicelen")
	}
	size := roundupSize(n)
	p, t := m.newBytes(g, size)
	if t == trapNone {
		m.mallocs++
		w[0], w[1], w[2] = p, n, size
	}
	return t
}

// sizeClasses are gc's sizes of small objects (runtime/sizeclasses.go).
var sizeClasses = [...]uint16{8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256,
	288, 320, 352, 384, 416, 448, 480, 512, 576, 640, 704, 768, 896, 1024, 1152, 1280, 1408, 1536, 1792, 2048,
	2304, 2688, 3072, 3200, 3456, 4096, 4864, 5376, 6144, 6528, 6784, 6912, 8192, 9472, 9728, 10240,
	10880, 12288, 13568, 14336, 16384, 18432, 19072, 20480, 21760, 24576, 27264, 28672, 32768}

// roundupSize is the size of the block that gc allocates for an object
// without pointers: what append and makeNoZero make capacities of.
func roundupSize(n uint64) uint64 {
	const maxSmall, page = 32768 - 8, 8192
	if n > maxSmall {
		return (n + page - 1) &^ (page - 1)
	}
	if n == 0 {
		return 0
	}
	lo, hi := 0, len(sizeClasses)
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); uint64(sizeClasses[mid]) < n {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return uint64(sizeClasses[lo])
}
