package explore

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestCompare checks that searches of a test with a deadlock agree, and that the
// ways it ends are counted.
func TestCompare(t *testing.T) {
	s, snap := loaded(t, "../benchmarks", "./classic")
	test := snap.Lookup("github.com/mazurka-go/mazurka/benchmarks/classic", "TestCasrot5")
	o := CompareOptions{Options: Options{Budget: time.Minute}, Algorithms: []string{"sleep", "optimal-dpor", "s-por"}}
	c, err := s.Compare(context.Background(), test, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Runs) != 3 || len(c.Disagreements) != 0 {
		t.Fatalf("%d runs, disagreements %v", len(c.Runs), c.Disagreements)
	}
	for _, r := range c.Runs {
		if !r.Complete || r.Ends != 1 || len(r.Faults) > 0 || r.Choices == 0 || r.Memory == 0 {
			t.Errorf("%+v", r)
		}
	}
	if sleep, optimal := c.Runs[0], c.Runs[1]; sleep.Executions != 43 || optimal.Executions != 43 || sleep.Blocked == 0 || optimal.Blocked != 0 {
		t.Errorf("%+v and %+v, want 43 executions, and blocked ones for sleep only", sleep, optimal)
	}
}

// compared runs a search on a toy program.
func compared(p *toyProgram, name string, o CompareOptions) (*Run, *spectator) {
	o.Options = o.Options.withDefaults()
	return compareOne(context.Background(), p, name, o)
}

// TestDisagreements checks that what one search has seen and another, complete, has
// not is told: here because the two explore different programs.
func TestDisagreements(t *testing.T) {
	for _, test := range []struct {
		name       string
		one, other []string
		faults     []string // "who: what"
		ends       []string // who lacks some
	}{
		{"same", []string{"rx wx", "ry wy"}, []string{"rx wx", "ry wy"}, nil, nil},
		{"state lost", []string{"wx", "ry"}, []string{"wx", "rx"}, nil, []string{"sleep", "dpor"}},
		{"deadlock lost", []string{"La Lb Ub Ua", "La Lb Ub Ua"}, []string{"La Lb Ub Ua", "Lb La Ua Ub"}, []string{"sleep: deadlock 0Lb 1La"}, []string{"sleep", "dpor"}},
		{"race lost", []string{"rx wx", "rx wx"}, []string{"px", "px"}, []string{"sleep: race x"}, []string{"sleep", "dpor"}},
		{"cut", []string{"rx %", "wx"}, []string{"rx wx", "wx"}, nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := new(Comparison)
			var seen []*spectator
			for i, name := range []string{"sleep", "dpor"} {
				r, s := compared(&toyProgram{lines: [][]string{test.one, test.other}[i]}, name, CompareOptions{})
				c.Runs, seen = append(c.Runs, r), append(seen, s)
			}
			c.compare(seen)
			var faults, ends []string
			for _, d := range c.Disagreements {
				if strings.HasSuffix(d.What, "ends of executions") {
					ends = append(ends, d.Algorithm)
				} else {
					faults = append(faults, d.Algorithm+": "+d.What)
				}
			}
			if !slices.Equal(faults, test.faults) || !slices.Equal(ends, test.ends) {
				t.Errorf("faults %q, ends %q, want %q and %q", faults, ends, test.faults, test.ends)
			}
		})
	}
}

// TestCompareCut checks what is said of searches that do not complete.
func TestCompareCut(t *testing.T) {
	deadlock := &toyProgram{lines: []string{"La Lb Ub Ua", "Lb La Ua Ub"}}
	for _, test := range []struct {
		name    string
		program *toyProgram
		first   bool
		bound   string
		faults  int
	}{
		{"complete", deadlock, false, "", 1},
		{"first fault", deadlock, true, BoundFirst, 1},
		{"no fault", &toyProgram{lines: []string{"rx", "rx"}}, true, "", 0},
		{"limit", &toyProgram{lines: []string{"rx %", "rx"}}, false, "limit of 7 instructions", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, _ := compared(test.program, "source-dpor", CompareOptions{First: test.first})
			if r.Bound != test.bound || r.Complete != (test.bound == "") || len(r.Faults) != test.faults {
				t.Errorf("complete: %v, bound %q, faults %v", r.Complete, r.Bound, r.Faults)
			}
		})
	}
	r, _ := compared(&toyProgram{lines: []string{"rx @", "rx"}}, "source-dpor", CompareOptions{})
	if r.Complete || r.Missing == nil {
		t.Errorf("%+v, want something missing", r)
	}
}
