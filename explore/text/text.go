// Package text tells findings, results and interleavings as text that people
// read: in a terminal, in a log of a build, in an editor's pane.
package text

import (
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fatih/color"

	"github.com/mazurka-go/mazurka/explore"
)

// Options say how to write. The zero value is plain text, 100 columns wide,
// with absolute paths.
type Options struct {
	// Width is the number of columns of the page; zero means 100.
	Width int
	// Color allows ANSI colours.
	Color bool
	// All shows all steps of an interleaving, not only those that matter.
	All bool
	// Dir is the directory relative to which paths are shown; empty means as
	// they are.
	Dir string
	// Source returns a line of a file; nil reads the file.
	Source func(file string, line int) string
}

// A printer writes in one style.
type printer struct {
	w io.Writer
	o Options

	bold, faint, red, green, yellow, cyan func(a ...any) string
	lines                                 map[string][]string

	written int         // lines
	at      map[int]int // the lines of the steps of an interleaving
}

func newPrinter(w io.Writer, o Options) *printer {
	if o.Width <= 0 {
		o.Width = 100
	}
	style := func(attrs ...color.Attribute) func(a ...any) string {
		c := color.New(attrs...)
		if o.Color {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c.SprintFunc()
	}
	return &printer{
		w: w, o: o, lines: map[string][]string{}, at: map[int]int{},
		bold: style(color.Bold), faint: style(color.Faint), red: style(color.FgRed, color.Bold),
		green: style(color.FgGreen), yellow: style(color.FgYellow), cyan: style(color.FgCyan),
	}
}

func (p *printer) printf(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	p.written += strings.Count(s, "\n")
	io.WriteString(p.w, s)
}

// Path is a file's path as it is shown relative to dir.
func Path(file, dir string) string {
	if dir == "" {
		return file
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil || strings.HasPrefix(rel, ".."+string(filepath.Separator)) && len(rel) > len(file) {
		return file
	}
	return rel
}

// Position is a position as it is shown relative to dir: file:line:col.
func Position(pos token.Position, dir string) string {
	if pos.Filename == "" {
		return "-"
	}
	pos.Filename = Path(pos.Filename, dir)
	return pos.String()
}

// place is a position without its column.
func (p *printer) place(pos token.Position) string {
	pos.Column = 0
	return Position(pos, p.o.Dir)
}

// source returns the trimmed source line at a position, "" if there is none.
func (p *printer) source(pos token.Position) string {
	if pos.Line <= 0 || pos.Filename == "" {
		return ""
	}
	if p.o.Source != nil {
		return strings.TrimSpace(p.o.Source(pos.Filename, pos.Line))
	}
	lines, ok := p.lines[pos.Filename]
	if !ok {
		if b, err := os.ReadFile(pos.Filename); err == nil {
			lines = strings.Split(string(b), "\n")
		}
		p.lines[pos.Filename] = lines
	}
	if pos.Line > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[pos.Line-1])
}

// Result writes a test's verdict with its findings.
func Result(w io.Writer, r *explore.Result, o Options) {
	p := newPrinter(w, o)
	p.verdict(r)
	for _, f := range r.Findings {
		p.finding(f)
	}
	if len(r.Findings) > 0 {
		p.printf("\n")
	}
}

// verdict writes the line on a test.
func (p *printer) verdict(r *explore.Result) {
	mark := map[explore.Verdict]string{
		explore.Verified: p.green("ok  "), explore.Failed: p.red("FAIL"), explore.Incomplete: p.yellow("?   "),
		explore.Unsupported: p.yellow("-   "), explore.Broken: p.red("BUG "),
	}[r.Verdict]
	p.printf("%s  %s  %s\n", mark, p.bold(r.Test.Package+"."+r.Test.Name), Summary(r))
	switch {
	case r.Missing != nil:
		p.printf("      %s: %s\n", p.place(r.Missing.Pos), r.Missing.What)
		for _, call := range slices.Backward(r.Missing.Path) {
			p.printf("        %s\n", p.faint("in "+call))
		}
	case r.Internal != "":
		p.printf("      %s\n", strings.ReplaceAll(r.Internal, "\n", "\n      "))
	}
}

// Summary tells a result in a few words: "verified, 12 schedules, 8ms".
func Summary(r *explore.Result) string {
	words := []string{string(r.Verdict)}
	if r.Verdict == explore.Broken {
		words[0] = "fault of mazurka"
	}
	switch {
	case len(r.Findings) == 1:
		words = append(words, "1 finding")
	case len(r.Findings) > 1:
		words = append(words, fmt.Sprintf("%d findings", len(r.Findings)))
	}
	if r.Ignored > 0 {
		words = append(words, fmt.Sprintf("%d ignored", r.Ignored))
	}
	if r.Bound != "" {
		words = append(words, r.Bound)
	}
	if r.Skipped {
		words = append(words, "test skips itself")
	}
	if r.Executions > 0 {
		words = append(words, Extent(r))
	}
	if r.Cached {
		words = append(words, "cached")
	} else {
		words = append(words, duration(r.Elapsed))
	}
	return strings.Join(words, ", ")
}

// Extent tells how much was explored: schedules or, by a search that goes on from each
// state once, states.
func Extent(r *explore.Result) string {
	switch {
	case explore.CountsStates(r.Algorithm) && r.Verdict == explore.Verified:
		return Count(float64(r.States)) + " states"
	case r.Verdict == explore.Incomplete && r.Estimate > float64(r.Executions):
		return fmt.Sprintf("%s of about %s schedules", Count(float64(r.Executions)), Count(r.Estimate))
	case r.Executions == 1:
		return "1 schedule"
	}
	return Count(float64(r.Executions)) + " schedules"
}
