package vm

// The interpreter: one switch over the instructions of compile/op.go, in
// dispatch.go, and here what it is called by and made of.
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

// stepLimit names the limit because of which a goroutine may not go on.
func (m *Machine) stepLimit() string {
	switch {
	case m.interp.stopped:
		return "stop"
	case m.limits.LocalSteps < m.limits.Steps-m.steps:
		return "local steps"
	}
	return "steps"
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

func f32(w uint64) float32 { return math.Float32frombits(uint32(w)) }

// ext is the operand extension at ip.
func ext(ip unsafe.Pointer) *compile.Instr { return (*compile.Instr)(ip) }

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// jump is where to go on: by bytes further if the branch is taken.
func jump(ip unsafe.Pointer, by int64, taken bool) unsafe.Pointer {
	if taken {
		ip = unsafe.Add(ip, by)
	}
	return ip
}

// funcNumber is the number of the function whose entry stands at p.
func funcNumber(mem unsafe.Pointer, p Addr) uint32 {
	return uint32(*(*uint64)(unsafe.Add(mem, p))>>pcFuncBits) & (1<<pcFuncBits - 1)
}

// known reports whether id is the number of a function.
func (m *Machine) known(id uint32) bool {
	if int(id) < len(m.codes) && m.codes[id] != nil {
		return true
	}
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
	switch {
	case t == trapPark:
		g.status = Parked
	case m.stop.kind == stopPaused:
	default:
		g.status = Ended
	}
}
