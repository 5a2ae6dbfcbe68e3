package vm

// Stack traces: activations with positions, for reports.

import "go/token"

// stackOf is the stack of g, innermost frame first. Frames of wrappers and
// of the runtime's functions that stand for an instruction are left out.
func (m *Machine) stackOf(g *G) []StackFrame {
	var out []StackFrame
	for i := len(g.frames) - 1; i >= 0; i-- {
		if len(out) == innerFrames && i > outerFrames {
			i = outerFrames
		}
		f := &g.frames[i]
		if hiddenFrame(f) {
			continue
		}
		out = append(out, m.shownFrame(f))
	}
	return out
}

func (m *Machine) shownFrame(f *Frame) StackFrame {
	pc := max(f.pc-1, 0)
	return StackFrame{
		Func: f.fn.Name,
		Pos:  m.prog.position(f.fn.PosAt(int(pc))),
		Loc:  Location{Func: f.fn.ID, Instr: pc},
	}
}

// Frames returns the activations of a live goroutine, innermost first, but no more
// than max.
func (m *Machine) Frames(s Slot, max int) (out []StackFrame) {
	if s < 0 || int(s) >= len(m.gs) || m.gs[s] == nil {
		return nil
	}
	frames := m.gs[s].frames
	for i := len(frames) - 1; i >= 0 && len(out) < max; i-- {
		if !hiddenFrame(&frames[i]) {
			out = append(out, m.shownFrame(&frames[i]))
		}
	}
	return out
}

// Of a deep stack a trace shows the innermost and the outermost frames, as
// many as gc's.
const (
	innerFrames = 50
	outerFrames = 50
)

// liveWords returns the words of frame i of a parked goroutine that may still be
// read, nil for all.
func (g *G) liveWords(i int) []uint64 {
	f := &g.frames[i]
	pc := f.pc
	if i == len(g.frames)-1 && pc > 0 {
		pc-- // the operation in front of which it is parked reads its operands
	}
	return f.fn.Live().At(pc)
}

// hiddenFrame reports whether stack traces leave a frame out.
func hiddenFrame(f *Frame) bool {
	return f.fn.Hidden || f.flags&(frameRuntime|frameFormat) != 0
}

// position resolves a position.
func (p *Program) position(pos token.Pos) token.Position {
	if !pos.IsValid() || p.cfg.Fset == nil {
		return token.Position{}
	}
	return p.cfg.Fset.Position(pos)
}

// Steps is how many SSA instructions this execution has executed.
func (m *Machine) Steps() int64 { return m.steps }
