package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	prettytext "github.com/jedib0t/go-pretty/v6/text"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/text"
)

// A measure is a number that says what a search has done.
type measure struct {
	name string
	of   func(r *explore.Run) string
}

// measures in the order of the columns.
func measures() []measure {
	count := func(of func(r *explore.Run) int64) func(r *explore.Run) string {
		return func(r *explore.Run) string { return text.Count(float64(of(r))) }
	}
	return []measure{
		{"executions", count(func(r *explore.Run) int64 { return r.Executions })},
		{"blocked", count(func(r *explore.Run) int64 { return r.Blocked })},
		{"matched", count(func(r *explore.Run) int64 { return r.Matched })},
		{"states", count(func(r *explore.Run) int64 { return r.States })},
		{"transitions", count(func(r *explore.Run) int64 { return r.Transitions })},
		{"choices", count(func(r *explore.Run) int64 { return r.Choices })},
		{"ends", count(func(r *explore.Run) int64 { return int64(r.Ends) })},
		{"time", func(r *explore.Run) string { return seconds(spent(r)) }},
		{"memory", func(r *explore.Run) string { return megabytes(r.Memory) }},
	}
}

func measureNames() (names []string) {
	for _, m := range measures() {
		names = append(names, m.name)
	}
	return names
}

func measureOf(name string) (measure, bool) {
	i := slices.IndexFunc(measures(), func(m measure) bool { return m.name == name })
	if i < 0 {
		return measure{}, false
	}
	return measures()[i], true
}

// spent is the time of the processors, which does not depend on who else uses
// them.
func spent(r *explore.Run) time.Duration {
	if r.Processor > 0 {
		return r.Processor
	}
	return r.Elapsed
}

func seconds(d time.Duration) string {
	switch s := d.Seconds(); {
	case s < 0.1:
		return fmt.Sprintf("%.3f s", s)
	case s < 10:
		return fmt.Sprintf("%.2f s", s)
	default:
		return fmt.Sprintf("%.0f s", s)
	}
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

// pageIntro begins a page in Markdown.
const pageIntro = `# Searches side by side

Written by ` + "`%s`" + `.

A choice is a state in which more than one thing was explored. Time is that of the processor, for search, machine and
collector. Where a search was cut by its budget, the number is as far as it came and begins with >. What was found is
what any of them found. A search that was complete without something that another one saw would be named below
the table.

`

// tableComparison shows comparisons as tables.
type tableComparison struct {
	w        io.Writer
	dir      string
	markdown bool
	measures []measure // empty: all, a row for each search
	command  string    // that was typed

	list []*explore.Comparison // of the package, not shown yet
	sums []searchSum           // by search
}

// A searchSum adds up what a search has done on all tests.
type searchSum struct {
	algorithm   string
	complete    int
	common      time.Duration // on tests that every search completes
	transitions int64         // of those, too
}

func (t *tableComparison) pkg(path string) {
	t.flush()
	if t.markdown {
		if t.command != "" {
			fmt.Fprintf(t.w, pageIntro, t.command)
			t.command = ""
		}
		fmt.Fprintf(t.w, "## %s\n\n", path[strings.LastIndex(path, "/")+1:])
	} else {
		fmt.Fprintf(t.w, "# %s\n\n", path)
	}
}

// comparison shows a comparison, or keeps it if one table is for several.
func (t *tableComparison) comparison(c *explore.Comparison) {
	t.list = append(t.list, c)
	t.add(c)
	if len(t.measures) == 0 && !t.markdown {
		t.flush()
	}
}

// add adds a comparison to the sums.
func (t *tableComparison) add(c *explore.Comparison) {
	all := true
	for i, r := range c.Runs {
		if i == len(t.sums) {
			t.sums = append(t.sums, searchSum{algorithm: r.Algorithm})
		}
		if r.Complete {
			t.sums[i].complete++
		}
		all = all && r.Complete
	}
	for i, r := range c.Runs {
		if all {
			t.sums[i].common += spent(r)
			t.sums[i].transitions += r.Transitions
		}
	}
}

// sum has a row for each search.
func (t *tableComparison) sum() table.Writer {
	w := newTable(1, 3)
	w.AppendHeader(table.Row{"search", "complete", "time where all are", "transitions there"})
	for _, s := range t.sums {
		w.AppendRow(table.Row{s.algorithm, s.complete, seconds(s.common), text.Count(float64(s.transitions))})
	}
	return w
}

func (t *tableComparison) end(c *comparing) {
	t.flush()
	if c.tests > 1 {
		if t.markdown {
			fmt.Fprintf(t.w, "## All %d tests\n\n", c.tests)
		}
		t.render(t.sum())
	}
	if c.tests == 0 {
		fmt.Fprintln(t.w, "no tests to explore")
		return
	}
	found, took := "no disagreement", ""
	if c.disagreements > 0 {
		found = plural(c.disagreements, "disagreement")
	}
	if c.flags.from == "" {
		took = fmt.Sprintf(" (%.1fs)", time.Since(c.start).Seconds())
	}
	fmt.Fprintf(t.w, "%s, %s%s\n", plural(c.tests, "test"), found, took)
}

// flush shows what was kept.
func (t *tableComparison) flush() {
	if len(t.list) == 0 {
		return
	}
	if len(t.measures) == 0 {
		t.render(t.long())
	}
	for _, m := range t.measures {
		t.render(t.wide(m))
	}
	for _, c := range t.list {
		for _, d := range c.Disagreements {
			t.disagreement(c, d)
		}
	}
	t.list = nil
}

// long has a row for each test and search.
func (t *tableComparison) long() table.Writer {
	w := newTable(2, len(measures()))
	head := table.Row{"test", "search"}
	for _, m := range measures() {
		head = append(head, m.name)
	}
	w.AppendHeader(append(head, "found"))
	for _, c := range t.list {
		for i, r := range c.Runs {
			row := table.Row{"", r.Algorithm}
			if i == 0 {
				row[0] = c.Test.Name
			}
			for _, m := range measures() {
				row = append(row, m.of(r))
			}
			w.AppendRow(append(row, outcome(r)))
		}
		w.AppendSeparator()
	}
	return w
}

// wide has a row for each test and a column for each search.
func (t *tableComparison) wide(m measure) table.Writer {
	runs := t.list[0].Runs
	w := newTable(1, len(runs))
	head := table.Row{m.name}
	for _, r := range runs {
		head = append(head, r.Algorithm)
	}
	w.AppendHeader(append(head, "found"))
	for _, c := range t.list {
		row := table.Row{c.Test.Name}
		var faults []explore.Fault
		for _, r := range c.Runs {
			row = append(row, cell(m, r))
			faults = append(faults, r.Faults...)
		}
		w.AppendRow(append(row, kinds(faults)))
	}
	return w
}

// cell is what a search comes to; of one that was cut, how far it came.
func cell(m measure, r *explore.Run) string {
	switch {
	case r.Missing != nil:
		return "unsupported"
	case r.Internal != "":
		return "broken"
	case r.Complete || r.Bound == explore.BoundFirst:
		return m.of(r)
	}
	return "> " + m.of(r)
}

// outcome says in a few words what a search has found and what cut it.
func outcome(r *explore.Run) string {
	words := kinds(r.Faults)
	cut := r.Bound
	switch {
	case r.Missing != nil:
		cut = "unsupported: " + r.Missing.What
	case r.Internal != "":
		cut = "broken"
	}
	if cut == "" {
		return words
	}
	return strings.TrimSpace(words + " (" + cut + ")")
}

// kinds are the kinds of faults, each once.
func kinds(faults []explore.Fault) string {
	var list []string
	for _, f := range faults {
		list = append(list, string(f.Kind))
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), ", ")
}

// newTable makes a table with some columns of words, then some of numbers, then
// one of words.
func newTable(words, numbers int) table.Writer {
	w := table.NewWriter()
	var columns []table.ColumnConfig
	for i := range numbers {
		columns = append(columns, table.ColumnConfig{
			Number: words + i + 1, Align: prettytext.AlignRight, AlignHeader: prettytext.AlignRight,
		})
	}
	w.SetColumnConfigs(columns)
	style := table.StyleLight
	style.Options = table.OptionsNoBordersAndSeparators
	style.Options.SeparateHeader = true
	style.Format.Header = prettytext.FormatDefault
	w.SetStyle(style)
	w.SuppressTrailingSpaces()
	return w
}

func (t *tableComparison) render(w table.Writer) {
	page := w.Render()
	if t.markdown {
		page = w.RenderMarkdown()
	}
	fmt.Fprintf(t.w, "%s\n\n", page)
}

func (t *tableComparison) disagreement(c *explore.Comparison, d *explore.Disagreement) {
	fmt.Fprintf(t.w, "%s: %s is complete without %s, seen by %s", c.Test.Name, d.Algorithm, d.What, d.Seen)
	if d.File != "" {
		fmt.Fprintf(t.w, ": mazurka replay %s", text.Path(d.File, t.dir))
	}
	fmt.Fprint(t.w, "\n\n")
}
