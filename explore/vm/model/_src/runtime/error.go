// Package runtime is modelled because the machine is the runtime: memory,
// goroutines, channels and maps are its own. What remains is what programs
// see of it: error values with gc's exact texts, the functions that the
// machine calls when a program goes wrong, and the exported interface.
//
// The texts are those of gc's runtime/error.go and runtime/panic.go.
//
//mazurka:replace
package runtime

import (
	"internal/abi"
	"unsafe"
)

// An Error is a run-time error; it is what the machine panics with.
type Error interface {
	error
	RuntimeError()
}

type (
	_type         = abi.Type
	interfacetype = abi.InterfaceType
	itab          = abi.ITab
)

type eface struct {
	_type *_type
	data  unsafe.Pointer
}

func efaceOf(v *any) *eface { return (*eface)(unsafe.Pointer(v)) }

// nameAt is the name at an offset: in the machine offsets are addresses.
func nameAt(off abi.NameOff) abi.Name {
	return abi.Name{Bytes: (*byte)(unsafe.Pointer(uintptr(off)))}
}

func typeString(t *_type) string {
	s := nameAt(t.Str).Name()
	if t.TFlag&abi.TFlagExtraStar != 0 {
		return s[1:]
	}
	return s
}

func typePkgPath(t *_type) string {
	if u := t.Uncommon(); u != nil && u.PkgPath != 0 {
		return nameAt(u.PkgPath).Name()
	}
	switch t.Kind() {
	case abi.Struct:
		if p := (*abi.StructType)(unsafe.Pointer(t)).PkgPath; p.Bytes != nil {
			return p.Name()
		}
	case abi.Interface:
		if p := (*interfacetype)(unsafe.Pointer(t)).PkgPath; p.Bytes != nil {
			return p.Name()
		}
	}
	return ""
}

// A TypeAssertionError explains a failed type assertion.
type TypeAssertionError struct {
	_interface    *_type
	concrete      *_type
	asserted      *_type
	missingMethod string
}

func (*TypeAssertionError) RuntimeError() {}

func (e *TypeAssertionError) Error() string {
	inter := "interface"
	if e._interface != nil {
		inter = typeString(e._interface)
	}
	as := typeString(e.asserted)
	if e.concrete == nil {
		return "interface conversion: " + inter + " is nil, not " + as
	}
	cs := typeString(e.concrete)
	if e.missingMethod != "" {
		return "interface conversion: " + cs + " is not " + as +
			": missing method " + e.missingMethod
	}
	msg := "interface conversion: " + inter + " is " + cs + ", not " + as
	if cs == as {
		if typePkgPath(e.concrete) != typePkgPath(e.asserted) {
			msg += " (types from different packages)"
		} else {
			msg += " (types from different scopes)"
		}
	}
	return msg
}

// An errorString is a run-time error with a fixed text.
type errorString string

func (e errorString) RuntimeError() {}
func (e errorString) Error() string { return "runtime error: " + string(e) }

// An errorAddressString is a run-time error at an address.
type errorAddressString struct {
	msg  string
	addr uintptr
}

func (e errorAddressString) RuntimeError() {}
func (e errorAddressString) Error() string { return "runtime error: " + e.msg }
func (e errorAddressString) Addr() uintptr { return e.addr }

// A plainError is a run-time error without the prefix.
type plainError string

func (e plainError) RuntimeError() {}
func (e plainError) Error() string { return string(e) }

// A PanicNilError is what panic(nil) panics with.
type PanicNilError struct {
	_ [0]*PanicNilError // unlike any other struct
}

func (*PanicNilError) Error() string { return "panic called with nil argument" }
func (*PanicNilError) RuntimeError() {}

// A boundsError is an index or slice expression out of range. x is the
// offending operand, unsigned unless signed is set, y what it was compared with.
type boundsError struct {
	x      int64
	y      int
	signed bool
	code   abi.BoundsErrorCode
}

func (e boundsError) RuntimeError() {}

// boundsTexts are the texts by code; %x and %y stand for the operands.
var boundsTexts = [...]string{
	abi.BoundsIndex:      "index out of range [%x] with length %y",
	abi.BoundsSliceAlen:  "slice bounds out of range [:%x] with length %y",
	abi.BoundsSliceAcap:  "slice bounds out of range [:%x] with capacity %y",
	abi.BoundsSliceB:     "slice bounds out of range [%x:%y]",
	abi.BoundsSlice3Alen: "slice bounds out of range [::%x] with length %y",
	abi.BoundsSlice3Acap: "slice bounds out of range [::%x] with capacity %y",
	abi.BoundsSlice3B:    "slice bounds out of range [:%x:%y]",
	abi.BoundsSlice3C:    "slice bounds out of range [%x:%y:]",
	abi.BoundsConvert:    "cannot convert slice with length %y to array or pointer to array with length %x",
}

// negativeTexts are the texts where x is negative.
var negativeTexts = [...]string{
	abi.BoundsIndex:      "index out of range [%x]",
	abi.BoundsSliceAlen:  "slice bounds out of range [:%x]",
	abi.BoundsSliceAcap:  "slice bounds out of range [:%x]",
	abi.BoundsSliceB:     "slice bounds out of range [%x:]",
	abi.BoundsSlice3Alen: "slice bounds out of range [::%x]",
	abi.BoundsSlice3Acap: "slice bounds out of range [::%x]",
	abi.BoundsSlice3B:    "slice bounds out of range [:%x:]",
	abi.BoundsSlice3C:    "slice bounds out of range [%x::]",
}

func (e boundsError) Error() string {
	text := boundsTexts[e.code]
	if e.signed && e.x < 0 {
		text = negativeTexts[e.code]
	}
	b := append(make([]byte, 0, 100), "runtime error: "...)
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			b = append(b, text[i])
			continue
		}
		i++
		switch {
		case text[i] == 'y':
			b = appendInt(b, int64(e.y))
		case e.signed:
			b = appendInt(b, e.x)
		default:
			b = appendUint(b, uint64(e.x))
		}
	}
	return string(b)
}
