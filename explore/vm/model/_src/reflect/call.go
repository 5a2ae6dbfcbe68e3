//mazurka:patch
package reflect

import (
	"internal/abi"
	"unsafe"
)

// A call passes the addresses of the arguments and of the results to a stub
// of the machine's, made for the function type: it moves the values between
// memory and the callee's frame.

// callStub returns the stub that calls functions of type t, with a receiver
// word in front of the arguments if there is one.
func callStub(t *abi.Type, receiver bool) func(fn, rcvr unsafe.Pointer, args, results *unsafe.Pointer)

// makeFuncCode returns the code of functions of type t that call callee.
func makeFuncCode(t *abi.Type, callee func(ctxt *makeFuncImpl, args, results *unsafe.Pointer)) uintptr

func (v Value) call(op string, in []Value) []Value {
	t := (*funcType)(unsafe.Pointer(v.typ()))
	var fn, rcvr unsafe.Pointer
	method := v.flag&flagMethod != 0
	switch {
	case method:
		_, t, fn = methodReceiver(op, v, int(v.flag)>>flagMethodShift)
		storeRcvr(v, unsafe.Pointer(&rcvr))
	case v.flag&flagIndir != 0:
		fn = *(*unsafe.Pointer)(v.ptr)
	default:
		fn = v.ptr
	}
	if fn == nil {
		panic("reflect.Value.Call: call of nil function")
	}
	in = callArgs(op, t, in)
	args := make([]unsafe.Pointer, len(in))
	for i, x := range in {
		x.mustBeExported()
		x = x.assignTo("reflect.Value.Call", t.In(i), nil)
		args[i] = x.address()
	}
	results := make([]unsafe.Pointer, t.NumOut())
	for i := range results {
		results[i] = unsafe_New(t.Out(i))
	}
	callStub(&t.Type, method)(fn, rcvr, unsafe.SliceData(args), unsafe.SliceData(results))
	if len(results) == 0 {
		return nil
	}
	ret := make([]Value, len(results))
	for i, p := range results {
		ret[i] = valueAt(t.Out(i), p)
	}
	return ret
}

// address is the address of a copy of v that nobody changes, or of v's own
// memory.
func (v Value) address() unsafe.Pointer {
	if v.flag&flagIndir != 0 {
		return v.ptr
	}
	p := new(unsafe.Pointer)
	*p = v.ptr
	return unsafe.Pointer(p)
}

// valueAt is the value of type t at p.
func valueAt(t *abi.Type, p unsafe.Pointer) Value {
	switch {
	case t.Size() == 0:
		return Zero(toRType(t))
	case t.IsDirectIface():
		return Value{t, *(*unsafe.Pointer)(p), flag(t.Kind())}
	}
	return Value{t, p, flagIndir | flag(t.Kind())}
}

// callArgs checks the arguments of a call and returns one for each parameter.
func callArgs(op string, t *funcType, in []Value) []Value {
	n := t.NumIn()
	spread := op == "CallSlice"
	variadic := t.IsVariadic()
	switch {
	case spread && !variadic:
		panic("reflect: CallSlice of non-variadic function")
	case spread && len(in) < n:
		panic("reflect: CallSlice with too few input arguments")
	case spread && len(in) > n:
		panic("reflect: CallSlice with too many input arguments")
	case !spread && variadic:
		n--
	}
	if !spread {
		if len(in) < n {
			panic("reflect: Call with too few input arguments")
		}
		if !variadic && len(in) > n {
			panic("reflect: Call with too many input arguments")
		}
	}
	for _, x := range in {
		if x.Kind() == Invalid {
			panic("reflect: " + op + " using zero Value argument")
		}
	}
	for i := range n {
		if have, want := in[i].Type(), toRType(t.In(i)); !have.AssignableTo(want) {
			panic("reflect: " + op + " using " + have.String() + " as type " + want.String())
		}
	}
	if spread || !variadic {
		return in
	}
	rest := MakeSlice(toRType(t.In(n)), len(in)-n, len(in)-n)
	elem := rest.Type().Elem()
	for i, x := range in[n:] {
		if have := x.Type(); !have.AssignableTo(elem) {
			panic("reflect: cannot use " + have.String() + " as type " + elem.String() + " in " + op)
		}
		rest.Index(i).Set(x)
	}
	return append(in[:n:n], rest)
}

func MakeFunc(typ Type, fn func(args []Value) (results []Value)) Value {
	if typ.Kind() != Func {
		panic("reflect: call of MakeFunc with non-Func type")
	}
	t := typ.common()
	impl := &makeFuncImpl{
		makeFuncCtxt: makeFuncCtxt{fn: makeFuncCode(t, callReflect)},
		ftyp:         (*funcType)(unsafe.Pointer(t)),
		fn:           fn,
	}
	return Value{t, unsafe.Pointer(impl), flag(Func)}
}

// callReflect is called by the code of a function that MakeFunc returned.
// args are the addresses of copies of its arguments, results those of its zero
// results.
func callReflect(ctxt *makeFuncImpl, args, results *unsafe.Pointer) {
	t := ctxt.ftyp
	n := t.NumIn()
	in := make([]Value, n)
	for i, p := range unsafe.Slice(args, n) {
		in[i] = valueAt(t.In(i), p)
	}
	out := ctxt.fn(in)
	if len(out) != t.NumOut() {
		panic("reflect: wrong return count from function created by MakeFunc")
	}
	for i, p := range unsafe.Slice(results, len(out)) {
		v := out[i]
		if v.typ() == nil {
			panic("reflect: function created by MakeFunc using " + funcName(ctxt.fn) +
				" returned zero Value")
		}
		if v.flag&flagRO != 0 {
			panic("reflect: function created by MakeFunc using " + funcName(ctxt.fn) +
				" returned value obtained from unexported field")
		}
		typ := t.Out(i)
		v = v.assignTo("reflect.MakeFunc", typ, nil)
		if typ.Size() > 0 {
			typedmemmove(typ, p, v.address())
		}
	}
}

// makeMethodValue makes the function value of a method value.
func makeMethodValue(op string, v Value) Value {
	if v.flag&flagMethod == 0 {
		panic("reflect: internal error: invalid use of makeMethodValue")
	}
	t := (*funcType)(unsafe.Pointer(v.Type().(*rtype)))
	// A method that cannot be called panics now.
	methodReceiver(op, v, int(v.flag)>>flagMethodShift)
	call := "Call"
	if t.IsVariadic() {
		call = "CallSlice"
	}
	f := MakeFunc(toRType(&t.Type), func(args []Value) []Value { return v.call(call, args) })
	f.flag |= v.flag & flagRO
	return f
}
