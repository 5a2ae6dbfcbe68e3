package vm

// Stops within a step, for debuggers.
//
// A machine with [Config.Lines] executes code with an instruction in front of
// each line that asks whether to go on. What stops it ends the step as a limit
// does, but leaves everything as it is: the state can be looked at, until the
// caller goes back by Rewind. To go on means to execute the step again, up to a
// later stop. So nothing has to be remembered of a step that is half done, and a
// step is the same however often it is interrupted.

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// A Stop is a place within a step: a goroutine is about to begin a line.
type Stop struct {
	Slot  Slot
	Pos   token.Pos
	Func  int32 // number of the function
	Depth int   // of the stack
	First bool  // nothing of the function has been executed
	// Logged and Reports count the writes and reports of the execution so far.
	Logged, Reports int
}

type lineState struct {
	of     func(file string) bool
	at     func(Stop) bool
	lines  [][]int32 // by function: the lines of its breaks
	paused Slot      // the goroutine that was stopped
}

// maxStopped is the number of instructions of a function up to which it stops.
const maxStopped = 1<<16 - 1

// AtLines sets what is asked in front of each line that a goroutine begins, in the
// files of Config.Lines: true stops the machine there. A line is begun when
// the activation comes from another one, or comes to the same place again.
func (m *Machine) AtLines(stop func(Stop) bool) { m.lines.at = stop }

// Paused is the goroutine that was stopped within a step.
func (m *Machine) Paused() (s Slot, ok bool) { return m.lines.paused, m.stop.kind == stopPaused }

// Begin goes back to before the first instruction of the test and executes what
// is in front of its first visible operation. The machine has Config.Lines.
func (m *Machine) Begin() {
	m.Rewind(0)
	m.proceed(m.gs[mainSlot])
}

// writtenIn reports whether a function is written in one of some files.
func (p *Program) writtenIn(id int32, files func(string) bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.funcs[id]
	return f != nil && f.Syntax() != nil && files(p.position(f.Pos()).Filename)
}

// breaking returns the code of a function with breaks.
func (p *Program) breaking(id int32) *compile.Func {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.stopping[id]
	if c == nil {
		c = p.compile(id, p.built(id), compile.Options{Breaks: true})
		p.stopping[id] = c
	}
	return c
}

// add notes the lines of a function with breaks.
func (l *lineState) add(fset *token.FileSet, f *compile.Func) {
	for int(f.ID) >= len(l.lines) {
		l.lines = append(l.lines, nil)
	}
	lines := make([]int32, len(f.Code))
	for _, i := range f.Breaks {
		lines[i] = int32(fset.Position(f.PosAt(int(i))).Line)
	}
	l.lines[f.ID] = lines
}

// breaks asks whether to stop in front of what the top frame of g has come to.
func (m *Machine) breaks(g *G) bool {
	l, f := &m.lines, &g.frames[len(g.frames)-1]
	lines, before := l.lines[f.fn.ID], int32(f.stopped)
	if f.pc > maxStopped || before != 0 && before != f.pc && lines[before-1] == lines[f.pc-1] {
		return false
	}
	f.stopped = uint16(f.pc)
	if l.at == nil || !l.at(Stop{
		Slot: g.Slot, Pos: f.fn.PosAt(int(f.pc) - 1), Func: f.fn.ID, Depth: len(g.frames), First: before == 0,
		Logged: m.tn, Reports: len(m.reports),
	}) {
		return false
	}
	l.paused = g.Slot
	m.stop = stopState{kind: stopPaused}
	return true
}

// Lines appends the lines at which a function, or one within it, can be stopped.
func (m *Machine) Lines(f *ssa.Function, lines []int) []int {
	m.prog.mu.Lock()
	id := m.prog.funcNumber(f)
	m.prog.mu.Unlock()
	c := m.prog.breaking(id)
	m.syncStatic()
	for _, i := range c.Breaks {
		lines = append(lines, m.prog.position(c.PosAt(int(i))).Line)
	}
	for _, g := range f.AnonFuncs {
		lines = m.Lines(g, lines)
	}
	return lines
}

// LineOf is where a goroutine is in code that stops at lines, with the depth of the
// stack there; 0 if it is not in such code.
func (m *Machine) LineOf(s Slot) (depth int, pos token.Pos) {
	if s < 0 || int(s) >= len(m.gs) || m.gs[s] == nil {
		return 0, token.NoPos
	}
	frames := m.gs[s].frames
	for i := len(frames) - 1; i >= 0; i-- {
		if f := &frames[i]; int(f.fn.ID) < len(m.lines.lines) && m.lines.lines[f.fn.ID] != nil {
			return i + 1, f.fn.PosAt(int(max(f.pc-1, 0)))
		}
	}
	return 0, token.NoPos
}

// FuncName is the name of a function by its number.
func (m *Machine) FuncName(id int32) string { return m.code(id).Name }

// Wrote reports whether the part of the log between two lengths has a write to
// memory [a, a+size). The machine has Config.Lines: else the log is not complete. Of a write to a part of a word, which the log does not tell from
// one to another part, it is known by what it changes.
func (m *Machine) Wrote(from, to int, a Addr, size uint64) bool {
	for i := from; i < to; i++ {
		e := &m.trail[i]
		if e.addr+8 <= a || e.addr >= a+size {
			continue
		}
		now := m.load64(e.addr)
		for j := i + 1; j < m.tn; j++ {
			if m.trail[j].addr == e.addr {
				now = m.trail[j].old
				break
			}
		}
		changed := e.old ^ now
		for k := range uint64(8) {
			if in := e.addr+k >= a && e.addr+k < a+size; !in {
				changed &^= 0xff << (8 * k)
			}
		}
		if changed != 0 || now == e.old {
			return true
		}
	}
	return false
}

// Goroutines appends those that have begun and not returned: in a program that has
// ended, those too that were cut short.
func (m *Machine) Goroutines(buf []Slot) []Slot {
	for s, g := range m.gs {
		if g != nil && g.status != Unborn && len(g.frames) > 0 {
			buf = append(buf, Slot(s))
		}
	}
	return buf
}

// Ready reports whether what a goroutine is about to do can be done now, even if the
// machine was stopped.
func (m *Machine) Ready(s Slot) bool {
	return s >= 0 && int(s) < len(m.gs) && m.gs[s] != nil && m.gs[s].status == Parked && len(m.choicesOf(m.gs[s], nil)) > 0
}
