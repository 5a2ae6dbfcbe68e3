package compile

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Calls, also deferred and spawned ones, and the builtins.

// call compiles a call.
func (c *compiler) call(v *ssa.Call) {
	common := v.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		c.builtin(v, b, common.Args)
		return
	}
	if fn, ok := common.Value.(*ssa.Function); ok {
		if kind, ok := c.link.Visible(fn); ok {
			aux := int64(0)
			if c.unused(v) {
				aux = 1
			}
			c.park(kind, aux, v, common.Args...)
			return
		}
	}
	op, a, imm := c.callee(common)
	first := 0
	if op == OpCallI {
		first = 1
	}
	c.arguments(common.Args, first)
	n := Words(v.Type())
	out := c.outgoing(0, n)
	c.emit(op, a, 0, out, imm)
	if !c.unused(v) {
		c.move(c.dst(v), out, n)
	}
}

// callee returns the instruction that calls what common calls, its operand
// and its constant.
func (c *compiler) callee(common *ssa.CallCommon) (op Op, a int, imm int64) {
	if common.IsInvoke() {
		i := c.link.Method(common.Value.Type(), common.Method)
		return OpCallI, c.use(common.Value), itabFun + 8*int64(i)
	}
	if fn, ok := common.Value.(*ssa.Function); ok {
		if id, ok := c.link.Intrinsic(fn); ok {
			return OpIntrinsic, 0, int64(id)
		}
		return OpCall, 0, int64(c.link.FuncID(fn))
	}
	return OpCallC, c.use(common.Value), 0
}

// itabFun is the offset of an itab's methods.
const itabFun = 24

// arguments moves the arguments to the outgoing area, from word first on.
func (c *compiler) arguments(args []ssa.Value, first int) {
	var moves []move
	w := first
	for _, a := range args {
		n := Words(a.Type())
		moves = append(moves, move{dst: c.outgoing(w, n), n: n, val: a})
		w += n
	}
	c.parallel(moves)
}

// funcAndArgs puts the function value and the arguments of a deferred or
// spawned call into consecutive words and returns the first, and the number of
// words of the arguments.
func (c *compiler) funcAndArgs(common *ssa.CallCommon) (word, args int) {
	var mask []bool
	mask = append(mask, true)
	if common.IsInvoke() {
		mask = append(mask, true)
	}
	for _, a := range common.Args {
		mask = append(mask, pointerWords(a.Type())...)
	}
	w := c.scratchMask(mask...)
	next := w + 1
	switch v := common.Value.(type) {
	case *ssa.Builtin:
		c.emit(OpMovI, w, 0, 0, int64(c.builtinFunc(v, common)))
	default:
		if !common.IsInvoke() {
			c.moveTo(w, v)
			break
		}
		x := c.use(v)
		i := c.link.Method(v.Type(), common.Method)
		// The word of the itab that holds the method's code pointer is a
		// function value.
		c.emit(OpLea, w, x, 0, itabFun+8*int64(i))
		c.move(next, x+1, 1)
		next++
	}
	for _, a := range common.Args {
		c.moveTo(next, a)
		next += Words(a.Type())
	}
	return w, len(mask) - 1
}

func (c *compiler) goCall(v *ssa.Go) {
	w, n := c.funcAndArgs(v.Common())
	c.emitPark(KindGo, w, n+1, 0, 0, int64(n)+1)
}

func (c *compiler) deferCall(v *ssa.Defer) {
	w, n := c.funcAndArgs(v.Common())
	token := NoWord
	if v.DeferStack != nil && c.mode[v.DeferStack] != silent {
		token = c.use(v.DeferStack)
	}
	c.emit(OpDefer, w, n, token, 0)
}

// builtinFunc makes a function of a builtin that is deferred or spawned.
func (c *compiler) builtinFunc(b *ssa.Builtin, common *ssa.CallCommon) uint64 {
	t := newCompiler(b.Name(), c.link)
	t.fn = c.fn
	t.plan.init()
	t.cur = common.Pos()
	var params []ssa.Value
	for _, a := range common.Args {
		p := ssa.NewConst(nil, a.Type()) // stands for the parameter
		t.place[p] = t.grow(pointerWords(a.Type()))
		params = append(params, p)
	}
	t.out.Params = t.words
	t.out.Hidden = true
	if t.words == 0 {
		t.grow([]bool{false})
	}
	t.builtinCall(b, params, nil)
	t.emit(OpRet, 0, 0, 1, 0)
	return c.link.AddFunc(t.finish())
}

// builtin compiles the call of a builtin.
func (c *compiler) builtin(v *ssa.Call, b *ssa.Builtin, args []ssa.Value) {
	c.builtinCall(b, args, v)
}

// builtinCall compiles a builtin; v is nil if the result is not wanted.
func (c *compiler) builtinCall(b *ssa.Builtin, args []ssa.Value, v *ssa.Call) {
	dst := func(n int) int {
		if v != nil {
			return c.dst(v)
		}
		return c.scratchMask(make([]bool, n)...)
	}
	switch name := b.Name(); name {
	case "append":
		c.appendTo(v, args)
	case "cap", "len":
		c.length(name, args[0], dst)
	case "clear":
		x := c.use(args[0])
		if m, ok := under(args[0].Type()).(*types.Map); ok {
			c.emit(OpMapClear, x, 0, 0, int64(c.link.Type(m)))
		} else {
			c.emit(OpClear, x, 0, 0, Sizeof(under(args[0].Type()).(*types.Slice).Elem()))
		}
	case "close":
		c.emitPark(KindClose, c.use(args[0]), 1, 0, 0, 0)
	case "complex":
		c.makeComplex(v, args)
	case "copy":
		x, y := c.use(args[0]), c.use(args[1])
		elem := under(args[0].Type()).(*types.Slice).Elem()
		c.emit(OpCopy, dst(1), x, y, Sizeof(elem))
	case "delete":
		m, k := c.use(args[0]), c.mapKey(args[1])
		c.emit(OpMapDelete, m, k, Words(args[1].Type()), int64(c.link.Type(args[0].Type())))
	case "real", "imag":
		c.complexPart(name, args[0], dst(1))
	case "max", "min":
		c.minMax(name, args, v)
	case "panic":
		c.emit(OpPanic, c.use(args[0]), 0, 0, 0)
	case "print", "println":
		c.print(args, name == "println")
	case "recover":
		w := 0
		if v != nil {
			w = c.dst(v)
		} else {
			w = c.scratchMask(true, true)
		}
		c.emit(OpRecover, w, 0, 0, 0)
	case "Add":
		p, n := c.use(args[0]), c.use(args[1])
		c.emit(OpAdd, dst(1), p, n, 0)
	case "Slice":
		p, n := c.use(args[0]), c.use(args[1])
		c.emit(OpUnsafeSlice, dst(3), p, n, int64(c.link.Type(deref(args[0].Type()))))
		c.emit(OpExt, int(b2i(isUnsigned(args[1].Type()))), 0, 0, 0)
	case "String":
		p, n := c.use(args[0]), c.use(args[1])
		c.emit(OpUnsafeString, dst(2), p, n, 0)
		c.emit(OpExt, int(b2i(isUnsigned(args[1].Type()))), 0, 0, 0)
	case "SliceData", "StringData":
		c.move(dst(1), c.use(args[0]), 1)
	case "Sizeof":
		c.emit(OpMovI, dst(1), 0, 0, Sizeof(args[0].Type()))
	case "Alignof":
		c.emit(OpMovI, dst(1), 0, 0, sizes.Alignof(args[0].Type()))
	case "Offsetof":
		c.emit(OpMovI, dst(1), 0, 0, c.selectedOffset(args[0]))
	case "ssa:wrapnilchk":
		c.wrapNilCheck(args, dst)
	case "ssa:deferstack":
		c.emit(OpDeferStack, dst(1), 0, 0, 0)
	default:
		panic(fmt.Sprintf("compile: unknown builtin %s", name))
	}
}

// selectedOffset is the offset of the field that v reads in the struct from
// which it is selected: for a promoted field, the sum along the fields through
// which it is.
func (c *compiler) selectedOffset(v ssa.Value) int64 {
	if ld, ok := v.(*ssa.UnOp); ok {
		v = ld.X
	}
	start := c.selectorStart(v.Pos())
	sum := int64(0)
	for {
		switch f := v.(type) {
		case *ssa.FieldAddr:
			sum += fieldOffset(deref(f.X.Type()), f.Field)
			v = f.X
		case *ssa.Field:
			sum += fieldOffset(f.X.Type(), f.Field)
			v = f.X
		}
		// The selections that the source leaves out are at its start.
		if v.Pos() != start || !isSelection(v) {
			return sum
		}
	}
}

func isSelection(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.FieldAddr, *ssa.Field:
		return true
	}
	return false
}

// selectorStart is where the selector expression begins whose selector is at
// pos.
func (c *compiler) selectorStart(pos token.Pos) (start token.Pos) {
	if c.fn.Syntax() == nil {
		return token.NoPos
	}
	ast.Inspect(c.fn.Syntax(), func(n ast.Node) bool {
		if e, ok := n.(*ast.SelectorExpr); ok && e.Sel.Pos() == pos {
			start = e.Pos()
		}
		return start == token.NoPos
	})
	return start
}

// wrapNilCheck compiles the check of a wrapper that it was not called through a nil
// pointer.
func (c *compiler) wrapNilCheck(args []ssa.Value, dst func(int) int) {
	x := c.use(args[0])
	names := c.scratchMask(true, false, true, false, true, false)
	pkg, typ := "", deref(args[0].Type()).String()
	if n, ok := types.Unalias(deref(args[0].Type())).(*types.Named); ok {
		typ = types.TypeString(n, func(*types.Package) string { return "" })
		if n.Obj().Pkg() != nil {
			pkg = pkgPath(n.Obj().Pkg())
		}
	}
	for i, s := range []string{pkg, typ} {
		c.emit(OpMovI, names+2*i, 0, 0, int64(c.link.String(s)))
		c.emit(OpMovI, names+2*i+1, 0, 0, int64(len(s)))
	}
	c.materialize(names+4, args[2])
	c.emit(OpWrapNil, x, 0, names, 0)
	c.move(dst(1), x, 1)
}

// length compiles len and cap where they are not just a word.
func (c *compiler) length(name string, x ssa.Value, dst func(int) int) {
	switch t := under(x.Type()).(type) {
	case *types.Map:
		m := c.use(x)
		c.emit(OpMapLen, dst(1), m, 0, 0)
	case *types.Chan:
		if name == "cap" {
			m := c.use(x)
			c.emit(OpChanCap, dst(1), m, 0, 0)
			return
		}
		m := c.use(x)
		c.emitPark(KindLen, m, 1, dst(1), 1, 0)
	case *types.Array:
		c.emit(OpMovI, dst(1), 0, 0, t.Len())
	case *types.Pointer:
		c.emit(OpMovI, dst(1), 0, 0, under(t.Elem()).(*types.Array).Len())
	default:
		off := 1
		if name == "cap" {
			off = 2
		}
		w := c.use(x)
		c.move(dst(1), w+off, 1)
	}
}

// appendTo compiles append.
func (c *compiler) appendTo(v *ssa.Call, args []ssa.Value) {
	if len(args) == 1 {
		c.moveTo(c.dst(v), args[0])
		return
	}
	elem := under(args[0].Type()).(*types.Slice).Elem()
	typ := int64(c.link.Type(elem))
	s, ok := args[1].(*ssa.Slice)
	if ok && c.mode[s] == silent {
		l := c.locals[s.X.(*ssa.Alloc)]
		x := c.use(args[0])
		c.emit(OpAppendW, c.dst(v), x, l.word, typ)
		c.emit(OpExt, l.values, 0, Words(l.typ), 0)
		return
	}
	x, y := c.use(args[0]), c.use(args[1])
	op := OpAppend
	if isString(args[1].Type()) {
		op = OpAppendStr
	}
	w := c.scratchMask(true, false, false)
	if v != nil {
		w = c.dst(v)
	}
	c.emit(op, w, x, y, typ)
}

func (c *compiler) makeComplex(v *ssa.Call, args []ssa.Value) {
	re, im := c.use(args[0]), c.use(args[1])
	w := c.dst(v)
	if Sizeof(v.Type()) == 16 {
		c.parallel([]move{{dst: w, n: 1, src: re}, {dst: w + 1, n: 1, src: im}})
		return
	}
	t := c.scratchInt()
	c.emit(OpShlI, t, im, 0, 32)
	c.emit(OpOr, w, re, t, 0)
}

func (c *compiler) complexPart(name string, x ssa.Value, w int) {
	a := c.use(x)
	imag := name == "imag"
	switch {
	case Sizeof(x.Type()) == 16 && imag:
		c.move(w, a+1, 1)
	case Sizeof(x.Type()) == 16:
		c.move(w, a, 1)
	case imag:
		c.emit(OpShrUI, w, a, 0, 32)
	default:
		c.emit(OpZx32, w, a, 0, 0)
	}
}

func (c *compiler) minMax(name string, args []ssa.Value, v *ssa.Call) {
	t := v.Type()
	code := int64(MinInt)
	switch {
	case isString(t):
		code = MinString
	case isFloat(t) && Sizeof(t) == 4:
		code = MinF32
	case isFloat(t):
		code = MinF64
	case isUnsigned(t):
		code = MinUint
	}
	if name == "max" {
		code++
	}
	acc := c.use(args[0])
	w := c.scratchOf(t)
	for _, a := range args[1:] {
		c.emit(OpMinMax, w, acc, c.use(a), code)
		acc = w
	}
	c.move(c.dst(v), acc, Words(t))
}

func (c *compiler) print(args []ssa.Value, line bool) {
	for i, a := range args {
		if i > 0 && line {
			c.emit(OpPrint, 0, 0, 0, PrintSpace)
		}
		c.emit(OpPrint, c.use(a), 0, 0, printCode(a.Type()))
	}
	if line {
		c.emit(OpPrint, 0, 0, 0, PrintNewline)
	}
}

func printCode(t types.Type) int64 {
	small := Sizeof(t)
	switch u := under(t).(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return PrintBool
		case u.Kind() == types.UnsafePointer:
			return PrintPointer
		case info&types.IsUnsigned != 0:
			return PrintUint
		case info&types.IsInteger != 0:
			return PrintInt
		case info&types.IsFloat != 0 && small == 4:
			return PrintFloat32
		case info&types.IsFloat != 0:
			return PrintFloat
		case info&types.IsComplex != 0 && small == 8:
			return PrintComplex64
		case info&types.IsComplex != 0:
			return PrintComplex
		}
		return PrintString
	case *types.Slice:
		return PrintSlice
	case *types.Interface:
		if u.NumMethods() == 0 {
			return PrintEface
		}
		return PrintIface
	}
	return PrintPointer
}
