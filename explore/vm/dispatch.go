package vm

import (
	"math"
	"unsafe"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// interpret executes instructions of g until it traps or the budget is spent, and returns
// what is left of that and why it stopped.
//
// It is one function, as long as the list of instructions, so that the instruction pointer, the
// frame pointer and the bounds of memory stay in registers; a call per instruction
// would cost more than most instructions do. A case is the work of one
// instruction and nothing else: what several have in common stands once, behind
// the loop, and what is rare or long is a method (ops.go, access.go).
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
		// Of a store:
		to Addr
		v  uint64
		// Of a call or return:
		id         uint32
		closure    Addr // 0 if a function is called that captures nothing
		callee     *compile.Func
		base       int32
		top, depth int
	)
	if m.races.on && !m.alone(g) {
		span, writable = 0, 0 // every access takes the slow path
	}
loop:
	for {
		in = (*compile.Instr)(ip)
		ip = unsafe.Add(ip, instrSize)
		switch in.Op {
		// Moves.
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

		// Branches, which charge for the block they end.
		case compile.OpCharge:
			if budget -= in.Imm; budget < 0 {
				goto exhausted
			}
		case compile.OpJmp:
			ip = unsafe.Add(ip, in.Imm)
			goto charge
		case compile.OpJT:
			ip = jump(ip, in.Imm, *reg(fp, in.A) != 0)
			goto charge
		case compile.OpJF:
			ip = jump(ip, in.Imm, *reg(fp, in.A) == 0)
			goto charge
		case compile.OpJEq:
			ip = jump(ip, in.Imm, *reg(fp, in.A) == *reg(fp, in.B))
			goto charge
		case compile.OpJNe:
			ip = jump(ip, in.Imm, *reg(fp, in.A) != *reg(fp, in.B))
			goto charge
		case compile.OpJLt:
			ip = jump(ip, in.Imm, int64(*reg(fp, in.A)) < int64(*reg(fp, in.B)))
			goto charge
		case compile.OpJLe:
			ip = jump(ip, in.Imm, int64(*reg(fp, in.A)) <= int64(*reg(fp, in.B)))
			goto charge
		case compile.OpJLtU:
			ip = jump(ip, in.Imm, *reg(fp, in.A) < *reg(fp, in.B))
			goto charge
		case compile.OpJLeU:
			ip = jump(ip, in.Imm, *reg(fp, in.A) <= *reg(fp, in.B))
			goto charge
		case compile.OpJEqI:
			ip = jump(ip, int64(int32(in.Imm)), int64(*reg(fp, in.A)) == in.Imm>>32)
			goto charge
		case compile.OpJNeI:
			ip = jump(ip, int64(int32(in.Imm)), int64(*reg(fp, in.A)) != in.Imm>>32)
			goto charge
		case compile.OpJLtI:
			ip = jump(ip, int64(int32(in.Imm)), int64(*reg(fp, in.A)) < in.Imm>>32)
			goto charge
		case compile.OpJLeI:
			ip = jump(ip, int64(int32(in.Imm)), int64(*reg(fp, in.A)) <= in.Imm>>32)
			goto charge
		case compile.OpJGtI:
			ip = jump(ip, int64(int32(in.Imm)), int64(*reg(fp, in.A)) > in.Imm>>32)
			goto charge
		case compile.OpJGeI:
			ip = jump(ip, int64(int32(in.Imm)), int64(*reg(fp, in.A)) >= in.Imm>>32)
			goto charge
		case compile.OpJLtUI:
			ip = jump(ip, int64(int32(in.Imm)), *reg(fp, in.A) < uint64(in.Imm>>32))
			goto charge
		case compile.OpJLeUI:
			ip = jump(ip, int64(int32(in.Imm)), *reg(fp, in.A) <= uint64(in.Imm>>32))
			goto charge
		case compile.OpJGtUI:
			ip = jump(ip, int64(int32(in.Imm)), *reg(fp, in.A) > uint64(in.Imm>>32))
			goto charge
		case compile.OpJGeUI:
			ip = jump(ip, int64(int32(in.Imm)), *reg(fp, in.A) >= uint64(in.Imm>>32))
			goto charge

		// Integers.
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

		// Conversions.
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

		// Comparisons.
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

		// Floating-point numbers.
		case compile.OpAddF:
			*reg(fp, in.A) = math.Float64bits(f64(*reg(fp, in.B)) + f64(*reg(fp, in.C)))
		case compile.OpAddF32:
			*reg(fp, in.A) = uint64(math.Float32bits(f32(*reg(fp, in.B)) + f32(*reg(fp, in.C))))
		case compile.OpSubF:
			*reg(fp, in.A) = math.Float64bits(f64(*reg(fp, in.B)) - f64(*reg(fp, in.C)))
		case compile.OpSubF32:
			*reg(fp, in.A) = uint64(math.Float32bits(f32(*reg(fp, in.B)) - f32(*reg(fp, in.C))))
		case compile.OpMulF:
			*reg(fp, in.A) = math.Float64bits(f64(*reg(fp, in.B)) * f64(*reg(fp, in.C)))
		case compile.OpMulF32:
			*reg(fp, in.A) = uint64(math.Float32bits(f32(*reg(fp, in.B)) * f32(*reg(fp, in.C))))
		case compile.OpDivF:
			*reg(fp, in.A) = math.Float64bits(f64(*reg(fp, in.B)) / f64(*reg(fp, in.C)))
		case compile.OpDivF32:
			*reg(fp, in.A) = uint64(math.Float32bits(f32(*reg(fp, in.B)) / f32(*reg(fp, in.C))))
		case compile.OpNegF:
			*reg(fp, in.A) = *reg(fp, in.B) ^ 1<<63
		case compile.OpNegF32:
			*reg(fp, in.A) = *reg(fp, in.B) ^ 1<<31
		case compile.OpEqF:
			*reg(fp, in.A) = bit(f64(*reg(fp, in.B)) == f64(*reg(fp, in.C)))
		case compile.OpEqF32:
			*reg(fp, in.A) = bit(f32(*reg(fp, in.B)) == f32(*reg(fp, in.C)))
		case compile.OpNeF:
			*reg(fp, in.A) = bit(f64(*reg(fp, in.B)) != f64(*reg(fp, in.C)))
		case compile.OpNeF32:
			*reg(fp, in.A) = bit(f32(*reg(fp, in.B)) != f32(*reg(fp, in.C)))
		case compile.OpLtF:
			*reg(fp, in.A) = bit(f64(*reg(fp, in.B)) < f64(*reg(fp, in.C)))
		case compile.OpLtF32:
			*reg(fp, in.A) = bit(f32(*reg(fp, in.B)) < f32(*reg(fp, in.C)))
		case compile.OpLeF:
			*reg(fp, in.A) = bit(f64(*reg(fp, in.B)) <= f64(*reg(fp, in.C)))
		case compile.OpLeF32:
			*reg(fp, in.A) = bit(f32(*reg(fp, in.B)) <= f32(*reg(fp, in.C)))

		// Loads: of memory, of an element of a slice (X), of the frame (F).
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

		// Stores; of a constant (I).
		case compile.OpStore8:
			to, v = *reg(fp, in.A), *reg(fp, in.B)
			if to-dataBase >= writable {
				goto memory
			}
			to += uint64(in.Imm)
			goto store8
		case compile.OpStoreI8:
			to, v = *reg(fp, in.A), uint64(in.Imm)
			if to-dataBase >= writable {
				goto memory
			}
			to += uint64(in.C)
			goto store8
		case compile.OpStoreX8:
			i := *reg(fp, in.B)
			to, v = *reg(fp, in.A), *reg(fp, in.C)
			if i >= *reg(fp, in.A+1) || to-dataBase >= writable {
				goto memory
			}
			to += i
			goto store8
		case compile.OpFStore8:
			*(*uint8)(unsafe.Add(fp, in.Imm)) = uint8(*reg(fp, in.B))
		case compile.OpStore16:
			to, v = *reg(fp, in.A), *reg(fp, in.B)
			if to-dataBase >= writable || (to+uint64(in.Imm))&1 != 0 {
				goto memory
			}
			to += uint64(in.Imm)
			goto store16
		case compile.OpStoreI16:
			to, v = *reg(fp, in.A), uint64(in.Imm)
			if to-dataBase >= writable || (to+uint64(in.C))&1 != 0 {
				goto memory
			}
			to += uint64(in.C)
			goto store16
		case compile.OpStoreX16:
			i := *reg(fp, in.B)
			to, v = *reg(fp, in.A), *reg(fp, in.C)
			if i >= *reg(fp, in.A+1) || to-dataBase >= writable || to&1 != 0 {
				goto memory
			}
			to += i << 1
			goto store16
		case compile.OpFStore16:
			*(*uint16)(unsafe.Add(fp, in.Imm)) = uint16(*reg(fp, in.B))
		case compile.OpStore32:
			to, v = *reg(fp, in.A), *reg(fp, in.B)
			if to-dataBase >= writable || (to+uint64(in.Imm))&3 != 0 {
				goto memory
			}
			to += uint64(in.Imm)
			goto store32
		case compile.OpStoreI32:
			to, v = *reg(fp, in.A), uint64(in.Imm)
			if to-dataBase >= writable || (to+uint64(in.C))&3 != 0 {
				goto memory
			}
			to += uint64(in.C)
			goto store32
		case compile.OpStoreX32:
			i := *reg(fp, in.B)
			to, v = *reg(fp, in.A), *reg(fp, in.C)
			if i >= *reg(fp, in.A+1) || to-dataBase >= writable || to&3 != 0 {
				goto memory
			}
			to += i << 2
			goto store32
		case compile.OpFStore32:
			*(*uint32)(unsafe.Add(fp, in.Imm)) = uint32(*reg(fp, in.B))
		case compile.OpStore64:
			to, v = *reg(fp, in.A), *reg(fp, in.B)
			if to-dataBase >= writable || (to+uint64(in.Imm))&7 != 0 {
				goto memory
			}
			to += uint64(in.Imm)
			goto store64
		case compile.OpStoreI64:
			to, v = *reg(fp, in.A), uint64(in.Imm)
			if to-dataBase >= writable || (to+uint64(in.C))&7 != 0 {
				goto memory
			}
			to += uint64(in.C)
			goto store64
		case compile.OpStoreX64:
			i := *reg(fp, in.B)
			to, v = *reg(fp, in.A), *reg(fp, in.C)
			if i >= *reg(fp, in.A+1) || to-dataBase >= writable || to&7 != 0 {
				goto memory
			}
			to += i << 3
			goto store64

		// Package variables.
		case compile.OpLoadG64:
			if span == 0 {
				goto memory
			}
			*reg(fp, in.A) = *(*uint64)(unsafe.Add(mem, in.Imm))
		case compile.OpStoreG64:
			if span == 0 {
				goto memory
			}
			to, v = uint64(in.Imm), *reg(fp, in.B)
			goto store64

		// Addresses, slices, strings, interfaces.
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

		// Arrays in the frame.
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

		// Calls and returns.
		case compile.OpRet:
			goto ret
		case compile.OpRet1:
			*(*uint64)(fp) = *reg(fp, in.A)
			goto ret
		case compile.OpRetI:
			*(*uint64)(fp) = uint64(in.Imm)
			goto ret
		case compile.OpCall:
			id, closure = uint32(in.Imm), 0
			goto call
		case compile.OpCallC:
			closure = *reg(fp, in.A)
			if closure-unmapped >= size {
				goto nilpointer
			}
			id = funcNumber(mem, closure)
			if (int(id) >= len(codes) || codes[id] == nil) && !m.known(id) {
				goto nilpointer
			}
			goto call
		case compile.OpCallI:
			tab := *reg(fp, in.A)
			if tab-unmapped >= size {
				goto nilpointer
			}
			id, closure = funcNumber(mem, tab+uint64(in.Imm)), 0
			*reg(fp, in.C) = *reg(fp, in.A+1)
			goto call
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

store8:
	if tn := m.tn; tn < len(m.trail) {
		m.trail[tn] = trailEntry{to &^ 7, *(*uint64)(unsafe.Add(mem, to&^7))}
		m.tn = tn + 1
	} else {
		m.arena.log(to)
	}
	*(*uint8)(unsafe.Add(mem, to)) = uint8(v)
	goto loop

store16:
	if tn := m.tn; tn < len(m.trail) {
		m.trail[tn] = trailEntry{to &^ 7, *(*uint64)(unsafe.Add(mem, to&^7))}
		m.tn = tn + 1
	} else {
		m.arena.log(to)
	}
	*(*uint16)(unsafe.Add(mem, to)) = uint16(v)
	goto loop

store32:
	if tn := m.tn; tn < len(m.trail) {
		m.trail[tn] = trailEntry{to &^ 7, *(*uint64)(unsafe.Add(mem, to&^7))}
		m.tn = tn + 1
	} else {
		m.arena.log(to)
	}
	*(*uint32)(unsafe.Add(mem, to)) = uint32(v)
	goto loop

store64:
	if tn := m.tn; tn < len(m.trail) {
		m.trail[tn] = trailEntry{to &^ 7, *(*uint64)(unsafe.Add(mem, to&^7))}
		m.tn = tn + 1
	} else {
		m.arena.log(to)
	}
	*(*uint64)(unsafe.Add(mem, to)) = v
	goto loop

charge:
	if budget -= int64(in.C); budget >= 0 {
		goto loop
	}
	goto exhausted

call:
	if int(id) >= len(codes) || codes[id] == nil {
		m.codeSlow(int32(id))
		codes = m.codes
	}
	callee = codes[id]
	fr.pc = int32((uintptr(ip) - uintptr(code)) / instrSize)
	base = fr.base + int32(in.C)
	top = int(base) + callee.Words + callee.Out
	if top >= len(g.stack) || len(g.frames) == cap(g.frames) {
		if trapped = m.growStack(g, top); trapped != trapNone {
			goto trap
		}
	}
	depth = len(g.frames)
	g.frames = g.frames[:depth+1]
	fr = &g.frames[depth]
	*fr = Frame{fn: callee, base: base}
	fp = unsafe.Pointer(&g.stack[base])
	for i := callee.Clear; i < callee.Words; i++ {
		*(*uint64)(unsafe.Add(fp, i*8)) = 0
	}
	code = unsafe.Pointer(unsafe.SliceData(callee.Code))
	ip = code
	if closure != 0 && callee.Closure {
		*reg(fp, uint16(callee.Params)) = closure
	}
	goto loop

ret:
	if budget -= int64(in.C); budget < 0 {
		goto exhausted
	}
	depth = len(g.frames) - 1
	if depth <= g.low || fr.flags != 0 {
		trapped = m.leave(g)
		goto trap
	}
	g.frames = g.frames[:depth]
	fr = &g.frames[depth-1]
	fp = unsafe.Pointer(&g.stack[fr.base])
	code = unsafe.Pointer(unsafe.SliceData(fr.fn.Code))
	ip = unsafe.Add(code, uintptr(fr.pc)*instrSize)
	goto loop

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
	// Where the instruction leads to is forgotten.
	fr.pc = int32((uintptr(unsafe.Pointer(in))-uintptr(code))/instrSize) + 1
	if more := m.refill(); more > 0 {
		// It is executed, and charged, again.
		ip = unsafe.Pointer(in)
		if in.Op == compile.OpCharge {
			more += in.Imm
		} else {
			more += int64(in.C)
		}
		budget += more
		goto loop
	}
	return budget, m.stopWith(stopState{kind: stopLimit, limit: m.stepLimit()})
}
