package por_test

import (
	"fmt"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// compareContext explores sys by cdpor in a variant and returns what is wrong
// with its final states, "" if nothing.
func compareContext(sys por.System, outcome func() string, finals map[string]bool, variant int, seed uint64) (r por.Result, fault string) {
	got := map[string]bool{}
	r = por.Search("cdpor", sys, por.Options{Seed: seed, Sequences: variant, MaxSteps: 20_000_000}, func(*por.Execution) bool {
		got[outcome()] = true
		return true
	})
	if !r.Complete {
		return r, "not complete: " + r.Bound
	}
	for f := range finals {
		if !got[f] {
			return r, fmt.Sprintf("final state lost: %s\n%d of %d", f, len(got), len(finals))
		}
	}
	for f := range got {
		if !finals[f] {
			return r, "no such final state: " + f
		}
	}
	return r, ""
}

// forward is a toy system that cannot go back.
type forward struct{ sys *toy.System }

func (f forward) Reset()                                { f.sys.Reset() }
func (f forward) Enabled(buf []por.Choice) []por.Choice { return f.sys.Enabled(buf) }
func (f forward) Step(c por.Choice) por.Event           { return f.sys.Step(c) }
func (f forward) Pending(buf []por.Event) []por.Event   { return f.sys.Pending(buf) }
func (f forward) Fingerprint() [2]uint64                { return f.sys.Fingerprint() }

// contextVariants are CDPOR1, CDPOR2, CDPOR3, and more sequences than those.
const contextVariants = 4

// TestContextAgainstStateSpace compares the final states that every variant of
// cdpor visits with those of a plain search of all states, and the
// executions with those of source-dpor.
func TestContextAgainstStateSpace(t *testing.T) {
	if *onlySearch != "" && *onlySearch != "cdpor" {
		return
	}
	const parts = 2
	for part := range parts {
		t.Run(fmt.Sprint("part", part), func(t *testing.T) {
			t.Parallel()
			var full int64
			var sum [contextVariants + 1]por.Result
			tried := 0
			for seed := *firstSystem + part; tried < *systems/parts+1; seed += parts {
				sys := toy.Random(uint64(seed))
				finals, _, ok := stateSpace(sys, 3000)
				if !ok {
					continue
				}
				tried++
				for _, order := range []uint64{0, uint64(seed)} {
					full += por.Search("source-dpor", sys, por.Options{Seed: order}, nil).Executions
					for variant := 1; variant <= contextVariants; variant++ {
						as := por.System(sys)
						if order != 0 && seed%4+1 == variant {
							as = forward{sys}
						}
						r, fault := compareContext(as, sys.Outcome, finals, variant, order)
						if fault != "" {
							t.Fatalf("variant %d, system %d, order %d:\n%s\n%s", variant, seed, order, sys, fault)
						}
						sum[variant].Executions += r.Executions
						sum[variant].Matched += r.Matched
					}
				}
			}
			for variant := 1; variant <= contextVariants; variant++ {
				r := sum[variant]
				t.Logf("variant %d: %d executions, %d cut, of %d of source-dpor", variant, r.Executions, r.Matched, full)
				if r.Executions > full {
					t.Errorf("variant %d explores %d executions, source-dpor %d", variant, r.Executions, full)
				}
			}
		})
	}
}

// TestAAGGS17_Section3 is the example of Sections 3 and 5: two processes write
// 5, a third reads.
func TestAAGGS17_Section3(t *testing.T) {
	sys := toy.Parse("write:x:5\nwrite:x:5\nread:x\n")
	if r := por.Search("source-dpor", sys, por.Options{}, nil); r.Executions != 6 {
		t.Errorf("source-dpor: %d executions, want 6", r.Executions)
	}
	for variant := 1; variant <= contextVariants; variant++ {
		finals := map[string]bool{}
		r := por.Search("cdpor", sys, por.Options{Sequences: variant}, func(*por.Execution) bool {
			finals[sys.Outcome()] = true
			return true
		})
		want := int64(3)
		if variant == 4 {
			want = 2
		}
		if r.Executions != want || len(finals) != 2 || !r.Complete {
			t.Errorf("variant %d: %d executions, want %d; %d final states, want 2", variant, r.Executions, want, len(finals))
		}
	}
}

// TestAAGGS17_Table1 is the program of Section 4: columns Execs and States.
func TestAAGGS17_Table1(t *testing.T) {
	for _, want := range []struct {
		n                  int
		source, cdpor      int64
		sourceAll, statesC int64
	}{
		{3, 20, 8, 69, 52}, {5, 252, 32, 923, 324}, {7, 3432, 128, 12869, 1712}, {9, 48620, 512, 184755, 8428},
	} {
		sys := producerConsumer(want.n)
		r := por.Search("source-dpor", sys, por.Options{}, nil)
		if r.Executions != want.source || r.States != want.sourceAll {
			t.Errorf("N=%d, source-dpor: %d executions, %d states; want %+v", want.n, r.Executions, r.States, want)
		}
		for variant := 1; variant <= contextVariants; variant++ {
			r := por.Search("cdpor", sys, por.Options{Sequences: variant}, nil)
			if r.Executions != want.cdpor || r.States != want.statesC || !r.Complete {
				t.Errorf("N=%d, variant %d: %d executions, %d states; want %+v", want.n, variant, r.Executions, r.States, want)
			}
		}
	}
}
