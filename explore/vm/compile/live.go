package compile

// Liveness of frame words: which words a suspended frame may still read.
// Words that are not live may hold anything, so states that differ only in
// them are equal, and what only they point to is not in use.

// A Liveness is what is known about one function.
type Liveness struct {
	words int
	in    [][]uint64 // by instruction: words read before they are written
}

// At returns the words that are live in front of instruction pc, one bit for each,
// or nil if all may be.
func (l *Liveness) At(pc int32) []uint64 {
	if pc < 0 || int(pc) >= len(l.in) {
		return nil
	}
	return l.in[pc]
}

// Live computes the liveness of the function's words, once.
func (f *Func) Live() *Liveness {
	f.liveOnce.Do(func() { f.live = f.analyzeLive() })
	return f.live
}

func (f *Func) analyzeLive() *Liveness {
	n := (f.Words + 63) / 64
	l := &Liveness{words: f.Words, in: make([][]uint64, len(f.Code))}
	flat := make([]uint64, n*len(f.Code))
	for i := range l.in {
		l.in[i], flat = flat[:n:n], flat[n:]
	}
	live := make([]uint64, n)
	union := func(i int) {
		if i >= 0 && i < len(l.in) {
			for k, w := range l.in[i] {
				live[k] |= w
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(f.Code) - 1; i >= 0; i-- {
			clear(live)
			for _, s := range f.successors(i) {
				union(s)
			}
			f.effects(i, func(word, n int) { setBits(live, word, n, f.Words, false) }, nil)
			f.effects(i, nil, func(word, n int) { setBits(live, word, n, f.Words, true) })
			if f.Recover >= 0 && i != int(f.Recover) {
				// A call may panic, and the panic be recovered.
				union(int(f.Recover))
			}
			for k, w := range live {
				if l.in[i][k] != w {
					l.in[i][k] = w
					changed = true
				}
			}
		}
	}
	return l
}

// setBits sets or clears the bits of words [word, word+n) that are the frame's own.
func setBits(bits []uint64, word, n, words int, on bool) {
	for w := word; w < word+n && w < words; w++ {
		if on {
			bits[w/64] |= 1 << (w % 64)
		} else {
			bits[w/64] &^= 1 << (w % 64)
		}
	}
}

// successors are the instructions that may follow instruction i.
func (f *Func) successors(i int) []int {
	in := &f.Code[i]
	switch in.Op {
	case OpRet, OpRet1, OpRetI, OpPanic, OpMissing, OpRangePanic, OpRangeMissing, OpUnreachable:
		return nil
	case OpJmp:
		return []int{i + 1 + int(in.Imm/instrSize)}
	}
	switch immOf(in.Op) {
	case immJump:
		return []int{i + 1, i + 1 + int(in.Imm/instrSize)}
	case immConstJump:
		return []int{i + 1, i + 1 + int(int32(in.Imm)/instrSize)}
	}
	return []int{i + 1}
}

// effects reports the words that instruction i writes as a whole, and those
// that it reads. Either function may be nil. A word written in part is
// neither.
func (f *Func) effects(i int, writes, reads func(word, n int)) {
	in := &f.Code[i]
	info := opInfos[in.Op]
	wa, wb, wc := f.widths(i)
	for k, x := range []uint16{in.A, in.B, in.C} {
		n := [3]int{wa, wb, wc}[k]
		switch {
		case n == 0 || x == NoWord:
		case info.operands[k] == 'd' && writes != nil:
			writes(int(x), n)
		case info.operands[k] == 's' && reads != nil:
			reads(int(x), n)
		}
	}
	if writes != nil {
		f.moreWrites(i, writes)
	}
	if reads != nil {
		f.moreReads(i, reads)
	}
}

// widths are the numbers of words of the operands of instruction i.
func (f *Func) widths(i int) (a, b, c int) {
	in := &f.Code[i]
	words := func(size int64) int { return int(size+7) / 8 }
	switch in.Op {
	case OpMov2, OpStore128, OpLoad128:
		return pairWidths(in.Op, 2)
	case OpMov3, OpStore192, OpLoad192:
		return pairWidths(in.Op, 3)
	case OpMovN:
		return int(in.Imm), int(in.Imm), 0
	case OpZeroN:
		return int(in.Imm), 0, 0
	case OpLoadN:
		return words(in.Imm >> 32), 1, 0
	case OpStoreN:
		return 1, words(in.Imm >> 32), 0
	case OpPanic, OpRecover:
		return 2, 0, 0
	case OpWrapNil:
		return 1, 0, 6
	case OpComplex:
		return f.complexWidths(in)
	case OpConv:
		return numWords(NumKind(in.Imm & 0xff)), numWords(NumKind(in.Imm >> 8)), 0
	case OpMinMax:
		if in.Imm >= MinString {
			return 2, 2, 2
		}
	case OpFCopyIn:
		return 0, words(int64(in.C)), 0
	case OpFCopyOut:
		return words(int64(in.C)), 0, 0
	case OpFIndex:
		return 1, words(in.Imm >> 8 * ClassSize(Class(in.Imm&127))), 1
	case OpFSetIndex:
		return 0, 1, 1 // the array is written in part
	case OpIndexFrame:
		size := in.Imm >> 1
		return words(size), words(size * f.Code[i+1].Imm), 1
	case OpIndexAddr, OpLoadX8U, OpLoadX8S, OpLoadX16U, OpLoadX16S, OpLoadX32U, OpLoadX32S, OpLoadX64:
		return 1, 2, 1
	case OpStoreX8, OpStoreX16, OpStoreX32, OpStoreX64:
		return 2, 1, 1
	case OpSliceFrom, OpSliceTo:
		return 3, 3, 1
	case OpStrFrom, OpStrTo:
		return 2, 2, 1
	case OpSlice:
		return f.sliceWidths(in)
	case OpSliceArray:
		return 1, 2, 0
	case OpMakeSlice, OpUnsafeSlice:
		return 3, 1, 1
	case OpUnsafeString:
		return 2, 1, 1
	case OpAppend, OpAppendStr:
		return 3, 3, 2
	case OpAppendW:
		return 3, 3, int(f.Code[i+1].C)
	case OpCopy:
		return 1, 2, 2
	case OpClear:
		return 2, 0, 0
	case OpPrint:
		return printWords(in.Imm), 0, 0
	case OpCallI:
		return 2, 0, 0
	case OpDefer:
		return 1 + int(in.B), 0, 1
	case OpPark, OpRet:
		return 0, 0, 0
	}
	return f.objectWidths(i)
}

// objectWidths is widths of the instructions on strings, interfaces and maps, and of
// those whose operands are single words.
func (f *Func) objectWidths(i int) (a, b, c int) {
	in := &f.Code[i]
	boxWords := func(imm int64) int {
		_, _, _, size := UnboxImm(imm)
		return sizeWords(size)
	}
	switch in.Op {
	case OpConcat:
		return 2, 2 * int(in.Imm), 0
	case OpStrEq, OpStrNe, OpStrCmp:
		return 1, 2, 2
	case OpStrConv:
		return strConvWidths(in.Imm)
	case OpStrNext:
		next := &f.Code[i+1]
		return 1 + int(next.A) + int(next.B), 2, 1
	case OpBox:
		return 1, boxWords(in.Imm), 0
	case OpConvI, OpAssertI, OpAssertIOK:
		return 2, 2, 0
	case OpUnboxOK:
		return boxWords(f.Code[i+1].Imm), 2, 1
	case OpEqIface:
		return 1, 2, 2
	case OpEqVal:
		n := int(f.Code[i+1].A)
		return 1, n, n
	case OpMapGet:
		return boxWords(f.Code[i+1].Imm), 1, int(f.Code[i+1].C)
	case OpMapSet:
		return 1, int(f.Code[i+1].C), boxWords(f.Code[i+1].Imm)
	case OpMapDelete:
		return 1, int(f.Code[i+1].C), 0
	case OpMapIter:
		return MapIterWords, 1, 0
	case OpMapNext:
		next := &f.Code[i+1]
		return 1 + int(next.A) + int(next.B), MapIterWords, 0
	}
	return 1, 1, 1
}

func pairWidths(op Op, n int) (a, b, c int) {
	switch op {
	case OpLoad128, OpLoad192:
		return n, 1, 0
	case OpStore128, OpStore192:
		return 1, n, 0
	}
	return n, n, 0
}

func (f *Func) complexWidths(in *Instr) (a, b, c int) {
	n := 2
	if in.Imm&Complex64Bit != 0 {
		n = 1
	}
	switch in.Imm &^ Complex64Bit {
	case ComplexEq, ComplexNe:
		return 1, n, n
	}
	return n, n, n
}

func (f *Func) sliceWidths(in *Instr) (a, b, c int) {
	switch {
	case in.Imm&SliceArrayPtr != 0:
		return 3, 1, 3
	case in.Imm&SliceString != 0:
		return 2, 2, 3
	}
	return 3, 3, 3
}

func strConvWidths(code int64) (a, b, c int) {
	switch code {
	case StringToBytes, StringToRunes:
		return 3, 2, 0
	case RuneToString, UintToString:
		return 2, 1, 0
	}
	return 2, 2, 0
}

func numWords(k NumKind) int {
	if k == Complex128 {
		return 2
	}
	return 1
}

func printWords(code int64) int {
	switch code {
	case PrintSpace, PrintNewline:
		return 0
	case PrintComplex, PrintString, PrintEface, PrintIface:
		return 2
	case PrintSlice:
		return 3
	}
	return 1
}

// moreReads reports what instruction i reads besides its operands.
func (f *Func) moreReads(i int, reads func(word, n int)) {
	in := &f.Code[i]
	switch in.Op {
	case OpRet:
		reads(0, f.Results)
	case OpFLoad8U, OpFLoad8S, OpFLoad16U, OpFLoad16S, OpFLoad32U, OpFLoad32S:
		reads(int(in.Imm/8), 1)
	case OpFCopyOut:
		first, last := in.Imm/8, (in.Imm+int64(in.C)-1)/8
		reads(int(first), int(last-first)+1)
	case OpIntrinsic:
		reads(int(in.C), f.Words-int(in.C)) // if its window lies in the frame
	case OpPark:
		s := f.span(i)
		if s == nil {
			reads(0, f.Words) // the stub of an operation
			break
		}
		reads(int(in.B), int(s.Args))
		if Kind(in.A) == KindSelect {
			for _, c := range f.Selects[in.Imm].Cases {
				reads(int(c.Chan), 1)
				if c.Send {
					reads(int(c.Value), int(c.Words))
				}
			}
		}
	}
}

// moreWrites reports what instruction i writes besides its operands.
func (f *Func) moreWrites(i int, writes func(word, n int)) {
	in := &f.Code[i]
	switch in.Op {
	case OpPark:
		if s := f.span(i); s != nil {
			writes(int(in.C), int(s.Res))
		}
	case OpMapGet:
		if ok := f.Code[i+1].A; ok != NoWord {
			writes(int(ok), 1)
		}
	case OpAssertIOK:
		writes(int(f.Code[i+1].B), 1)
	}
}

// span finds the sizes of the operands of a visible operation.
func (f *Func) span(i int) *Span {
	lo, hi := 0, len(f.Spans)
	for lo < hi {
		mid := (lo + hi) / 2
		switch s := &f.Spans[mid]; {
		case s.Instr == int32(i):
			return s
		case s.Instr < int32(i):
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return nil
}
