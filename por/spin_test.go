package por_test

import (
	"fmt"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// spinner hides abilities of a system, but not how it spins.
type spinner struct {
	por.System
	toy toy.Spinner
}

func (s spinner) Spins(p por.Proc) bool                   { return s.toy.Spins(p) }
func (s spinner) Quiescent(buf []por.Choice) []por.Choice { return s.toy.Quiescent(buf) }

type pendingSpinner struct {
	spinner
	por.Pending
}

func (s pendingSpinner) Enabled(buf []por.Choice) []por.Choice { return s.Pending.Enabled(buf) }
func (s pendingSpinner) Reset()                                { s.Pending.Reset() }
func (s pendingSpinner) Step(c por.Choice) por.Event           { return s.Pending.Step(c) }

// TestSpinsAgainstAwait explores systems that read until they find something,
// and compares with all interleavings of the same systems with an operation
// that waits: the traces are the same, deadlocks included.
func TestSpinsAgainstAwait(t *testing.T) {
	tried := 0
	for seed := *firstSystem; tried < *systems; seed++ {
		spinning, awaiting := toy.RandomSpins(uint64(seed))
		ref, ok := reference(awaiting)
		if !ok {
			continue
		}
		tried++
		as := []por.System{spinning, spinner{spinning.System, spinning}, pendingSpinner{spinner{spinning.System, spinning}, spinning.System}}[seed%3]
		for _, name := range traceSearches {
			if *onlySearch != "" && *onlySearch != "spin" && *onlySearch != name {
				continue
			}
			if fault := compare(name, ref, as, spinning.Outcome, uint64(seed%4)); fault != "" {
				t.Fatalf("%s as %T, seed %d:\n%s\n%s", name, as, seed, spinning, fault)
			}
		}
		for _, name := range stateSearches {
			finals, failures, _ := stateSpace(awaiting, 3000)
			if fault := compareFinals(name, spinning, finals, failures); fault != "" {
				t.Fatalf("%s, seed %d:\n%s\n%s", name, seed, spinning, fault)
			}
		}
	}
}

// compareFinals is compareStates for a system that spins.
func compareFinals(name string, sys toy.Spinner, finals, failures map[string]bool) string {
	got := map[string]bool{}
	r := por.Search(name, sys, por.Options{MaxSteps: 1_000_000, MaxDepth: 1000}, func(*por.Execution) bool {
		got[sys.Outcome()] = true
		return true
	})
	if !r.Complete || len(got) != len(finals) {
		return fmt.Sprintf("%d of %d final states; %s", len(got), len(finals), r.Bound)
	}
	for f := range finals {
		if !got[f] {
			return "final state lost: " + f
		}
	}
	return ""
}

// TestLivelock has a process that waits for what nobody will do.
func TestLivelock(t *testing.T) {
	sys := toy.Spinner{System: toy.Parse("read:x jz:-2\nwrite:y:1\nread:z jeq:0:-2 write:x:1\n")}
	for _, name := range append(traceSearches, stateSearches...) {
		ends := 0
		r := por.Search(name, sys, por.Options{MaxSteps: 1000, MaxDepth: 1000}, func(x *por.Execution) bool {
			ends++
			if !sys.Stuck() || !sys.Spins(0) || sys.Spins(1) || !sys.Spins(2) {
				t.Errorf("%s: not stuck: %s", name, sys.Outcome())
			}
			return true
		})
		if !r.Complete || ends != 1 {
			t.Errorf("%s: %d executions, %+v", name, ends, r)
		}
	}
}

var _ = plant("^TestSpinsAgainst",
	fault{"spin", "spin.go", "who spins goes on", "if !s.spinner.Spins(c.Proc) {", "if true {"},
	fault{"spin", "spin.go", "time stands still", "return s.spinner.Quiescent(kept)", "return kept"},
	fault{"spin", "spin.go", "everybody waits", "if !s.spinner.Spins(c.Proc) {", "if !s.spinner.Spins(c.Proc) && len(buf) < 2 {"},
	fault{"spin", "walk.go", "nobody is patient", "sys: patience(sys)", "sys: sys"},
	fault{"spin", "spin.go", "only one goes on", "kept = append(kept, c)", "kept = append(kept[:start], c)"},
)
