package vm

// The interpreter: one switch over the instructions of compile/op.go.
//
// The hot paths keep the instruction pointer, the frame pointer and the base
// of the arena in local variables. Each memory access makes one range check; what
// fails it, and everything while races are looked for, goes through the slow
// paths of access.go, which know nil pointers, hooks and odd alignments.

import (
	"math"
	"unsafe"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

const (
	instrSize = unsafe.Sizeof(compile.Instr{})
	// slack is the room kept behind the addresses that a range check admits,
	// for the offset and size of the access.
	slack = 4 << 20
)

// interpState is what the slow paths need to know of the instruction being
// executed.
type interpState struct {
	// window is the index in the stack where a guest function called by the present
	// instruction gets its frame.
	window int32
	// hooks counts the accesses of the present instruction, skip those that
	// are not to be looked at again.
	hooks, skip int32
	// reserve are the instructions that the goroutine may execute beyond the
	// part it has been given; stopped says that Limits.Stop wants the end.
	reserve int64
	stopped bool
	// type descriptors of unsafe.Pointer and uint8, once asked for.
	pointerType, byteType Addr
}

// Traps used only inside the interpreter.
const (
	// trapPark: the goroutine is parked in front of its pending operation.
	trapPark trap = iota + 100
	// trapEnd: the goroutine has ended.
	trapEnd
)

func reg(fp unsafe.Pointer, i uint16) *uint64 {
	return (*uint64)(unsafe.Add(fp, uintptr(i)*8))
}

// regs are n words from word i on.
func regs(fp unsafe.Pointer, i uint16, n int) []uint64 {
	return unsafe.Slice(reg(fp, i), n)
}

// ext is the operand extension at ip.
func ext(ip unsafe.Pointer) *compile.Instr { return (*compile.Instr)(ip) }

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// known reports whether id is the number of a function.
func (m *Machine) known(id uint32) bool {
	m.prog.mu.Lock()
	defer m.prog.mu.Unlock()
	return int(id) < len(m.prog.funcs)
}

// stopEvery is how many instructions are executed before [Limits.Stop] is
// asked.
const stopEvery = 5_000_000

// refill hands out the next part of the instructions that a goroutine may
// execute in one go; 0 if there are none left or the machine is to stop.
func (m *Machine) refill() int64 {
	if m.limits.Stop != nil && m.limits.Stop() {
		m.interp.stopped = true
		return 0
	}
	more := min(m.interp.reserve, stopEvery)
	m.interp.reserve -= more
	return more
}

// run executes g until it is parked in front of a visible operation, has
// ended, or the whole program has stopped.
func (m *Machine) run(g *G) {
	m.touch(g)
	m.interp.skip, m.interp.stopped = 0, false
	if len(g.frames) == 0 {
		g.status = Ended
		return
	}
	if k := g.pending.Kind; k == KindRead || k == KindWrite {
		// The access has been seen; execute the instruction.
		m.interp.skip = g.pending.Res + 1
		g.frames[len(g.frames)-1].pc--
	}
	g.pending = Pending{}
	g.status = Running
	total := min(m.limits.Steps-m.steps, m.limits.LocalSteps)
	budget := min(total, stopEvery)
	m.interp.reserve = total - budget
	left, t := m.interpret(g, budget)
	m.steps += total - left - m.interp.reserve
	g.depth = int32(len(g.frames))
	switch t {
	case trapPark:
		g.status = Parked
	default:
		g.status = Ended
	}
}

// interpret is the interpreter proper. It returns what is left of the budget and why
// it stopped.
func (m *Machine) interpret(g *G, budget int64) (int64, trap) {
	var (
		fr       = &g.frames[len(g.frames)-1]
		fp       = unsafe.Pointer(&g.stack[fr.base])
		code     = unsafe.Pointer(unsafe.SliceData(fr.fn.Code))
		ip       = unsafe.Add(code, uintptr(fr.pc)*instrSize)
		mem      = m.base
		size     = m.limit - unmapped - slack
		span     = size                       // of what may be read, from unmapped on
		writable = m.limit - dataBase - slack // from dataBase on
		codes    = m.codes
		in       *compile.Instr
		trapped  trap
	)
	if m.races.on && !m.alone(g) {
		span, writable = 0, 0 // every access takes the slow path
	}
loop:
	for {
		in = (*compile.Instr)(ip)
		ip = unsafe.Add(ip, instrSize)
		switch in.Op {
		case compile.OpMov:
			*reg(fp, in.A) = *reg(fp, in.B)
		case compile.OpMovI:
			*reg(fp, in.A) = uint64(in.Imm)
		case compile.OpMov2:
			x, y := *reg(fp, in.B), *reg(fp, in.B+1)
			*reg(fp, in.A), *reg(fp, in.A+1) = x, y
		case compile.OpMov3:
			x, y, z := *reg(fp, in.B), *reg(fp, in.B+1), *reg(fp, in.B+2)
			*reg(fp, in.A), *reg(fp, in.A+1), *reg(fp, in.A+2) = x, y, z
		case compile.OpMovN:
			copy(regs(fp, in.A, int(in.Imm)), regs(fp, in.B, int(in.Imm)))
		case compile.OpZeroN:
			clear(regs(fp, in.A, int(in.Imm)))
		case compile.OpCharge:
			if budget -= in.Imm; budget < 0 {
				goto exhausted
			}
		case compile.OpJmp:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			ip = unsafe.Add(ip, in.Imm)
		case compile.OpJT:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if *reg(fp, in.A) != 0 {
				ip = unsafe.Add(ip, in.Imm)
			}
		case compile.OpJF:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if *reg(fp, in.A) == 0 {
				ip = unsafe.Add(ip, in.Imm)
			}
		case compile.OpJEq:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if *reg(fp, in.A) == *reg(fp, in.B) {
				ip = unsafe.Add(ip, in.Imm)
			}
		case compile.OpJNe:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if *reg(fp, in.A) != *reg(fp, in.B) {
				ip = unsafe.Add(ip, in.Imm)
			}
		case compile.OpJLt:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if int64(*reg(fp, in.A)) < int64(*reg(fp, in.B)) {
				ip = unsafe.Add(ip, in.Imm)
			}
		case compile.OpJLe:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if int64(*reg(fp, in.A)) <= int64(*reg(fp, in.B)) {
				ip = unsafe.Add(ip, in.Imm)
			}
		case compile.OpJLtU:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if *reg(fp, in.A) < *reg(fp, in.B) {
				ip = unsafe.Add(ip, in.Imm)
			}
		case compile.OpJLeU:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if *reg(fp, in.A) <= *reg(fp, in.B) {
				ip = unsafe.Add(ip, in.Imm)
			}
		case compile.OpJEqI:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if int64(*reg(fp, in.A)) == in.Imm>>32 {
				ip = unsafe.Add(ip, int32(in.Imm))
			}
		case compile.OpJNeI:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if int64(*reg(fp, in.A)) != in.Imm>>32 {
				ip = unsafe.Add(ip, int32(in.Imm))
			}
		case compile.OpJLtI:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if int64(*reg(fp, in.A)) < in.Imm>>32 {
				ip = unsafe.Add(ip, int32(in.Imm))
			}
		case compile.OpJLeI:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if int64(*reg(fp, in.A)) <= in.Imm>>32 {
				ip = unsafe.Add(ip, int32(in.Imm))
			}
		case compile.OpJGtI:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if int64(*reg(fp, in.A)) > in.Imm>>32 {
				ip = unsafe.Add(ip, int32(in.Imm))
			}
		case compile.OpJGeI:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if int64(*reg(fp, in.A)) >= in.Imm>>32 {
				ip = unsafe.Add(ip, int32(in.Imm))
			}
		case compile.OpJLtUI:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if *reg(fp, in.A) < uint64(in.Imm>>32) {
				ip = unsafe.Add(ip, int32(in.Imm))
			}
		case compile.OpJLeUI:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if *reg(fp, in.A) <= uint64(in.Imm>>32) {
				ip = unsafe.Add(ip, int32(in.Imm))
			}
		case compile.OpJGtUI:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if *reg(fp, in.A) > uint64(in.Imm>>32) {
				ip = unsafe.Add(ip, int32(in.Imm))
			}
		case compile.OpJGeUI:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			if *reg(fp, in.A) >= uint64(in.Imm>>32) {
				ip = unsafe.Add(ip, int32(in.Imm))
			}
		case compile.OpAdd:
			*reg(fp, in.A) = *reg(fp, in.B) + *reg(fp, in.C)
		case compile.OpSub:
			*reg(fp, in.A) = *reg(fp, in.B) - *reg(fp, in.C)
		case compile.OpMul:
			*reg(fp, in.A) = *reg(fp, in.B) * *reg(fp, in.C)
		case compile.OpAnd:
			*reg(fp, in.A) = *reg(fp, in.B) & *reg(fp, in.C)
		case compile.OpOr:
			*reg(fp, in.A) = *reg(fp, in.B) | *reg(fp, in.C)
		case compile.OpXor:
			*reg(fp, in.A) = *reg(fp, in.B) ^ *reg(fp, in.C)
		case compile.OpAndNot:
			*reg(fp, in.A) = *reg(fp, in.B) &^ *reg(fp, in.C)
		case compile.OpShl:
			*reg(fp, in.A) = *reg(fp, in.B) << *reg(fp, in.C)
		case compile.OpShrU:
			*reg(fp, in.A) = *reg(fp, in.B) >> *reg(fp, in.C)
		case compile.OpShr:
			*reg(fp, in.A) = uint64(int64(*reg(fp, in.B)) >> *reg(fp, in.C))
		case compile.OpAddI:
			*reg(fp, in.A) = *reg(fp, in.B) + uint64(in.Imm)
		case compile.OpMulI:
			*reg(fp, in.A) = *reg(fp, in.B) * uint64(in.Imm)
		case compile.OpAndI:
			*reg(fp, in.A) = *reg(fp, in.B) & uint64(in.Imm)
		case compile.OpOrI:
			*reg(fp, in.A) = *reg(fp, in.B) | uint64(in.Imm)
		case compile.OpXorI:
			*reg(fp, in.A) = *reg(fp, in.B) ^ uint64(in.Imm)
		case compile.OpShlI:
			*reg(fp, in.A) = *reg(fp, in.B) << (uint64(in.Imm) & 63)
		case compile.OpShrUI:
			*reg(fp, in.A) = *reg(fp, in.B) >> (uint64(in.Imm) & 63)
		case compile.OpShrI:
			*reg(fp, in.A) = uint64(int64(*reg(fp, in.B)) >> (uint64(in.Imm) & 63))
		case compile.OpDiv:
			y := *reg(fp, in.C)
			if y == 0 {
				goto divide
			}
			*reg(fp, in.A) = uint64(int64(*reg(fp, in.B)) / int64(y))
		case compile.OpDivI:
			*reg(fp, in.A) = uint64(int64(*reg(fp, in.B)) / in.Imm)
		case compile.OpRem:
			y := *reg(fp, in.C)
			if y == 0 {
				goto divide
			}
			*reg(fp, in.A) = uint64(int64(*reg(fp, in.B)) % int64(y))
		case compile.OpRemI:
			*reg(fp, in.A) = uint64(int64(*reg(fp, in.B)) % in.Imm)
		case compile.OpDivU:
			y := *reg(fp, in.C)
			if y == 0 {
				goto divide
			}
			*reg(fp, in.A) = *reg(fp, in.B) / y
		case compile.OpDivUI:
			*reg(fp, in.A) = *reg(fp, in.B) / uint64(in.Imm)
		case compile.OpRemU:
			y := *reg(fp, in.C)
			if y == 0 {
				goto divide
			}
			*reg(fp, in.A) = *reg(fp, in.B) % y
		case compile.OpRemUI:
			*reg(fp, in.A) = *reg(fp, in.B) % uint64(in.Imm)
		case compile.OpRSubI:
			*reg(fp, in.A) = uint64(in.Imm) - *reg(fp, in.B)
		case compile.OpNeg:
			*reg(fp, in.A) = -*reg(fp, in.B)
		case compile.OpCom:
			*reg(fp, in.A) = ^*reg(fp, in.B)
		case compile.OpSx8:
			*reg(fp, in.A) = uint64(int8(*reg(fp, in.B)))
		case compile.OpSx16:
			*reg(fp, in.A) = uint64(int16(*reg(fp, in.B)))
		case compile.OpSx32:
			*reg(fp, in.A) = uint64(int32(*reg(fp, in.B)))
		case compile.OpZx8:
			*reg(fp, in.A) = uint64(uint8(*reg(fp, in.B)))
		case compile.OpZx16:
			*reg(fp, in.A) = uint64(uint16(*reg(fp, in.B)))
		case compile.OpZx32:
			*reg(fp, in.A) = uint64(uint32(*reg(fp, in.B)))
		case compile.OpEq:
			*reg(fp, in.A) = bit(*reg(fp, in.B) == *reg(fp, in.C))
		case compile.OpNe:
			*reg(fp, in.A) = bit(*reg(fp, in.B) != *reg(fp, in.C))
		case compile.OpLt:
			*reg(fp, in.A) = bit(int64(*reg(fp, in.B)) < int64(*reg(fp, in.C)))
		case compile.OpLe:
			*reg(fp, in.A) = bit(int64(*reg(fp, in.B)) <= int64(*reg(fp, in.C)))
		case compile.OpLtU:
			*reg(fp, in.A) = bit(*reg(fp, in.B) < *reg(fp, in.C))
		case compile.OpLeU:
			*reg(fp, in.A) = bit(*reg(fp, in.B) <= *reg(fp, in.C))
		case compile.OpEqI:
			*reg(fp, in.A) = bit(int64(*reg(fp, in.B)) == in.Imm)
		case compile.OpNeI:
			*reg(fp, in.A) = bit(int64(*reg(fp, in.B)) != in.Imm)
		case compile.OpLtI:
			*reg(fp, in.A) = bit(int64(*reg(fp, in.B)) < in.Imm)
		case compile.OpLeI:
			*reg(fp, in.A) = bit(int64(*reg(fp, in.B)) <= in.Imm)
		case compile.OpGtI:
			*reg(fp, in.A) = bit(int64(*reg(fp, in.B)) > in.Imm)
		case compile.OpGeI:
			*reg(fp, in.A) = bit(int64(*reg(fp, in.B)) >= in.Imm)
		case compile.OpLtUI:
			*reg(fp, in.A) = bit(*reg(fp, in.B) < uint64(in.Imm))
		case compile.OpLeUI:
			*reg(fp, in.A) = bit(*reg(fp, in.B) <= uint64(in.Imm))
		case compile.OpGtUI:
			*reg(fp, in.A) = bit(*reg(fp, in.B) > uint64(in.Imm))
		case compile.OpGeUI:
			*reg(fp, in.A) = bit(*reg(fp, in.B) >= uint64(in.Imm))
		case compile.OpAddF:
			*reg(fp, in.A) = math.Float64bits(float64(math.Float64frombits(*reg(fp, in.B)) + math.Float64frombits(*reg(fp, in.C))))
		case compile.OpAddF32:
			*reg(fp, in.A) = uint64(math.Float32bits(float32(math.Float32frombits(uint32(*reg(fp, in.B))) + math.Float32frombits(uint32(*reg(fp, in.C))))))
		case compile.OpSubF:
			*reg(fp, in.A) = math.Float64bits(float64(math.Float64frombits(*reg(fp, in.B)) - math.Float64frombits(*reg(fp, in.C))))
		case compile.OpSubF32:
			*reg(fp, in.A) = uint64(math.Float32bits(float32(math.Float32frombits(uint32(*reg(fp, in.B))) - math.Float32frombits(uint32(*reg(fp, in.C))))))
		case compile.OpMulF:
			*reg(fp, in.A) = math.Float64bits(float64(math.Float64frombits(*reg(fp, in.B)) * math.Float64frombits(*reg(fp, in.C))))
		case compile.OpMulF32:
			*reg(fp, in.A) = uint64(math.Float32bits(float32(math.Float32frombits(uint32(*reg(fp, in.B))) * math.Float32frombits(uint32(*reg(fp, in.C))))))
		case compile.OpDivF:
			*reg(fp, in.A) = math.Float64bits(float64(math.Float64frombits(*reg(fp, in.B)) / math.Float64frombits(*reg(fp, in.C))))
		case compile.OpDivF32:
			*reg(fp, in.A) = uint64(math.Float32bits(float32(math.Float32frombits(uint32(*reg(fp, in.B))) / math.Float32frombits(uint32(*reg(fp, in.C))))))
		case compile.OpNegF:
			*reg(fp, in.A) = *reg(fp, in.B) ^ 1<<63
		case compile.OpNegF32:
			*reg(fp, in.A) = *reg(fp, in.B) ^ 1<<31
		case compile.OpEqF:
			*reg(fp, in.A) = bit(math.Float64frombits(*reg(fp, in.B)) == math.Float64frombits(*reg(fp, in.C)))
		case compile.OpEqF32:
			*reg(fp, in.A) = bit(math.Float32frombits(uint32(*reg(fp, in.B))) == math.Float32frombits(uint32(*reg(fp, in.C))))
		case compile.OpNeF:
			*reg(fp, in.A) = bit(math.Float64frombits(*reg(fp, in.B)) != math.Float64frombits(*reg(fp, in.C)))
		case compile.OpNeF32:
			*reg(fp, in.A) = bit(math.Float32frombits(uint32(*reg(fp, in.B))) != math.Float32frombits(uint32(*reg(fp, in.C))))
		case compile.OpLtF:
			*reg(fp, in.A) = bit(math.Float64frombits(*reg(fp, in.B)) < math.Float64frombits(*reg(fp, in.C)))
		case compile.OpLtF32:
			*reg(fp, in.A) = bit(math.Float32frombits(uint32(*reg(fp, in.B))) < math.Float32frombits(uint32(*reg(fp, in.C))))
		case compile.OpLeF:
			*reg(fp, in.A) = bit(math.Float64frombits(*reg(fp, in.B)) <= math.Float64frombits(*reg(fp, in.C)))
		case compile.OpLeF32:
			*reg(fp, in.A) = bit(math.Float32frombits(uint32(*reg(fp, in.B))) <= math.Float32frombits(uint32(*reg(fp, in.C))))
		case compile.OpLoad8U:
			p := *reg(fp, in.B)
			if p-unmapped >= span {
				goto memory
			}
			*reg(fp, in.A) = uint64(*(*uint8)(unsafe.Add(mem, p+uint64(in.Imm))))
		case compile.OpLoadX8U:
			i, s := *reg(fp, in.C), *reg(fp, in.B)
			if i >= *reg(fp, in.B+1) || s-unmapped >= span {
				goto memory
			}
			*reg(fp, in.A) = uint64(*(*uint8)(unsafe.Add(mem, s+i)))
		case compile.OpFLoad8U:
			*reg(fp, in.A) = uint64(*(*uint8)(unsafe.Add(fp, in.Imm)))
		case compile.OpLoad8S:
			p := *reg(fp, in.B)
			if p-unmapped >= span {
				goto memory
			}
			*reg(fp, in.A) = uint64(*(*int8)(unsafe.Add(mem, p+uint64(in.Imm))))
		case compile.OpLoadX8S:
			i, s := *reg(fp, in.C), *reg(fp, in.B)
			if i >= *reg(fp, in.B+1) || s-unmapped >= span {
				goto memory
			}
			*reg(fp, in.A) = uint64(*(*int8)(unsafe.Add(mem, s+i)))
		case compile.OpFLoad8S:
			*reg(fp, in.A) = uint64(*(*int8)(unsafe.Add(fp, in.Imm)))
		case compile.OpLoad16U:
			p := *reg(fp, in.B)
			if p-unmapped >= span {
				goto memory
			}
			*reg(fp, in.A) = uint64(*(*uint16)(unsafe.Add(mem, p+uint64(in.Imm))))
		case compile.OpLoadX16U:
			i, s := *reg(fp, in.C), *reg(fp, in.B)
			if i >= *reg(fp, in.B+1) || s-unmapped >= span {
				goto memory
			}
			*reg(fp, in.A) = uint64(*(*uint16)(unsafe.Add(mem, s+i<<1)))
		case compile.OpFLoad16U:
			*reg(fp, in.A) = uint64(*(*uint16)(unsafe.Add(fp, in.Imm)))
		case compile.OpLoad16S:
			p := *reg(fp, in.B)
			if p-unmapped >= span {
				goto memory
			}
			*reg(fp, in.A) = uint64(*(*int16)(unsafe.Add(mem, p+uint64(in.Imm))))
		case compile.OpLoadX16S:
			i, s := *reg(fp, in.C), *reg(fp, in.B)
			if i >= *reg(fp, in.B+1) || s-unmapped >= span {
				goto memory
			}
			*reg(fp, in.A) = uint64(*(*int16)(unsafe.Add(mem, s+i<<1)))
		case compile.OpFLoad16S:
			*reg(fp, in.A) = uint64(*(*int16)(unsafe.Add(fp, in.Imm)))
		case compile.OpLoad32U:
			p := *reg(fp, in.B)
			if p-unmapped >= span {
				goto memory
			}
			*reg(fp, in.A) = uint64(*(*uint32)(unsafe.Add(mem, p+uint64(in.Imm))))
		case compile.OpLoadX32U:
			i, s := *reg(fp, in.C), *reg(fp, in.B)
			if i >= *reg(fp, in.B+1) || s-unmapped >= span {
				goto memory
			}
			*reg(fp, in.A) = uint64(*(*uint32)(unsafe.Add(mem, s+i<<2)))
		case compile.OpFLoad32U:
			*reg(fp, in.A) = uint64(*(*uint32)(unsafe.Add(fp, in.Imm)))
		case compile.OpLoad32S:
			p := *reg(fp, in.B)
			if p-unmapped >= span {
				goto memory
			}
			*reg(fp, in.A) = uint64(*(*int32)(unsafe.Add(mem, p+uint64(in.Imm))))
		case compile.OpLoadX32S:
			i, s := *reg(fp, in.C), *reg(fp, in.B)
			if i >= *reg(fp, in.B+1) || s-unmapped >= span {
				goto memory
			}
			*reg(fp, in.A) = uint64(*(*int32)(unsafe.Add(mem, s+i<<2)))
		case compile.OpFLoad32S:
			*reg(fp, in.A) = uint64(*(*int32)(unsafe.Add(fp, in.Imm)))
		case compile.OpLoad64:
			p := *reg(fp, in.B)
			if p-unmapped >= span {
				goto memory
			}
			*reg(fp, in.A) = *(*uint64)(unsafe.Add(mem, p+uint64(in.Imm)))
		case compile.OpLoadX64:
			i, s := *reg(fp, in.C), *reg(fp, in.B)
			if i >= *reg(fp, in.B+1) || s-unmapped >= span {
				goto memory
			}
			*reg(fp, in.A) = *(*uint64)(unsafe.Add(mem, s+i<<3))
		case compile.OpLoad128:
			p := *reg(fp, in.B)
			if p-unmapped >= span {
				goto memory
			}
			q := (*[2]uint64)(unsafe.Add(mem, p+uint64(in.Imm)))
			*reg(fp, in.A), *reg(fp, in.A+1) = q[0], q[1]
		case compile.OpLoad192:
			p := *reg(fp, in.B)
			if p-unmapped >= span {
				goto memory
			}
			q := (*[3]uint64)(unsafe.Add(mem, p+uint64(in.Imm)))
			*reg(fp, in.A), *reg(fp, in.A+1), *reg(fp, in.A+2) = q[0], q[1], q[2]
		case compile.OpStore8:
			p := *reg(fp, in.A)
			if p-dataBase >= writable {
				goto memory
			}
			p += uint64(in.Imm)
			if tn := m.tn; tn < len(m.trail) {
				m.trail[tn] = trailEntry{p &^ 7, *(*uint64)(unsafe.Add(mem, p&^7))}
				m.tn = tn + 1
			} else {
				m.arena.log(p)
			}
			*(*uint8)(unsafe.Add(mem, p)) = uint8(*reg(fp, in.B))
		case compile.OpStoreI8:
			p := *reg(fp, in.A)
			if p-dataBase >= writable {
				goto memory
			}
			p += uint64(in.C)
			if tn := m.tn; tn < len(m.trail) {
				m.trail[tn] = trailEntry{p &^ 7, *(*uint64)(unsafe.Add(mem, p&^7))}
				m.tn = tn + 1
			} else {
				m.arena.log(p)
			}
			*(*uint8)(unsafe.Add(mem, p)) = uint8(in.Imm)
		case compile.OpStoreX8:
			i, p := *reg(fp, in.B), *reg(fp, in.A)
			if i >= *reg(fp, in.A+1) || p-dataBase >= writable {
				goto memory
			}
			p += i
			if tn := m.tn; tn < len(m.trail) {
				m.trail[tn] = trailEntry{p &^ 7, *(*uint64)(unsafe.Add(mem, p&^7))}
				m.tn = tn + 1
			} else {
				m.arena.log(p)
			}
			*(*uint8)(unsafe.Add(mem, p)) = uint8(*reg(fp, in.C))
		case compile.OpFStore8:
			*(*uint8)(unsafe.Add(fp, in.Imm)) = uint8(*reg(fp, in.B))
		case compile.OpStore16:
			p := *reg(fp, in.A)
			if p-dataBase >= writable {
				goto memory
			}
			p += uint64(in.Imm)
			if p&1 != 0 {
				goto memory
			}
			if tn := m.tn; tn < len(m.trail) {
				m.trail[tn] = trailEntry{p &^ 7, *(*uint64)(unsafe.Add(mem, p&^7))}
				m.tn = tn + 1
			} else {
				m.arena.log(p)
			}
			*(*uint16)(unsafe.Add(mem, p)) = uint16(*reg(fp, in.B))
		case compile.OpStoreI16:
			p := *reg(fp, in.A)
			if p-dataBase >= writable {
				goto memory
			}
			p += uint64(in.C)
			if p&1 != 0 {
				goto memory
			}
			if tn := m.tn; tn < len(m.trail) {
				m.trail[tn] = trailEntry{p &^ 7, *(*uint64)(unsafe.Add(mem, p&^7))}
				m.tn = tn + 1
			} else {
				m.arena.log(p)
			}
			*(*uint16)(unsafe.Add(mem, p)) = uint16(in.Imm)
		case compile.OpStoreX16:
			i, p := *reg(fp, in.B), *reg(fp, in.A)
			if i >= *reg(fp, in.A+1) || p-dataBase >= writable {
				goto memory
			}
			p += i << 1
			if p&1 != 0 {
				goto memory
			}
			if tn := m.tn; tn < len(m.trail) {
				m.trail[tn] = trailEntry{p &^ 7, *(*uint64)(unsafe.Add(mem, p&^7))}
				m.tn = tn + 1
			} else {
				m.arena.log(p)
			}
			*(*uint16)(unsafe.Add(mem, p)) = uint16(*reg(fp, in.C))
		case compile.OpFStore16:
			*(*uint16)(unsafe.Add(fp, in.Imm)) = uint16(*reg(fp, in.B))
		case compile.OpStore32:
			p := *reg(fp, in.A)
			if p-dataBase >= writable {
				goto memory
			}
			p += uint64(in.Imm)
			if p&3 != 0 {
				goto memory
			}
			if tn := m.tn; tn < len(m.trail) {
				m.trail[tn] = trailEntry{p &^ 7, *(*uint64)(unsafe.Add(mem, p&^7))}
				m.tn = tn + 1
			} else {
				m.arena.log(p)
			}
			*(*uint32)(unsafe.Add(mem, p)) = uint32(*reg(fp, in.B))
		case compile.OpStoreI32:
			p := *reg(fp, in.A)
			if p-dataBase >= writable {
				goto memory
			}
			p += uint64(in.C)
			if p&3 != 0 {
				goto memory
			}
			if tn := m.tn; tn < len(m.trail) {
				m.trail[tn] = trailEntry{p &^ 7, *(*uint64)(unsafe.Add(mem, p&^7))}
				m.tn = tn + 1
			} else {
				m.arena.log(p)
			}
			*(*uint32)(unsafe.Add(mem, p)) = uint32(in.Imm)
		case compile.OpStoreX32:
			i, p := *reg(fp, in.B), *reg(fp, in.A)
			if i >= *reg(fp, in.A+1) || p-dataBase >= writable {
				goto memory
			}
			p += i << 2
			if p&3 != 0 {
				goto memory
			}
			if tn := m.tn; tn < len(m.trail) {
				m.trail[tn] = trailEntry{p &^ 7, *(*uint64)(unsafe.Add(mem, p&^7))}
				m.tn = tn + 1
			} else {
				m.arena.log(p)
			}
			*(*uint32)(unsafe.Add(mem, p)) = uint32(*reg(fp, in.C))
		case compile.OpFStore32:
			*(*uint32)(unsafe.Add(fp, in.Imm)) = uint32(*reg(fp, in.B))
		case compile.OpStore64:
			p := *reg(fp, in.A)
			if p-dataBase >= writable {
				goto memory
			}
			p += uint64(in.Imm)
			if p&7 != 0 {
				goto memory
			}
			if tn := m.tn; tn < len(m.trail) {
				m.trail[tn] = trailEntry{p &^ 7, *(*uint64)(unsafe.Add(mem, p&^7))}
				m.tn = tn + 1
			} else {
				m.arena.log(p)
			}
			*(*uint64)(unsafe.Add(mem, p)) = uint64(*reg(fp, in.B))
		case compile.OpStoreI64:
			p := *reg(fp, in.A)
			if p-dataBase >= writable {
				goto memory
			}
			p += uint64(in.C)
			if p&7 != 0 {
				goto memory
			}
			if tn := m.tn; tn < len(m.trail) {
				m.trail[tn] = trailEntry{p &^ 7, *(*uint64)(unsafe.Add(mem, p&^7))}
				m.tn = tn + 1
			} else {
				m.arena.log(p)
			}
			*(*uint64)(unsafe.Add(mem, p)) = uint64(in.Imm)
		case compile.OpStoreX64:
			i, p := *reg(fp, in.B), *reg(fp, in.A)
			if i >= *reg(fp, in.A+1) || p-dataBase >= writable {
				goto memory
			}
			p += i << 3
			if p&7 != 0 {
				goto memory
			}
			if tn := m.tn; tn < len(m.trail) {
				m.trail[tn] = trailEntry{p &^ 7, *(*uint64)(unsafe.Add(mem, p&^7))}
				m.tn = tn + 1
			} else {
				m.arena.log(p)
			}
			*(*uint64)(unsafe.Add(mem, p)) = uint64(*reg(fp, in.C))
		case compile.OpLoadG64:
			if span == 0 {
				goto memory
			}
			*reg(fp, in.A) = *(*uint64)(unsafe.Add(mem, in.Imm))
		case compile.OpStoreG64:
			if span == 0 {
				goto memory
			}
			p := uint64(in.Imm)
			if tn := m.tn; tn < len(m.trail) {
				m.trail[tn] = trailEntry{p &^ 7, *(*uint64)(unsafe.Add(mem, p&^7))}
				m.tn = tn + 1
			} else {
				m.arena.log(p)
			}
			*(*uint64)(unsafe.Add(mem, p)) = *reg(fp, in.B)
		case compile.OpLea:
			p := *reg(fp, in.B)
			if p < unmapped {
				goto nilpointer
			}
			*reg(fp, in.A) = p + uint64(in.Imm)
		case compile.OpNilCheck:
			if *reg(fp, in.A) < unmapped {
				goto nilpointer
			}
		case compile.OpIndexAddr:
			i := *reg(fp, in.C)
			if i >= *reg(fp, in.B+1) {
				goto slow
			}
			*reg(fp, in.A) = *reg(fp, in.B) + i*uint64(in.Imm>>1)
		case compile.OpIndexAddrP:
			i, p := *reg(fp, in.C), *reg(fp, in.B)
			if i >= uint64(ext(ip).Imm) || p < unmapped {
				goto slow
			}
			ip = unsafe.Add(ip, instrSize)
			*reg(fp, in.A) = p + i*uint64(in.Imm>>1)
		case compile.OpSliceFrom:
			i, n, k := *reg(fp, in.C), *reg(fp, in.B+1), *reg(fp, in.B+2)
			if i > n {
				goto slow
			}
			p := *reg(fp, in.B)
			if k != i {
				p += i * uint64(in.Imm>>1)
			}
			*reg(fp, in.A), *reg(fp, in.A+1), *reg(fp, in.A+2) = p, n-i, k-i
		case compile.OpSliceTo:
			i, k := *reg(fp, in.C), *reg(fp, in.B+2)
			if i > k {
				goto slow
			}
			*reg(fp, in.A), *reg(fp, in.A+1), *reg(fp, in.A+2) = *reg(fp, in.B), i, k
		case compile.OpStrFrom:
			i, n := *reg(fp, in.C), *reg(fp, in.B+1)
			if i > n {
				goto slow
			}
			p := *reg(fp, in.B)
			if i != n {
				p += i
			}
			*reg(fp, in.A), *reg(fp, in.A+1) = p, n-i
		case compile.OpStrTo:
			i := *reg(fp, in.C)
			if i > *reg(fp, in.B+1) {
				goto slow
			}
			*reg(fp, in.A), *reg(fp, in.A+1) = *reg(fp, in.B), i
		case compile.OpItabType:
			t := *reg(fp, in.B)
			if t != 0 {
				t = *(*uint64)(unsafe.Add(mem, t+itabType))
			}
			*reg(fp, in.A) = t
		case compile.OpAssert:
			if *reg(fp, in.A) != uint64(in.Imm) {
				goto slow
			}
			ip = unsafe.Add(ip, instrSize)
		case compile.OpFIndex:
			i := *reg(fp, in.C)
			if i >= uint64(in.Imm>>8) {
				goto slow
			}
			p := unsafe.Pointer(reg(fp, in.B))
			switch compile.Class(in.Imm & 127) {
			case compile.U8:
				*reg(fp, in.A) = uint64(*(*uint8)(unsafe.Add(p, i)))
			case compile.S8:
				*reg(fp, in.A) = uint64(*(*int8)(unsafe.Add(p, i)))
			case compile.U16:
				*reg(fp, in.A) = uint64(*(*uint16)(unsafe.Add(p, i*2)))
			case compile.S16:
				*reg(fp, in.A) = uint64(*(*int16)(unsafe.Add(p, i*2)))
			case compile.U32:
				*reg(fp, in.A) = uint64(*(*uint32)(unsafe.Add(p, i*4)))
			case compile.S32:
				*reg(fp, in.A) = uint64(*(*int32)(unsafe.Add(p, i*4)))
			default:
				*reg(fp, in.A) = *(*uint64)(unsafe.Add(p, i*8))
			}
		case compile.OpFSetIndex:
			i := *reg(fp, in.B)
			if i >= uint64(in.Imm>>8) {
				goto slow
			}
			p := unsafe.Pointer(reg(fp, in.A))
			switch compile.Class(in.Imm & 127) {
			case compile.U8, compile.S8:
				*(*uint8)(unsafe.Add(p, i)) = uint8(*reg(fp, in.C))
			case compile.U16, compile.S16:
				*(*uint16)(unsafe.Add(p, i*2)) = uint16(*reg(fp, in.C))
			case compile.U32, compile.S32:
				*(*uint32)(unsafe.Add(p, i*4)) = uint32(*reg(fp, in.C))
			default:
				*(*uint64)(unsafe.Add(p, i*8)) = *reg(fp, in.C)
			}
		case compile.OpRet:
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			n := len(g.frames) - 1
			if n <= g.low || fr.flags != 0 {
				goto leave
			}
			g.frames = g.frames[:n]
			fr = &g.frames[n-1]
			fp = unsafe.Pointer(&g.stack[fr.base])
			code = unsafe.Pointer(unsafe.SliceData(fr.fn.Code))
			ip = unsafe.Add(code, uintptr(fr.pc)*instrSize)
		case compile.OpRet1:
			*(*uint64)(fp) = *reg(fp, in.A)
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			n := len(g.frames) - 1
			if n <= g.low || fr.flags != 0 {
				goto leave
			}
			g.frames = g.frames[:n]
			fr = &g.frames[n-1]
			fp = unsafe.Pointer(&g.stack[fr.base])
			code = unsafe.Pointer(unsafe.SliceData(fr.fn.Code))
			ip = unsafe.Add(code, uintptr(fr.pc)*instrSize)
		case compile.OpRetI:
			*(*uint64)(fp) = uint64(in.Imm)
			if budget -= int64(in.C); budget < 0 {
				goto exhausted
			}
			n := len(g.frames) - 1
			if n <= g.low || fr.flags != 0 {
				goto leave
			}
			g.frames = g.frames[:n]
			fr = &g.frames[n-1]
			fp = unsafe.Pointer(&g.stack[fr.base])
			code = unsafe.Pointer(unsafe.SliceData(fr.fn.Code))
			ip = unsafe.Add(code, uintptr(fr.pc)*instrSize)
		case compile.OpCall:
			id := uint32(in.Imm)
			if int(id) >= len(codes) || codes[id] == nil {
				m.codeSlow(int32(id))
				codes = m.codes
			}
			callee := codes[id]
			fr.pc = int32((uintptr(ip) - uintptr(code)) / instrSize)
			base := fr.base + int32(in.C)
			if int(base)+callee.Words+callee.Out >= len(g.stack) || len(g.frames) == cap(g.frames) {
				if t := m.growStack(g, int(base)+callee.Words+callee.Out); t != trapNone {
					trapped = t
					goto trap
				}
			}
			n := len(g.frames)
			g.frames = g.frames[:n+1]
			fr = &g.frames[n]
			*fr = Frame{fn: callee, base: base}
			fp = unsafe.Pointer(&g.stack[base])
			for i := callee.Clear; i < callee.Words; i++ {
				*(*uint64)(unsafe.Add(fp, i*8)) = 0
			}
			code = unsafe.Pointer(unsafe.SliceData(callee.Code))
			ip = code
		case compile.OpCallC:
			closure := *reg(fp, in.A)
			if closure-unmapped >= size {
				goto nilpointer
			}
			id := uint32(*(*uint64)(unsafe.Add(mem, closure))>>pcFuncBits) & (1<<pcFuncBits - 1)
			if int(id) >= len(codes) || codes[id] == nil {
				if !m.known(id) {
					goto nilpointer
				}
				m.codeSlow(int32(id))
				codes = m.codes
			}
			callee := codes[id]
			fr.pc = int32((uintptr(ip) - uintptr(code)) / instrSize)
			base := fr.base + int32(in.C)
			if int(base)+callee.Words+callee.Out >= len(g.stack) || len(g.frames) == cap(g.frames) {
				if t := m.growStack(g, int(base)+callee.Words+callee.Out); t != trapNone {
					trapped = t
					goto trap
				}
			}
			n := len(g.frames)
			g.frames = g.frames[:n+1]
			fr = &g.frames[n]
			*fr = Frame{fn: callee, base: base}
			fp = unsafe.Pointer(&g.stack[base])
			for i := callee.Clear; i < callee.Words; i++ {
				*(*uint64)(unsafe.Add(fp, i*8)) = 0
			}
			code = unsafe.Pointer(unsafe.SliceData(callee.Code))
			ip = code
			if callee.Closure {
				*reg(fp, uint16(callee.Params)) = closure
			}
		case compile.OpCallI:
			tab := *reg(fp, in.A)
			if tab-unmapped >= size {
				goto nilpointer
			}
			id := uint32(*(*uint64)(unsafe.Add(mem, tab+uint64(in.Imm)))>>pcFuncBits) & (1<<pcFuncBits - 1)
			if int(id) >= len(codes) || codes[id] == nil {
				m.codeSlow(int32(id))
				codes = m.codes
			}
			callee := codes[id]
			*reg(fp, in.C) = *reg(fp, in.A+1)
			fr.pc = int32((uintptr(ip) - uintptr(code)) / instrSize)
			base := fr.base + int32(in.C)
			if int(base)+callee.Words+callee.Out >= len(g.stack) || len(g.frames) == cap(g.frames) {
				if t := m.growStack(g, int(base)+callee.Words+callee.Out); t != trapNone {
					trapped = t
					goto trap
				}
			}
			n := len(g.frames)
			g.frames = g.frames[:n+1]
			fr = &g.frames[n]
			*fr = Frame{fn: callee, base: base}
			fp = unsafe.Pointer(&g.stack[base])
			for i := callee.Clear; i < callee.Words; i++ {
				*(*uint64)(unsafe.Add(fp, i*8)) = 0
			}
			code = unsafe.Pointer(unsafe.SliceData(callee.Code))
			ip = code
		case compile.OpExt, compile.OpNop:
		case compile.OpIntrinsic:
			fr.pc = int32((uintptr(ip) - uintptr(code)) / instrSize)
			m.interp.window = fr.base + int32(in.C)
			w := regs(fp, in.C, fr.fn.Words+fr.fn.Out-int(in.C))
			if trapped = intrinsicFuncs[in.Imm](m, g, w); trapped != trapNone {
				goto trap
			}
		case compile.OpPark:
			fr.pc = int32((uintptr(ip) - uintptr(code)) / instrSize)
			g.pending = Pending{
				Kind: Kind(in.A), Args: fr.base + int32(in.B), Res: fr.base + int32(in.C),
				Aux: in.Imm, Pos: fr.fn.PosAt(int(fr.pc) - 1),
			}
			return budget, trapPark
		default:
			goto slow
		}
	}

slow:
	fr.pc = int32((uintptr(ip) - uintptr(code)) / instrSize)
	m.interp.window = fr.base + int32(fr.fn.Words)
	m.interp.hooks = 0
	if trapped = m.slow(g, in, fp); trapped != trapNone {
		goto trap
	}
	m.interp.skip = 0
	goto loop

memory:
	fr.pc = int32((uintptr(ip) - uintptr(code)) / instrSize)
	m.interp.window = fr.base + int32(fr.fn.Words)
	m.interp.hooks = 0
	if trapped = m.access(g, in, fp); trapped != trapNone {
		goto trap
	}
	m.interp.skip = 0
	goto loop

divide:
	fr.pc = int32((uintptr(ip) - uintptr(code)) / instrSize)
	m.interp.window = fr.base + int32(fr.fn.Words)
	trapped = m.callRuntime(g, "panicdivide")
	goto trap

nilpointer:
	fr.pc = int32((uintptr(ip) - uintptr(code)) / instrSize)
	m.interp.window = fr.base + int32(fr.fn.Words)
	trapped = m.callRuntime(g, "panicmem")
	goto trap

leave:
	trapped = m.leave(g)

trap:
	switch trapped {
	case trapNone, trapCall, trapPanic:
		// Go on in the frame that is now on top.
		m.interp.skip = 0
		fr = &g.frames[len(g.frames)-1]
		fp = unsafe.Pointer(&g.stack[fr.base])
		code = unsafe.Pointer(unsafe.SliceData(fr.fn.Code))
		ip = unsafe.Add(code, uintptr(fr.pc)*instrSize)
		codes = m.codes
		goto loop
	}
	return budget, trapped

exhausted:
	if more := m.refill(); more > 0 {
		// Execute the instruction again, which charges again.
		ip = unsafe.Pointer(in)
		if in.Op == compile.OpCharge {
			more += in.Imm
		} else {
			more += int64(in.C)
		}
		budget += more
		goto loop
	}
	fr.pc = int32((uintptr(ip) - uintptr(code)) / instrSize)
	if m.interp.stopped {
		return budget, m.stopWith(stopState{kind: stopLimit, limit: "stop"})
	}
	limit := "steps"
	if m.limits.LocalSteps < m.limits.Steps-m.steps {
		limit = "local steps"
	}
	return budget, m.stopWith(stopState{kind: stopLimit, limit: limit})
}
