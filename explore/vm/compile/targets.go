package compile

// Targets and aliases: values that are computed where they will be stored, and loads that
// need no instruction.

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// last is the position of the last use of v in its block, or elsewhere.
func (c *compiler) last(v ssa.Value) int {
	if p, ok := c.lasts[v]; ok {
		return p
	}
	instr := v.(ssa.Instruction)
	p := c.index[instr]
	for _, r := range *v.Referrers() {
		if _, ok := r.(*ssa.DebugRef); ok {
			continue
		}
		if _, ok := r.(*ssa.Phi); ok || r.Block() != instr.Block() {
			p = elsewhere
			break
		}
		p = max(p, c.index[r])
		if u, ok := r.(ssa.Value); ok && (c.mode[u] == view || c.mode[u] == deferred || c.mode[u] == silent) {
			p = max(p, c.last(u))
		}
	}
	c.lasts[v] = p
	return p
}

// An access to a local variable in the block being planned.
type access struct {
	pos   int // where it takes effect
	from  int64
	to    int64
	store bool
	load  ssa.Value
	st    *ssa.Store
	until int // last use of a value computed in place
}

// planBlock decides on targets and aliases in a block.
func (c *compiler) planBlock(b *ssa.BasicBlock) {
	byLocal := map[*local][]access{}
	var order []*local
	for i, instr := range c.order[b] {
		if l, a, ok := c.accessOf(instr, i); ok {
			if byLocal[l] == nil {
				order = append(order, l)
			}
			byLocal[l] = append(byLocal[l], a)
		}
	}
	for _, l := range order {
		list := byLocal[l]
		for i := range list {
			if list[i].st != nil {
				c.planTarget(l, list, i)
			}
		}
		for _, a := range list {
			if a.load != nil {
				c.planAlias(l, list, a)
			}
		}
	}
}

func (c *compiler) accessOf(instr ssa.Instruction, i int) (*local, access, bool) {
	switch instr := instr.(type) {
	case *ssa.Alloc:
		l := c.locals[instr]
		if l == nil || l.param || !c.zeroes(instr) {
			return nil, access{}, false
		}
		return l, access{pos: i, from: 0, to: l.size, store: true}, true
	case *ssa.Store:
		if l, off, ok := c.pathOf(instr.Addr); ok {
			return l, access{pos: i, from: off, to: off + Sizeof(instr.Val.Type()), store: true, st: instr}, true
		}
		if l := c.indexedLocal(instr.Addr); l != nil {
			return l, access{pos: i, from: 0, to: l.size, store: true}, true
		}
	case *ssa.UnOp:
		if instr.Op != token.MUL {
			break
		}
		if l, off, ok := c.pathOf(instr.X); ok {
			return l, access{pos: i, from: off, to: off + Sizeof(instr.Type()), load: instr}, true
		}
		if l := c.indexedLocal(instr.X); l != nil {
			return l, access{pos: i, from: 0, to: l.size}, true
		}
	case *ssa.Call:
		// The values of an append are read by it.
		if len(instr.Call.Args) == 2 {
			if s, ok := instr.Call.Args[1].(*ssa.Slice); ok {
				if a, ok := s.X.(*ssa.Alloc); ok && c.locals[a] != nil {
					l := c.locals[a]
					return l, access{pos: i, from: 0, to: l.size}, true
				}
			}
		}
	}
	return nil, access{}, false
}

// planTarget decides whether the value stored by access i of the list is
// computed in place.
func (c *compiler) planTarget(l *local, list []access, i int) {
	st := list[i].st
	v := st.Val
	delete(c.target, v)
	instr, ok := v.(ssa.Instruction)
	if !ok || instr.Block() != st.Block() || c.mode[v] != normal || !inPlace(v) {
		return
	}
	last := c.last(v)
	if last == elsewhere || last > list[i].pos && ClassOf(v.Type()) == Bytes {
		return
	}
	w, ok := l.wordsOf(list[i].from, v.Type())
	if !ok || l.loads == 0 {
		return
	}
	if ld, ok := v.(*ssa.UnOp); ok && ld.Op == token.MUL {
		if _, _, ok := c.pathOf(ld.X); ok {
			return // possibly an alias
		}
	}
	def := c.index[instr]
	if l.result && def != list[i].pos-1 {
		return
	}
	for j, a := range list {
		if j == i {
			continue
		}
		if def < a.pos && a.pos < list[i].pos || a.pos == def && a.store {
			return
		}
		if a.until > def && a.pos < def {
			return
		}
		// If the value has other uses, the variable must keep it for them.
		if a.store && list[i].pos < a.pos && a.pos < last {
			return
		}
		if a.load != nil && a.pos < def {
			if l := c.last(a.load); l != elsewhere && l > def {
				return
			}
		}
	}
	list[i].pos, list[i].until = def, last
	c.target[v] = w
}

// inPlace reports whether the code of v writes its result last, or with
// a single instruction.
func inPlace(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.BinOp, *ssa.Call, *ssa.Slice, *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan,
		*ssa.Convert, *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.MakeInterface, *ssa.ChangeInterface,
		*ssa.MakeClosure, *ssa.Lookup, *ssa.TypeAssert, *ssa.Index, *ssa.Field:
		return true
	case *ssa.UnOp:
		return v.Op != token.ARROW
	}
	return false
}

// planAlias decides whether the load a needs no instruction.
func (c *compiler) planAlias(l *local, list []access, a access) {
	delete(c.alias, a.load)
	w, ok := l.wordsOf(a.from, a.load.Type())
	last := c.last(a.load)
	if !ok || last == elsewhere || c.mode[a.load] != normal {
		return
	}
	for _, s := range list {
		if s.store && a.pos < s.pos && s.pos < last && s.from < a.to && a.from < s.to {
			return
		}
	}
	c.alias[a.load] = true
	c.place[a.load] = w
}
