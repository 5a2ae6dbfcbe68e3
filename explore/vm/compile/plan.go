package compile

import (
	"go/constant"
	"go/token"
	"go/types"
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

// viewOf resolves a value that stands in words of another one.
func (c *compiler) viewOf(v ssa.Value) (base ssa.Value, off int, ok bool) {
	switch v := v.(type) {
	case *ssa.ChangeType:
		return v.X, 0, !isConstant(v.X)
	case *ssa.Convert:
		return v.X, 0, !isConstant(v.X) && sameForm(v.X.Type(), v.Type())
	case *ssa.Extract:
		return v.Tuple, tupleWord(v.Tuple.Type().(*types.Tuple), v.Index), true
	case *ssa.Field:
		if isConstant(v.X) {
			return nil, 0, false
		}
		return viewPart(v.X, fieldOffset(v.X.Type(), v.Field), v.Type())
	case *ssa.Index:
		k, isConst := v.Index.(*ssa.Const)
		arr, isArray := under(v.X.Type()).(*types.Array)
		if !isConst || !isArray || isConstant(v.X) || c.isBoxed(v.X) {
			return nil, 0, false
		}
		i := k.Int64()
		if i < 0 || i >= arr.Len() {
			return nil, 0, false
		}
		return viewPart(v.X, i*Sizeof(v.Type()), v.Type())
	case *ssa.Slice:
		if v.Low == nil && v.High == nil && v.Max == nil && !isConstant(v.X) {
			_, isPtr := under(v.X.Type()).(*types.Pointer)
			return v.X, 0, !isPtr
		}
	case *ssa.Call:
		return builtinView(v)
	}
	return nil, 0, false
}

// viewPart is the view of the part at off of the aggregate x.
func viewPart(x ssa.Value, off int64, t types.Type) (ssa.Value, int, bool) {
	size := Sizeof(t)
	ok := !isHuge(x.Type()) && off%8 == 0 && (size%8 == 0 || ClassOf(t) == Bytes && off+size == Sizeof(x.Type()))
	return x, int(off / 8), ok
}

// builtinView resolves the calls of builtins that only select a word.
func builtinView(v *ssa.Call) (ssa.Value, int, bool) {
	b, ok := v.Call.Value.(*ssa.Builtin)
	if !ok || len(v.Call.Args) == 0 || isConstant(v.Call.Args[0]) {
		return nil, 0, false
	}
	x := v.Call.Args[0]
	_, isSlice := under(x.Type()).(*types.Slice)
	switch b.Name() {
	case "len":
		return x, 1, isSlice || isString(x.Type())
	case "cap":
		return x, 2, isSlice
	case "SliceData", "StringData":
		return x, 0, true
	case "real", "imag":
		off := 0
		if b.Name() == "imag" {
			off = 1
		}
		return x, off, Sizeof(x.Type()) == 16
	case "ssa:wrapnilchk":
		return nil, 0, false
	}
	return nil, 0, false
}

func isConstant(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Global, *ssa.Builtin:
		return true
	}
	return false
}

// sameForm reports whether converting from one type to another changes no
// bit of a word and needs no word of another kind.
func sameForm(from, to types.Type) bool {
	f, t := ClassOf(from), ClassOf(to)
	if f == Bytes || t == Bytes || isFloat(from) || isFloat(to) {
		return types.Identical(under(from), under(to))
	}
	if pointerWords(to)[0] && !pointerWords(from)[0] {
		return false
	}
	if f == t || t == W64 {
		return true
	}
	switch f {
	case U8:
		return t == U16 || t == S16 || t == U32 || t == S32
	case S8:
		return t == S16 || t == S32
	case U16:
		return t == U32 || t == S32
	case S16:
		return t == S32
	}
	return false
}

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
