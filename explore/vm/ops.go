package vm

// The instructions that are not on the hot path: big values, slices,
// interfaces, maps, calls into the model runtime.

import (
	"unsafe"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// slow executes an instruction that the interpreter's switch has no case for, or
// whose case gave up.
func (m *Machine) slow(g *G, in *compile.Instr, fp unsafe.Pointer) trap {
	a, b, c := reg(fp, in.A), reg(fp, in.B), reg(fp, in.C)
	switch in.Op {
	case compile.OpLoadN:
		off, size := uint64(uint32(in.Imm)), uint64(in.Imm>>32)
		return m.loadSlow(g, regs(fp, in.A, int(size+7)/8), *b, off, plainBytes(size), in.C != 0)
	case compile.OpStore128, compile.OpStore192:
		n := 2 + int(in.Op-compile.OpStore128)
		return m.storeSlow(g, *a, uint64(in.Imm), regs(fp, in.B, n), plainBytes(uint64(8*n)), in.C != 0)
	case compile.OpStoreN:
		off, size := uint64(uint32(in.Imm)), uint64(in.Imm>>32)
		return m.storeSlow(g, *a, off, regs(fp, in.B, int(size+7)/8), plainBytes(size), in.C != 0)
	case compile.OpStoreZ:
		return m.storeZero(g, *a+uint64(uint32(in.Imm)), *a, uint64(in.Imm>>32), in.C != 0)
	case compile.OpMoveMem:
		return m.moveMemory(g, *a, *b, uint64(in.Imm), in.C != 0)
	case compile.OpFCopyIn:
		copy(unsafe.Slice((*byte)(unsafe.Add(fp, in.Imm)), in.C), unsafe.Slice((*byte)(unsafe.Pointer(b)), in.C))
	case compile.OpFCopyOut:
		n := (int(in.C) + 7) / 8
		var last uint64
		src := unsafe.Slice((*byte)(unsafe.Add(fp, in.Imm)), in.C)
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&last)), 8), src[8*(n-1):])
		copy(unsafe.Slice((*byte)(unsafe.Pointer(a)), 8*(n-1)), src)
		*reg(fp, in.A+uint16(n-1)) = last
	case compile.OpNew:
		p, t := m.alloc(g, uint64(in.Imm), 1)
		if t != trapNone {
			return t
		}
		*a = p
	case compile.OpCall, compile.OpCallC, compile.OpCallI:
		panic("vm: call on the slow path")
	case compile.OpDefer:
		return m.opDefer(g, in, fp)
	case compile.OpRunDefers:
		top := len(g.frames) - 1
		if g.frames[top].defers == 0 {
			return trapNone
		}
		g.frames[top].pc -= int32(in.A)
		return m.popDefer(g, top, g.top(), 0)
	case compile.OpDeferStack:
		token, t := m.record(g, 1)
		if t != trapNone {
			return t
		}
		g.frames[len(g.frames)-1].token = uint32(token)
		*a = token
	case compile.OpRecover:
		typ, data := m.recovered(g)
		*a, *reg(fp, in.A+1) = typ, data
	case compile.OpPanic:
		return m.raise(g, *a, *reg(fp, in.A+1))
	case compile.OpMissing:
		return m.unsupported(g, g.frames[len(g.frames)-1].fn.Missing)
	case compile.OpCheckShift:
		if int64(*a) < 0 {
			return m.callRuntime(g, "panicshift")
		}
	case compile.OpWrapNil:
		if *a == 0 {
			return m.callRuntime(g, "panicwrap", regs(fp, in.C, 6)...)
		}
	case compile.OpRangePanic:
		return m.callRuntime(g, "panicrangestate", rangeState(int64(*a)))
	case compile.OpRangeMissing:
		return m.callRuntime(g, "panicrangestate", rangeMissingPanic)
	case compile.OpBreak:
		if m.breaks(g) {
			return trapStop
		}
	default:
		return m.slowData(g, in, fp, a, b, c)
	}
	return trapNone
}

// slowData is the second half of slow: values rather than control.
func (m *Machine) slowData(g *G, in *compile.Instr, fp unsafe.Pointer, a, b, c *uint64) trap {
	next := (*compile.Instr)(unsafe.Add(unsafe.Pointer(in), instrSize))
	switch in.Op {
	case compile.OpComplex:
		complexOp(in, fp)
	case compile.OpConv:
		convertNumber(in.Imm, a, b, fp, in)
	case compile.OpMinMax:
		return m.minMax(in, fp)
	case compile.OpIndexAddr:
		return m.indexPanic(g, in, *c, *reg(fp, in.B+1))
	case compile.OpIndexAddrP:
		if *b < unmapped {
			return m.callRuntime(g, "panicmem")
		}
		return m.indexPanic(g, in, *c, uint64(next.Imm))
	case compile.OpIndexFrame:
		size := uint64(in.Imm >> 1)
		if *c >= uint64(next.Imm) {
			return m.indexPanic(g, in, *c, uint64(next.Imm))
		}
		src := unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(b), *c*size)), size)
		if n := int(size+7) / 8; n > 0 {
			*reg(fp, in.A+uint16(n-1)) = 0
			copy(unsafe.Slice((*byte)(unsafe.Pointer(a)), size), src)
		}
	case compile.OpFIndex:
		return m.frameIndexPanic(g, in, *c)
	case compile.OpFSetIndex:
		return m.frameIndexPanic(g, in, *b)
	case compile.OpSliceFrom, compile.OpSliceTo, compile.OpStrFrom, compile.OpStrTo:
		return m.slicePanic(g, in, fp)
	case compile.OpSlice:
		return m.opSlice(g, in, fp, uint64(next.Imm))
	case compile.OpSliceArray:
		if n := *reg(fp, in.B+1); n < uint64(in.Imm) {
			return m.callRuntime(g, "panicSliceConvert", uint64(in.Imm), n)
		}
		*a = *b
	case compile.OpMakeSlice:
		return m.makeSlice(g, in, fp, next.C != 0)
	case compile.OpAppend:
		return m.appendSlice(g, uint64(in.Imm), regs(fp, in.A, 3), regs(fp, in.B, 3), *c, *reg(fp, in.C+1), nil)
	case compile.OpAppendStr:
		return m.appendSlice(g, uint64(in.Imm), regs(fp, in.A, 3), regs(fp, in.B, 3), *c, *reg(fp, in.C+1), nil)
	case compile.OpAppendW:
		return m.appendSlice(g, uint64(in.Imm), regs(fp, in.A, 3), regs(fp, in.B, 3), 0, uint64(next.A), unsafe.Pointer(c))
	case compile.OpCopy:
		return m.copySlice(g, a, regs(fp, in.B, 2), regs(fp, in.C, 2), uint64(in.Imm))
	case compile.OpClear:
		n := *reg(fp, in.A+1) * uint64(in.Imm)
		if n == 0 {
			return trapNone
		}
		return m.storeZero(g, *a, *a, n, false)
	case compile.OpConcat:
		return m.concat(g, regs(fp, in.A, 2), regs(fp, in.B, 2*int(in.Imm)))
	case compile.OpStrEq, compile.OpStrNe, compile.OpStrCmp:
		return m.compareStrings(g, in.Op, a, regs(fp, in.B, 2), regs(fp, in.C, 2))
	case compile.OpStrConv:
		return m.convertString(g, in, fp)
	case compile.OpStrNext:
		return m.nextRune(g, in, fp, next)
	default:
		return m.slowIface(g, in, fp, a, b, c, next)
	}
	return trapNone
}

// slowIface is the third part of slow: interfaces, maps, channels.
func (m *Machine) slowIface(g *G, in *compile.Instr, fp unsafe.Pointer, a, b, c *uint64, next *compile.Instr) trap {
	switch in.Op {
	case compile.OpBox:
		return m.box(g, a, regs(fp, in.B, unbox(in.Imm).words()), unbox(in.Imm))
	case compile.OpConvI:
		x, y := *b, *reg(fp, in.B+1)
		if x != 0 {
			x, _ = m.itabFor(uint64(in.Imm), m.dynamicType(x, next.A == 0))
		}
		*a, *reg(fp, in.A+1) = x, y
	case compile.OpAssert:
		return m.assertPanic(g, *a, next.A == 0, uint64(uint32(next.Imm)), uint64(next.Imm>>32))
	case compile.OpAssertI, compile.OpAssertIOK:
		return m.assertIface(g, in, fp, next)
	case compile.OpUnboxOK:
		return m.unboxOK(g, in, fp, next)
	case compile.OpEqIface:
		eq, bad := m.equalIface((*[2]uint64)(unsafe.Pointer(b)), (*[2]uint64)(unsafe.Pointer(c)), in.Imm != 0)
		if bad != 0 {
			return m.callRuntime(g, "panicuncomparable", bad)
		}
		*a = bit(eq)
	case compile.OpEqVal:
		n := m.typeInfo(uint64(in.Imm)).words()
		eq, bad := m.equalWords(uint64(in.Imm), regs(fp, in.B, n), regs(fp, in.C, n))
		if bad != 0 {
			return m.callRuntime(g, "panicuncomparable", bad)
		}
		*a = bit(eq)
	case compile.OpMakeMap:
		h, t := m.mapMake(g, uint64(in.Imm), *b)
		if t != trapNone {
			return t
		}
		*a = h
	case compile.OpMapGet:
		return m.mapLoad(g, in, fp, next)
	case compile.OpMapSet:
		if m.hook(g, *a, 8, true) {
			return trapPark
		}
		e, t := m.mapSet(g, uint64(in.Imm), *a, unsafe.Pointer(b))
		if t != trapNone {
			return t
		}
		v := unbox(next.Imm)
		m.pack(e, regs(fp, in.C, v.words()), v)
	case compile.OpMapDelete:
		if m.hook(g, *a, 8, true) {
			return trapPark
		}
		return m.mapDelete(g, uint64(in.Imm), *a, unsafe.Pointer(b))
	case compile.OpMapLen:
		if *b != 0 && m.hook(g, *b, 8, false) {
			return trapPark
		}
		*a = m.mapLen(*b)
	case compile.OpMapClear:
		if *a != 0 && m.hook(g, *a, 8, true) {
			return trapPark
		}
		m.mapClear(*a)
	case compile.OpMapIter:
		if *b != 0 && m.hook(g, *b, 8, false) {
			return trapPark
		}
		m.mapIterInit(regs(fp, in.A, compile.MapIterWords), *b)
	case compile.OpMapNext:
		return m.mapNext(g, in, fp, next)
	case compile.OpMakeChan:
		ch, t := m.makeChan(g, m.typeInfo(uint64(in.Imm)).elem.addr, *b)
		if t != trapNone {
			return t
		}
		*a = ch
	case compile.OpChanCap:
		*a = 0
		if *b != 0 {
			*a = m.load64(*b + chanCap)
		}
	case compile.OpPrint:
		return m.printValue(g, in.Imm, regs(fp, in.A, 3))
	case compile.OpUnsafeSlice:
		return m.unsafeSlice(g, in, fp, next.A != 0)
	case compile.OpUnsafeString:
		return m.unsafeString(g, in, fp)
	default:
		panic("vm: unexpected instruction " + in.Op.String())
	}
	return trapNone
}

// storeZero clears memory; p is the pointer that must not be nil.
func (m *Machine) storeZero(g *G, at, p, size uint64, private bool) trap {
	if p < rodataEnd || !m.valid(at, size) {
		return m.fault(g, p)
	}
	if !private && m.hook(g, at, size, true) {
		return trapPark
	}
	m.clear(at, size)
	return trapNone
}

// moveMemory copies a big value; fresh says that nobody else knows dst.
func (m *Machine) moveMemory(g *G, dst, src, size uint64, fresh bool) trap {
	if src < unmapped || !m.valid(src, size) {
		return m.fault(g, src)
	}
	if dst < rodataEnd || !m.valid(dst, size) {
		return m.fault(g, dst)
	}
	if m.hook(g, src, size, false) || !fresh && m.hook(g, dst, size, true) {
		return trapPark
	}
	m.steps += int64(size >> 4)
	m.move(dst, src, size)
	return trapNone
}

func (m *Machine) opDefer(g *G, in *compile.Instr, fp unsafe.Pointer) trap {
	i := len(g.frames) - 1
	if in.C != compile.NoWord {
		for token := uint32(*reg(fp, in.C)); i >= 0 && g.frames[i].token != token; {
			i--
		}
		if i < 0 {
			return m.unsupported(g, "defer in the body of a range-over-func loop that runs on another goroutine")
		}
	}
	return m.deferCall(g, i, regs(fp, in.A, 1+int(in.B)))
}

const rangeMissingPanic = 4 // abi.RF_MISSING_PANIC

// rangeState translates the state of a loop over a function (see go/ssa's
// rangeFunc) to abi.RF_State.
func rangeState(jump int64) uint64 {
	switch jump {
	case -1:
		return 2 // RF_PANIC
	case -2:
		return 3 // RF_EXHAUSTED
	}
	return 0 // RF_DONE
}

func (m *Machine) frameIndexPanic(g *G, in *compile.Instr, i uint64) trap {
	n := uint64(in.Imm >> 8)
	if in.Imm>>7&1 != 0 {
		return m.callRuntime(g, "panicIndexU", i, n)
	}
	return m.callRuntime(g, "panicIndex", i, n)
}
