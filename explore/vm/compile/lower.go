package compile

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Instructions other than calls and arithmetic.

// instr compiles an SSA instruction that is not a jump.
func (c *compiler) instr(instr ssa.Instruction) {
	if v, ok := instr.(ssa.Value); ok {
		if m := c.mode[v]; m != normal && m != path && m != boxed {
			return
		}
	}
	switch v := instr.(type) {
	case *ssa.Alloc:
		c.alloc(v)
	case *ssa.BinOp:
		c.binop(v)
	case *ssa.UnOp:
		c.unop(v)
	case *ssa.Call:
		c.call(v)
	case *ssa.ChangeInterface:
		c.changeInterface(v)
	case *ssa.ChangeType:
		c.moveTo(c.dst(v), v.X)
	case *ssa.Convert:
		c.convert(v, v.X)
	case *ssa.MultiConvert:
		c.convert(v, v.X)
	case *ssa.Defer:
		c.deferCall(v)
	case *ssa.Field:
		c.field(v)
	case *ssa.FieldAddr:
		c.fieldAddr(v)
	case *ssa.Go:
		c.goCall(v)
	case *ssa.Index:
		c.indexValue(v)
	case *ssa.IndexAddr:
		c.indexAddr(v)
	case *ssa.Lookup:
		c.lookup(v)
	case *ssa.MakeChan:
		size := c.use(v.Size)
		c.emit(OpMakeChan, c.dst(v), size, 0, int64(c.link.Type(v.Type())))
	case *ssa.MakeClosure:
		c.makeClosure(v)
	case *ssa.MakeInterface:
		c.makeInterface(v)
	case *ssa.MakeMap:
		c.makeMap(v)
	case *ssa.MakeSlice:
		c.makeSlice(v)
	case *ssa.MapUpdate:
		m, k, x := c.use(v.Map), c.mapKey(v.Key), c.use(v.Value)
		c.emit(OpMapSet, m, k, x, int64(c.link.Type(v.Map.Type())))
		c.emit(OpExt, 0, 0, Words(v.Key.Type()), c.boxImm(v.Value.Type()))
	case *ssa.Next:
		c.nextElement(v)
	case *ssa.Panic:
		c.panicWith(v)
	case *ssa.Phi:
	case *ssa.Range:
		c.rangeOver(v)
	case *ssa.Return:
		c.returnWith(v)
	case *ssa.RunDefers:
		if c.fn.Recover != nil {
			c.runDefers(c.returnPos(v.Block()))
		}
	case *ssa.Select:
		c.selectCase(v)
	case *ssa.Send:
		c.park(KindSend, 0, nil, v.Chan, v.X)
	case *ssa.Slice:
		c.slice(v)
	case *ssa.SliceToArrayPointer:
		x := c.use(v.X)
		arr := under(deref(v.Type())).(*types.Array)
		c.emit(OpSliceArray, c.dst(v), x, 0, arr.Len())
	case *ssa.Store:
		c.store(v)
	case *ssa.TypeAssert:
		c.typeAssert(v)
	default:
		panic(fmt.Sprintf("compile: unexpected instruction %T", instr))
	}
}

// returnPos is where the function returns at the end of a block.
func (c *compiler) returnPos(b *ssa.BasicBlock) token.Pos {
	if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && r.Pos().IsValid() {
		return r.Pos()
	}
	return c.endPos()
}

// endPos is the closing brace of the function.
func (c *compiler) endPos() token.Pos {
	switch s := c.fn.Syntax().(type) {
	case *ast.FuncDecl:
		return s.Body.Rbrace
	case *ast.FuncLit:
		return s.Body.Rbrace
	}
	return c.cur
}

// runDefers compiles the running of the deferred calls at pos. The second
// instruction is repeated until there is none left; the return address of
// their frames lies behind the first or the second, never at what comes before.
func (c *compiler) runDefers(pos token.Pos) {
	c.cur, c.own = pos, true
	c.emit(OpRunDefers, 0, 0, c.outgoing(0, 0), 0)
	c.emit(OpRunDefers, 1, 0, c.outgoing(0, 0), 0)
}

// alloc compiles the coming to life of a variable.
func (c *compiler) alloc(v *ssa.Alloc) {
	t := deref(v.Type())
	if l := c.locals[v]; l != nil {
		if c.zeroes(v) {
			if n := Words(t); n == 1 {
				c.emit(OpMovI, l.word, 0, 0, 0)
			} else if n > 0 {
				c.emit(OpZeroN, l.word, 0, 0, int64(n))
			}
		}
		if sourceVariable(v) && (l.loads > 0 || l.param) {
			c.variable(v.Comment, v.Pos(), l.word, false, t)
		}
		return
	}
	w := c.dst(v)
	c.emit(OpNew, w, 0, 0, int64(c.link.Type(t)))
	if sourceVariable(v) {
		c.variable(v.Comment, v.Pos(), w, true, t)
	}
}

// sourceVariable reports whether an Alloc is a variable of the source rather
// than one that go/ssa made up.
func sourceVariable(v *ssa.Alloc) bool {
	switch v.Comment {
	case "complit", "slicelit", "varargs", "makeslice", "new":
		return false
	}
	return v.Pos().IsValid()
}

func (c *compiler) field(v *ssa.Field) {
	off := fieldOffset(v.X.Type(), v.Field)
	if isHuge(v.X.Type()) {
		a := c.partOf(v.X, off)
		c.loadFrom(c.dst(v), a, v.Type())
		return
	}
	x := c.use(v.X)
	c.getBytes(c.dst(v), x, off, v.Type())
}

func (c *compiler) fieldAddr(v *ssa.FieldAddr) {
	if c.mode[v] != normal {
		return
	}
	a := c.addressOf(v.X)
	if a.index > 0 {
		a = c.elementAddr(a)
	}
	a.off += fieldOffset(deref(v.X.Type()), v.Field)
	c.lea(c.dst(v), a)
}

func (c *compiler) indexAddr(v *ssa.IndexAddr) {
	if c.mode[v] != normal {
		return
	}
	size := Sizeof(deref(v.Type()))
	if _, ok := under(v.X.Type()).(*types.Slice); ok {
		x, i := c.use(v.X), c.use(v.Index)
		c.emit(OpIndexAddr, c.dst(v), x, i, size<<1|b2i(isUnsigned(v.Index.Type())))
		return
	}
	if i, ok := constIndex(v); ok {
		x := c.pointer(v.X)
		c.emit(OpLea, c.dst(v), x, 0, i*size)
		return
	}
	w := c.scratchMask(true)
	c.indexArray(w, v, size)
	c.move(c.dst(v), w, 1)
}

// indexValue compiles an element of a string or of an array value.
func (c *compiler) indexValue(v *ssa.Index) {
	if c.mode[v.X] == boxed || isHuge(v.X.Type()) {
		c.indexBoxed(v)
		return
	}
	uns := b2i(isUnsigned(v.Index.Type()))
	if isString(v.X.Type()) {
		x, i := c.use(v.X), c.use(v.Index)
		c.emit(OpLoadX8U, c.dst(v), x, i, uns|2)
		return
	}
	arr := under(v.X.Type()).(*types.Array)
	x := c.use(v.X)
	if k, ok := scalarConst(v.Index); ok && k >= 0 && k < arr.Len() {
		c.getBytes(c.dst(v), x, k*Sizeof(arr.Elem()), v.Type())
		return
	}
	i := c.use(v.Index)
	if class := ClassOf(arr.Elem()); class != Bytes {
		c.emit(OpFIndex, c.dst(v), x, i, FIndexImm(class, arr.Len(), uns != 0))
		return
	}
	c.emit(OpIndexFrame, c.dst(v), x, i, Sizeof(arr.Elem())<<1|uns)
	c.emit(OpExt, 0, 0, 0, arr.Len())
}

func (c *compiler) slice(v *ssa.Slice) {
	if a, ok := v.X.(*ssa.Alloc); ok && a.Comment == "makeslice" {
		c.makeSliceConst(v, deref(a.Type()))
		return
	}
	t := under(v.X.Type())
	var imm, elem, length int64
	switch t := t.(type) {
	case *types.Basic:
		imm, elem = SliceString, 1
	case *types.Slice:
		elem = Sizeof(t.Elem())
	case *types.Pointer:
		arr := under(t.Elem()).(*types.Array)
		imm, elem, length = SliceArrayPtr, Sizeof(arr.Elem()), arr.Len()
	}
	x := c.use(v.X)
	if imm != SliceArrayPtr && v.Max == nil {
		ops := [2]Op{OpSliceFrom, OpSliceTo}
		if imm == SliceString {
			ops = [2]Op{OpStrFrom, OpStrTo}
		}
		switch {
		case v.Low != nil && v.High == nil:
			i := c.use(v.Low)
			c.emit(ops[0], c.dst(v), x, i, elem<<1|b2i(isUnsigned(v.Low.Type())))
			return
		case v.Low == nil && v.High != nil:
			i := c.use(v.High)
			c.emit(ops[1], c.dst(v), x, i, elem<<1|b2i(isUnsigned(v.High.Type())))
			return
		}
	}
	bounds := c.scratchMask(false, false, false)
	for i, b := range []ssa.Value{v.Low, v.High, v.Max} {
		if b == nil {
			continue
		}
		c.moveTo(bounds+i, b)
		imm |= SliceLo << i
		if isUnsigned(b.Type()) {
			imm |= SliceLoU << i
		}
	}
	c.emit(OpSlice, c.dst(v), x, bounds, imm|elem<<SliceElem)
	c.emit(OpExt, 0, 0, 0, length)
}

func (c *compiler) makeSlice(v *ssa.MakeSlice) {
	n, k := c.use(v.Len), c.use(v.Cap)
	elem := under(v.Type()).(*types.Slice).Elem()
	c.emit(OpMakeSlice, c.dst(v), n, k, int64(c.link.Type(elem)))
	c.emit(OpExt, int(b2i(isUnsigned(v.Len.Type()))), int(b2i(isUnsigned(v.Cap.Type()))), int(b2i(onlyAppended(v))), 0)
}

// onlyAppended reports whether v only stands in append(x, make(T, n)...), for
// which gc makes no slice.
func onlyAppended(v *ssa.MakeSlice) bool {
	refs := *v.Referrers()
	if len(refs) != 1 {
		return false
	}
	call, ok := refs[0].(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "append" && call.Call.Args[1] == v
}

// makeSliceConst compiles make([]T, n, k) with a constant k, which go/ssa turns into
// a slice of a new array.
func (c *compiler) makeSliceConst(v *ssa.Slice, t types.Type) {
	arr := under(t).(*types.Array)
	n, k := c.use(v.High), c.scratchInt()
	c.emit(OpMovI, k, 0, 0, arr.Len())
	c.emit(OpMakeSlice, c.dst(v), n, k, int64(c.link.Type(arr.Elem())))
	c.emit(OpExt, int(b2i(isUnsigned(v.High.Type()))), 0, 1, 0)
}

func (c *compiler) panicWith(v *ssa.Panic) {
	if isRangeBody(c.fn) && v.Block().Comment == "yield-invalid" {
		// The test before compared the state with 0; it is still there.
		w := c.scratchInt()
		c.loadState(w)
		c.charge()
		c.emit(OpRangePanic, w, 0, c.outgoing(0, 0), 0)
		return
	}
	if v.Block().Comment == "rangefunc.resume.busy" {
		c.charge()
		c.emit(OpRangeMissing, 0, 0, c.outgoing(0, 0), 0)
		return
	}
	x := c.use(v.X)
	c.charge()
	c.emit(OpPanic, x, 0, 0, 0)
}

// loadState loads the state of the loop of which this function is the body:
// the variable that the first branch of the function tests.
func (c *compiler) loadState(w int) {
	b := c.fn.Blocks[0]
	cond := b.Instrs[len(b.Instrs)-1].(*ssa.If).Cond.(*ssa.BinOp)
	state := cond.X.(*ssa.UnOp).X
	c.emit(OpLoad64, w, c.use(state), 1, 0)
}

// returnWith moves the results to the start of the frame.
func (c *compiler) returnWith(v *ssa.Return) {
	if len(v.Results) == 1 && Words(v.Results[0].Type()) == 1 && !isHuge(v.Results[0].Type()) {
		r := v.Results[0]
		if c.isImmediate(r) {
			imm := c.constWords(r)[0]
			c.emit(OpRetI, 0, 0, c.takeCost(), int64(imm))
			return
		}
		x := c.at(r)
		c.emit(OpRet1, x, 0, c.takeCost(), 0)
		return
	}
	var moves []move
	w := 0
	for _, r := range v.Results {
		n := Words(r.Type())
		moves = append(moves, move{dst: w, n: n, val: r})
		w += n
	}
	c.parallel(moves)
	c.emit(OpRet, 0, 0, c.takeCost(), 0)
}

// unop compiles a unary operation.
func (c *compiler) unop(v *ssa.UnOp) {
	switch v.Op {
	case token.MUL:
		c.load(v)
	case token.ARROW:
		if v.CommaOk {
			c.park(KindRecv, 0, v, v.X)
			return
		}
		// The operation's results are the value and ok.
		args := c.use(v.X)
		w := c.scratchMask(append(pointerWords(v.Type()), false)...)
		c.emitPark(KindRecv, args, 1, w, Words(v.Type())+1, 0)
		c.move(c.dst(v), w, Words(v.Type()))
	case token.NOT:
		x := c.use(v.X)
		c.emit(OpXorI, c.dst(v), x, 0, 1)
	case token.SUB:
		c.negative(v)
	case token.XOR:
		x := c.use(v.X)
		w := c.dst(v)
		c.emit(OpCom, w, x, 0, 0)
		c.narrow(w, v.Type())
	}
}
