package text

import (
	"fmt"
	"go/token"
	"io"
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"

	"github.com/mazurka-go/mazurka/explore"
)

const (
	// minColumn is the width of a column below which goroutines are told one
	// below the other.
	minColumn = 22
	// maxSteps is how many steps are shown unless all are asked for. The
	// first ones are left out: a story is told by its end.
	maxSteps = 60
)

// Interleaving writes an execution, one column for each goroutine, with what
// it shows and what it printed. It returns the lines, from 0, on which steps
// stand, by their index; those that are left out are not there.
func Interleaving(w io.Writer, story *explore.Interleaving, o Options) (lines map[int]int) {
	p := newPrinter(w, o)
	p.printf("%s\n", p.bold(story.Package+"."+story.Test))
	for _, f := range story.Findings {
		g := *f
		g.Interleaving, g.File = nil, ""
		p.finding(&g)
	}
	p.printf("\n")
	p.steps(story, 0)
	if out := strings.TrimRight(story.Output, "\n"); out != "" {
		p.printf("\n%s\n%s\n", p.faint("output:"), out)
	}
	return p.at
}

// steps writes the steps as columns, or as a list if there is no room.
func (p *printer) steps(story *explore.Interleaving, indent int) {
	steps, cut := p.selection(story)
	if len(steps) == 0 {
		p.printf("%s%s\n", strings.Repeat(" ", indent), p.faint("no step but the first: nothing to schedule"))
		return
	}
	if cut > 0 {
		p.printf("%s%s\n", strings.Repeat(" ", indent), p.faint(fmt.Sprintf("… %d earlier steps", cut)))
	}
	lines := p.linesOf(story, steps)
	t := newTable(story, lines)
	if t.width = (p.o.Width - indent - 3*(len(t.order)-1)) / len(t.order); t.width < minColumn {
		p.list(story, lines, indent)
		return
	}
	p.table(t, indent)
}

// selection returns the steps to show, and how many of those that matter are
// left out at the beginning.
func (p *printer) selection(story *explore.Interleaving) (steps []int, cut int) {
	for i := range story.Steps {
		s := &story.Steps[i]
		switch n := len(steps); {
		case p.o.All:
		case !s.Matters, n > 0 && repeats(&story.Steps[steps[n-1]], s):
			continue
		}
		steps = append(steps, i)
	}
	if !p.o.All && len(steps) > maxSteps {
		cut = len(steps) - maxSteps
		steps = steps[cut:]
	}
	return steps, cut
}

// repeats reports whether a step adds nothing to what the step before it says:
// an operation of two parts, a round of a loop.
func repeats(before, s *explore.Step) bool {
	return !s.Side && !before.Side && before.Goroutine == s.Goroutine && before.Pos.Filename == s.Pos.Filename &&
		before.Pos.Line == s.Pos.Line && before.Source == s.Source && before.Early == s.Early && before.Fault == s.Fault
}

// A line tells a step, or the plain accesses of one line of source.
type line struct {
	step      int // index, -1 for accesses
	goroutine int
	text      string
	side      bool
}

// linesOf are the lines for steps, with those of accesses to what goroutines contend for.
func (p *printer) linesOf(story *explore.Interleaving, steps []int) (list []line) {
	contended, names := story.Contended(), story.Names()
	for _, i := range steps {
		s := &story.Steps[i]
		list = append(list, line{i, s.Goroutine, p.stepText(s) + sideValues(s, names), s.Side})
		for k := range s.Accesses {
			if a := &s.Accesses[k]; contended[a.Value.Object] {
				list = append(list, line{-1, a.Goroutine, place(a.Pos) + valueText(&a.Value, names), false})
			}
		}
	}
	return list
}

// sideValues are the values of a side, which is about them.
func sideValues(s *explore.Step, names map[uint64]string) string {
	var b strings.Builder
	for i := range s.Values {
		if v := &s.Values[i]; s.Side && (v.What == "read" || v.What == "write") {
			b.WriteString(" (" + valueText(v, names) + ")")
		}
	}
	return b.String()
}

// valueText tells what an access reads or writes.
func valueText(v *explore.Value, names map[uint64]string) string {
	name := names[v.Object]
	name = name[strings.LastIndexByte(name, '.')+1:]
	if v.What == "write" {
		return fmt.Sprintf("%s: %s → %s", name, v.Before, v.After)
	}
	return fmt.Sprintf("%s is %s", name, v.Before)
}

// list writes the lines below the names of their goroutines.
func (p *printer) list(story *explore.Interleaving, lines []line, indent int) {
	last := -1
	for _, l := range lines {
		if l.goroutine != last {
			p.printf("%s%s\n", strings.Repeat(" ", indent), p.bold(story.Goroutines[l.goroutine].Label))
			last = l.goroutine
		}
		p.at[l.step] = p.written
		p.printf("%s%s%s\n", strings.Repeat(" ", indent), mark(l.side), runewidth.Truncate(l.text, p.o.Width-indent-2, "…"))
	}
	delete(p.at, -1)
}

// mark stands in front of a line.
func mark(side bool) string {
	if side {
		return "✗ "
	}
	return "  "
}

// stepText is a step within its column: where, and what.
func (p *printer) stepText(s *explore.Step) string {
	where, what := place(s.Pos), Label(s)
	switch {
	case s.Early:
		what = "early: " + what
	case s.Fault != "":
		what = s.Fault + ": " + what
	}
	if s.Side {
		word, _, _ := strings.Cut(s.Text, " ")
		return where + word + ": " + what
	}
	return where + what
}

// Label is what a step is called: by its line of source, if that says something of it,
// else as a call: a deferred mu.Unlock is executed on the line of a return.
func Label(s *explore.Step) string {
	call, method := asCall(s.Text)
	leaves := strings.HasPrefix(s.Source, "return") && !strings.Contains(s.Source, method)
	switch says := strings.ContainsFunc(s.Source, unicode.IsLetter); {
	case call != "" && (leaves || !says):
		return call
	case says:
		return s.Source
	}
	return s.Text
}

// asCall rewrites "sync.Mutex.Unlock of bank.Account.mu" as "mu.Unlock()", with the
// name of the method; "" if the text is no such thing.
func asCall(text string) (call, method string) {
	op, object, ok := strings.Cut(text, " of ")
	i := strings.LastIndexByte(op, '.')
	if !ok || i < 0 || strings.ContainsAny(op, " :") {
		return "", ""
	}
	method = op[i+1:]
	return object[strings.LastIndexByte(object, '.')+1:] + "." + method + "()", method
}

// place is where a line stands.
func place(pos token.Position) string {
	if !pos.IsValid() {
		return ""
	}
	return fmt.Sprintf("%s:%d ", baseName(pos.Filename), pos.Line)
}

func baseName(file string) string {
	if i := strings.LastIndexByte(file, '/'); i >= 0 {
		return file[i+1:]
	}
	return file
}
