package compile

import (
	"go/constant"
	"go/token"
	"math"

	"golang.org/x/tools/go/ssa"
)

// Blocks and jumps. Blocks are laid out along their likely successors. A
// short block that ends in a branch (the condition of a loop, mostly) is
// copied to the end of its predecessors instead of being jumped to.

type layout struct {
	start  map[*ssa.BasicBlock]int
	jumps  []jump
	queue  []*ssa.BasicBlock
	next   *ssa.BasicBlock // the block that will be laid out behind the present one
	cost   int             // SSA instructions not yet charged
	edges  []edge
	placed map[*ssa.BasicBlock]bool
}

// A jump is an instruction whose target is to be filled in.
type jump struct {
	at     int
	target *ssa.BasicBlock
	edge   int // index of an edge to go through, -1 for none
}

// An edge is a way between two blocks that has moves of its own and lies
// behind all blocks.
type edge struct {
	from, to *ssa.BasicBlock
	start    int
}

const (
	copyInstrs = 8 // longest block that is copied
	copyDepth  = 2
)

// body compiles the blocks.
func (c *compiler) body() {
	c.start = map[*ssa.BasicBlock]int{}
	c.placed = map[*ssa.BasicBlock]bool{}
	c.cur, c.from = c.fn.Pos(), c.bodyPos()
	c.mark(Mark{})
	c.loadFreeVars()
	c.queue = []*ssa.BasicBlock{c.fn.Blocks[0]}
	for len(c.queue) > 0 {
		b := c.queue[len(c.queue)-1]
		c.queue = c.queue[:len(c.queue)-1]
		for b != nil && !c.placed[b] {
			c.placed[b] = true
			c.start[b] = len(c.code)
			c.next = nil
			c.block(b, 0)
			b = c.next
		}
	}
	if r := c.fn.Recover; r != nil {
		c.out.HasDefer = true
		c.placed[r] = true
		c.start[r] = len(c.code)
		// The deferred calls that remain after the one that recovered.
		c.mark(Mark{Block: int32(r.Index)})
		c.runDefers(c.endPos())
		c.block(r, 0)
		c.drain()
		c.out.Recover = int32(c.start[r])
	}
	for i := 0; i < len(c.edges); i++ {
		e := &c.edges[i]
		e.start = len(c.code)
		end := int32(len(e.from.Instrs))
		c.mark(Mark{Block: int32(e.from.Index), Index: end - 1, From: end - 1, Past: end})
		c.phiMoves(e.from, e.to)
		c.jump(OpJmp, 0, 0, e.to, -1)
		c.drain()
	}
	c.resolve()
}

// drain lays out what the blocks behind the last one jump to.
func (c *compiler) drain() {
	for len(c.queue) > 0 {
		b := c.queue[len(c.queue)-1]
		c.queue = c.queue[:len(c.queue)-1]
		if c.placed[b] {
			continue
		}
		c.placed[b] = true
		c.start[b] = len(c.code)
		c.next = nil
		c.block(b, 0)
		if c.next != nil && !c.placed[c.next] {
			c.queue = append(c.queue, c.next)
		}
	}
}

// block compiles a block, or its copy at the end of another one.
func (c *compiler) block(b *ssa.BasicBlock, depth int) {
	c.planBlock(b)
	c.expiring = make([][]temp, len(b.Instrs))
	c.own, c.begun = false, token.NoPos
	marks := c.marks(b)
	for i, instr := range c.order[b] {
		if _, ok := instr.(*ssa.DebugRef); ok {
			continue
		}
		c.mark(marks[i])
		c.cost++
		if p := instr.Pos(); p.IsValid() {
			c.cur, c.own = p, true
		}
		switch instr := instr.(type) {
		case *ssa.Jump:
			c.phiMoves(b, b.Succs[0])
			c.release(i)
			c.goTo(b.Succs[0], depth)
			return
		case *ssa.If:
			c.branch(b, instr, i)
			return
		default:
			c.instr(instr)
		}
		c.release(i)
	}
}

// marks are those of the instructions of a block, in the order in which they are
// compiled.
func (c *compiler) marks(b *ssa.BasicBlock) []Mark {
	list := c.order[b]
	index := make(map[ssa.Instruction]int32, len(list))
	for i, instr := range b.Instrs {
		index[instr] = int32(i)
	}
	marks := make([]Mark, len(list))
	past := int32(len(list))
	for i := len(list) - 1; i >= 0; i-- {
		at := index[list[i]]
		from := min(at, past)
		marks[i] = Mark{Block: int32(b.Index), Index: at, From: from, Past: past}
		past = from
	}
	return marks
}

// mark begins the code of an instruction.
func (c *compiler) mark(m Mark) {
	m.Code = int32(len(c.code))
	if n := len(c.out.Marks); n > 0 && c.out.Marks[n-1].Code == m.Code {
		c.out.Marks = c.out.Marks[:n-1] // of no code
	}
	c.out.Marks = append(c.out.Marks, m)
}

// goTo continues at block b.
func (c *compiler) goTo(b *ssa.BasicBlock, depth int) {
	if depth < copyDepth && c.short(b) && (c.placed[b] || len(b.Preds) > 1) {
		c.block(b, depth+1)
		return
	}
	if !c.placed[b] {
		c.charge()
		c.next = b
		return
	}
	c.jump(OpJmp, 0, 0, b, -1)
}

// short reports whether b is worth copying.
func (c *compiler) short(b *ssa.BasicBlock) bool {
	if len(b.Instrs) > copyInstrs {
		return false
	}
	_, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	return ok
}

// charge counts the instructions so far where there is no jump to do it.
func (c *compiler) charge() {
	if c.cost > 0 {
		c.emit(OpCharge, 0, 0, 0, int64(c.cost))
		c.cost = 0
	}
}

// takeCost returns the count for the C operand of a terminator.
func (c *compiler) takeCost() int {
	if c.cost > NoWord {
		c.charge()
	}
	n := c.cost
	c.cost = 0
	return n
}

// jump emits a jump to a block, through an edge if edge >= 0.
func (c *compiler) jump(op Op, a, b int, to *ssa.BasicBlock, edge int) {
	c.jumpImm(op, a, b, 0, to, edge)
}

func (c *compiler) jumpImm(op Op, a, b int, imm int64, to *ssa.BasicBlock, edge int) {
	at := c.emit(op, a, b, c.takeCost(), imm)
	c.jumps = append(c.jumps, jump{at, to, edge})
	if !c.placed[to] {
		c.queue = append(c.queue, to)
	}
}

// resolve fills in the distances.
func (c *compiler) resolve() {
	for _, j := range c.jumps {
		target := c.start[j.target]
		if j.edge >= 0 {
			target = c.edges[j.edge].start
		}
		distance := int64(target-j.at-1) * instrSize
		if in := &c.code[j.at]; immOf(in.Op) == immConstJump {
			in.Imm = in.Imm<<32 | int64(uint32(distance))
		} else {
			in.Imm = distance
		}
	}
}

const instrSize = 16

// edgeTo returns the number of the edge that a branch from one block to another has to
// go through, -1 for none.
func (c *compiler) edgeTo(from, to *ssa.BasicBlock) int {
	if _, ok := to.Instrs[0].(*ssa.Phi); !ok {
		return -1
	}
	c.edges = append(c.edges, edge{from: from, to: to})
	return len(c.edges) - 1
}

// phiMoves sets the phis of a block when coming from another one.
func (c *compiler) phiMoves(from, to *ssa.BasicBlock) {
	k := -1
	for i, p := range to.Preds {
		if p == from {
			k = i
			break
		}
	}
	var moves []move
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if c.unused(phi) {
			continue
		}
		moves = append(moves, move{dst: c.home(phi), n: Words(phi.Type()), val: phi.Edges[k]})
	}
	c.parallel(moves)
}

// home is the dedicated place of a value used in several blocks.
func (c *compiler) home(v ssa.Value) int {
	w, ok := c.place[v]
	if !ok {
		w = c.grow(c.maskOf(v))
		c.place[v] = w
	}
	return w
}

// branch compiles the If at the end of b.
func (c *compiler) branch(b *ssa.BasicBlock, instr *ssa.If, pos int) {
	t, f := b.Succs[0], b.Succs[1]
	if k, ok := instr.Cond.(*ssa.Const); ok {
		c.release(pos)
		to := f
		if constant.BoolVal(k.Value) {
			to = t
		}
		c.phiMoves(b, to)
		c.goTo(to, copyDepth)
		return
	}
	cond := c.condition(instr.Cond)
	c.release(pos)
	te, fe := c.edgeTo(b, t), c.edgeTo(b, f)
	switch {
	case !c.placed[t] && te < 0:
		c.jumpIf(cond.negate(), f, fe)
		c.next = t
	case !c.placed[f] && fe < 0:
		c.jumpIf(cond, t, te)
		c.next = f
	default:
		c.jumpIf(cond, t, te)
		c.jump(OpJmp, 0, 0, f, fe)
	}
}

// A cond is a condition to jump on: a word, or a comparison of integers.
type cond struct {
	op       token.Token // ILLEGAL: the word a
	not      bool        // of a word or a comparison that has no opposite
	unsigned bool
	a, b     int
	imm      int64
	isImm    bool
}

func (k cond) negate() cond {
	switch k.op {
	case token.ILLEGAL:
		k.not = !k.not
	case token.EQL:
		k.op = token.NEQ
	case token.NEQ:
		k.op = token.EQL
	case token.LSS:
		k.op = token.GEQ
	case token.GEQ:
		k.op = token.LSS
	case token.GTR:
		k.op = token.LEQ
	case token.LEQ:
		k.op = token.GTR
	}
	return k
}

// condition computes a condition.
func (c *compiler) condition(v ssa.Value) cond {
	if c.mode[v] == deferred {
		return c.comparison(v.(*ssa.BinOp))
	}
	return cond{a: c.use(v)}
}

// jumpIf jumps if the condition holds.
func (c *compiler) jumpIf(k cond, to *ssa.BasicBlock, edge int) {
	if k.op == token.ILLEGAL {
		op := OpJT
		if k.not {
			op = OpJF
		}
		c.jump(op, k.a, 0, to, edge)
		return
	}
	if k.isImm {
		ops := map[token.Token]Op{token.EQL: OpJEqI, token.NEQ: OpJNeI, token.LSS: OpJLtI,
			token.LEQ: OpJLeI, token.GTR: OpJGtI, token.GEQ: OpJGeI}
		if k.unsigned {
			ops = map[token.Token]Op{token.EQL: OpJEqI, token.NEQ: OpJNeI, token.LSS: OpJLtUI,
				token.LEQ: OpJLeUI, token.GTR: OpJGtUI, token.GEQ: OpJGeUI}
		}
		c.jumpImm(ops[k.op], k.a, 0, k.imm, to, edge)
		return
	}
	a, b := k.a, k.b
	op := k.op
	if op == token.GTR || op == token.GEQ {
		a, b = b, a
		op = map[token.Token]token.Token{token.GTR: token.LSS, token.GEQ: token.LEQ}[op]
	}
	ops := map[token.Token]Op{token.EQL: OpJEq, token.NEQ: OpJNe, token.LSS: OpJLt, token.LEQ: OpJLe}
	if k.unsigned {
		ops = map[token.Token]Op{token.EQL: OpJEq, token.NEQ: OpJNe, token.LSS: OpJLtU, token.LEQ: OpJLeU}
	}
	c.jump(ops[op], a, b, to, edge)
}

// comparison compiles a comparison, down to what a jump can test.
func (c *compiler) comparison(v *ssa.BinOp) cond {
	x, y, op := v.X, v.Y, v.Op
	if isConstant(x) && !isConstant(y) {
		x, y = y, x
		op = mirror(op)
	}
	t := x.Type()
	if isNilConst(t, y) && (op == token.EQL || op == token.NEQ) {
		return cond{op: op, a: c.use(x), isImm: true}
	}
	if ClassOf(t) == Bytes || isFloat(t) {
		w := c.scratchInt()
		not := c.compareInto(w, op, x, y)
		return cond{a: w, not: not}
	}
	unsigned := isUnsigned(t)
	if k, ok := scalarConst(y); ok && k >= math.MinInt32 && k <= math.MaxInt32 {
		return cond{op: op, unsigned: unsigned, a: c.use(x), imm: k, isImm: true}
	}
	return cond{op: op, unsigned: unsigned, a: c.use(x), b: c.use(y)}
}

func mirror(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}
