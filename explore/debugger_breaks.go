package explore

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strings"
)

// breakpoints are where a debugger stops.
type breakpoints struct {
	findings  bool
	lines     map[string][]*Breakpoint // by file
	functions []*Breakpoint
	writes    []*Breakpoint
	next      int // the number of the next one
	// at and entered are which breakpoints are at a position or function, as far as it is
	// known.
	at      map[token.Pos][]*Breakpoint
	entered map[int32][]*Breakpoint
	logs    []string
}

// A Breakpoint is where a debugger stops, or writes a message.
type Breakpoint struct {
	// What is wanted: a Line of a file, or the beginning of a function, or a write to
	// the memory of Data, as [Debugger.Watchable] tells it.
	Line     int
	Function string
	Data     string
	// Condition, if not empty, is an expression that has to hold.
	Condition string
	// Log, if not empty, is written instead of stopping, with the values of expressions
	// in braces.
	Log string

	// What has become of it: a number that is never used again, and where it is.
	// Message says why it is nowhere.
	ID      int
	Pos     token.Position
	Message string

	addr, size uint64
	local      local // if size is 0
	words      []uint64
}

// StopAtFindings sets whether moves end where the execution shows a fault.
func (d *Debugger) StopAtFindings(on bool) { d.breaks.findings = on }

// Logs are the messages of breakpoints since it was last asked.
func (d *Debugger) Logs() []string {
	logs := d.breaks.logs
	d.breaks.logs = nil
	return logs
}

// AdoptBreakpoints takes over the breakpoints of another debugger, with their numbers.
func (d *Debugger) AdoptBreakpoints(from *Debugger) {
	old := &from.breaks
	d.breaks.findings, d.breaks.next = old.findings, old.next
	for file, set := range old.lines {
		d.SetLineBreakpoints(file, copies(set))
	}
	d.SetFunctionBreakpoints(copies(old.functions))
	d.SetDataBreakpoints(copies(old.writes))
}

// number gives new breakpoints numbers, and forgets what has become of old ones.
func (b *breakpoints) number(list []Breakpoint) []*Breakpoint {
	b.at, b.entered = map[token.Pos][]*Breakpoint{}, map[int32][]*Breakpoint{}
	var out []*Breakpoint
	for i := range list {
		bp := &list[i]
		bp.Pos, bp.Message = token.Position{}, ""
		if bp.ID == 0 {
			b.next++
			bp.ID = b.next
		}
		out = append(out, bp)
	}
	return out
}

// SetLineBreakpoints replaces the breakpoints in a file. One on a line without code is at
// the next line that has some.
func (d *Debugger) SetLineBreakpoints(file string, list []Breakpoint) []Breakpoint {
	b := &d.breaks
	if b.lines == nil {
		b.lines = map[string][]*Breakpoint{}
	}
	set := b.number(slices.Clone(list))
	code := d.codeLines(file)
	for _, bp := range set {
		if i, _ := slices.BinarySearch(code, bp.Line); i < len(code) {
			bp.Pos = token.Position{Filename: file, Line: code[i], Column: 1}
		} else {
			bp.Message = "the test has no code here or below"
		}
	}
	b.lines[file] = set
	return copies(set)
}

// SetFunctionBreakpoints replaces the breakpoints at functions. A function is named as in
// the source, with or without package and receiver: F, T.M, (*T).M, p.F, path/p.(*T).M.
func (d *Debugger) SetFunctionBreakpoints(list []Breakpoint) []Breakpoint {
	b := &d.breaks
	set := b.number(slices.Clone(list))
	for _, bp := range set {
		if bp.Pos = d.p.declaration(bp.Function); !bp.Pos.IsValid() {
			bp.Message = "the test has no such function"
		}
	}
	b.functions = set
	return copies(set)
}

// SetDataBreakpoints replaces the breakpoints at memory.
func (d *Debugger) SetDataBreakpoints(list []Breakpoint) []Breakpoint {
	b := &d.breaks
	set := b.number(slices.Clone(list))
	b.writes = nil
	for _, bp := range set {
		if !bp.parseData() {
			bp.Message = "this is no variable"
			continue
		}
		b.writes = append(b.writes, bp)
	}
	return copies(set)
}

func copies(list []*Breakpoint) []Breakpoint {
	out := make([]Breakpoint, len(list))
	for i, bp := range list {
		out[i] = *bp
	}
	return out
}

// Watchable names what a variable stands in for [Breakpoint].Data; empty if it is a part of
// one that only one goroutine can use, or no variable.
func (d *Debugger) Watchable(v Variable, name string) string {
	name = strings.Join(strings.Fields(name), "")
	if a, size, ok := v.Place(); ok {
		return fmt.Sprintf("%x+%d %s", a, size, name)
	}
	if l, ok := v.Local(); ok {
		return fmt.Sprintf("%d:%d:%d:%d+%d %s", l.Slot, l.Depth, l.Func, l.Word, l.Words, name)
	}
	return ""
}

// parseData is the inverse of Watchable.
func (bp *Breakpoint) parseData() bool {
	var name string
	if n, _ := fmt.Sscanf(bp.Data, "%x+%d %s", &bp.addr, &bp.size, &name); n == 3 && bp.size > 0 {
		return true
	}
	l := &bp.local
	bp.size = 0
	n, _ := fmt.Sscanf(bp.Data, "%d:%d:%d:%d+%d %s", &l.Slot, &l.Depth, &l.Func, &l.Word, &l.Words, &name)
	return n == 6
}

// declaration is where a function is declared in code in which a debugger may stop.
func (p *program) declaration(name string) token.Position {
	for _, pkg := range p.target.Closure() {
		for i, file := range pkg.Syntax {
			if i >= len(pkg.Files) || !p.stopsIn(pkg.Files[i]) {
				continue
			}
			for _, decl := range file.Decls {
				if f, ok := decl.(*ast.FuncDecl); ok && f.Body != nil && isNamed(pkg.PkgPath+"."+declared(f), name) {
					return p.fset.Position(f.Pos())
				}
			}
		}
	}
	return token.Position{}
}

// declared is the name of a function as the runtime has it, without its package.
func declared(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	t := f.Recv.List[0].Type
	format := "%s.%s"
	if star, ok := t.(*ast.StarExpr); ok {
		t, format = star.X, "(*%s).%s"
	}
	switch x := t.(type) {
	case *ast.IndexExpr:
		t = x.X
	case *ast.IndexListExpr:
		t = x.X
	}
	id, _ := t.(*ast.Ident)
	if id == nil {
		return f.Name.Name
	}
	return fmt.Sprintf(format, id.Name, f.Name.Name)
}

// isNamed reports whether name stands for the function that the runtime calls full.
func isNamed(full, name string) bool {
	if i := strings.IndexByte(full, '['); i >= 0 {
		rest := full[i:]
		full = full[:i] + rest[strings.LastIndexByte(rest, ']')+1:]
	}
	short := path.Base(full)
	_, local, _ := strings.Cut(short, ".")
	plain := strings.NewReplacer("(*", "", ")", "")
	return slices.Contains([]string{full, short, local, plain.Replace(short), plain.Replace(local)}, name)
}

// hit tells which breakpoints are at a stop.
func (b *breakpoints) hit(d *Debugger, at *lineStop) *Stopped {
	list := b.linesAt(d, at.Pos)
	reason := StopBreakpoint
	if at.First {
		if f := b.enteredBy(d, at.Func); len(f) > 0 {
			list = append(slices.Clip(list), f...)
			reason = StopFunction
		}
	}
	return b.passed(d, int(at.Slot), list, Stopped{Reason: reason})
}

func (b *breakpoints) linesAt(d *Debugger, at token.Pos) []*Breakpoint {
	if len(b.lines) == 0 {
		return nil
	}
	list, ok := b.at[at]
	if !ok {
		pos := d.position(at)
		for _, bp := range b.lines[pos.Filename] {
			if bp.Pos.Line == pos.Line {
				list = append(list, bp)
			}
		}
		b.at[at] = list
	}
	return list
}

func (b *breakpoints) enteredBy(d *Debugger, fn int32) []*Breakpoint {
	if len(b.functions) == 0 {
		return nil
	}
	list, ok := b.entered[fn]
	if !ok {
		full := d.s.m.FuncName(fn)
		for _, bp := range b.functions {
			if bp.Message == "" && isNamed(full, bp.Function) {
				list = append(list, bp)
			}
		}
		b.entered[fn] = list
	}
	return list
}

// written tells which breakpoints concern the part of the log of writes between two
// lengths.
func (b *breakpoints) written(d *Debugger, g, from, to int) *Stopped {
	var list []*Breakpoint
	why := Stopped{Reason: StopWrite}
	for _, bp := range b.writes {
		if bp.size > 0 && d.s.m.Wrote(from, to, bp.addr, bp.size) || bp.changed(d) {
			list = append(list, bp)
			_, name, _ := strings.Cut(bp.Data, " ")
			why.Text = name + " was written"
		}
	}
	return b.passed(d, g, list, why)
}

// look remembers the values of local variables.
func (b *breakpoints) look(d *Debugger) {
	for _, bp := range b.writes {
		bp.changed(d)
	}
}

// changed reports whether the value of a local variable is another one than when it was asked
// last.
func (bp *Breakpoint) changed(d *Debugger) bool {
	if bp.size > 0 {
		return false
	}
	now, ok := d.s.m.WordsOf(bp.local)
	differs := ok && bp.words != nil && !slices.Equal(now, bp.words)
	bp.words = append(bp.words[:0], now...)
	if !ok {
		bp.words = nil
	}
	return differs
}

// passed tells which of the breakpoints a goroutine has come to stop it, and writes the
// messages of the others.
func (b *breakpoints) passed(d *Debugger, g int, list []*Breakpoint, why Stopped) *Stopped {
	for _, bp := range list {
		if bp.Condition != "" || bp.Log != "" {
			frame := DebugFrame{Goroutine: g}
			if frames := d.Frames(g); len(frames) > 0 {
				frame = frames[0]
			}
			if ok, err := d.fulfilled(frame, bp); err != nil {
				why.Text = err.Error() // it stops, so that one sees
			} else if !ok {
				continue
			}
			if bp.Log != "" {
				b.logs = append(b.logs, d.interpolated(frame, bp.Log))
				continue
			}
		}
		why.Breakpoints = append(why.Breakpoints, bp.ID)
	}
	if why.Breakpoints == nil {
		return nil
	}
	return &why
}

func (d *Debugger) fulfilled(f DebugFrame, bp *Breakpoint) (bool, error) {
	if bp.Condition == "" {
		return true, nil
	}
	return d.holds(f, bp.Condition)
}

// interpolated is a message with the values of the expressions in braces.
func (d *Debugger) interpolated(f DebugFrame, message string) string {
	var b strings.Builder
	for message != "" {
		text, rest, ok := strings.Cut(message, "{")
		b.WriteString(text)
		if !ok {
			break
		}
		expression, after, ok := strings.Cut(rest, "}")
		if !ok {
			b.WriteString("{" + rest)
			break
		}
		if v, err := d.Evaluate(f, expression); err != nil {
			fmt.Fprintf(&b, "{%v}", err)
		} else {
			b.WriteString(v.Value)
		}
		message = after
	}
	return b.String()
}
