package compile

// Interfaces and closures.

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// boxImm describes values of type t in memory.
func (c *compiler) boxImm(t types.Type) int64 {
	return BoxImm(c.link.Type(t), ClassOf(t), Direct(t), Sizeof(t))
}

// typeWord is the first word of an interface value of type iface with
// dynamic type t.
func (c *compiler) typeWord(iface, t types.Type) int64 {
	if isEmptyInterface(iface) {
		return int64(c.link.Type(t))
	}
	return int64(c.link.Itab(iface, t))
}

// neverType is the first word of no interface value. It stands for a type
// without the methods of the interface, which only code with type parameters
// can assert.
const neverType = 1

func (c *compiler) makeInterface(v *ssa.MakeInterface) {
	t := v.X.Type()
	if b, ok := t.(*types.Basic); ok {
		t = types.Default(b)
	}
	word := c.typeWord(v.Type(), t)
	var data int
	switch {
	case Direct(t):
		data = c.use(v.X)
	case c.isImmediate(v.X) && !isHuge(t):
		words := c.constWords(v.X)
		addr := c.link.Data(words)
		w := c.dst(v)
		c.emit(OpMovI, w, 0, 0, word)
		c.emit(OpMovI, w+1, 0, 0, int64(addr))
		return
	default:
		x := c.use(v.X)
		data = c.scratchMask(true)
		c.emit(OpBox, data, x, 0, c.boxImm(t))
	}
	w := c.dst(v)
	if data == w {
		s := c.scratchMask(true)
		c.move(s, data, 1)
		data = s
	}
	c.emit(OpMovI, w, 0, 0, word)
	c.move(w+1, data, 1)
}

func (c *compiler) changeInterface(v *ssa.ChangeInterface) {
	x := c.use(v.X)
	w := c.dst(v)
	if isEmptyInterface(v.Type()) && !isEmptyInterface(v.X.Type()) {
		c.move(w+1, x+1, 1)
		c.emit(OpItabType, w, x, 0, 0)
		return
	}
	c.emit(OpConvI, w, x, 0, int64(c.link.Type(v.Type())))
	c.emit(OpExt, int(b2i(isEmptyInterface(v.X.Type()))), 0, 0, 0)
}

func (c *compiler) typeAssert(v *ssa.TypeAssert) {
	x := c.use(v.X)
	from := v.X.Type()
	if isInterface(v.AssertedType) && c.checksMethodValue(v) {
		c.emit(OpNilCheck, x, 0, 0, 0)
		return
	}
	if isInterface(v.AssertedType) {
		op, ok := OpAssertI, NoWord
		w := c.dst(v)
		if v.CommaOk {
			op, ok = OpAssertIOK, w+2
		}
		c.emit(op, w, x, 0, int64(c.link.Type(v.AssertedType)))
		c.emit(OpExt, int(b2i(isEmptyInterface(from))), ok, 0, int64(c.link.Type(from)))
		return
	}
	word := c.typeWord(from, v.AssertedType)
	if word == 0 {
		word = neverType
	}
	if v.CommaOk {
		n := Words(v.AssertedType)
		w := c.dst(v)
		c.emit(OpUnboxOK, w, x, w+n, word)
		c.emit(OpExt, 0, 0, 0, c.boxImm(v.AssertedType))
		return
	}
	c.emit(OpAssert, x, 0, 0, word)
	c.emit(OpExt, int(b2i(isEmptyInterface(from))), 0, 0, int64(c.link.Type(v.AssertedType))|int64(c.link.Type(from))<<32)
	if Words(v.AssertedType) == 0 {
		c.dst(v)
		return
	}
	if Direct(v.AssertedType) {
		c.move(c.dst(v), x+1, 1)
		return
	}
	c.loadFrom(c.dst(v), address{word: x + 1, private: true}, v.AssertedType)
}

// checksMethodValue reports whether an assertion is the check for nil that
// go/ssa makes before it binds a method of an interface value. In gc it is the
// load of the method that fails.
func (c *compiler) checksMethodValue(v *ssa.TypeAssert) bool {
	if v.CommaOk || len(*v.Referrers()) > 0 || !types.Identical(v.X.Type(), v.AssertedType) {
		return false
	}
	rest := c.order[v.Block()][c.index[v]+1:]
	if len(rest) == 0 {
		return false
	}
	m, ok := rest[0].(*ssa.MakeClosure)
	return ok && len(m.Bindings) == 1 && m.Bindings[0] == v.X
}

func (c *compiler) makeClosure(v *ssa.MakeClosure) {
	fn := v.Fn.(*ssa.Function)
	layout := ClosureType(fn.FreeVars)
	w := c.scratchMask(true)
	c.emit(OpNew, w, 0, 0, int64(c.link.Type(layout)))
	c.emit(OpStoreI64, w, 0, 0, int64(FuncPC(c.link.FuncID(fn))))
	c.code[len(c.code)-1].B = 1
	for i, b := range v.Bindings {
		c.storeTo(address{word: w, off: fieldOffset(layout, i+1), private: true}, b)
	}
	c.move(c.dst(v), w, 1)
}

// FuncPC is the code pointer of a function: word 0 of its function value.
func FuncPC(id int32) uint64 { return 1<<40 | uint64(id)<<20 }
