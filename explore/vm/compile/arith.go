package compile

import (
	"go/token"
	"go/types"
	"math/bits"

	"golang.org/x/tools/go/ssa"
)

// Arithmetic, comparisons and conversions.

// extend maps classes narrower than a word to what makes a word canonical.
var extend = map[Class]Op{U8: OpZx8, S8: OpSx8, U16: OpZx16, S16: OpSx16, U32: OpZx32, S32: OpSx32}

// narrow brings the result of 64-bit arithmetic in w into the form of type t.
func (c *compiler) narrow(w int, t types.Type) {
	if op, ok := extend[ClassOf(t)]; ok {
		c.emit(op, w, w, 0, 0)
	}
}

func (c *compiler) negative(v *ssa.UnOp) {
	t := v.Type()
	x := c.use(v.X)
	w := c.dst(v)
	switch {
	case isComplex(t):
		c.emit(OpComplex, w, x, x, ComplexNeg|complexSize(t))
	case isFloat(t) && Sizeof(t) == 8:
		c.emit(OpNegF, w, x, 0, 0)
	case isFloat(t):
		c.emit(OpNegF32, w, x, 0, 0)
	default:
		c.emit(OpNeg, w, x, 0, 0)
		c.narrow(w, t)
	}
}

func complexSize(t types.Type) int64 {
	if Sizeof(t) == 8 {
		return Complex64Bit
	}
	return 0
}

func (c *compiler) binop(v *ssa.BinOp) {
	t := v.X.Type()
	switch v.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		k := c.comparison(v)
		c.boolean(c.dst(v), k)
		return
	case token.SHL, token.SHR:
		c.shift(v)
		return
	}
	switch {
	case isString(t):
		x := c.useAll(v.X, v.Y)
		c.emit(OpConcat, c.dst(v), x, 0, 2)
	case isComplex(t):
		x, y := c.use(v.X), c.use(v.Y)
		op := map[token.Token]int64{token.ADD: ComplexAdd, token.SUB: ComplexSub, token.MUL: ComplexMul, token.QUO: ComplexDiv}[v.Op]
		c.emit(OpComplex, c.dst(v), x, y, op|complexSize(t))
	case isFloat(t):
		x, y := c.use(v.X), c.use(v.Y)
		op := map[token.Token]Op{token.ADD: OpAddF, token.SUB: OpSubF, token.MUL: OpMulF, token.QUO: OpDivF}[v.Op]
		if Sizeof(t) == 4 {
			op += OpAddF32 - OpAddF
		}
		c.emit(op, c.dst(v), x, y, 0)
	default:
		c.integer(v)
	}
}

var intOps = map[token.Token]Op{token.ADD: OpAdd, token.SUB: OpSub, token.MUL: OpMul, token.AND: OpAnd,
	token.OR: OpOr, token.XOR: OpXor, token.AND_NOT: OpAndNot}

// integer compiles integer arithmetic except shifts.
func (c *compiler) integer(v *ssa.BinOp) {
	t := v.Type()
	unsigned := isUnsigned(t)
	x, y := v.X, v.Y
	if commutes(v.Op) && isConstant(x) && !isConstant(y) {
		x, y = y, x
	}
	k, isK := scalarConst(y)
	_, isConstX := scalarConst(x)
	if isK && !isConstX && c.integerImm(v, x, k, unsigned) {
		return
	}
	if kx, ok := scalarConst(x); ok && v.Op == token.SUB && !isK {
		b := c.use(y)
		w := c.dst(v)
		c.emit(OpRSubI, w, b, 0, kx)
		c.narrow(w, t)
		return
	}
	a, b := c.use(x), c.use(y)
	w := c.dst(v)
	switch v.Op {
	case token.QUO, token.REM:
		op := OpDiv
		if v.Op == token.REM {
			op = OpRem
		}
		if unsigned {
			op += OpDivU - OpDiv
		}
		c.emit(op, w, a, b, 0)
		if v.Op == token.QUO && !unsigned {
			c.narrow(w, t)
		}
	case token.AND, token.OR, token.XOR, token.AND_NOT:
		// Canonical operands give a canonical result, AND_NOT too.
		c.emit(intOps[v.Op], w, a, b, 0)
	default:
		c.emit(intOps[v.Op], w, a, b, 0)
		c.narrow(w, t)
	}
}

func commutes(op token.Token) bool {
	return op == token.ADD || op == token.MUL || op == token.AND || op == token.OR || op == token.XOR
}

// integerImm compiles an operation with a constant right operand, if there is an
// instruction for it.
func (c *compiler) integerImm(v *ssa.BinOp, x ssa.Value, k int64, unsigned bool) bool {
	var op Op
	narrow := true
	switch v.Op {
	case token.ADD:
		op = OpAddI
	case token.SUB:
		op, k = OpAddI, -k
	case token.MUL:
		op = OpMulI
		if k > 0 && k&(k-1) == 0 {
			op, k = OpShlI, int64(bits.TrailingZeros64(uint64(k)))
		}
	case token.AND:
		op, narrow = OpAndI, false
	case token.AND_NOT:
		op, k, narrow = OpAndI, ^k, false
	case token.OR:
		op, narrow = OpOrI, false
	case token.XOR:
		op, narrow = OpXorI, false
	case token.QUO, token.REM:
		if k == 0 || k == -1 && !unsigned {
			return false
		}
		op, narrow = OpDivI, false
		if v.Op == token.REM {
			op = OpRemI
		}
		if unsigned {
			op += OpDivUI - OpDivI
		}
		if unsigned && k > 0 && k&(k-1) == 0 {
			if v.Op == token.QUO {
				op, k = OpShrUI, int64(bits.TrailingZeros64(uint64(k)))
			} else {
				op, k = OpAndI, k-1
			}
		}
	default:
		return false
	}
	a := c.use(x)
	w := c.dst(v)
	c.emit(op, w, a, 0, k)
	if narrow {
		c.narrow(w, v.Type())
	}
	return true
}

func (c *compiler) shift(v *ssa.BinOp) {
	t := v.Type()
	op, imm := OpShl, OpShlI
	if v.Op == token.SHR {
		op, imm = OpShr, OpShrI
		if isUnsigned(t) {
			op, imm = OpShrU, OpShrUI
		}
	}
	if k, ok := scalarConst(v.Y); ok && k >= 0 && !isConstant(v.X) {
		a := c.use(v.X)
		w := c.dst(v)
		if k > 63 {
			if op != OpShr {
				c.emit(OpMovI, w, 0, 0, 0)
				return
			}
			k = 63
		}
		c.emit(imm, w, a, 0, k)
		if op == OpShl {
			c.narrow(w, t)
		}
		return
	}
	a, b := c.use(v.X), c.use(v.Y)
	if !isUnsigned(v.Y.Type()) {
		c.emit(OpCheckShift, b, 0, c.outgoing(0, 0), 0)
	}
	w := c.dst(v)
	c.emit(op, w, a, b, 0)
	if op == OpShl {
		c.narrow(w, t)
	}
}

// boolean puts a condition into a word.
func (c *compiler) boolean(w int, k cond) {
	if k.op == token.ILLEGAL {
		if k.not {
			c.emit(OpXorI, w, k.a, 0, 1)
		} else {
			c.move(w, k.a, 1)
		}
		return
	}
	if k.isImm {
		op := map[token.Token]Op{token.EQL: OpEqI, token.NEQ: OpNeI, token.LSS: OpLtI,
			token.LEQ: OpLeI, token.GTR: OpGtI, token.GEQ: OpGeI}[k.op]
		if k.unsigned && op >= OpLtI {
			op += OpLtUI - OpLtI
		}
		c.emit(op, w, k.a, 0, k.imm)
		return
	}
	a, b, op := k.a, k.b, k.op
	if op == token.GTR || op == token.GEQ {
		a, b, op = b, a, mirror(op)
	}
	o := map[token.Token]Op{token.EQL: OpEq, token.NEQ: OpNe, token.LSS: OpLt, token.LEQ: OpLe}[op]
	if k.unsigned && o >= OpLt {
		o += OpLtU - OpLt
	}
	c.emit(o, w, a, b, 0)
}

// compareInto compares values that are not integers; not says that the
// word has the opposite of the result.
func (c *compiler) compareInto(w int, op token.Token, x, y ssa.Value) (not bool) {
	t := x.Type()
	a, b := c.use(x), c.use(y)
	if op == token.GTR || op == token.GEQ {
		a, b, op = b, a, mirror(op)
	}
	not = op == token.NEQ
	switch {
	case isFloat(t):
		o := map[token.Token]Op{token.EQL: OpEqF, token.NEQ: OpEqF, token.LSS: OpLtF, token.LEQ: OpLeF}[op]
		if Sizeof(t) == 4 {
			o += OpEqF32 - OpEqF
		}
		c.emit(o, w, a, b, 0)
	case isString(t):
		if op == token.EQL || op == token.NEQ {
			c.emit(OpStrEq, w, a, b, 0)
			return not
		}
		c.emit(OpStrCmp, w, a, b, 0)
		if op == token.LSS {
			c.emit(OpLtI, w, w, 0, 0)
		} else {
			c.emit(OpLeI, w, w, 0, 0)
		}
	case isComplex(t):
		c.emit(OpComplex, w, a, b, ComplexEq|complexSize(t))
	case isInterface(t):
		if !types.Identical(t, y.Type()) && !isEmptyInterface(t) {
			// The itabs are those of different interface types.
			conv := c.scratchMask(true, true)
			c.emit(OpConvI, conv, b, 0, int64(c.link.Type(t)))
			c.emit(OpExt, int(b2i(isEmptyInterface(y.Type()))), 0, 0, 0)
			b = conv
		}
		c.emit(OpEqIface, w, a, b, b2i(!isEmptyInterface(t)))
	default:
		c.emit(OpEqVal, w, a, b, int64(c.link.Type(t)))
		c.emit(OpExt, Words(t), 0, 0, 0)
	}
	return not
}

// A ConvCode is the Imm of OpConv: the kinds of the number converted from and
// to.
func ConvCode(from, to NumKind) int64 { return int64(from)<<8 | int64(to) }

// A NumKind is a kind of number.
type NumKind uint8

const (
	Int8 NumKind = iota
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
	Float32
	Float64
	Complex64
	Complex128
)

func numKind(t types.Type) NumKind {
	b := under(t).(*types.Basic)
	switch b.Kind() {
	case types.Int8:
		return Int8
	case types.Int16:
		return Int16
	case types.Int32:
		return Int32
	case types.Uint8:
		return Uint8
	case types.Uint16:
		return Uint16
	case types.Uint32:
		return Uint32
	case types.Uint, types.Uint64, types.Uintptr:
		return Uint64
	case types.Float32:
		return Float32
	case types.Float64:
		return Float64
	case types.Complex64:
		return Complex64
	case types.Complex128:
		return Complex128
	}
	return Int64
}

// convert compiles a conversion that changes the representation.
func (c *compiler) convert(v ssa.Value, x ssa.Value) {
	from, to := x.Type(), v.Type()
	switch {
	case isInteger(from) && isInteger(to) && !c.isImmediate(x):
		a := c.use(x)
		if op, ok := extend[ClassOf(to)]; ok {
			c.emit(op, c.dst(v), a, 0, 0)
		} else {
			c.move(c.dst(v), a, 1)
		}
		return
	case isString(to) || isString(from):
		if code, ok := stringConv(from, to); ok {
			a := c.use(x)
			c.emit(OpStrConv, c.dst(v), a, 0, code)
			return
		}
	case basicInfo(from)&types.IsNumeric != 0 && basicInfo(to)&types.IsNumeric != 0:
		a := c.use(x)
		c.emit(OpConv, c.dst(v), a, 0, ConvCode(numKind(from), numKind(to)))
		return
	}
	c.moveTo(c.dst(v), x)
}

func stringConv(from, to types.Type) (int64, bool) {
	elemSize := func(t types.Type) int64 {
		if s, ok := under(t).(*types.Slice); ok {
			return Sizeof(s.Elem())
		}
		return 0
	}
	switch {
	case isString(from) && elemSize(to) == 1:
		return StringToBytes, true
	case isString(from) && elemSize(to) == 4:
		return StringToRunes, true
	case elemSize(from) == 1:
		return BytesToString, true
	case elemSize(from) == 4:
		return RunesToString, true
	case isInteger(from) && isUnsigned(from):
		return UintToString, true
	case isInteger(from):
		return RuneToString, true
	}
	return 0, false
}
