package compile

import (
	"cmp"
	"go/token"
	"slices"
	"sync"
)

// An Instr is one instruction. A, B and C are word indexes into the frame
// (or what the opcode's comment says); Imm is a constant, an address, a jump
// target or a function number.
type Instr struct {
	Op      Op
	A, B, C uint16
	Imm     int64
}

// A Func is the code of one function. It is immutable and shared by all
// machines of a program.
//
// A frame is a window of 64-bit words. Every value occupies
// ceil(size/8) words in gc's memory layout, except that a scalar (bool,
// integer, float, pointer) occupies a whole word in canonical form: signed
// integers sign-extended, unsigned ones zero-extended, float32 as its 32 bits
// zero-extended, bool as 0 or 1. Unused tail bytes of an aggregate are zero.
//
// Calling convention: the words of the arguments (receiver first) stand at
// the start of the callee's frame, one after the other; on return the words
// of the results stand there. The caller's outgoing area is the
// callee's frame, so nothing is copied.
type Func struct {
	ID    int32
	Name  string // as runtime.FuncForPC(pc).Name() gives it
	Code  []Instr
	Words int // frame size, outgoing areas excluded
	// Out is the size of the largest outgoing area, which lies behind the
	// frame's words.
	Out    int
	Params int // words of parameters
	// Results is the number of words of results.
	Results int
	// Pointers has bit i set if word i may hold a pointer.
	Pointers []uint64
	// Pos has the position of each instruction; NoPos means: as before.
	Pos []token.Pos
	// Breaks are the OpBreaks, ascending.
	Breaks []int32
	// Marks say which SSA instruction the code is of, in order of their Code.
	Marks []Mark
	// Vars are the source variables, for reports and the debugger.
	Vars []Var
	// Captured are the names of the variables that the function captures, in the
	// order of [ClosureType].
	Captured []string
	// Hidden marks wrappers (bound methods, thunks, promoted methods) that
	// recover, runtime.Caller and stack traces look through.
	Hidden bool
	// RangeBody marks the synthetic body of a range-over-func loop.
	RangeBody bool
	// HasDefer says that the function may push deferred calls; Recover is the
	// code index where it goes on after a recovered panic, -1 for none.
	HasDefer bool
	Recover  int32
	Selects  []SelectTable
	Spans    []Span // by instruction
	// Closure says that the word behind the parameters holds the function value,
	// through which captured variables are reached.
	Closure bool
	// Clear is the first word that has to be cleared when the function is
	// entered.
	Clear int
	// Missing is what OpMissing reports.
	Missing string

	liveOnce sync.Once
	live     *Liveness
}

// A Var says where a source variable lives while pc is in [From, To).
type Var struct {
	Name     string
	Word     uint16 // its first frame word, or the word that holds its address
	Indirect bool   // Word holds the address of the variable
	From, To int32
	Type     uint64    // address of its type descriptor
	Pos      token.Pos // of its declaration
}

// A Span says how many words the operands and results of the visible
// operation at an instruction have.
type Span struct {
	Instr     int32
	Args, Res uint16
}

// A Mark says that the code from an index on, up to the next mark, is of an
// SSA instruction, by the index of its block and its index in that.
type Mark struct {
	Code, Block, Index int32
	// From is the lowest index of the instructions of the block that are executed
	// from the code on, and Past that of those behind: instructions are not
	// executed in the order of SSA.
	From, Past int32
}

// MarkAt is the mark of instruction i; ok is false if it belongs to none.
func (f *Func) MarkAt(i int) (m Mark, ok bool) {
	n, found := slices.BinarySearchFunc(f.Marks, int32(i), func(m Mark, i int32) int { return cmp.Compare(m.Code, i) })
	if !found {
		n--
	}
	if n < 0 {
		return Mark{}, false
	}
	return f.Marks[n], true
}

// Plain is the index that instruction i has in the code without breaks.
func (f *Func) Plain(i int32) int32 {
	n, _ := slices.BinarySearch(f.Breaks, i)
	return i - int32(n)
}

// Broken is the inverse of Plain, for what is no break.
func (f *Func) Broken(i int32) int32 {
	for _, b := range f.Breaks {
		if b > i {
			break
		}
		i++
	}
	return i
}

// PosAt is the position of instruction i.
func (f *Func) PosAt(i int) token.Pos {
	if i < 0 || i >= len(f.Pos) {
		return token.NoPos
	}
	return f.Pos[i]
}
