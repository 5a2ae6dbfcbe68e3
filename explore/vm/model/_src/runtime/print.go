// What gc prints for values (runtime/print.go) and for uncaught panics
// (printpanicval in runtime/error.go).

//mazurka:replace
package runtime

import (
	"internal/abi"
	"internal/strconv"
)

// formatPanic is what gc prints behind "panic: " for an uncaught panic with
// the value v. Errors and Stringers are asked for their text, as gc does
// before it prints anything. If such a method panics, that is fatal.
func formatPanic(v any) string {
	defer func() {
		const what = "panic while printing panic value"
		switch r := recover().(type) {
		case nil:
		case string:
			throw(what + ": " + r)
		default:
			throw(what + ": type " + typeString(efaceOf(&r)._type))
		}
	}()
	switch x := v.(type) {
	case error:
		return indented(x.Error())
	case interface{ String() string }:
		return indented(x.String())
	}
	return string(appendPanicValue(nil, v))
}

func appendPanicValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "nil"...)
	case bool:
		return appendBool(b, v)
	case int:
		return appendInt(b, int64(v))
	case int8:
		return appendInt(b, int64(v))
	case int16:
		return appendInt(b, int64(v))
	case int32:
		return appendInt(b, int64(v))
	case int64:
		return appendInt(b, v)
	case uint:
		return appendUint(b, uint64(v))
	case uint8:
		return appendUint(b, uint64(v))
	case uint16:
		return appendUint(b, uint64(v))
	case uint32:
		return appendUint(b, uint64(v))
	case uint64:
		return appendUint(b, v)
	case uintptr:
		return appendUint(b, uint64(v))
	case float32:
		return appendFloat32(b, v)
	case float64:
		return appendFloat(b, v)
	case complex64:
		return strconv.AppendComplex(b, complex128(v), 'g', -1, 64)
	case complex128:
		return appendComplex(b, v)
	case string:
		return append(b, indented(v)...)
	}
	return appendCustom(b, v)
}

// appendCustom appends a value of a named or composite type: main.T(5), or
// (main.T) 0xaddress for what has no short form.
func appendCustom(b []byte, v any) []byte {
	e := efaceOf(&v)
	t, p := e._type, e.data
	name := typeString(t)
	switch t.Kind() {
	case abi.String:
		return append(append(append(append(b, name...), `("`...), indented(*(*string)(p))...), `")`...)
	case abi.Complex64:
		return strconv.AppendComplex(append(b, name...), complex128(*(*complex64)(p)), 'g', -1, 64)
	case abi.Complex128:
		return appendComplex(append(b, name...), *(*complex128)(p))
	}
	out := append(append(b, name...), '(')
	switch t.Kind() {
	case abi.Bool:
		out = appendBool(out, *(*bool)(p))
	case abi.Int:
		out = appendInt(out, int64(*(*int)(p)))
	case abi.Int8:
		out = appendInt(out, int64(*(*int8)(p)))
	case abi.Int16:
		out = appendInt(out, int64(*(*int16)(p)))
	case abi.Int32:
		out = appendInt(out, int64(*(*int32)(p)))
	case abi.Int64:
		out = appendInt(out, *(*int64)(p))
	case abi.Uint:
		out = appendUint(out, uint64(*(*uint)(p)))
	case abi.Uint8:
		out = appendUint(out, uint64(*(*uint8)(p)))
	case abi.Uint16:
		out = appendUint(out, uint64(*(*uint16)(p)))
	case abi.Uint32:
		out = appendUint(out, uint64(*(*uint32)(p)))
	case abi.Uint64:
		out = appendUint(out, *(*uint64)(p))
	case abi.Uintptr:
		out = appendUint(out, uint64(*(*uintptr)(p)))
	case abi.Float32:
		out = appendFloat32(out, *(*float32)(p))
	case abi.Float64:
		out = appendFloat(out, *(*float64)(p))
	default:
		b = append(append(append(b, '('), name...), ") "...)
		return appendHex(b, uint64(uintptr(p)))
	}
	return append(out, ')')
}

// indented puts a tab behind every newline, so that a trace stays readable
// whatever the text is.
func indented(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' {
			b = append(append(b, s[:i+1]...), '\t')
			s, i = s[i+1:], -1
		}
	}
	if b == nil {
		return s
	}
	return string(append(b, s...))
}

func appendBool(b []byte, v bool) []byte {
	if v {
		return append(b, "true"...)
	}
	return append(b, "false"...)
}

func appendInt(b []byte, v int64) []byte {
	if v < 0 {
		return appendUint(append(b, '-'), -uint64(v))
	}
	return appendUint(b, uint64(v))
}

func appendUint(b []byte, v uint64) []byte {
	var buf [20]byte
	i := len(buf)
	for {
		i--
		buf[i] = byte('0' + v%10)
		v /= 10
		if v == 0 {
			return append(b, buf[i:]...)
		}
	}
}

func appendHex(b []byte, v uint64) []byte {
	var buf [16]byte
	i := len(buf)
	for {
		i--
		buf[i] = "0123456789abcdef"[v%16]
		v /= 16
		if v == 0 {
			return append(append(b, "0x"...), buf[i:]...)
		}
	}
}

func appendComplex(b []byte, c complex128) []byte {
	return strconv.AppendComplex(b, c, 'g', -1, 128)
}

// appendFloat appends the shortest text that reads back as v.
func appendFloat(b []byte, v float64) []byte {
	return strconv.AppendFloat(b, v, 'g', -1, 64)
}

func appendFloat32(b []byte, v float32) []byte {
	return strconv.AppendFloat(b, float64(v), 'g', -1, 32)
}
