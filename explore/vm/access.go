package vm

// The slow paths of loads and stores: nil pointers, indexes out of range,
// accesses that the race detector wants to see, addresses not aligned.

import (
	"unsafe"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// access executes a load or store that the fast path did not.
func (m *Machine) access(g *G, in *compile.Instr, fp unsafe.Pointer) trap {
	switch op := in.Op; op {
	case compile.OpLoad8U, compile.OpLoad8S, compile.OpLoad16U, compile.OpLoad16S,
		compile.OpLoad32U, compile.OpLoad32S, compile.OpLoad64:
		b := scalar(op - compile.OpLoad8U)
		return m.loadSlow(g, regs(fp, in.A, 1), *reg(fp, in.B), uint64(in.Imm), b, in.C != 0)
	case compile.OpLoad128:
		return m.loadSlow(g, regs(fp, in.A, 2), *reg(fp, in.B), uint64(in.Imm), plainBytes(16), in.C != 0)
	case compile.OpLoad192:
		return m.loadSlow(g, regs(fp, in.A, 3), *reg(fp, in.B), uint64(in.Imm), plainBytes(24), in.C != 0)
	case compile.OpLoadG64:
		return m.loadSlow(g, regs(fp, in.A, 1), uint64(in.Imm), 0, scalar(compile.Op(compile.W64)), in.C != 0)
	case compile.OpStoreG64:
		return m.storeSlow(g, uint64(in.Imm), 0, regs(fp, in.B, 1), plainBytes(8), in.C != 0)
	case compile.OpStore8:
		return m.storeSlow(g, *reg(fp, in.A), uint64(in.Imm), regs(fp, in.B, 1), plainBytes(1), in.C != 0)
	case compile.OpStore16:
		return m.storeSlow(g, *reg(fp, in.A), uint64(in.Imm), regs(fp, in.B, 1), plainBytes(2), in.C != 0)
	case compile.OpStore32:
		return m.storeSlow(g, *reg(fp, in.A), uint64(in.Imm), regs(fp, in.B, 1), plainBytes(4), in.C != 0)
	case compile.OpStore64:
		return m.storeSlow(g, *reg(fp, in.A), uint64(in.Imm), regs(fp, in.B, 1), plainBytes(8), in.C != 0)
	case compile.OpStoreI8, compile.OpStoreI16, compile.OpStoreI32, compile.OpStoreI64:
		v := [1]uint64{uint64(in.Imm)}
		return m.storeSlow(g, *reg(fp, in.A), uint64(in.C), v[:], plainBytes(1<<(op-compile.OpStoreI8)), in.B != 0)
	case compile.OpLoadX8U, compile.OpLoadX8S, compile.OpLoadX16U, compile.OpLoadX16S,
		compile.OpLoadX32U, compile.OpLoadX32S, compile.OpLoadX64:
		b := scalar(op - compile.OpLoadX8U)
		i, n := *reg(fp, in.C), *reg(fp, in.B+1)
		if i >= n {
			return m.indexPanic(g, in, i, n)
		}
		return m.loadSlow(g, regs(fp, in.A, 1), *reg(fp, in.B)+i*b.size, 0, b, in.Imm&2 != 0)
	case compile.OpStoreX8, compile.OpStoreX16, compile.OpStoreX32, compile.OpStoreX64:
		size := uint64(1) << (op - compile.OpStoreX8)
		i, n := *reg(fp, in.B), *reg(fp, in.A+1)
		if i >= n {
			return m.indexPanic(g, in, i, n)
		}
		return m.storeSlow(g, *reg(fp, in.A)+i*size, 0, regs(fp, in.C, 1), plainBytes(size), false)
	}
	panic("vm: unexpected memory instruction " + in.Op.String())
}

func scalar(class compile.Op) boxed {
	c := compile.Class(class)
	return boxed{class: c, size: uint64(compile.ClassSize(c))}
}

func plainBytes(n uint64) boxed { return boxed{class: compile.Bytes, size: n} }

// loadSlow loads the value at p+off; p is the pointer that must not be nil.
func (m *Machine) loadSlow(g *G, w []uint64, p, off uint64, b boxed, private bool) trap {
	if p < unmapped || !m.valid(p+off, b.size) {
		return m.fault(g, p)
	}
	if !private && m.hook(g, p+off, b.size, false) {
		return trapPark
	}
	m.unpack(w, p+off, b)
	return trapNone
}

// storeSlow stores a value at p+off.
func (m *Machine) storeSlow(g *G, p, off uint64, w []uint64, b boxed, private bool) trap {
	if p < rodataEnd || !m.valid(p+off, b.size) {
		return m.fault(g, p)
	}
	if !private && m.hook(g, p+off, b.size, true) {
		return trapPark
	}
	m.pack(p+off, w, b)
	return trapNone
}

// fault is what happens when memory that is not there is used through
// pointer p, as in the runtime's sigpanic.
func (m *Machine) fault(g *G, p Addr) trap {
	if p < unmapped {
		return m.callRuntime(g, "panicmem")
	}
	if g.survives {
		return m.callRuntime(g, "panicmemAddr", p)
	}
	return m.throw(g, "fault")
}

// indexPanic panics because of an index out of range.
func (m *Machine) indexPanic(g *G, in *compile.Instr, i, n uint64) trap {
	if in.Imm&1 != 0 {
		return m.callRuntime(g, "panicIndexU", i, n)
	}
	return m.callRuntime(g, "panicIndex", i, n)
}
