package compile

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Big values. A value that is loaded only to be stored elsewhere goes from
// memory to memory; an array that is loaded only to be indexed (the operand of
// a range clause) is copied to an object of its own. Other big values stand in
// the frame like small ones, unless they are huge: then one word in the frame has
// the address of an object with the value, which nobody writes to.

// bigValue is the size in bytes from which on a value is big.
const bigValue = 4096

// hugeValue is the size in bytes above which a value is huge. Channels have no
// elements of that size.
const hugeValue = 64 << 10

// Huge reports whether values of that size stand in an object of their own.
func Huge(size int64) bool { return size > hugeValue }

func isHuge(t types.Type) bool {
	_, tuple := t.(*types.Tuple)
	return !tuple && Huge(Sizeof(t))
}

// Missing is what a [Linker] may panic with if the machine lacks something that
// a function needs: the function becomes one that reports it when called.
type Missing string

// newHuge makes the object of a huge value.
func (c *compiler) newHuge(w int, t types.Type) {
	c.emit(OpNew, w, 0, 0, int64(c.link.Type(t)))
}

// loadHuge copies a huge value from memory.
func (c *compiler) loadHuge(dst int, a address, t types.Type) {
	src, w := c.scratchMask(true), c.scratchMask(true)
	c.lea(src, a)
	c.newHuge(w, t)
	c.emit(OpMoveMem, w, src, 1, Sizeof(t))
	c.move(dst, w, 1)
}

// storeHuge copies a huge value to memory.
func (c *compiler) storeHuge(a address, src int, t types.Type) {
	dst := c.scratchMask(true)
	c.lea(dst, a)
	c.emit(OpMoveMem, dst, src, int(b2i(a.private)), Sizeof(t))
}

// partOf is the part at off of the huge value v.
func (c *compiler) partOf(v ssa.Value, off int64) address {
	return c.bounded(address{word: c.use(v), private: true}, off)
}

// movedTo returns the store that moves the big value v from memory to memory.
func (c *compiler) movedTo(v *ssa.UnOp) *ssa.Store {
	if Sizeof(v.Type()) < bigValue || len(*v.Referrers()) != 1 {
		return nil
	}
	s, ok := (*v.Referrers())[0].(*ssa.Store)
	if !ok || s.Val != v || s.Block() != v.Block() {
		return nil
	}
	for _, instr := range c.order[v.Block()][c.index[v]+1 : c.index[s]] {
		switch instr.(type) {
		case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Alloc, *ssa.BinOp, *ssa.UnOp, *ssa.DebugRef:
		default:
			return nil // it might change what is to be moved
		}
	}
	return s
}

// isBoxed reports whether v is a big array that is only indexed.
func (c *compiler) isBoxed(v ssa.Value) bool {
	ld, ok := v.(*ssa.UnOp)
	if !ok || Sizeof(v.Type()) < bigValue || c.unused(v) {
		return false
	}
	if _, ok := under(v.Type()).(*types.Array); !ok {
		return false
	}
	if _, _, ok := c.pathOf(ld.X); ok {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Index:
			if r.Index == v {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// maskOf says which words of the place of a value may hold pointers.
func (c *compiler) maskOf(v ssa.Value) []bool {
	if c.mode[v] == boxed {
		return []bool{true}
	}
	return pointerWords(v.Type())
}

// box copies a big array to an object of its own.
func (c *compiler) box(v *ssa.UnOp) {
	p := c.pointer(v.X)
	w := c.scratchMask(true)
	c.emit(OpNew, w, 0, 0, int64(c.link.Type(v.Type())))
	c.emit(OpMoveMem, w, p, 1, Sizeof(v.Type()))
	c.move(c.dst(v), w, 1)
}

// indexBoxed compiles an element of a boxed array.
func (c *compiler) indexBoxed(v *ssa.Index) {
	arr := under(v.X.Type()).(*types.Array)
	w := c.scratchMask(true)
	i := c.use(v.Index)
	c.emit(OpIndexAddrP, w, c.use(v.X), i, Sizeof(arr.Elem())<<1|b2i(isUnsigned(v.Index.Type())))
	c.emit(OpExt, 0, 0, 0, arr.Len())
	c.loadFrom(c.dst(v), address{word: w, private: true}, v.Type())
}

// moveBig compiles a store of a big value from memory.
func (c *compiler) moveBig(s *ssa.Store, ld *ssa.UnOp) {
	src := c.pointer(ld.X)
	dst := c.pointer(s.Addr)
	c.emit(OpMoveMem, dst, src, 0, Sizeof(ld.Type()))
}
