package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// explored runs a job on a toy program and returns its result and the
// findings in the order in which they were published.
func explored(p *toyProgram, o Options) (*Result, []*Finding) {
	var published []*Finding
	res := new(Result)
	j := &job{
		ctx: context.Background(), factory: p, o: o.withDefaults(), start: time.Now(), known: map[fault]bool{},
		accept: func(f *Finding) bool { published = append(published, f); return true },
	}
	j.run(res)
	return res, published
}

// TestVerdicts pins verdict, findings, preemptions and timing of small
// programs, for the portfolio and for every search.
func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"one process", []string{"rx wx !x1"}, "verified"},
		{"locked increments", []string{"La rx wx Ua", "La rx wx Ua"}, "verified"},
		{"lost update", []string{"rx wx Ua", "rx wx", "t !x2"}, "failed: failure !x2 preemptions 1"},
		{"wrong order without preemption", []string{"rx wx", "!x1"}, "failed: failure !x1 preemptions 0"},
		{"AB-BA", []string{"La Lb Ub Ua", "Lb La Ua Ub"}, "failed: deadlock 0Lb 1La preemptions 1"},
		{"same order", []string{"La Lb Ub Ua", "La Lb Ub Ua"}, "verified"},
		{"never released", []string{"La", "La Ua"}, "failed: deadlock 1La preemptions 0"},
		{"early timer", []string{"rx wx", "t !x1"}, "failed: failure !x1 preemptions 0 timing"},
		{"early timer harmless", []string{"rx wx", "t rx"}, "verified"},
		{"race", []string{"px", "px"}, "failed: race x preemptions 0"},
		{"race with consequence", []string{"px", "px", "t !x2"}, "failed: failure !x2 preemptions 1; race x preemptions 0"},
		{"unsupported", []string{"rx @", "rx"}, "unsupported: call of nothing"},
		{"limit", []string{"rx %", "rx"}, "incomplete: limit of 7 instructions"},
		{"limit and finding", []string{"rx %", "!x1"}, "failed: failure !x1 preemptions 0"},
		{"internal", []string{"rx *", "rx"}, "broken: internal error: broken"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, algorithm := range Algorithms() {
				res, published := explored(&toyProgram{lines: test.lines}, Options{Algorithm: algorithm, Budget: 5 * time.Second})
				if got := told(res); got != test.want {
					t.Errorf("%s: %s, want %s", algorithm, got, test.want)
				}
				if len(published) != len(res.Findings) {
					t.Errorf("%s: %d findings published, %d in the result", algorithm, len(published), len(res.Findings))
				}
			}
		})
	}
}

// told is a result in one line, findings sorted.
func told(res *Result) string {
	var words []string
	for _, f := range res.Findings {
		w := fmt.Sprintf("%s preemptions %d", f.Message, f.Preemptions)
		if f.Timing {
			w += " timing"
		}
		words = append(words, w)
	}
	slices.Sort(words)
	if res.Missing != nil {
		words = append(words, res.Missing.What)
	}
	if res.Bound != "" {
		words = append(words, res.Bound)
	}
	if line, _, _ := strings.Cut(res.Internal, "\n"); line != "" {
		words = append(words, line)
	}
	if len(words) == 0 {
		return string(res.Verdict)
	}
	return string(res.Verdict) + ": " + strings.Join(words, "; ")
}
