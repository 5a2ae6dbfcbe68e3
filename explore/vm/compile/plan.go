package compile

import (
	"go/token"
	"math"

	"golang.org/x/tools/go/ssa"
)

// The plan says where values live and what needs no instruction.
//
// A local variable is an Alloc whose address is used only to load and store
// it or parts of it; it lives in frame words of its own. A load of it is no
// instruction if the variable does not change before the value's last use
// (an alias); a value whose only use is to be stored into it is computed in
// place (a target). A view is a value that stands in words of another one. A
// deferred value (an address, a comparison) is computed where it is used.

type mode uint8

const (
	normal   mode = iota
	view          // stands in words of another value
	deferred      // computed where it is used
	path          // address of a local variable or a part of it
	silent        // no instruction: dead, or part of another instruction
	boxed         // stands in memory of its own (big.go)
)

// elsewhere is the last use of a value that is used outside its block.
const elsewhere = math.MaxInt

// maxLocal is the size in bytes up to which a variable lives in the frame.
const maxLocal = 1024

type plan struct {
	place  map[ssa.Value]int // first word of a value
	target map[ssa.Value]int // word of the variable in which it is computed
	mode   map[ssa.Value]mode
	lasts  map[ssa.Value]int
	index  map[ssa.Instruction]int // position in its block
	locals map[*ssa.Alloc]*local
	alias  map[ssa.Value]bool
	order  map[*ssa.BasicBlock][]ssa.Instruction
}

func (p *plan) init() {
	p.place = map[ssa.Value]int{}
	p.target = map[ssa.Value]int{}
	p.mode = map[ssa.Value]mode{}
	p.lasts = map[ssa.Value]int{}
	p.index = map[ssa.Instruction]int{}
	p.locals = map[*ssa.Alloc]*local{}
	p.alias = map[ssa.Value]bool{}
}

// analyze makes the part of the plan that holds for the whole function.
func (c *compiler) analyze() {
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := instr.(*ssa.Alloc); ok {
				c.classify(a)
			}
		}
	}
	c.orderBlocks()
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok {
				if _, known := c.mode[v]; !known {
					c.mode[v] = c.modeOf(v)
				}
			}
		}
	}
}

// modeOf decides how a value is compiled.
func (c *compiler) modeOf(v ssa.Value) mode {
	if _, _, ok := c.pathOf(v); ok {
		return path
	}
	if _, _, ok := c.viewOf(v); ok {
		return view
	}
	switch v := v.(type) {
	case *ssa.FieldAddr:
		if c.addressOnly(v) {
			return deferred
		}
	case *ssa.IndexAddr:
		if a, ok := v.X.(*ssa.Alloc); ok && c.locals[a] != nil {
			return deferred
		}
		if c.addressOnly(v) {
			return deferred
		}
	case *ssa.BinOp:
		if c.fusable(v) {
			return deferred
		}
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "ssa:deferstack" && c.ownDeferStack(v) {
			return silent
		}
	case *ssa.Alloc:
		if v.Comment == "makeslice" {
			return silent
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if c.selfAssigned(v) != nil {
				return silent
			}
			if _, _, ok := c.pathOf(v.X); ok && (c.unused(v) || c.onlyDefers(v)) {
				return silent
			}
			switch {
			case c.movedTo(v) != nil:
				return deferred
			case c.isBoxed(v):
				return boxed
			}
		}
	}
	return normal
}

// selfAssigned returns the store of v, a load, if it is x = x for a variable x:
// gc makes no instruction of that. It comes about by statements such as
// return x, 1 in a function whose first result is x.
func (c *compiler) selfAssigned(v *ssa.UnOp) (store *ssa.Store) {
	switch v.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar, *ssa.Global:
	default:
		return nil
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if store != nil || r.Addr != v.X || r.Val != v {
				return nil
			}
			store = r
		default:
			return nil
		}
	}
	return store
}

func (c *compiler) unused(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		if _, ok := r.(*ssa.DebugRef); !ok {
			return false
		}
	}
	return true
}

// onlyDefers reports whether v is this function's own defer stack, used only
// to defer calls on it.
func (c *compiler) onlyDefers(v *ssa.UnOp) bool {
	a, ok := v.X.(*ssa.Alloc)
	if !ok || a.Comment != "defer$stack" {
		return false
	}
	for _, r := range *v.Referrers() {
		if _, ok := r.(*ssa.Defer); !ok {
			return false
		}
	}
	return true
}

// ownDeferStack reports whether the token v of this frame is only kept in a
// local variable that serves the function's own defer statements.
func (c *compiler) ownDeferStack(v *ssa.Call) bool {
	for _, r := range *v.Referrers() {
		st, ok := r.(*ssa.Store)
		if !ok {
			return false
		}
		a, ok := st.Addr.(*ssa.Alloc)
		if !ok || c.locals[a] == nil {
			return false
		}
		for _, u := range *a.Referrers() {
			if ld, ok := u.(*ssa.UnOp); ok && !c.onlyDefers(ld) {
				return false
			}
		}
	}
	return true
}

// addressOnly reports whether an address is used only by loads and stores, or
// to form such addresses, in its own block.
func (c *compiler) addressOnly(v ssa.Value) bool {
	instr := v.(ssa.Instruction)
	for _, r := range *v.Referrers() {
		if r.Block() != instr.Block() {
			return false
		}
		if isAccess(r, v) {
			continue
		}
		if f, ok := r.(*ssa.FieldAddr); ok && c.addressOnly(f) {
			continue
		}
		if f, ok := r.(*ssa.IndexAddr); ok && f.X == v && c.addressOnly(f) {
			if _, ok := constIndex(f); ok {
				continue
			}
		}
		return false
	}
	return true
}

// fusable reports whether a comparison is only the condition of the branch at
// the end of its block, and of words.
func (c *compiler) fusable(v *ssa.BinOp) bool {
	switch v.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		return false
	}
	refs := *v.Referrers()
	if len(refs) != 1 || refs[0].Block() != v.Block() {
		return false
	}
	_, ok := refs[0].(*ssa.If)
	return ok
}
