package analysis

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// facts are what one function does by itself, in order of its code, and what
// it contributes to the flow of functions and interfaces. They depend on
// nothing but its body and those of the functions it is nested in.
type facts struct {
	id     int32
	fn     *ssa.Function
	parent *facts // of a function literal
	found  bool   // the rest is set

	items   []item // those of a block by index
	flows   []flow
	params  []nodeID // 0 if neither function nor interface
	results []nodeID
	taken   []*cell      // whose address becomes a value
	hidden  []types.Type // pointers to them become unsafe pointers
	wild    []types.Type // unsafe pointers become pointers to them
	hides   []nodeID     // what functions without a body get
	merged  [][2]*cell   // one and the same memory
}

// An itemKind says what an item is.
type itemKind uint8

const (
	itemEffect  itemKind = iota // an access
	itemCall                    // a call of a known function
	itemDynamic                 // a call of what is in a node
	// itemSelf is an access of a primitive to the object that it is called
	// for. Where the function is called by name, its caller knows better what
	// object that is.
	itemSelf
)

// An item is an effect of one instruction.
type item struct {
	kind         itemKind
	deferred     bool
	effect       effectID
	method       methodID // of itemDynamic
	node         nodeID
	call         *call
	block, index int32
}

// A call is one of a known function.
type call struct {
	site   ssa.CallInstruction // nil if there is none
	callee *facts
	args   []argument // functions and interfaces only
	inner  bool       // without what it does to the object that it is called for
}

type argument struct {
	param   nodeID
	sources []nodeID
}

// flow says that what src may be dst may be.
type flow struct{ dst, src nodeID }

// one is the function that stands for all with the same code as fn.
func (u *Effects) one(fn *ssa.Function) *ssa.Function {
	key, ok := u.cfg.SameCode(fn)
	if !ok {
		return fn
	}
	if u.same[key] == nil {
		u.same[key] = fn
	}
	return u.same[key]
}

// of returns the facts about a function.
func (u *Effects) of(fn *ssa.Function) *facts {
	fn = u.one(fn)
	f := u.facts[fn]
	if f == nil {
		f = &facts{id: int32(len(u.byID)), fn: fn}
		u.facts[fn] = f
		u.byID = append(u.byID, f)
		if fn.Parent() != nil {
			f.parent = u.of(fn.Parent())
		}
		// The parameters are there before the body is.
		if recv := fn.Signature.Recv(); recv != nil {
			f.params = append(f.params, u.nodeFor(recv.Type(), f))
		}
		for p := range fn.Signature.Params().Variables() {
			f.params = append(f.params, u.nodeFor(p.Type(), f))
		}
		results := fn.Signature.Results()
		for i := range results.Len() {
			f.results = append(f.results, u.nodeFor(results.At(i).Type(), nil))
		}
	}
	return f
}

// nodeFor makes a node for values of a type, if they can be called. owner has
// it as a parameter.
func (u *Effects) nodeFor(t types.Type, owner *facts) nodeID {
	if !dispatches(t) {
		return 0
	}
	return u.newNode(node{owner: owner})
}

// dispatches reports whether values of the type can be called, or their
// methods be called without knowing which.
func dispatches(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Interface, *types.Signature:
		return true
	}
	return false
}

// find makes sure that the facts are there.
func (u *Effects) find(f *facts) {
	if f.found {
		return
	}
	f.found = true
	if f.fn.Pkg != nil {
		u.cfg.Build(f.fn.Pkg)
	}
	if f.fn.Blocks == nil {
		if target := u.cfg.Linkname(f.fn); target != nil && target != f.fn {
			u.forward(f, u.of(target))
			return
		}
		u.opaque(f)
		return
	}
	if modes := primitiveModes(f.fn); modes != 0 {
		u.self(f, modes)
	}
	x := extractor{u: u, f: f, in: f}
	for _, b := range f.fn.Blocks {
		clear(x.fresh)
		for i, instr := range b.Instrs {
			x.block, x.index = int32(b.Index), int32(i)
			x.instr(instr)
			x.takes(instr)
		}
	}
}

// forward makes f stand for another function with the same signature.
func (u *Effects) forward(f, target *facts) {
	c := &call{callee: target}
	for i, p := range f.params {
		if p != 0 && i < len(target.params) && target.params[i] != 0 {
			c.args = append(c.args, argument{target.params[i], []nodeID{p}})
			f.flows = append(f.flows, flow{target.params[i], p})
		}
	}
	for i, r := range f.results {
		if r != 0 && i < len(target.results) && target.results[i] != 0 {
			f.flows = append(f.flows, flow{r, target.results[i]})
		}
	}
	f.items = append(f.items, item{kind: itemCall, call: c})
}

// self adds what a primitive does to the object that it is called for.
func (u *Effects) self(f *facts, modes Modes) {
	x := u.derefCell(objectType(f.fn))
	for m := range numModes {
		if modes&(1<<m) != 0 {
			f.items = append(f.items, item{kind: itemSelf, effect: u.effect(x.class, m)})
		}
	}
}

// objectType is the type of the objects that a primitive is called for.
func objectType(primitive *ssa.Function) types.Type {
	v := primitive.Signature.Recv()
	if v == nil {
		v = primitive.Signature.Params().At(0)
	}
	return v.Type().Underlying().(*types.Pointer).Elem()
}

// An extractor finds the facts about one function.
type extractor struct {
	u            *Effects
	f            *facts // to add to
	in           *facts // of the function that the instructions are of
	block, index int32
	fresh        map[*ssa.Alloc]bool // objects that nobody knows yet
	cells        []*cell             // scratch
}

func (x *extractor) add(it item) {
	it.block, it.index = x.block, x.index
	x.f.items = append(x.f.items, it)
}

// touch adds accesses to a cell.
func (x *extractor) touch(c *cell, modes Modes, deferred bool) {
	for m := range numModes {
		if modes&(1<<m) != 0 {
			x.add(item{kind: itemEffect, effect: x.u.effect(c.class, m), deferred: deferred})
		}
	}
}

// access adds accesses to memory of type t.
func (x *extractor) access(t types.Type, c *cell, modes Modes, deferred bool) {
	x.cells = x.u.expand(t, c, x.cells[:0])
	for _, c := range x.cells {
		x.touch(c, modes, deferred)
	}
}

// flow adds what a value may be to a node.
func (x *extractor) flow(dst nodeID, v ssa.Value) {
	if dst == 0 || !dispatches(v.Type()) {
		return
	}
	for _, src := range x.sources(v, nil) {
		if src != dst {
			x.f.flows = append(x.f.flows, flow{dst, src})
		}
	}
}

// instr adds the facts of one instruction.
func (x *extractor) instr(instr ssa.Instruction) {
	u := x.u
	switch v := instr.(type) {
	case *ssa.Alloc:
		if v.Heap {
			if x.fresh == nil {
				x.fresh = map[*ssa.Alloc]bool{}
			}
			x.fresh[v] = true
		}
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL:
			x.memory(v.X, Read)
		case token.ARROW:
			x.touch(u.chanCell(v.X.Type()), Receive, false)
		}
	case *ssa.Store:
		x.memory(v.Addr, Write)
		if dispatches(v.Val.Type()) {
			x.flow(x.content(v.Addr), v.Val)
		}
	case *ssa.Send:
		c := u.chanCell(v.Chan.Type())
		x.touch(c, Send, false)
		x.flow(u.content(c), v.X)
	case *ssa.Select:
		x.choose(v)
	case *ssa.MapUpdate:
		c := u.mapCell(v.Map.Type())
		x.touch(c, Write, false)
		x.flow(u.content(c), v.Key)
		x.flow(u.content(c), v.Value)
	case *ssa.Lookup:
		if _, ok := v.X.Type().Underlying().(*types.Map); ok {
			x.touch(u.mapCell(v.X.Type()), Read, false)
		}
	case *ssa.Range:
		if _, ok := v.X.Type().Underlying().(*types.Map); ok {
			x.touch(u.mapCell(v.X.Type()), Read, false)
		}
	case *ssa.Next:
		if r, ok := v.Iter.(*ssa.Range); ok && !v.IsString {
			x.touch(u.mapCell(r.X.Type()), Read, false)
		}
	case *ssa.Return:
		for i, r := range v.Results {
			x.flow(x.f.results[i], r)
		}
	case *ssa.Panic:
		x.flow(u.panics, v.X)
		// Of a panic that nobody recovers, the value is printed.
		for _, src := range x.sources(v.X, nil) {
			for _, m := range u.printing {
				x.add(item{kind: itemDynamic, node: src, method: m})
			}
		}
	case *ssa.MakeClosure:
		x.closure(v)
	case *ssa.Convert:
		x.convert(v.X, v.Type())
	case *ssa.ChangeType:
		x.retype(v.X.Type(), v.Type())
	case *ssa.SliceToArrayPointer:
		x.f.taken = append(x.f.taken, u.elemCell(v.X.Type().Underlying().(*types.Slice).Elem()))
	case ssa.CallInstruction:
		_, deferred := v.(*ssa.Defer)
		x.call(v, deferred)
	}
}

// memory adds accesses through an address.
func (x *extractor) memory(addr ssa.Value, mode Modes) {
	if root := rootAlloc(addr); root != nil && (!root.Heap || x.fresh[root]) {
		return
	}
	t := pointee(addr)
	x.access(t, x.u.place(addr), mode, false)
}

func pointee(addr ssa.Value) types.Type { return addr.Type().Underlying().(*types.Pointer).Elem() }

// rootAlloc is the variable that the address is in, nil if it is found
// through a pointer.
func rootAlloc(addr ssa.Value) *ssa.Alloc {
	for {
		switch v := addr.(type) {
		case *ssa.Alloc:
			return v
		case *ssa.FieldAddr:
			addr = v.X
		case *ssa.IndexAddr:
			if _, ok := v.X.Type().Underlying().(*types.Pointer); !ok {
				return nil
			}
			addr = v.X
		default:
			return nil
		}
	}
}

// place is the cell of the memory at an address, as far as that is no struct.
func (u *Effects) place(addr ssa.Value) *cell {
	switch v := addr.(type) {
	case *ssa.Alloc:
		return u.varCell(v)
	case *ssa.Global:
		return u.globalCell(v)
	case *ssa.FreeVar:
		if b := u.binding(v); b != nil {
			return u.place(b)
		}
	case *ssa.FieldAddr:
		return u.fieldCell(pointee(v.X), v.Field)
	case *ssa.IndexAddr:
		if _, ok := v.X.Type().Underlying().(*types.Pointer); ok {
			return u.place(v.X)
		}
		return u.elemCell(v.X.Type().Underlying().(*types.Slice).Elem())
	}
	return u.pointedTo(pointee(addr))
}

// pointedTo is the cell of memory of a type that is found through a pointer.
func (u *Effects) pointedTo(t types.Type) *cell {
	if _, ok := t.Underlying().(*types.Array); ok {
		return u.elemCell(t)
	}
	return u.derefCell(t)
}

// choose adds what a select statement does.
func (x *extractor) choose(v *ssa.Select) {
	for _, s := range v.States {
		c := x.u.chanCell(s.Chan.Type())
		if s.Dir == types.SendOnly {
			x.touch(c, Send, false)
			x.flow(x.u.content(c), s.Send)
		} else {
			x.touch(c, Receive, false)
		}
		if !v.Blocking {
			x.touch(c, Observe, false)
		}
	}
}

// closure adds what the function literal captures by value: only those made
// for method values do.
func (x *extractor) closure(v *ssa.MakeClosure) {
	fn := x.u.one(v.Fn.(*ssa.Function))
	if fn.Parent() != nil {
		return
	}
	for i, b := range v.Bindings {
		if dispatches(b.Type()) {
			x.flow(x.u.freeVar(fn.FreeVars[i]), b)
		}
	}
}

// takes notes the cells whose address the instruction makes a value, and
// objects that may be known to others from there on.
func (x *extractor) takes(instr ssa.Instruction) {
	if _, ok := instr.(*ssa.DebugRef); ok {
		return
	}
	var buf [10]*ssa.Value
	for i, op := range instr.Operands(buf[:0]) {
		if *op == nil || addressOnly(instr, i) {
			continue
		}
		v := *op
		if root := rootAlloc(v); root != nil {
			delete(x.fresh, root)
		}
		switch v := v.(type) {
		case *ssa.Alloc:
			if !v.Heap || x.captures(instr) {
				continue
			}
		case *ssa.FreeVar:
			if x.u.binding(v) == nil || x.captures(instr) {
				continue
			}
		case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global:
		default:
			continue
		}
		x.cells = x.u.expand(pointee(v), x.u.place(v), x.cells[:0])
		if x.isObject(instr, i) || len(x.cells) == 0 {
			continue
		}
		if leaf := leafOf(pointee(v)); len(x.cells) == 1 && types.Identical(x.cells[0].leaf, leaf) {
			x.f.taken = append(x.f.taken, x.cells[0])
		}
	}
}

// addressOnly reports whether an operand is only followed.
func addressOnly(instr ssa.Instruction, i int) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.MUL
	case *ssa.Store:
		return i == 0
	case *ssa.FieldAddr, *ssa.BinOp:
		return true
	case *ssa.IndexAddr:
		return i == 0
	}
	return false
}

// captures reports whether the instruction makes a function literal, which
// accesses what it captures as the variables that they are.
func (x *extractor) captures(instr ssa.Instruction) bool {
	m, ok := instr.(*ssa.MakeClosure)
	return ok && m.Fn.(*ssa.Function).Parent() != nil
}

// isObject reports whether an operand is what a primitive is called for.
func (x *extractor) isObject(instr ssa.Instruction, i int) bool {
	c, ok := instr.(ssa.CallInstruction)
	if !ok || c.Common().IsInvoke() || len(c.Common().Args) == 0 {
		return false
	}
	callee := c.Common().StaticCallee()
	// Operands of a call are the function and the arguments. What Go starts
	// goes on to access the object.
	return callee != nil && i == 1 && primitiveModes(callee) != 0 && callee.Name() != "Go"
}
