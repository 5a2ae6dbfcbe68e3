package explore

import (
	"testing"
	"time"
)

// TestContest checks which search decides: that without states where there are few
// traces, that of states where there are many more of those.
func TestContest(t *testing.T) {
	few := []string{"rx wx ry", "rx wx", "ry wy rx"}
	many := []string{"La Ua La Ua", "La Ua La Ua", "La Ua La Ua", "La Ua La Ua", "La Ua La Ua"}
	for _, test := range []struct {
		name          string
		lines         []string
		learned, want string
	}{
		{"few traces", few, "", "optimal-dpor"},
		{"few traces, learned", few, "dl-s-por", "dl-s-por"},
		{"many traces", many, "", "dl-s-por"},
		{"many traces, learned", many, "dl-s-por", "dl-s-por"},
		{"many traces, learned wrongly", many, "optimal-dpor", "dl-s-por"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := &toyProgram{lines: test.lines}
			j := newJob(t.Context(), p, Options{Budget: time.Minute})
			j.learned = test.learned
			res := &Result{}
			j.run(res)
			if got := told(res); got != "verified" || res.Algorithm != test.want {
				t.Errorf("%s by %s after %d steps, want verified by %s", got, res.Algorithm, j.total.Steps, test.want)
			}
			if most := int64(2 * favoured); j.total.Steps > most {
				t.Errorf("%d steps, want at most %d", j.total.Steps, most)
			}
		})
	}
}

// TestUndecidedContest checks that what is told of a contest that nobody has won is told
// of the search without states.
func TestUndecidedContest(t *testing.T) {
	line := "La Ua rx wx Lb Ub rx wx La Ua rx wx"
	res, _ := explored(&toyProgram{lines: []string{line, line, line, line, line}}, Options{Budget: 300 * time.Millisecond})
	if got := told(res); got != "incomplete: budget of 300ms" || res.Algorithm != "optimal-dpor" || res.Executions == 0 {
		t.Errorf("%s by %s, %d executions", got, res.Algorithm, res.Executions)
	}
}

// TestCompared checks how searches are compared on the way.
func TestCompared(t *testing.T) {
	way := func(milestones ...milestone) *entrant { return &entrant{way: milestones} }
	for _, test := range []struct {
		name string
		a, b *entrant
		want float64
	}{
		{"nothing is known", way(), way(milestone{20, 1000}), 1},
		{"equal", way(milestone{20, 1000}), way(milestone{20, 1000}), 1},
		{"ahead", way(milestone{20, 1000}, milestone{10, 1500}), way(milestone{10, 3000}), 0.5},
		{"only what both have come to counts", way(milestone{20, 4000}), way(milestone{20, 1000}, milestone{5, 9000}), 4},
		{"it gets better", way(milestone{20, 2 * trial}, milestone{10, 4 * trial}), way(milestone{20, trial}, milestone{10, 4 * trial}), 0.5},
		{"not for ever", way(milestone{20, 2 * trial}, milestone{19, 3 * trial}), way(milestone{20, trial}, milestone{19, 3 * trial}), 0.25},
	} {
		if got := test.a.compared(test.b); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
