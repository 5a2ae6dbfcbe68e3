package text

import (
	"fmt"
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
	columns, order := usedColumns(story, steps)
	if len(order) == 0 {
		p.printf("%s%s\n", strings.Repeat(" ", indent), p.faint("no step but the first: nothing to schedule"))
		return
	}
	if cut > 0 {
		p.printf("%s%s\n", strings.Repeat(" ", indent), p.faint(fmt.Sprintf("… %d earlier steps", cut)))
	}
	width := (p.o.Width - indent - 3*(len(order)-1)) / len(order)
	if width < minColumn {
		p.list(story, steps, indent)
		return
	}
	p.table(story, steps, columns, order, width, indent)
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

// usedColumns numbers the goroutines that have steps, in the order of the
// interleaving's own columns.
func usedColumns(story *explore.Interleaving, steps []int) (columns map[int]int, order []int) {
	used := map[int]bool{}
	last := 0
	for _, i := range steps {
		g := story.Steps[i].Goroutine
		used[g] = true
		last = max(last, g)
	}
	columns = map[int]int{}
	for g := 0; g <= last; g++ {
		if used[g] {
			columns[g] = len(order)
			order = append(order, g)
		}
	}
	return columns, order
}

func (p *printer) table(story *explore.Interleaving, steps []int, columns map[int]int, order []int, width, indent int) {
	row := func(cell func(column int) string, style func(...any) string) {
		var b strings.Builder
		for i := range order {
			if i > 0 {
				b.WriteString(" │ ")
			}
			b.WriteString(fit(cell(i), width))
		}
		p.printf("%s%s\n", strings.Repeat(" ", indent), style(strings.TrimRight(b.String(), " ")))
	}
	plain := func(a ...any) string { return fmt.Sprint(a...) }
	row(func(i int) string { return shortLabel(story.Goroutines[order[i]].Label) }, p.bold)
	rule := strings.Repeat("─", width+1) + strings.Repeat("┼"+strings.Repeat("─", width+2), len(order)-1)
	p.printf("%s%s\n", strings.Repeat(" ", indent), p.faint(rule))
	for _, step := range steps {
		s := &story.Steps[step]
		p.at[step] = p.written
		row(func(i int) string {
			if columns[s.Goroutine] == i {
				return p.stepText(s)
			}
			return ""
		}, plain)
	}
}

// list writes one line for each step, with its goroutine.
func (p *printer) list(story *explore.Interleaving, steps []int, indent int) {
	last := -1
	for _, step := range steps {
		s := &story.Steps[step]
		if s.Goroutine != last {
			p.printf("%s%s\n", strings.Repeat(" ", indent), p.bold(story.Goroutines[s.Goroutine].Label))
			last = s.Goroutine
		}
		p.at[step] = p.written
		p.printf("%s  %s\n", strings.Repeat(" ", indent), runewidth.Truncate(p.stepText(s), p.o.Width-indent-2, "…"))
	}
}

// stepText is a step within its column: where, and what.
func (p *printer) stepText(s *explore.Step) string {
	where := ""
	if s.Pos.IsValid() {
		where = fmt.Sprintf("%s:%d ", baseName(s.Pos.Filename), s.Pos.Line)
	}
	what := Label(s)
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

func baseName(file string) string {
	if i := strings.LastIndexByte(file, '/'); i >= 0 {
		return file[i+1:]
	}
	return file
}

// shortLabel is a goroutine's label as the head of a column.
func shortLabel(label string) string {
	return strings.Replace(label, "goroutine started at ", "go at ", 1)
}

// fit pads or cuts s to the width.
func fit(s string, width int) string {
	s = strings.ReplaceAll(s, "\t", " ")
	if runewidth.StringWidth(s) > width {
		s = runewidth.Truncate(s, width, "…")
	}
	return runewidth.FillRight(s, width)
}
