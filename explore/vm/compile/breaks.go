package compile

// Code that stops: the same as another one, but for the instructions in
// front of which it traps.

// Breaking returns a copy of the function with an OpBreak in place of each
// instruction of at. Behind the code, within its capacity, stands the original:
// the instruction that an OpBreak hides is as far from it as there are
// instructions.
func (f *Func) Breaking(at []int32) *Func {
	n := len(f.Code)
	code := make([]Instr, 2*n)
	copy(code, f.Code)
	copy(code[n:], f.Code)
	for _, i := range at {
		code[i] = Instr{Op: OpBreak}
	}
	return &Func{
		ID: f.ID, Name: f.Name, Code: code[:n], Words: f.Words, Out: f.Out, Params: f.Params, Results: f.Results,
		Pointers: f.Pointers, Pos: f.Pos, Starts: f.Starts, Marks: f.Marks, Vars: f.Vars, Captured: f.Captured,
		Hidden: f.Hidden, RangeBody: f.RangeBody, HasDefer: f.HasDefer, Recover: f.Recover, Selects: f.Selects,
		Spans: f.Spans, Closure: f.Closure, Clear: f.Clear, Missing: f.Missing, plain: f,
	}
}

// At is instruction i, whether or not an OpBreak stands in front of it.
func (f *Func) At(i int) *Instr {
	if f.plain != nil {
		return &f.plain.Code[i]
	}
	return &f.Code[i]
}
