package compile

// Variables that live in frame words: which they are, and what is a part of them.

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

type local struct {
	typ    types.Type
	word   int
	size   int64
	scalar bool // canonical form; otherwise gc's layout
	loads  int
	param  bool // it is the parameter itself
	result bool // read after a recovered panic
	values int  // words of the values of an append, 0 if it is a variable
}

// classify decides whether an Alloc is a local variable.
func (c *compiler) classify(a *ssa.Alloc) {
	t := deref(a.Type())
	size := Sizeof(t)
	if size > maxLocal || c.frugal && a.Comment == "complit" {
		return
	}
	l := &local{typ: t, size: size, scalar: ClassOf(t) != Bytes}
	if !c.onlyAccessed(a, 0, l) {
		if !c.appendValues(a, l) {
			return
		}
		l.word = c.grow(pointerWords(t))
		c.locals[a] = l
		return
	}
	c.locals[a] = l
	if p := spilled(a); p != nil {
		l.param, l.word = true, c.place[p]
		return
	}
	if l.loads > 0 {
		l.word = c.grow(pointerWords(t))
	}
}

// spilled returns the parameter of which a is the variable, if that is its only
// use.
func spilled(a *ssa.Alloc) *ssa.Parameter {
	if a.Block().Index != 0 || len(a.Block().Preds) != 0 {
		return nil
	}
	for _, r := range *a.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == a {
			p, ok := st.Val.(*ssa.Parameter)
			if ok && len(*p.Referrers()) == 1 && st.Block() == a.Block() {
				return p
			}
		}
	}
	return nil
}

// onlyAccessed reports whether the address v, at offset off of the variable, is used only
// for loads and stores. Indexes that are not constant are allowed in arrays of
// scalars.
func (c *compiler) onlyAccessed(v ssa.Value, off int64, l *local) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if r.Val == v {
				return false
			}
		case *ssa.UnOp:
			if r.Op != token.MUL {
				return false
			}
			if !c.onlyDefers(r) {
				l.loads++
			}
			if r.Block() == c.fn.Recover {
				l.result = true
			}
		case *ssa.FieldAddr:
			if !c.onlyAccessed(r, off+fieldOffset(deref(v.Type()), r.Field), l) {
				return false
			}
		case *ssa.IndexAddr:
			if r.X != v {
				return false
			}
			if i, ok := constIndex(r); ok {
				if !c.onlyAccessed(r, off+i*Sizeof(deref(r.Type())), l) {
					return false
				}
				continue
			}
			if off%8 != 0 || ClassOf(deref(r.Type())) == Bytes || !sameBlockAccesses(r) {
				return false
			}
			l.loads++
		default:
			return false
		}
	}
	return true
}

// constIndex returns the index of an element of an array if it is a constant
// within bounds.
func constIndex(v *ssa.IndexAddr) (int64, bool) {
	k, ok := v.Index.(*ssa.Const)
	if !ok {
		return 0, false
	}
	p, ok := under(v.X.Type()).(*types.Pointer)
	if !ok {
		return 0, false
	}
	arr := under(p.Elem()).(*types.Array)
	i, exact := constant.Int64Val(constant.ToInt(k.Value))
	return i, exact && 0 <= i && i < arr.Len()
}

// sameBlockAccesses reports whether v is used only as the address of loads
// and stores of its block.
func sameBlockAccesses(v ssa.Instruction) bool {
	for _, r := range *v.(ssa.Value).Referrers() {
		if !isAccess(r, v.(ssa.Value)) || r.Block() != v.Block() {
			return false
		}
	}
	return true
}

func isAccess(r ssa.Instruction, addr ssa.Value) bool {
	switch r := r.(type) {
	case *ssa.Store:
		return r.Addr == addr && r.Val != addr
	case *ssa.UnOp:
		return r.Op == token.MUL
	case *ssa.DebugRef:
		return true
	}
	return false
}

// appendValues reports whether a is the array of the values of one call of append
// and nothing else; then the values stand in the frame and the array
// never comes to life.
func (c *compiler) appendValues(a *ssa.Alloc, l *local) bool {
	arr, ok := under(l.typ).(*types.Array)
	if !ok || arr.Len() == 0 || l.size == 0 {
		return false
	}
	var slice *ssa.Slice
	set := map[int64]bool{}
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.IndexAddr:
			i, ok := constIndex(r)
			if !ok || r.X != a {
				return false
			}
			set[i] = true
			for _, u := range *r.Referrers() {
				if st, ok := u.(*ssa.Store); !ok || st.Addr != r {
					return false
				}
			}
		case *ssa.Slice:
			if slice != nil || r.Low != nil || r.High != nil || r.Max != nil {
				return false
			}
			slice = r
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	if slice == nil || len(*slice.Referrers()) != 1 || int64(len(set)) != arr.Len() {
		return false
	}
	call, ok := (*slice.Referrers())[0].(*ssa.Call)
	if !ok || len(call.Call.Args) != 2 || call.Call.Args[1] != slice {
		return false
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); !ok || b.Name() != "append" {
		return false
	}
	l.values = int(arr.Len())
	l.loads = 1
	c.mode[slice] = silent
	return true
}

// pathOf resolves the address of a part of a local variable.
func (c *compiler) pathOf(v ssa.Value) (l *local, off int64, ok bool) {
	switch v := v.(type) {
	case *ssa.Alloc:
		l = c.locals[v]
		return l, 0, l != nil
	case *ssa.FieldAddr:
		l, off, ok = c.pathOf(v.X)
		if ok {
			off += fieldOffset(deref(v.X.Type()), v.Field)
		}
		return l, off, ok
	case *ssa.IndexAddr:
		i, isConst := constIndex(v)
		if !isConst {
			return nil, 0, false
		}
		l, off, ok = c.pathOf(v.X)
		return l, off + i*Sizeof(deref(v.Type())), ok
	}
	return nil, 0, false
}

// wordsOf reports whether the part of l at off of type t stands in whole words in
// the form in which values stand, and in which.
func (l *local) wordsOf(off int64, t types.Type) (word int, ok bool) {
	if off%8 != 0 {
		return 0, false
	}
	word = l.word + int(off/8)
	size := Sizeof(t)
	switch {
	case size%8 == 0:
		return word, true
	case l.scalar:
		return word, true
	case ClassOf(t) != Bytes:
		return 0, false
	}
	return word, off+size == l.size
}

// indexedLocal returns the array in the frame of which addr is an element
// with a variable index.
func (c *compiler) indexedLocal(addr ssa.Value) *local {
	if ix, ok := addr.(*ssa.IndexAddr); ok {
		if l, _, ok := c.pathOf(ix.X); ok {
			return l
		}
	}
	return nil
}

// zeroes reports whether the Alloc of a local variable has to clear it: not
// where the frame is new, and not if the variable is written as a whole first.
func (c *compiler) zeroes(a *ssa.Alloc) bool {
	l := c.locals[a]
	if l.param || l.loads == 0 || l.values > 0 {
		return false
	}
	b := a.Block()
	if b.Index == 0 && len(b.Preds) == 0 {
		return false
	}
	for _, instr := range c.order[b][c.index[a]+1:] {
		if st, ok := instr.(*ssa.Store); ok && st.Addr == a {
			return false
		}
		switch instr := instr.(type) {
		case *ssa.UnOp:
			if instr.Op == token.MUL && c.reaches(instr.X, a) {
				return true
			}
		case *ssa.Store:
			if c.reaches(instr.Addr, a) {
				return true
			}
		}
	}
	return true
}

func (c *compiler) reaches(addr ssa.Value, a *ssa.Alloc) bool {
	for {
		switch v := addr.(type) {
		case *ssa.Alloc:
			return v == a
		case *ssa.FieldAddr:
			addr = v.X
		case *ssa.IndexAddr:
			addr = v.X
		default:
			return false
		}
	}
}
