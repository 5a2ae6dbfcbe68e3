package compile

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// The order of evaluation. The specification orders the calls and receives
// of a statement among themselves, but not the reads of variables among them.
// gc makes all calls first and reads variables late (cmd/compile/internal/
// walk/order.go); go/ssa reads from left to right. So what reads memory is moved
// down behind the calls that follow it in its statement, together with what
// is computed of it and the stores of it into literals under construction.
// Variables in the frame cannot be changed by a call.

// orderBlocks sets the order in which the instructions of each block are compiled.
func (c *compiler) orderBlocks() {
	c.order = map[*ssa.BasicBlock][]ssa.Instruction{}
	var o *orderer
	for _, b := range c.fn.Blocks {
		list := b.Instrs
		if hasCall(list) {
			if o == nil {
				o = &orderer{c: c, tags: switchTags(c.fn)}
			}
			list = o.block(b)
		}
		c.order[b] = list
		for i, instr := range list {
			c.index[instr] = i
		}
	}
}

func hasCall(list []ssa.Instruction) bool {
	for _, instr := range list {
		if isCall(instr) {
			return true
		}
	}
	return false
}

// isCall reports whether gc orders instr like a call.
func isCall(instr ssa.Instruction) bool {
	switch v := instr.(type) {
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		if !ok {
			return true
		}
		switch b.Name() {
		case "append", "copy", "recover", "delete", "clear", "close", "print", "println":
			return true
		}
	case *ssa.UnOp:
		return v.Op == token.ARROW
	}
	return false
}

type orderer struct {
	c    *compiler
	tags map[ssa.Value]bool // read when their switch begins
	now  *ssa.BasicBlock    // being ordered; a literal may have been begun in another one
	pos  map[ssa.Instruction]int
	uses map[*ssa.Alloc][]ssa.Instruction // see unread
}

// farthest is how far behind, in instructions, a read may move. Only literals with
// thousands of parts reach it; the time for them would be quadratic in their size.
const farthest = 256

// block returns the instructions of a block in the order of gc.
func (o *orderer) block(b *ssa.BasicBlock) []ssa.Instruction {
	list := append([]ssa.Instruction(nil), b.Instrs...)
	o.now = b
	o.pos = map[ssa.Instruction]int{}
	o.uses = map[*ssa.Alloc][]ssa.Instruction{}
	for i, instr := range list {
		o.pos[instr] = i
	}
	low := 0 // nothing before moves any more
	for k, instr := range list {
		if isCall(instr) {
			low = max(low, k-farthest)
			o.sink(list, low, k)
			low = o.pos[instr] + 1 // what was moved is behind the call
		} else if o.settled(instr) {
			low = k + 1
		}
	}
	return list
}

// settled reports whether nothing moves down past instr.
func (o *orderer) settled(instr ssa.Instruction) bool {
	switch v := instr.(type) {
	case *ssa.Store:
		return o.literal(v.Addr) == nil
	case *ssa.MapUpdate, *ssa.Send, *ssa.Go, *ssa.Defer, *ssa.RunDefers, *ssa.Panic, *ssa.Select, *ssa.Next, *ssa.Range, *ssa.Phi:
		return true
	}
	return isCall(instr)
}

// sink moves what can be moved in list[low:k] behind the call list[k].
func (o *orderer) sink(list []ssa.Instruction, low, k int) {
	can := map[ssa.Instruction]bool{}
	for i := k - 1; i >= low; i-- {
		if o.canSink(list[i], k, can) {
			can[list[i]] = true
		}
	}
	if len(can) == 0 {
		return
	}
	// Only reads of memory have to move, and what depends on them.
	moved := map[ssa.Instruction]bool{}
	late := map[*ssa.Alloc]bool{} // literals into which a store moves
	var operands []*ssa.Value
	for _, instr := range list[low:k] {
		if !can[instr] {
			continue
		}
		move := o.reads(instr)
		operands = instr.Operands(operands[:0])
		for _, p := range operands {
			if x, ok := (*p).(ssa.Instruction); ok && moved[x] {
				move = true
			}
		}
		if u, ok := instr.(*ssa.UnOp); ok && u.Op == token.MUL && late[o.literal(u.X)] {
			move = true
		}
		if move {
			moved[instr] = true
			if s, ok := instr.(*ssa.Store); ok {
				late[o.literal(s.Addr)] = true
			}
		}
	}
	if len(moved) == 0 {
		return
	}
	var rest, down []ssa.Instruction
	for _, instr := range list[low:k] {
		if moved[instr] {
			down = append(down, instr)
		} else {
			rest = append(rest, instr)
		}
	}
	rest = append(append(rest, list[k]), down...)
	copy(list[low:], rest)
	for i := low; i <= k; i++ {
		o.pos[list[i]] = i
	}
}

// canSink reports whether instr may move behind position k: all that uses it
// comes later or moves too.
func (o *orderer) canSink(instr ssa.Instruction, k int, can map[ssa.Instruction]bool) bool {
	if s, ok := instr.(*ssa.Store); ok {
		a := o.literal(s.Addr)
		return a != nil && o.unread(a, k, can)
	}
	v, ok := instr.(ssa.Value)
	if !ok || !o.movable(v) || o.tags[v] {
		return false
	}
	used := false
	for _, r := range *v.Referrers() {
		if _, ok := r.(*ssa.DebugRef); ok {
			continue
		}
		switch r.(type) {
		case *ssa.Phi, *ssa.Select:
			return false // the operands of a select are read in order
		}
		if r.Block() != instr.Block() {
			return false
		}
		if o.pos[r] <= k && !can[r] {
			return false
		}
		used = true
	}
	return used
}

// movable reports whether gc evaluates an expression of this kind late. It
// makes copies in order of, besides calls: len, cap, real, imag, complex, min,
// max, what allocates, slices of slices, strings and arrays, and most assertions.
func (o *orderer) movable(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op != token.ARROW
	case *ssa.BinOp, *ssa.ChangeType, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Field, *ssa.Index,
		*ssa.MakeInterface, *ssa.MakeClosure, *ssa.ChangeInterface:
		return true
	case *ssa.Convert:
		_, toSlice := under(v.Type()).(*types.Slice)
		return !toSlice
	case *ssa.Slice:
		return o.literal(v.X) != nil
	case *ssa.Lookup:
		return !v.CommaOk
	case *ssa.TypeAssert:
		return !v.CommaOk && !isInterface(v.AssertedType) && Direct(v.AssertedType)
	}
	return false
}

// reads reports whether instr reads memory that a call may change.
func (o *orderer) reads(instr ssa.Instruction) bool {
	switch v := instr.(type) {
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return false
		}
		_, _, inFrame := o.c.pathOf(v.X)
		return !inFrame && o.c.indexedLocal(v.X) == nil
	case *ssa.Lookup:
		_, isMap := under(v.X.Type()).(*types.Map)
		return isMap
	case *ssa.Convert:
		_, isSlice := under(v.X.Type()).(*types.Slice)
		return isSlice
	}
	return false
}

// literal returns the variable of a composite literal, or of the values of a
// variadic call, in which addr is.
func (o *orderer) literal(addr ssa.Value) *ssa.Alloc {
	for {
		switch v := addr.(type) {
		case *ssa.FieldAddr:
			addr = v.X
		case *ssa.IndexAddr:
			addr = v.X
		case *ssa.Slice:
			addr = v.X
		case *ssa.Alloc:
			switch v.Comment {
			case "complit", "slicelit", "varargs":
				return v
			}
			return nil
		default:
			return nil
		}
	}
}

// unread reports whether a literal is, up to position k, only under
// construction, as far as what reads it does not move too.
func (o *orderer) unread(a *ssa.Alloc, k int, can map[ssa.Instruction]bool) bool {
	uses, known := o.uses[a]
	if !known {
		uses = o.usesOf(a, nil)
		o.uses[a] = uses
	}
	for _, r := range uses {
		if o.pos[r] <= k && !can[r] {
			return false
		}
	}
	return true
}

// usesOf appends what reads the literal in v in the block that is ordered,
// other than to construct it. v is its address, that of a part, or a slice of it.
func (o *orderer) usesOf(v ssa.Value, list []ssa.Instruction) []ssa.Instruction {
	for _, r := range *v.Referrers() {
		if r.Block() != o.now {
			continue
		}
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if r.Addr != v {
				list = o.usesOfCopy(r, list)
			}
		case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Slice, *ssa.ChangeType:
			list = o.usesOf(r.(ssa.Value), list)
		default:
			list = append(list, r)
		}
	}
	return list
}

// usesOfCopy is usesOf for a variable to which s copies the slice or the address
// of a literal: go/ssa makes one for each literal of such a type.
func (o *orderer) usesOfCopy(s *ssa.Store, list []ssa.Instruction) []ssa.Instruction {
	a, ok := s.Addr.(*ssa.Alloc)
	if !ok || o.literal(a) == nil {
		return append(list, s)
	}
	for _, r := range *a.Referrers() {
		if r.Block() != o.now {
			continue
		}
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if r.Addr != a {
				list = append(list, r)
			}
		case *ssa.UnOp:
			list = o.usesOf(r, list)
		default:
			list = append(list, r)
		}
	}
	return list
}

// switchTags are the operands of comparisons that stand for cases of a switch:
// gc keeps a copy of the tag.
func switchTags(fn *ssa.Function) map[ssa.Value]bool {
	cases := map[token.Pos]bool{}
	syntax := fn.Syntax()
	if syntax == nil {
		return nil
	}
	ast.Inspect(syntax, func(n ast.Node) bool {
		if s, ok := n.(*ast.SwitchStmt); ok && s.Tag != nil {
			for _, clause := range s.Body.List {
				for _, e := range clause.(*ast.CaseClause).List {
					cases[e.Pos()] = true
				}
			}
		}
		return true
	})
	if len(cases) == 0 {
		return nil
	}
	tags := map[ssa.Value]bool{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(*ssa.BinOp); ok && v.Op == token.EQL && cases[v.Pos()] {
				tags[v.X] = true
			}
		}
	}
	return tags
}
