// The functions that the machine calls where compiled code calls the
// runtime's: each panics with the value gc panics with (runtime/panic.go,
// iface.go, slice.go, chan.go, unsafe.go).

//mazurka:replace
package runtime

import "internal/abi"

func panicIndex(x int, y int)        { panic(boundsError{int64(x), y, true, abi.BoundsIndex}) }
func panicIndexU(x uint, y int)      { panic(boundsError{int64(x), y, false, abi.BoundsIndex}) }
func panicSliceAlen(x int, y int)    { panic(boundsError{int64(x), y, true, abi.BoundsSliceAlen}) }
func panicSliceAlenU(x uint, y int)  { panic(boundsError{int64(x), y, false, abi.BoundsSliceAlen}) }
func panicSliceAcap(x int, y int)    { panic(boundsError{int64(x), y, true, abi.BoundsSliceAcap}) }
func panicSliceAcapU(x uint, y int)  { panic(boundsError{int64(x), y, false, abi.BoundsSliceAcap}) }
func panicSliceB(x int, y int)       { panic(boundsError{int64(x), y, true, abi.BoundsSliceB}) }
func panicSliceBU(x uint, y int)     { panic(boundsError{int64(x), y, false, abi.BoundsSliceB}) }
func panicSlice3Alen(x int, y int)   { panic(boundsError{int64(x), y, true, abi.BoundsSlice3Alen}) }
func panicSlice3AlenU(x uint, y int) { panic(boundsError{int64(x), y, false, abi.BoundsSlice3Alen}) }
func panicSlice3Acap(x int, y int)   { panic(boundsError{int64(x), y, true, abi.BoundsSlice3Acap}) }
func panicSlice3AcapU(x uint, y int) { panic(boundsError{int64(x), y, false, abi.BoundsSlice3Acap}) }
func panicSlice3B(x int, y int)      { panic(boundsError{int64(x), y, true, abi.BoundsSlice3B}) }
func panicSlice3BU(x uint, y int)    { panic(boundsError{int64(x), y, false, abi.BoundsSlice3B}) }
func panicSlice3C(x int, y int)      { panic(boundsError{int64(x), y, true, abi.BoundsSlice3C}) }
func panicSlice3CU(x uint, y int)    { panic(boundsError{int64(x), y, false, abi.BoundsSlice3C}) }
func panicSliceConvert(x int, y int) { panic(boundsError{int64(x), y, true, abi.BoundsConvert}) }

func panicshift()        { panic(error(errorString("negative shift amount"))) }
func panicdivide()       { panic(error(errorString("integer divide by zero"))) }
func panicoverflow()     { panic(error(errorString("integer overflow"))) }
func panicmakeslicelen() { panic(errorString("makeslice: len out of range")) }
func panicmakeslicecap() { panic(errorString("makeslice: cap out of range")) }
func panicgrowslice()    { panic(errorString("growslice: len out of range")) }
func panicnewarray()     { panic(plainError("runtime: allocation size out of range")) }
func panicmakechansize() { panic(plainError("makechan: size out of range")) }
func panicnilmapwrite()  { panic(plainError("assignment to entry in nil map")) }
func panicclosenil()     { panic(plainError("close of nil channel")) }
func panicclosed()       { panic(plainError("close of closed channel")) }
func panicsendclosed()   { panic(plainError("send on closed channel")) }
func panicnil()          { panic(new(PanicNilError)) }
func panicmem()          { panic(error(errorString("invalid memory address or nil pointer dereference"))) }
func panicmemAddr(addr uintptr) {
	panic(errorAddressString{"invalid memory address or nil pointer dereference", addr})
}

func panicunsafeslicelen()     { panic(errorString("unsafe.Slice: len out of range")) }
func panicunsafeslicenilptr()  { panic(errorString("unsafe.Slice: ptr is nil and len is not zero")) }
func panicunsafestringlen()    { panic(errorString("unsafe.String: len out of range")) }
func panicunsafestringnilptr() { panic(errorString("unsafe.String: ptr is nil and len is not zero")) }

func panicunhashable(t *_type) {
	panic(error(errorString("hash of unhashable type " + typeString(t))))
}

func panicuncomparable(t *_type) {
	panic(error(errorString("comparing uncomparable type " + typeString(t))))
}

// panicdottypeE: the assertion x.(want) failed for x of the interface type
// iface with the dynamic type have (nil for a nil interface).
func panicdottypeE(have, want, iface *_type) {
	panic(&TypeAssertionError{iface, have, want, ""})
}

// panicdottypeI is panicdottypeE with have given by its itab.
func panicdottypeI(have *itab, want, iface *_type) {
	var t *_type
	if have != nil {
		t = have.Type
	}
	panicdottypeE(t, want, iface)
}

// panicnildottype: a nil interface was asserted to be of the interface type want.
func panicnildottype(want *_type) {
	panic(&TypeAssertionError{nil, nil, want, ""})
}

// panicassertI: have lacks a method of the interface type iface.
func panicassertI(have, iface *_type) {
	panic(&TypeAssertionError{nil, have, iface, missingMethod(iface, have)})
}

// missingMethod is the first method of the interface type inter that t lacks.
func missingMethod(inter, t *_type) string

// panicwrap: the value method was called through a nil pointer.
func panicwrap(pkg, typ, meth string) {
	panic(plainError("value method " + pkg + "." + typ + "." + meth + " called using nil *" + typ + " pointer"))
}

// panicrangestate: the body of a range-over-func loop was called although
// the loop is over (abi.RF_* states).
func panicrangestate(state int) {
	switch abi.RF_State(state) {
	case abi.RF_DONE:
		panic(errorString("range function continued iteration after function for loop body returned false"))
	case abi.RF_PANIC:
		panic(errorString("range function continued iteration after loop body panic"))
	case abi.RF_EXHAUSTED:
		panic(errorString("range function continued iteration after whole loop exit"))
	case abi.RF_MISSING_PANIC:
		panic(errorString("range function recovered a loop body panic and did not resume panicking"))
	}
	throw("unexpected state set by loop body")
}

// throw ends the program with "fatal error: " + s; no defer runs.
func throw(s string)

// fatal is throw for errors of the program rather than of the runtime.
func fatal(s string) { throw(s) }

// Goexit ends the calling goroutine after its deferred calls.
func Goexit()
