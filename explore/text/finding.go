package text

import (
	"io"
	"strings"

	"github.com/mazurka-go/mazurka/explore"
)

// Finding writes a finding: what happened in one sentence, both sides with
// their source lines, the interleaving.
func Finding(w io.Writer, f *explore.Finding, o Options) { newPrinter(w, o).finding(f) }

func (p *printer) finding(f *explore.Finding) {
	timing := ""
	if f.Timing {
		timing = p.yellow(" (timing)")
	}
	p.printf("\n  %s %s%s: %s\n", p.red(f.Code), p.red(string(f.Kind)), timing, p.wrapped(f.Message, 4))
	for _, r := range f.Related {
		if !r.Side {
			continue
		}
		p.printf("\n    %s  %s\n", p.cyan(p.place(r.Pos)), r.Message)
		if line := p.source(r.Pos); line != "" {
			p.printf("        %s\n", p.bold(line))
		}
		if r.Goroutine != "" {
			p.printf("        %s\n", p.faint("in the "+r.Goroutine))
		}
	}
	if f.Interleaving != nil && len(f.Interleaving.Steps) > 0 {
		p.printf("\n    %s\n\n", p.faint(how(f)+":"))
		p.steps(f.Interleaving, 4)
	}
	if f.File != "" {
		p.printf("\n    %s mazurka replay %s\n", p.faint("replay:"), f.File)
	}
}

// how says what kind of schedule it is.
func how(f *explore.Finding) string {
	s := "interleaving, with " + Count(float64(f.Preemptions)) + " preemptions"
	switch f.Preemptions {
	case 0:
		s = "interleaving, without preemption"
	case 1:
		s = "interleaving, with 1 preemption"
	}
	if f.Schedule != nil && f.Schedule.Seeded() {
		s += ", with maps in another order and other random numbers"
	}
	return s
}

// wrapped indents the further lines of a message.
func (p *printer) wrapped(s string, indent int) string {
	return strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n"+strings.Repeat(" ", indent))
}
