package explore

import (
	"go/ast"
	"go/token"
	"slices"
)

// breakpoints are where a debugger stops.
type breakpoints struct {
	findings bool
	lines    map[string][]*Breakpoint // by file
	at       map[token.Pos][]*Breakpoint
	next     int
}

// A Breakpoint is a place where a debugger stops.
type Breakpoint struct {
	ID   int
	Pos  token.Position // where it is; not valid if there is no such place
	Line int            // where it was wanted
	// Message says why it is not valid.
	Message string
}

// StopAtFindings sets whether moves end where the execution shows a fault.
func (d *Debugger) StopAtFindings(on bool) { d.breaks.findings = on }

// SetBreakpoints replaces the breakpoints in a file. The results are in the order of the
// lines.
func (d *Debugger) SetBreakpoints(file string, lines []int) []Breakpoint {
	b := &d.breaks
	b.at = map[token.Pos][]*Breakpoint{}
	if b.lines == nil {
		b.lines = map[string][]*Breakpoint{}
	}
	b.lines[file] = nil
	code := d.p.codeLines(file)
	var list []Breakpoint
	for _, line := range lines {
		b.next++
		bp := &Breakpoint{ID: b.next, Line: line}
		if i, _ := slices.BinarySearch(code, line); i < len(code) {
			bp.Pos = token.Position{Filename: file, Line: code[i], Column: 1}
			b.lines[file] = append(b.lines[file], bp)
		} else {
			bp.Message = "there is no code of the test at or below this line"
		}
		list = append(list, *bp)
	}
	return list
}

// codeLines are the lines of a file that have statements, ascending.
func (p *program) codeLines(name string) (lines []int) {
	f := p.file(name)
	if f == nil || !p.stopsIn(name) {
		return nil
	}
	syntax := p.syntax(f)
	if syntax == nil {
		return nil
	}
	ast.Inspect(syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.LabeledStmt, *ast.CaseClause, *ast.CommClause, *ast.EmptyStmt, nil:
		case ast.Stmt:
			lines = append(lines, f.Line(n.Pos()))
		}
		return true
	})
	slices.Sort(lines)
	return slices.Compact(lines)
}

// syntax is the syntax tree of a file of the program.
func (p *program) syntax(f *token.File) *ast.File {
	for _, pkg := range p.target.Closure() {
		for _, file := range pkg.Syntax {
			if p.fset.File(file.FileStart) == f {
				return file
			}
		}
	}
	return nil
}

// hit tells which breakpoints are at a stop.
func (b *breakpoints) hit(d *Debugger, at *lineStop) *Stopped {
	if len(b.lines) == 0 {
		return nil
	}
	list, ok := b.at[at.Pos]
	if !ok {
		pos := d.position(at.Pos)
		for _, bp := range b.lines[pos.Filename] {
			if bp.Pos.Line == pos.Line {
				list = append(list, bp)
			}
		}
		b.at[at.Pos] = list
	}
	if len(list) == 0 {
		return nil
	}
	out := &Stopped{Reason: StopBreakpoint}
	for _, bp := range list {
		out.Breakpoints = append(out.Breakpoints, bp.ID)
	}
	return out
}

func (b *breakpoints) written(d *Debugger, from, to int) *Stopped { return nil }
