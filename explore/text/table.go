package text

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"github.com/mazurka-go/mazurka/explore"
)

// A table has a column for each goroutine that has a line, and a row for each
// line. Happens-before edges lead from the column of the one step to the row of the
// other:
//
//	test goroutine        │ go at a_test.go:9
//	──────────────────────┼──────────────────────
//	a_test.go:9 go f()    │
//	╰─────────────────────┼▶ a_test.go:20 close(c)
//	a_test.go:11 <-c ◀────┼─╯
//
// A goroutine that cannot go on has a dotted line.
type table struct {
	story *explore.Interleaving
	lines []line
	order []int // goroutines of the columns
	width int   // of a column
}

func newTable(story *explore.Interleaving, lines []line) *table {
	t := &table{story: story, lines: lines}
	for _, l := range lines {
		if !slices.Contains(t.order, l.goroutine) {
			t.order = append(t.order, l.goroutine)
		}
	}
	slices.Sort(t.order)
	return t
}

// table writes a table.
func (p *printer) table(t *table, indent int) {
	margin := strings.Repeat(" ", indent)
	var heads []string
	for _, g := range t.order {
		heads = append(heads, fit(shortLabel(t.story.Goroutines[g].Label), t.width))
	}
	p.printf("%s%s\n", margin, p.bold(strings.TrimRight(strings.Join(heads, " │ "), " ")))
	rule := strings.Repeat("─", t.width+1) + strings.Repeat("┼"+strings.Repeat("─", t.width+2), len(t.order)-1)
	p.printf("%s%s\n", margin, p.faint(rule))
	told := map[int]bool{}
	now := -1
	for _, l := range t.lines {
		if l.step >= 0 {
			p.at[l.step] = p.written
			told[l.step], now = true, l.step
		}
		p.printf("%s%s\n", margin, strings.TrimRight(p.row(t, l, now, told), " "))
	}
}

// row is the row of a line; now is the latest step, told has the steps that have
// rows.
func (p *printer) row(t *table, l line, now int, told map[int]bool) string {
	at := slices.Index(t.order, l.goroutine)
	sources := append(t.sources(l, told), at)
	from, to := slices.Min(sources), slices.Max(sources)
	var b strings.Builder
	for i, g := range t.order {
		if i > 0 {
			b.WriteString(p.rule(from < i && i <= to, i == at && from < at))
		}
		edge := strings.Repeat("─", t.width-1)
		switch isSource := slices.Contains(sources, i); {
		case i == at:
			b.WriteString(p.cell(t, l, from < at, to > at))
		case i == from:
			b.WriteString(p.faint("╰" + edge))
		case i == to:
			b.WriteString(p.faint(fit("╯", t.width)))
		case from < i && i < to && isSource:
			b.WriteString(p.faint("┴" + edge))
		case from < i && i < to:
			b.WriteString(p.faint("─" + edge))
		case t.waits(g, now):
			b.WriteString(p.faint(fit("┊", t.width)))
		default:
			b.WriteString(strings.Repeat(" ", t.width))
		}
	}
	return b.String()
}

// rule is what stands between two cells.
func (p *printer) rule(through, head bool) string {
	switch {
	case head:
		return p.faint("─┼▶")
	case through:
		return p.faint("─┼─")
	}
	return " │ "
}

// cell is the cell of a line, into which edges lead from the left or the right.
func (p *printer) cell(t *table, l line, left, right bool) string {
	s, style := l.text, fmt.Sprint
	if l.side {
		s, style = "✗ "+s, p.red
	}
	if left {
		s = " " + s
	}
	if !right {
		return style(fit(s, t.width))
	}
	s = runewidth.Truncate(strings.ReplaceAll(s, "\t", " "), t.width-2, "…")
	return style(s) + p.faint(" ◀"+strings.Repeat("─", t.width-2-runewidth.StringWidth(s)))
}

// sources are the columns from which edges lead to a line.
func (t *table) sources(l line, told map[int]bool) (columns []int) {
	for _, e := range t.story.Edges {
		if e.To == l.step && t.isTold(e.From, told) {
			columns = append(columns, slices.Index(t.order, t.story.Steps[e.From].Goroutine))
		}
	}
	return columns
}

// isTold reports whether a step has a row, or repeats one that has.
func (t *table) isTold(step int, told map[int]bool) bool {
	s := &t.story.Steps[step]
	for i := step; i >= 0; i-- {
		if told[i] && t.story.Steps[i].Goroutine == s.Goroutine {
			return i == step || repeats(&t.story.Steps[i], s)
		}
	}
	return false
}

// waits reports whether a goroutine cannot go on at a step.
func (t *table) waits(g, step int) bool {
	return slices.ContainsFunc(t.story.Waits, func(w explore.Wait) bool {
		return w.Goroutine == g && w.From < step && (w.To < 0 || w.To >= step)
	})
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
