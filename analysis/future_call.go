package analysis

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// call adds what a call does; a deferred one does it later.
func (x *extractor) call(site ssa.CallInstruction, deferred bool) {
	c := site.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		x.builtin(b, c, deferred)
		return
	}
	callee := c.StaticCallee()
	if callee == nil {
		x.dynamicCall(c, deferred)
		return
	}
	if movesToNew(callee, c.Args) && x.u.coarse(x.f.fn) {
		x.touch(x.u.memory, Read, deferred)
		return
	}
	f := x.u.of(callee)
	known := &call{site: site, callee: f}
	for i, arg := range c.Args {
		if p := f.params[i]; p != 0 {
			known.args = append(known.args, argument{p, x.sources(arg, nil)})
			x.flow(p, arg)
		}
	}
	if modes := primitiveModes(callee); modes != 0 {
		known.inner = true
		if root := rootAlloc(c.Args[0]); root == nil || root.Heap {
			x.access(pointee(c.Args[0]), x.u.place(c.Args[0]), modes, deferred)
		}
	}
	// A timer that has been made fires later, once it is armed.
	lasting := deferred || callee.Name() == "makeTimer" && packagePath(callee) == "time"
	x.add(item{kind: itemCall, call: known, deferred: lasting})
}

// coarse reports whether the function belongs to a package whose structs are
// not looked into.
func (u *Effects) coarse(fn *ssa.Function) bool {
	p := packageOf(fn)
	return p != nil && u.cfg.Coarse != nil && u.cfg.Coarse(p.Pkg)
}

// dynamicCall adds a call of a function that is not known here.
func (x *extractor) dynamicCall(c *ssa.CallCommon, deferred bool) {
	method := callMethod
	if c.IsInvoke() {
		method = x.u.method(c.Method)
	}
	for _, src := range x.sources(c.Value, nil) {
		x.add(item{kind: itemDynamic, node: src, method: method, deferred: deferred})
	}
	for _, arg := range c.Args {
		if dispatches(arg.Type()) {
			x.flow(x.u.passed(arg.Type()), arg)
		}
	}
}

// builtin adds what a call of a predeclared function does.
func (x *extractor) builtin(b *ssa.Builtin, c *ssa.CallCommon, deferred bool) {
	u := x.u
	elements := func(arg ssa.Value, modes Modes) {
		if s, ok := arg.Type().Underlying().(*types.Slice); ok {
			x.access(s.Elem(), u.elemCell(s.Elem()), modes, deferred)
		}
	}
	switch b.Name() {
	case "append":
		elements(c.Args[0], Read|Write)
		if len(c.Args) > 1 {
			elements(c.Args[1], Read)
		}
	case "copy":
		elements(c.Args[0], Write)
		elements(c.Args[1], Read)
	case "clear":
		elements(c.Args[0], Write)
		if _, ok := c.Args[0].Type().Underlying().(*types.Map); ok {
			x.touch(u.mapCell(c.Args[0].Type()), Write, deferred)
		}
	case "delete":
		x.touch(u.mapCell(c.Args[0].Type()), Write, deferred)
	case "len", "cap":
		switch t := c.Args[0].Type(); t.Underlying().(type) {
		case *types.Chan:
			x.touch(u.chanCell(t), Observe, deferred)
		case *types.Map:
			x.touch(u.mapCell(t), Read, deferred)
		}
	case "close":
		x.touch(u.chanCell(c.Args[0].Type()), Close, deferred)
	case "ssa:deferstack":
		for _, fn := range x.in.fn.AnonFuncs {
			x.deferredIn(fn)
		}
	case "SliceData", "Slice":
		// A pointer becomes a slice, or the other way round.
		t := c.Args[0].Type().Underlying()
		if p, ok := t.(*types.Pointer); ok {
			x.f.merged = append(x.f.merged, [2]*cell{u.elemCell(p.Elem()), u.derefCell(p.Elem())})
		} else if s, ok := t.(*types.Slice); ok {
			x.f.taken = append(x.f.taken, u.elemCell(s.Elem()))
		}
	}
}

// deferredIn adds the calls that the body of a range-over-func loop, or one in
// that, defers to the end of the function around it.
func (x *extractor) deferredIn(fn *ssa.Function) {
	y := *x
	y.in = x.u.of(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if d, ok := instr.(*ssa.Defer); ok && d.DeferStack != nil {
				y.call(d, true)
			}
		}
	}
	for _, inner := range fn.AnonFuncs {
		y.deferredIn(inner)
	}
}

// primitivePackages have the synchronisation objects. Their functions are
// operations on the object that the first argument points to.
var primitivePackages = map[string]bool{"sync": true, "sync/atomic": true, "internal/sync": true}

// isPrimitiveType reports whether objects of the type are synchronisation
// objects.
func isPrimitiveType(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && primitivePackages[n.Obj().Pkg().Path()]
}

// Primitive reports whether a function is an operation on the synchronisation
// object that its first argument points to.
//
// Its caller knows better than its own body which object that is: whoever asks
// about a stack with an activation of the function should ask its caller about
// what follows from the call on, that included.
func Primitive(fn *ssa.Function) bool { return fn != nil && primitiveModes(fn) != 0 }

// primitiveModes is how a function accesses the synchronisation object that
// its first argument points to; 0 if it is no such function.
func primitiveModes(fn *ssa.Function) Modes {
	obj := fn.Object()
	if obj == nil && fn.Origin() != nil {
		obj = fn.Origin().Object()
	}
	if obj == nil || obj.Pkg() == nil || !primitivePackages[obj.Pkg().Path()] {
		return 0
	}
	recv := fn.Signature.Recv()
	var p *types.Pointer
	switch {
	case recv != nil:
		p, _ = recv.Type().Underlying().(*types.Pointer)
		if p != nil && !isPrimitiveType(p.Elem()) {
			return 0
		}
	case fn.Signature.Params().Len() > 0:
		p, _ = fn.Signature.Params().At(0).Type().Underlying().(*types.Pointer)
	}
	if p == nil || !obj.Exported() && recv == nil {
		return 0
	}
	owner := ""
	if recv != nil {
		owner = types.Unalias(p.Elem()).(*types.Named).Obj().Name()
	}
	return modesOfPrimitive(owner, obj.Name())
}

// modesOfPrimitive is by names of the type and the function.
func modesOfPrimitive(owner, name string) Modes {
	switch {
	case owner == "RWMutex" && name == "RLocker":
		return 0 // an address
	case name == "Lock", name == "TryLock":
		if owner == "rlocker" {
			return 0
		}
		return Lock
	case name == "Unlock":
		if owner == "rlocker" {
			return 0
		}
		return Unlock
	case name == "RLock", name == "TryRLock":
		return RLock
	case name == "RUnlock":
		return RUnlock
	case owner == "WaitGroup" && name == "Wait":
		return Wait
	case owner == "WaitGroup":
		return Add
	case strings.HasPrefix(name, "Load") && !strings.HasPrefix(name, "LoadOr") && !strings.HasPrefix(name, "LoadAnd"), name == "Range":
		return Observe
	}
	return Modify | Observe
}

// opaque finds the facts about a function without a body: it may access what
// its arguments lead to at once, and call functions that it is given.
func (u *Effects) opaque(f *facts) {
	if modes := primitiveModes(f.fn); modes != 0 {
		u.self(f, modes)
		return
	}
	x := extractor{u: u, f: f, in: f}
	pkg := packagePath(f.fn)
	x.touch(u.opaqueCell(pkg), Modify, false)
	modes := Read | Write
	if opaqueReaders[pkg] || opaqueReaders[f.fn.String()] {
		modes = Read
	}
	for i, p := range f.fn.Params {
		switch t := p.Type().Underlying().(type) {
		case *types.Slice:
			x.access(t.Elem(), u.elemCell(t.Elem()), modes, false)
		case *types.Pointer:
			x.access(t.Elem(), u.place(p), modes, false)
		case *types.Map:
			x.touch(u.mapCell(t), modes, false)
		case *types.Basic:
			if t.Kind() == types.UnsafePointer {
				x.touch(u.memory, modes, false)
			}
		case *types.Signature:
			x.add(item{kind: itemDynamic, node: f.params[i], method: callMethod})
			f.flows = append(f.flows, flow{u.kept, f.params[i]})
			x.passes(t)
		case *types.Interface:
			f.hides = append(f.hides, f.params[i])
			x.touch(u.memory, modes, false)
		}
	}
	switch name := f.fn.String(); name {
	case "reflect.callStub":
		// Calls a function or a method that reflection has found.
		x.add(item{kind: itemDynamic, node: u.reflected, method: anyMethod})
	case "runtime.addSpecial":
		// Calls a function some time after its object has become unreachable.
		x.add(item{kind: itemDynamic, node: u.reflected, method: callMethod})
	case "time.makeTimer":
		x.ticks(Send)
	case "time.resetTimer":
		x.ticks(Send | Receive)
		x.add(item{kind: itemDynamic, node: u.kept, method: callMethod})
	case "time.stopTimer":
		x.ticks(Receive)
	}
	for _, r := range f.results {
		if r != 0 {
			f.flows = append(f.flows, flow{r, u.reflected})
		}
	}
}

// ticks adds what timers do to their channels.
func (x *extractor) ticks(modes Modes) {
	if t := x.f.fn.Pkg.Pkg.Scope().Lookup("Time"); t != nil {
		x.touch(x.u.chanCell(types.NewChan(types.SendRecv, t.Type())), modes, false)
	}
}

// passes says that a function without a body passes anything to a function
// that it is given.
func (x *extractor) passes(t *types.Signature) {
	for i := range t.Params().Len() {
		if p := t.Params().At(i).Type(); dispatches(p) {
			x.f.flows = append(x.f.flows, flow{x.u.passed(p), x.u.reflected})
		}
	}
}

// opaqueReaders are functions without a body, and packages with such
// functions only, that write no memory of others.
var opaqueReaders = map[string]bool{
	"internal/bytealg": true, "hash/crc32": true, "sync": true, "sync/atomic": true,
	"internal/poll.modifyObject": true, "internal/poll.observeObject": true, "internal/poll.releaseObject": true, "time.makeTimer": true, "runtime.setLabels": true,
	"internal/abi.FuncPCABI0": true, "internal/abi.FuncPCABIInternal": true,
	"reflect.chanlen": true, "reflect.maplen": true, "reflect.resolveNameOff": true, "reflect.resolveTextOff": true, "reflect.resolveTypeOff": true,
	"internal/reflectlite.chanlen": true, "internal/reflectlite.maplen": true, "internal/reflectlite.resolveNameOff": true,
	"runtime.typehash": true, "runtime.blockOf": true, "runtime.findSpecial": true, "runtime.addSpecial": true,
}

// movesToNew reports whether a call copies memory to where nothing has been
// yet: the first pointer that it is given is to memory just allocated.
func movesToNew(callee *ssa.Function, args []ssa.Value) bool {
	if callee.Name() != "typedmemmove" || len(args) != 3 {
		return false
	}
	load, ok := args[1].(*ssa.UnOp)
	if !ok {
		return false
	}
	to, ok := load.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	made, ok := onlyStored(to).(*ssa.Call)
	return ok && made.Call.StaticCallee() != nil && made.Call.StaticCallee().Name() == "unsafe_New"
}

func packagePath(fn *ssa.Function) string {
	if p := packageOf(fn); p != nil {
		return p.Pkg.Path()
	}
	return ""
}
