package vm

// Calls by reflection. reflect.Value.Call passes the addresses of arguments and
// results; a function made by reflect.MakeFunc is called like any other. Between
// the two ways of passing stand stubs: code made by hand for a function type.

import (
	"go/types"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

type stubKey struct {
	typ  Addr
	kind stubKind
	// callee is the function that a stubMake calls.
	callee int32
}

type stubKind uint8

const (
	stubCall   stubKind = iota // calls a function
	stubMethod                 // calls a method: with a word for the receiver
	stubMake                   // is the code of functions by MakeFunc
)

func init() {
	register(map[string]Intrinsic{
		// callStub(t *abi.Type, receiver bool) func(...)
		"reflect.callStub": func(m *Machine, _ *G, w []uint64) trap {
			return m.stub(w, stubKey{typ: w[0], kind: stubCall + stubKind(w[1]&1)})
		},
		// makeFuncCode(t *abi.Type, callee func(...)) uintptr
		"reflect.makeFuncCode": func(m *Machine, _ *G, w []uint64) trap {
			callee, _, _ := pcFunc(m.load64(w[1]))
			t := m.stub(w, stubKey{w[0], stubMake, callee})
			w[0] = m.load64(w[0])
			return t
		},
		"reflect.callArguments":     callArguments,
		"reflect.callResults":       callResults,
		"reflect.makeFuncArguments": makeFuncArguments,
		"reflect.makeFuncResults":   makeFuncResults,
	})
}

// stub puts the function value of a stub into w[0].
func (m *Machine) stub(w []uint64, key stubKey) trap {
	if a, ok := m.types.stubs[key]; ok {
		w[0] = a
		return trapNone
	}
	t := m.static(w, func(p *Program) uint64 { return p.stub(key) })
	if m.types.stubs == nil {
		m.types.stubs = map[stubKey]Addr{}
	}
	m.types.stubs[key] = w[0]
	return t
}

// stub returns the function value of a stub (locked).
func (p *Program) stub(key stubKey) Addr {
	a, ok := p.types.stubs[key]
	if !ok {
		t := p.typeInfo(key.typ)
		if key.kind == stubMake {
			a = linker{p}.AddFunc(p.makeFuncStub(t, key.callee))
		} else {
			a = linker{p}.AddFunc(p.callStub(t, key.kind == stubMethod))
		}
		p.types.stubs[key] = a
	}
	return a
}

// intrinsicID is the number of an intrinsic that only stubs use.
func intrinsicID(name string) int64 {
	numberIntrinsics()
	id, ok := intrinsicIDs[name]
	if !ok {
		panic("vm: no intrinsic " + name)
	}
	return int64(id)
}

// A stubFrame collects the words of a stub's frame.
type stubFrame struct {
	pointers []bool
}

func (f *stubFrame) add(pointers ...bool) { f.pointers = append(f.pointers, pointers...) }

func (f *stubFrame) value(t *typeInfo) {
	for w := range t.words() {
		f.add(t.pointerAt(w))
	}
}

func (f *stubFrame) bits() []uint64 {
	b := make([]uint64, (len(f.pointers)+63)/64)
	for i, p := range f.pointers {
		if p {
			b[i/64] |= 1 << (i % 64)
		}
	}
	return b
}

// pointerAt reports whether word w of a value may hold a pointer.
func (t *typeInfo) pointerAt(w int) bool {
	if t.conservative || t.huge() {
		return true
	}
	return w/64 < len(t.ptrmask) && t.ptrmask[w/64]>>(w%64)&1 != 0
}

// tupleWords is the number of words of the values of a tuple (locked).
func (p *Program) tupleWords(t *types.Tuple) (n int) {
	for i := range t.Len() {
		n += p.typeInfoOf(t.At(i).Type()).words()
	}
	return n
}

// The frame of a stub that calls.
const (
	callFn = iota // function value
	callReceiver
	callArgs    // address of the array of addresses of the arguments
	callRets    // the same for the results
	callType    // descriptor of the function
	callMethods // 1 if the receiver is passed
	callWords
)

// callStub makes the code of reflect's
//
//	func(fn, rcvr unsafe.Pointer, args, results *unsafe.Pointer)
func (p *Program) callStub(t *typeInfo, method bool) *compile.Func {
	sig := t.under.(*types.Signature)
	var f stubFrame
	f.add(true, true, true, true, false, false)
	out := max(p.tupleWords(sig.Params())+int(bit(method)), p.tupleWords(sig.Results()))
	return &compile.Func{
		Name: "reflect.call", Words: callWords, Out: out, Params: 4, Clear: 4,
		Hidden: true, Recover: -1, Pointers: f.bits(),
		Code: []compile.Instr{
			{Op: compile.OpMovI, A: callType, Imm: int64(t.addr)},
			{Op: compile.OpMovI, A: callMethods, Imm: int64(bit(method))},
			{Op: compile.OpIntrinsic, Imm: intrinsicID("reflect.callArguments")},
			{Op: compile.OpCallC, A: callFn, C: callWords},
			{Op: compile.OpIntrinsic, Imm: intrinsicID("reflect.callResults")},
			{Op: compile.OpRet, C: 1},
		},
	}
}

// callArguments loads the arguments into the outgoing area.
func callArguments(m *Machine, g *G, w []uint64) trap {
	in := m.typeInfo(w[callType]).under.(*types.Signature).Params()
	out := w[callWords:]
	if w[callMethods] != 0 {
		out[0] = w[callReceiver]
		out = out[1:]
	}
	for i, t := range m.tuple(in) {
		if t.size == 0 {
			continue
		}
		p := m.load64(w[callArgs] + uint64(i)*8)
		if !m.valid(p, t.size) {
			return m.callRuntime(g, "panicmem")
		}
		if m.hookRead(g, p, t.size) {
			return trapPark
		}
		m.loadValue(t, p, out)
		out = out[t.words():]
	}
	return trapNone
}

// callResults stores the results that stand in the outgoing area.
func callResults(m *Machine, _ *G, w []uint64) trap {
	results := m.typeInfo(w[callType]).under.(*types.Signature).Results()
	out := w[callWords:]
	for i, t := range m.tuple(results) {
		m.storeWords(t.addr, m.load64(w[callRets]+uint64(i)*8), out)
		out = out[t.words():]
	}
	return trapNone
}

// tuple returns what is known about the types of a tuple.
func (m *Machine) tuple(t *types.Tuple) []*typeInfo {
	list := make([]*typeInfo, t.Len())
	m.prog.mu.Lock()
	for i := range list {
		list[i] = m.prog.typeInfoOf(t.At(i).Type())
	}
	m.prog.mu.Unlock()
	return list
}

// loadValue reads a value from memory into words, with zeroes behind it.
func (m *Machine) loadValue(t *typeInfo, a Addr, w []uint64) {
	if t.size == 0 {
		return
	}
	if !t.scalar && !t.huge() {
		w[t.words()-1] = 0
	}
	m.loadWords(t.addr, a, w)
}

// makeFuncStub makes the code of the functions of type t that reflect.MakeFunc
// returns. The closure is reflect's makeFuncImpl.
func (p *Program) makeFuncStub(t *typeInfo, callee int32) *compile.Func {
	sig := t.under.(*types.Signature)
	var f stubFrame
	for i := range sig.Params().Len() {
		f.value(p.typeInfoOf(sig.Params().At(i).Type()))
	}
	params := len(f.pointers)
	f.add(true) // the closure
	results := p.tupleWords(sig.Results())
	for len(f.pointers) < results {
		f.add(false)
	}
	own := len(f.pointers)
	f.add(false, true, true)
	words := len(f.pointers)
	return &compile.Func{
		Name: "reflect.makeFuncStub", Words: words, Out: 3,
		Params: params, Clear: params, Results: results,
		Closure: true, Hidden: true, Recover: -1, Pointers: f.bits(),
		Code: []compile.Instr{
			{Op: compile.OpMovI, A: uint16(own), Imm: int64(t.addr)},
			{Op: compile.OpIntrinsic, Imm: intrinsicID("reflect.makeFuncArguments")},
			{Op: compile.OpCall, C: uint16(words), Imm: int64(callee)},
			{Op: compile.OpIntrinsic, Imm: intrinsicID("reflect.makeFuncResults")},
			{Op: compile.OpRet, C: 1},
		},
	}
}

// makeFuncArguments copies the arguments to memory, allocates the results, and
// sets the arguments of callReflect(ctxt, args, results).
func makeFuncArguments(m *Machine, g *G, w []uint64) trap {
	f := g.frames[len(g.frames)-1].fn
	own := f.Words - 3
	sig := m.typeInfo(w[own]).under.(*types.Signature)
	pointers := m.pointerType()
	in, out := m.tuple(sig.Params()), m.tuple(sig.Results())
	args, t := m.alloc(g, pointers, uint64(len(in)))
	if t != trapNone {
		return t
	}
	rest := w
	for i, typ := range in {
		p, t := m.alloc(g, typ.addr, 1)
		if t != trapNone {
			return t
		}
		m.storeWords(typ.addr, p, rest)
		rest = rest[typ.words():]
		m.store64(args+uint64(i)*8, p)
	}
	results, t := m.alloc(g, pointers, uint64(len(out)))
	if t != trapNone {
		return t
	}
	for i, typ := range out {
		p, t := m.alloc(g, typ.addr, 1)
		if t != trapNone {
			return t
		}
		m.store64(results+uint64(i)*8, p)
	}
	w[own+1], w[own+2] = args, results
	w[f.Words], w[f.Words+1], w[f.Words+2] = w[f.Params], args, results
	return trapNone
}

// makeFuncResults loads the results.
func makeFuncResults(m *Machine, g *G, w []uint64) trap {
	own := g.frames[len(g.frames)-1].fn.Words - 3
	results := w[own+2]
	rest := w
	for i, typ := range m.tuple(m.typeInfo(w[own]).under.(*types.Signature).Results()) {
		m.loadValue(typ, m.load64(results+uint64(i)*8), rest)
		rest = rest[typ.words():]
	}
	return trapNone
}

// pointerType is the descriptor of unsafe.Pointer.
func (m *Machine) pointerType() Addr {
	var w [1]uint64
	m.static(w[:], func(p *Program) uint64 { return p.typeAddr(types.Typ[types.UnsafePointer]) })
	return w[0]
}
