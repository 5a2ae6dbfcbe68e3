package compile

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Loads, stores and addresses.

// maxOffset is the largest offset that a load or store adds to a pointer it
// has checked; the machine keeps that much room behind its memory.
const maxOffset = 1 << 20

// An address is where a load or store goes.
type address struct {
	static  uint64 // of memory known to be there, if word < 0
	word    int    // word of a pointer
	off     int64
	slice   int // word of a slice if index > 0
	index   int // word of the index, plus 1
	elem    int64
	uns     bool // the index is unsigned
	private bool // known not to be shared
}

// addressOf resolves an address that is not the path of a local variable.
func (c *compiler) addressOf(v ssa.Value) address {
	switch v := v.(type) {
	case *ssa.Global:
		return address{word: -1, static: c.link.Global(v)}
	case *ssa.FieldAddr:
		if c.mode[v] != deferred {
			break
		}
		a := c.addressOf(v.X)
		if a.index > 0 {
			a = c.elementAddr(a)
		}
		return c.bounded(a, fieldOffset(deref(v.X.Type()), v.Field))
	case *ssa.IndexAddr:
		if c.mode[v] != deferred {
			break
		}
		return c.element(v)
	}
	return address{word: c.use(v), private: ownCell(v)}
}

// ownCell reports whether v is the address of a variable that go/ssa made up
// for a loop over a function: no other goroutine knows it.
func ownCell(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return strings.Contains(v.Comment, "$")
	case *ssa.FreeVar:
		return strings.Contains(v.Name(), "$")
	}
	return false
}

// bounded adds an offset, with an instruction if it is large.
func (c *compiler) bounded(a address, off int64) address {
	if a.off += off; a.word < 0 || a.off < maxOffset {
		return a
	}
	w := c.scratchMask(true)
	c.emit(OpLea, w, a.word, 0, a.off)
	return address{word: w}
}

// element resolves the address of an element.
func (c *compiler) element(v *ssa.IndexAddr) address {
	size := Sizeof(deref(v.Type()))
	if _, ok := under(v.X.Type()).(*types.Slice); ok {
		return address{slice: c.use(v.X), index: c.use(v.Index) + 1, elem: size, uns: isUnsigned(v.Index.Type())}
	}
	if i, ok := constIndex(v); ok {
		a := c.addressOf(v.X)
		if a.index > 0 {
			a = c.elementAddr(a)
		}
		return c.bounded(a, i*size)
	}
	w := c.scratchMask(true)
	c.indexArray(w, v, size)
	return address{word: w}
}

// indexArray computes the address of an element of an array behind a pointer.
func (c *compiler) indexArray(w int, v *ssa.IndexAddr, size int64) {
	arr := under(deref(v.X.Type())).(*types.Array)
	c.emit(OpIndexAddrP, w, c.pointer(v.X), c.use(v.Index), size<<1|b2i(isUnsigned(v.Index.Type())))
	c.emit(OpExt, 0, 0, 0, arr.Len())
}

// pointer computes an address into a word.
func (c *compiler) pointer(v ssa.Value) int {
	if c.mode[v] != deferred {
		return c.use(v)
	}
	a := c.addressOf(v)
	w := c.scratchMask(true)
	c.lea(w, a)
	return w
}

// elementAddr computes the address of an element.
func (c *compiler) elementAddr(a address) address {
	w := c.scratchMask(true)
	c.lea(w, a)
	return address{word: w}
}

// lea computes an address into word w.
func (c *compiler) lea(w int, a address) {
	switch {
	case a.index > 0:
		c.emit(OpIndexAddr, w, a.slice, a.index-1, a.elem<<1|b2i(a.uns))
		if a.off != 0 {
			c.emit(OpLea, w, w, 0, a.off)
		}
	case a.word < 0:
		c.emit(OpMovI, w, 0, 0, int64(a.static)+a.off)
	default:
		c.emit(OpLea, w, a.word, 0, a.off)
	}
}

// simple turns an address into a pointer word and an offset.
func (c *compiler) simple(a address) address {
	if a.index > 0 {
		return c.elementAddr(a)
	}
	if a.word < 0 {
		w := c.scratchMask(true)
		c.emit(OpMovI, w, 0, 0, int64(a.static))
		return address{word: w, off: a.off, private: a.private}
	}
	return a
}

// scalarElement reports whether a is an element that the indexed loads and
// stores know: one of the size of class.
func (a address) scalarElement(class Class) bool {
	return a.index > 0 && a.off == 0 && class != Bytes && a.elem == classSize[class]
}

var classSize = [...]int64{U8: 1, S8: 1, U16: 2, S16: 2, U32: 4, S32: 4, W64: 8}

// loadFrom loads a value of type t.
func (c *compiler) loadFrom(dst int, a address, t types.Type) {
	class, size := ClassOf(t), Sizeof(t)
	if Huge(size) {
		c.loadHuge(dst, a, t)
		return
	}
	if a.scalarElement(class) {
		c.emit(OpLoadX8U+Op(class), dst, a.slice, a.index-1, b2i(a.uns))
		return
	}
	if a.word < 0 && a.index == 0 && class == W64 {
		c.emit(OpLoadG64, dst, 0, int(b2i(a.private)), int64(a.static)+a.off)
		return
	}
	a = c.simple(a)
	private := int(b2i(a.private))
	switch {
	case class != Bytes:
		c.emit(OpLoad8U+Op(class), dst, a.word, private, a.off)
	case size == 0:
		c.emit(OpNilCheck, a.word, 0, 0, 0)
	case size == 8:
		c.emit(OpLoad64, dst, a.word, private, a.off)
	case size == 16:
		c.emit(OpLoad128, dst, a.word, private, a.off)
	case size == 24:
		c.emit(OpLoad192, dst, a.word, private, a.off)
	default:
		c.emit(OpLoadN, dst, a.word, private, a.off|size<<32)
	}
}

// storeTo stores a value.
func (c *compiler) storeTo(a address, v ssa.Value) {
	t := v.Type()
	class, size := ClassOf(t), Sizeof(t)
	if c.isImmediate(v) && size > 0 && c.storeConst(a, v, class, size) {
		return
	}
	c.storeWords(a, c.use(v), t)
}

// storeWords stores the value of type t that stands at word src.
func (c *compiler) storeWords(a address, src int, t types.Type) {
	class, size := ClassOf(t), Sizeof(t)
	if Huge(size) {
		c.storeHuge(a, src, t)
		return
	}
	if a.scalarElement(class) {
		c.emit(storeX[class], a.slice, a.index-1, src, b2i(a.uns))
		return
	}
	if a.word < 0 && a.index == 0 && class == W64 {
		c.emit(OpStoreG64, 0, src, int(b2i(a.private)), int64(a.static)+a.off)
		return
	}
	a = c.simple(a)
	private := int(b2i(a.private))
	switch {
	case class != Bytes:
		c.emit(storeOp[class], a.word, src, private, a.off)
	case size == 0:
		c.emit(OpNilCheck, a.word, 0, 0, 0)
	case size == 8:
		c.emit(OpStore64, a.word, src, private, a.off)
	case size == 16:
		c.emit(OpStore128, a.word, src, private, a.off)
	case size == 24:
		c.emit(OpStore192, a.word, src, private, a.off)
	default:
		c.emit(OpStoreN, a.word, src, private, a.off|size<<32)
	}
}

var storeOp = [...]Op{U8: OpStore8, S8: OpStore8, U16: OpStore16, S16: OpStore16, U32: OpStore32, S32: OpStore32, W64: OpStore64}
var storeX = [...]Op{U8: OpStoreX8, S8: OpStoreX8, U16: OpStoreX16, S16: OpStoreX16, U32: OpStoreX32, S32: OpStoreX32, W64: OpStoreX64}
var storeI = [...]Op{U8: OpStoreI8, S8: OpStoreI8, U16: OpStoreI16, S16: OpStoreI16, U32: OpStoreI32, S32: OpStoreI32, W64: OpStoreI64}

// storeConst stores a constant without putting it into a word first, if it
// can.
func (c *compiler) storeConst(a address, v ssa.Value, class Class, size int64) bool {
	words := c.constWords(v)
	if a.scalarElement(class) || a.word < 0 && a.index == 0 && class == W64 {
		return false
	}
	if class != Bytes {
		if a.off > NoWord {
			return false
		}
		a = c.simple(a)
		c.emit(storeI[class], a.word, int(b2i(a.private)), int(a.off), int64(words[0]))
		return true
	}
	for _, w := range words {
		if w != 0 {
			return false
		}
	}
	a = c.simple(a)
	c.emit(OpStoreZ, a.word, 0, int(b2i(a.private)), a.off|size<<32)
	return true
}

// load compiles a load.
func (c *compiler) load(v *ssa.UnOp) {
	t := v.Type()
	if l, off, ok := c.pathOf(v.X); ok {
		if !c.alias[v] {
			c.getPart(c.dst(v), l, off, t)
		}
		return
	}
	if l := c.indexedLocal(v.X); l != nil {
		ix := v.X.(*ssa.IndexAddr)
		base, imm := c.frameElement(ix)
		c.emit(OpFIndex, c.dst(v), base, c.use(ix.Index), imm)
		return
	}
	if c.unused(v) {
		if c.inRange(v) {
			return
		}
		// Only the check for nil matters.
		a := c.simple(c.addressOf(v.X))
		c.emit(OpNilCheck, a.word, 0, 0, 0)
		return
	}
	if c.mode[v] == boxed {
		c.box(v)
		return
	}
	a := c.addressOf(v.X)
	c.loadFrom(c.dst(v), a, t)
}

// inRange reports whether v is the array of a range clause that is not to be
// evaluated: "if at most one iteration variable is present and x or len(x) is
// constant".
func (c *compiler) inRange(v *ssa.UnOp) bool {
	if _, ok := under(v.Type()).(*types.Array); !ok || c.fn.Syntax() == nil {
		return false
	}
	found := false
	ast.Inspect(c.fn.Syntax(), func(n ast.Node) bool {
		if r, ok := n.(*ast.RangeStmt); ok {
			star, ok := ast.Unparen(r.X).(*ast.StarExpr)
			found = found || ok && star.Star == v.Pos() && !hasCallExpr(star)
		}
		return !found
	})
	return found
}

// hasCallExpr reports whether an expression contains a call or a receive.
func hasCallExpr(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// frameElement returns the first word and the Imm operand for an element of
// an array of scalars in the frame. Arrays are aligned to words here, since they
// are variables of their own or the element's path starts at one.
func (c *compiler) frameElement(ix *ssa.IndexAddr) (base int, imm int64) {
	l, off, _ := c.pathOf(ix.X)
	arr := under(deref(ix.X.Type())).(*types.Array)
	return l.word + int(off/8), FIndexImm(ClassOf(arr.Elem()), arr.Len(), isUnsigned(ix.Index.Type()))
}

// store compiles a store.
func (c *compiler) store(s *ssa.Store) {
	if f, ok := s.Addr.(*ssa.FieldAddr); ok && isBlankField(f) {
		return // of a composite literal; gc leaves the field zero
	}
	if l, off, ok := c.pathOf(s.Addr); ok {
		if l.loads == 0 || c.mode[s.Val] == silent {
			return
		}
		if w, ok := c.target[s.Val]; ok {
			if p, ok := l.wordsOf(off, s.Val.Type()); ok && p == w {
				return // computed in place
			}
		}
		c.setPart(l, off, s.Val)
		return
	}
	if c.mode[s.Val] == silent {
		return // x = x
	}
	if ld, ok := s.Val.(*ssa.UnOp); ok && c.mode[ld] == deferred {
		c.moveBig(s, ld)
		return
	}
	if l := c.indexedLocal(s.Addr); l != nil {
		ix := s.Addr.(*ssa.IndexAddr)
		base, imm := c.frameElement(ix)
		c.emit(OpFSetIndex, base, c.use(ix.Index), c.use(s.Val), imm)
		return
	}
	c.storeTo(c.addressOf(s.Addr), s.Val)
}

func isBlankField(f *ssa.FieldAddr) bool {
	return under(deref(f.X.Type())).(*types.Struct).Field(f.Field).Name() == "_"
}

// getPart reads a part of a local variable into words.
func (c *compiler) getPart(dst int, l *local, off int64, t types.Type) {
	if w, ok := l.wordsOf(off, t); ok {
		c.move(dst, w, Words(t))
		return
	}
	c.getBytes(dst, l.word, off, t)
}

// getBytes reads a value at a byte offset of an aggregate in the frame.
func (c *compiler) getBytes(dst, word int, off int64, t types.Type) {
	class := ClassOf(t)
	switch pos := int64(word)*8 + off; class {
	case Bytes:
		if size := Sizeof(t); size > 0 {
			c.emit(OpFCopyOut, dst, 0, int(size), pos)
		}
	case W64:
		c.move(dst, word+int(off/8), 1)
	default:
		c.emit(OpFLoad8U+Op(class), dst, 0, 0, pos)
	}
}

// setPart writes a part of a local variable.
func (c *compiler) setPart(l *local, off int64, v ssa.Value) {
	t := v.Type()
	size := Sizeof(t)
	if size == 0 {
		return
	}
	if w, ok := l.wordsOf(off, t); ok {
		c.moveTo(w, v)
		return
	}
	src := c.use(v)
	pos := int64(l.word)*8 + off
	switch ClassOf(t) {
	case U8, S8:
		c.emit(OpFStore8, 0, src, 0, pos)
	case U16, S16:
		c.emit(OpFStore16, 0, src, 0, pos)
	case U32, S32:
		c.emit(OpFStore32, 0, src, 0, pos)
	case W64:
		c.move(l.word+int(off/8), src, 1)
	default:
		c.emit(OpFCopyIn, 0, src, int(size), pos)
	}
}
