package compile

// An Op is an operation code.
//
// In the comments A, B and C are frame words (A the destination unless said
// otherwise), Imm the constant; [x] is memory at address x. A jump's Imm is
// the distance in bytes from the following instruction; its C is the number
// of SSA instructions of the block it ends.
type Op uint16

const (
	OpInvalid Op = iota

	// Control.
	OpNop
	OpExt    // operands of the instruction before; never executed itself
	OpCharge // counts Imm SSA instructions
	OpJmp
	OpJT   // if A != 0
	OpJF   // if A == 0
	OpJEq  // if A == B
	OpJNe  // ...
	OpJLt  // signed
	OpJLe  //
	OpJLtU // unsigned
	OpJLeU //
	OpJEqI // if A == Imm>>32; the distance is int32(Imm)
	OpJNeI
	OpJLtI
	OpJLeI
	OpJGtI
	OpJGeI
	OpJLtUI
	OpJLeUI
	OpJGtUI
	OpJGeUI
	OpRet       // results stand at word 0
	OpRet1      // the result is word A
	OpRetI      // the result is Imm
	OpCall      // function number Imm; window at C
	OpCallC     // function value A; window at C
	OpCallI     // method of the interface value A at offset Imm of its itab; window at C, receiver excluded
	OpIntrinsic // intrinsic number Imm; window at C
	OpPark      // visible operation of kind A; operands from B, results to C, constant Imm
	OpDefer     // function value A, arguments behind it, B words of arguments, on the frame whose token is C (NoWord: this one)
	OpRunDefers // a deferred call, window at C; if A is not 0, comes back for the next one
	OpDeferStack
	OpRecover
	OpPanic        // with the empty interface A
	OpMissing      // reports Func.Missing as unsupported
	OpNilCheck     // panics if A is a nil pointer
	OpCheckShift   // panics if A < 0
	OpWrapNil      // panics with gc's message of a value method called through a nil pointer if A is nil; C: path of the package, name of the type, of the method (strings)
	OpRangePanic   // misuse of an iterator function: state A of the loop
	OpRangeMissing // an iterator function swallowed the panic of the loop's body
	OpUnreachable  // the machine's own invariant is broken

	// Moves.
	OpMov
	OpMov2
	OpMov3
	OpMovN  // Imm words, as memmove
	OpMovI  // A = Imm
	OpZeroN // Imm words from A

	// Integers.
	OpAdd
	OpSub
	OpMul
	OpAnd
	OpOr
	OpXor
	OpAndNot
	OpShl
	OpShr  // signed
	OpShrU // unsigned
	OpDiv  // signed
	OpRem
	OpDivU
	OpRemU
	OpAddI
	OpMulI
	OpAndI
	OpOrI
	OpXorI
	OpShlI
	OpShrI
	OpShrUI
	OpDivI // Imm is neither 0 nor -1
	OpRemI
	OpDivUI
	OpRemUI
	OpRSubI // Imm - B
	OpNeg
	OpCom
	OpSx8 // sign-extends
	OpSx16
	OpSx32
	OpZx8 // zero-extends
	OpZx16
	OpZx32
	OpEq
	OpNe
	OpLt
	OpLe
	OpLtU
	OpLeU
	OpEqI
	OpNeI
	OpLtI
	OpLeI
	OpGtI
	OpGeI
	OpLtUI
	OpLeUI
	OpGtUI
	OpGeUI

	// Floating point.
	OpAddF
	OpSubF
	OpMulF
	OpDivF
	OpNegF
	OpEqF
	OpNeF
	OpLtF
	OpLeF
	OpAddF32
	OpSubF32
	OpMulF32
	OpDivF32
	OpNegF32
	OpEqF32
	OpNeF32
	OpLtF32
	OpLeF32
	OpComplex // binary or unary operation Imm (see ComplexOp)
	OpConv    // number conversion Imm (see ConvCode)
	OpMinMax  // Imm: see MinMaxCode

	// Memory. Scalars are loaded in canonical form. C != 0: the access is
	// known not to be shared. The N forms have the offset in the low and the size
	// in the high half of Imm.
	OpLoad8U // A = [B+Imm]
	OpLoad8S
	OpLoad16U
	OpLoad16S
	OpLoad32U
	OpLoad32S
	OpLoad64
	OpLoad128
	OpLoad192
	OpLoadN
	OpStore8 // [A+Imm] = B
	OpStore16
	OpStore32
	OpStore64
	OpStore128
	OpStore192
	OpStoreN
	OpStoreI8 // [A+C] = Imm
	OpStoreI16
	OpStoreI32
	OpStoreI64
	OpStoreZ  // clears
	OpMoveMem // Imm bytes from [B] to [A]; C != 0: A is new
	OpLoadG64 // A = [Imm]
	OpStoreG64
	OpLea // A = B+Imm; panics if B is nil
	OpNew // A = new object of type Imm

	// Parts of frame words; Imm is a byte offset in the frame.
	OpFLoad8U
	OpFLoad8S
	OpFLoad16U
	OpFLoad16S
	OpFLoad32U
	OpFLoad32S
	OpFStore8 // from B
	OpFStore16
	OpFStore32
	OpFCopyIn  // frame bytes Imm = the low bytes of the words from B; size in C
	OpFCopyOut // words from A = frame bytes Imm, rest of the last word zero; size in C
	OpFIndex   // A = element C of the array of scalars at word B; Imm: see FIndexImm
	OpFSetIndex

	// Elements. Imm&1: the index is of unsigned type. In loads Imm&2: the
	// access is known not to be shared.
	OpIndexAddr  // A = address of element C of slice B; Imm>>1: its size
	OpIndexAddrP // the same of an array through pointer B; OpExt: its length in Imm
	OpIndexFrame // A = byte offset of element C in an array in the frame; OpExt: length
	OpBounds     // checks 0 <= A < Imm>>1
	OpLoadX8U    // A = B[C], B a slice or string
	OpLoadX8S
	OpLoadX16U
	OpLoadX16S
	OpLoadX32U
	OpLoadX32S
	OpLoadX64
	OpStoreX8 // A[B] = C, A a slice
	OpStoreX16
	OpStoreX32
	OpStoreX64
	OpSliceFrom // A = B[C:] of a slice; Imm>>1: element size
	OpSliceTo   // A = B[:C]
	OpStrFrom
	OpStrTo
	OpSlice      // A = B[lo:hi:max]; C: three words; Imm: see SliceImm; OpExt: length of an array in Imm
	OpSliceArray // A = (*array)(B); Imm: length
	OpMakeSlice  // B len, C cap, Imm element type; OpExt A, B: signedness, C: gc may avoid it
	OpAppend     // A = append(B, C...); Imm: element type
	OpAppendStr  // A = append([]byte B, string C...); Imm: element type
	OpAppendW    // A = append(B, values standing at word C); Imm: element type; OpExt A: number of values, C: their words
	OpCopy       // A = copy(B, C); Imm: element size
	OpClear      // clear(slice A); Imm: element size

	// Strings.
	OpConcat // A = the Imm strings from B
	OpStrEq
	OpStrNe
	OpStrCmp  // -1, 0, 1
	OpStrConv // Imm: see StrConvCode
	OpStrNext // A: ok, index, rune; B: string; C: the position, updated

	// Interfaces and function values.
	OpBox      // A = pointer to a new object with the value B; Imm: see BoxImm
	OpItabType // A = type of the itab B, or nil
	OpConvI    // A = interface value B as interface type Imm; OpExt A: B is an empty interface
	OpAssert   // panics unless the type word of A is Imm; OpExt A: A is an empty interface; B: offset of Imm
	OpAssertI  // A = B.(interface type Imm), panicking; OpExt as in OpConvI, Imm its static type
	OpAssertIOK
	OpUnboxOK // A, ok in C: value of B if its type word is Imm; OpExt: see BoxImm
	OpEqIface // compares B and C; Imm != 0: not empty interfaces
	OpEqVal   // compares the values B and C of type Imm

	// Maps and channels.
	OpMakeMap      // B: hint; Imm: type
	OpMapGet       // A = B[C]; Imm: type; OpExt A: word for ok or NoWord; Imm: see BoxImm
	OpMapSet       // A[B] = C; Imm: type; OpExt Imm: see BoxImm
	OpMapDelete    // A, B; Imm: type
	OpMapLen       // B
	OpMapClear     // A; Imm: type
	OpMapIter      // A: iterator state, B: map, Imm: type
	OpMapNext      // A: ok, key, value words; B: iterator state; Imm: type; OpExt: see MapNextImm
	OpMakeChan     // B: size; Imm: type
	OpChanCap      // B: channel
	OpPrint        // A; Imm: see PrintCode
	OpUnsafeSlice  // A = unsafe.Slice(B, C); Imm: element type
	OpUnsafeString // A = unsafe.String(B, C)

	OpBreak // asks whether to stop; see Options.Breaks

)

// NoWord stands for an operand that is not there.
const NoWord = 0xffff

// Fields of Imm operands.

// FIndexImm: element class and length of an array of scalars.
func FIndexImm(class Class, n int64, unsigned bool) int64 {
	return int64(class) | b2i(unsigned)<<7 | n<<8
}

// BoxImm packs how a value stands in memory: the address of its type, its
// class, whether an interface's data word holds it itself, and its size; of a huge
// one only that it is huge.
func BoxImm(typ uint64, class Class, direct bool, size int64) int64 {
	size = min(size, hugeValue+1)
	return int64(typ) | int64(class)<<32 | b2i(direct)<<36 | size<<37
}

// UnboxImm is the inverse of BoxImm.
func UnboxImm(imm int64) (typ uint64, class Class, direct bool, size int64) {
	return uint64(uint32(imm)), Class(imm >> 32 & 15), imm>>36&1 != 0, imm >> 37
}

// Bits of OpSlice's Imm; the element size is in the bits from SliceElem up.
const (
	SliceString   = 1 << iota // B is a string
	SliceArrayPtr             // B is a pointer to an array
	SliceLo                   // lo is given
	SliceHi
	SliceMax
	SliceLoU // lo is unsigned
	SliceHiU
	SliceMaxU
	SliceElem = 32
)

// A ComplexOp is the Imm of OpComplex; the float size (8 or 4 bytes) is
// added: Complex64Bit.
const (
	ComplexAdd = iota
	ComplexSub
	ComplexMul
	ComplexDiv
	ComplexNeg
	ComplexEq
	ComplexNe
	Complex64Bit = 8 // operands are complex64
)

// A MinMaxCode is the Imm of OpMinMax.
const (
	MinInt = iota
	MaxInt
	MinUint
	MaxUint
	MinF64
	MaxF64
	MinF32
	MaxF32
	MinString
	MaxString
)

// A StrConvCode is the Imm of OpStrConv.
const (
	BytesToString = iota
	StringToBytes
	RunesToString
	StringToRunes
	RuneToString
	UintToString // an unsigned code point
)

// A PrintCode is the Imm of OpPrint.
const (
	PrintBool = iota
	PrintInt
	PrintUint
	PrintFloat
	PrintFloat32
	PrintComplex
	PrintComplex64
	PrintString
	PrintPointer
	PrintSlice
	PrintEface
	PrintIface
	PrintSpace
	PrintNewline
	PrintHex
)

func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
