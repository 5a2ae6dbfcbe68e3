package compile

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"
)

// Operands, constants and moves.

// at is the first word of a value that has words.
func (c *compiler) at(v ssa.Value) int {
	if c.mode[v] == view {
		base, off, _ := c.viewOf(v)
		return c.at(base) + off
	}
	if fv, ok := v.(*ssa.FreeVar); ok {
		return c.taken[fv]
	}
	if w, ok := c.place[v]; ok {
		return w
	}
	if _, ok := v.(ssa.Instruction); ok && c.last(v) == elsewhere {
		return c.home(v)
	}
	panic("compile: " + c.fn.String() + ": no place for " + v.Name() + " = " + v.String())
}

// base resolves views.
func (c *compiler) base(v ssa.Value) ssa.Value {
	for c.mode[v] == view {
		v, _, _ = c.viewOf(v)
	}
	return v
}

// use returns the first word of an operand, for the present SSA instruction.
func (c *compiler) use(v ssa.Value) int {
	if !c.isImmediate(v) {
		return c.at(v)
	}
	w := c.scratchOf(v.Type())
	c.materialize(w, v)
	return w
}

// isImmediate reports whether v stands in no words.
func (c *compiler) isImmediate(v ssa.Value) bool {
	v = c.base(v)
	_, placed := c.place[v] // a parameter of builtinFunc
	return isConstant(v) && !placed
}

// useAll returns the first of consecutive words that hold the values one after
// the other, for the present SSA instruction.
func (c *compiler) useAll(vals ...ssa.Value) int {
	if len(vals) == 1 {
		return c.use(vals[0])
	}
	var mask []bool
	for _, v := range vals {
		mask = append(mask, pointerWords(v.Type())...)
	}
	w := c.scratchMask(mask...)
	next := w
	for _, v := range vals {
		c.moveTo(next, v)
		next += Words(v.Type())
	}
	return w
}

// loadFreeVars loads the captured variables' addresses (or values) at the start of
// the function.
func (c *compiler) loadFreeVars() {
	c.taken = map[*ssa.FreeVar]int{}
	if len(c.fn.FreeVars) == 0 {
		return
	}
	layout := ClosureType(c.fn.FreeVars)
	for i, fv := range c.fn.FreeVars {
		if len(*fv.Referrers()) == 0 {
			continue
		}
		w := c.grow(pointerWords(fv.Type()))
		c.taken[fv] = w
		c.loadFrom(w, address{word: c.ctx, off: fieldOffset(layout, i+1), private: true}, fv.Type())
		if t, ok := fv.Type().(*types.Pointer); ok {
			c.variable(fv.Name(), fv.Pos(), w, true, t.Elem())
		}
	}
}

// scalarConst returns the canonical word of a constant of scalar type, or of
// the address of a function or global.
func scalarConst(v ssa.Value) (int64, bool) {
	k, ok := v.(*ssa.Const)
	if !ok || ClassOf(k.Type()) == Bytes {
		return 0, false
	}
	return constWord(k), true
}

func constWord(k *ssa.Const) int64 {
	if k.Value == nil {
		return 0
	}
	b, ok := under(k.Type()).(*types.Basic)
	if !ok {
		return 0
	}
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return b2i(constant.BoolVal(k.Value))
	case info&types.IsFloat != 0:
		if b.Kind() == types.Float32 {
			f, _ := constant.Float32Val(constant.ToFloat(k.Value))
			return int64(math.Float32bits(f))
		}
		f, _ := constant.Float64Val(constant.ToFloat(k.Value))
		return int64(math.Float64bits(f))
	}
	return canonical(intBits(k.Value), ClassOf(b))
}

// intBits is an integer constant's low 64 bits.
func intBits(v constant.Value) int64 {
	v = constant.ToInt(v)
	if i, ok := constant.Int64Val(v); ok {
		return i
	}
	u, _ := constant.Uint64Val(v)
	return int64(u)
}

// canonical brings a word into the form of a class.
func canonical(w int64, class Class) int64 {
	switch class {
	case U8:
		return int64(uint8(w))
	case S8:
		return int64(int8(w))
	case U16:
		return int64(uint16(w))
	case S16:
		return int64(int16(w))
	case U32:
		return int64(uint32(w))
	case S32:
		return int64(int32(w))
	}
	return w
}

// constWords are the words of an immediate value.
func (c *compiler) constWords(v ssa.Value) []uint64 {
	switch v := c.base(v).(type) {
	case *ssa.Function:
		return []uint64{c.link.FuncValue(v)}
	case *ssa.Global:
		return []uint64{c.link.Global(v)}
	case *ssa.Const:
		words := make([]uint64, Words(v.Type()))
		if v.Value == nil {
			return words
		}
		t := under(v.Type())
		switch {
		case isString(t):
			s := constant.StringVal(v.Value)
			words[0], words[1] = c.link.String(s), uint64(len(s))
		case isComplex(t):
			re, im := constant.Real(v.Value), constant.Imag(v.Value)
			if len(words) == 1 {
				x, _ := constant.Float32Val(re)
				y, _ := constant.Float32Val(im)
				words[0] = uint64(math.Float32bits(x)) | uint64(math.Float32bits(y))<<32
			} else {
				x, _ := constant.Float64Val(re)
				y, _ := constant.Float64Val(im)
				words[0], words[1] = math.Float64bits(x), math.Float64bits(y)
			}
		default:
			words[0] = uint64(constWord(v))
		}
		return words
	}
	panic("compile: not a constant: " + v.String())
}

// materialize writes an immediate value to words.
func (c *compiler) materialize(w int, v ssa.Value) {
	if isHuge(v.Type()) {
		c.newHuge(w, v.Type())
		return
	}
	words := c.constWords(v)
	if len(words) > 2 {
		c.emit(OpZeroN, w, 0, 0, int64(len(words)))
		return
	}
	for i, x := range words {
		c.emit(OpMovI, w+i, 0, 0, int64(x))
	}
}

// isNilConst reports whether y is the nil of a type whose first word tells.
func isNilConst(t types.Type, y ssa.Value) bool {
	k, ok := y.(*ssa.Const)
	if !ok || k.Value != nil {
		return false
	}
	switch under(t).(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return true
	case *types.Basic:
		return under(t).(*types.Basic).Kind() == types.UnsafePointer
	}
	return false
}

// moveTo moves a value to words.
func (c *compiler) moveTo(w int, v ssa.Value) {
	if c.isImmediate(v) {
		c.materialize(w, v)
		return
	}
	c.move(w, c.at(v), Words(v.Type()))
}

// move moves n words.
func (c *compiler) move(dst, src, n int) {
	if dst == src || n == 0 {
		return
	}
	switch n {
	case 1:
		c.emit(OpMov, dst, src, 0, 0)
	case 2:
		c.emit(OpMov2, dst, src, 0, 0)
	case 3:
		c.emit(OpMov3, dst, src, 0, 0)
	default:
		c.emit(OpMovN, dst, src, 0, int64(n))
	}
}

// A move is one of several that happen at once.
type move struct {
	dst, n int
	val    ssa.Value
	src    int // if val is nil
}

// parallel makes moves as if all sources were read before any destination
// is written.
func (c *compiler) parallel(moves []move) {
	var pending, consts []move
	for _, m := range moves {
		switch {
		case m.n == 0:
		case m.val != nil && c.isImmediate(m.val):
			consts = append(consts, m)
		default:
			if m.val != nil {
				m.src = c.at(m.val)
			}
			if m.src != m.dst {
				pending = append(pending, m)
			}
		}
	}
	overlaps := func(a, an, b, bn int) bool { return a < b+bn && b < a+an }
	for len(pending) > 0 {
		ready := -1
		for i, m := range pending {
			blocked := false
			for j, o := range pending {
				if i != j && overlaps(m.dst, m.n, o.src, o.n) {
					blocked = true
					break
				}
			}
			if !blocked {
				ready = i
				break
			}
		}
		if ready < 0 {
			// A cycle: put one source aside.
			m := &pending[0]
			mask := make([]bool, m.n)
			for i := range mask {
				mask[i] = m.src+i < outBase && c.isPtr[m.src+i]
			}
			w := c.scratchMask(mask...)
			c.move(w, m.src, m.n)
			m.src = w
			continue
		}
		m := pending[ready]
		c.move(m.dst, m.src, m.n)
		pending = append(pending[:ready], pending[ready+1:]...)
	}
	for _, m := range consts {
		c.materialize(m.dst, m.val)
	}
}

// variable records a source variable from the present instruction on.
func (c *compiler) variable(name string, pos token.Pos, word int, indirect bool, t types.Type) {
	if name == "" || name == "_" {
		return
	}
	for _, r := range name {
		if r == '$' {
			return
		}
	}
	c.out.Vars = append(c.out.Vars, Var{
		Name: name, Word: uint16(word), Indirect: indirect,
		From: int32(len(c.code)), To: math.MaxInt32, Type: c.link.Type(t), Pos: pos,
	})
}
