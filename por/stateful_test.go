package por_test

import (
	"fmt"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// stateSearches match states. They promise all final states, and all failures.
var stateSearches = []string{"s-por", "de-s-por", "dl-s-por", "stateful-dpor"}

// watched is a system that notes in what local states processes fail.
type watched struct {
	*toy.System
	failures map[string]bool
}

func (w *watched) Step(c por.Choice) por.Event {
	e := w.System.Step(c)
	for _, f := range w.Failures() {
		w.failures[f] = true
	}
	return e
}

// stateSpace is the reference: final states and failures, by a plain search
// of all states. ok is false if there are too many.
func stateSpace(sys *toy.System, most int) (finals, failures map[string]bool, ok bool) {
	finals, failures = map[string]bool{}, map[string]bool{}
	sys.Reset()
	known := map[[2]uint64]bool{sys.Fingerprint(): true}
	var visit func() bool
	visit = func() bool {
		for _, f := range sys.Failures() {
			failures[f] = true
		}
		choices := sys.Enabled(nil)
		if len(choices) == 0 {
			finals[sys.Outcome()] = true
		}
		mark := sys.Mark()
		for _, c := range choices {
			sys.Step(c)
			if f := sys.Fingerprint(); !known[f] {
				known[f] = true
				if len(known) > most || !visit() {
					return false
				}
			}
			sys.Rewind(mark)
		}
		return true
	}
	return finals, failures, visit()
}

func compareStates(name string, sys *toy.System, finals, failures map[string]bool, seed uint64) string {
	return compareStatesWith(name, sys, finals, failures, por.Options{Seed: seed, MaxSteps: 1_000_000})
}

// compareStatesWith explores sys by name and returns what is wrong, "" if
// nothing.
func compareStatesWith(name string, sys *toy.System, finals, failures map[string]bool, opts por.Options) string {
	w := &watched{sys, map[string]bool{}}
	got := map[string]bool{}
	r := por.Search(name, w, opts, func(*por.Execution) bool {
		got[sys.Outcome()] = true
		return true
	})
	if !r.Complete {
		return "not complete: " + r.Bound
	}
	for f := range finals {
		if !got[f] {
			return fmt.Sprintf("final state lost: %s\n%d of %d", f, len(got), len(finals))
		}
	}
	for f := range got {
		if !finals[f] {
			return "no such final state: " + f
		}
	}
	for f := range failures {
		if !w.failures[f] {
			return "failure lost: " + f
		}
	}
	return ""
}

// TestStateSearchesAgainstIgnoring has processes that run forever, which others must not be put off
// for.
func TestStateSearchesAgainstIgnoring(t *testing.T) {
	for _, source := range []string{
		"tick jmp:-2\nwrite:a:1 assert:5\n",
		"tick tick jmp:-3\nread:b write:a:1 assert:5\nwrite:b:1\n",
		"read:a jz:-2\nlock:m unlock:m jmp:-3\nwrite:b:1 assert:5 write:a:1\n",
	} {
		sys := toy.Parse(source)
		finals, failures, _ := stateSpace(sys, 3000)
		if len(failures) == 0 {
			t.Errorf("nothing fails:\n%s", sys)
		}
		for _, name := range stateSearches {
			if *onlySearch != "" && name != *onlySearch {
				continue
			}
			for order := range uint64(4) {
				if fault := compareStates(name, sys, finals, failures, order); fault != "" {
					t.Errorf("%s, order %d:\n%s\n%s", name, order, sys, fault)
				}
			}
		}
	}
}

// TestStateSearchesAgainstHard has a state that is met again, with a process
// that is not started yet, after something that only that one is in a race
// with.
func TestStateSearchesAgainstHard(t *testing.T) {
	sys := toy.Parse("write:x:1 write:x:0\nread:x jz:1 write:a:0 set:0\nwrite:z:1 go:3\n- write:a:1\n")
	finals, failures, _ := stateSpace(sys, 3000)
	for _, name := range stateSearches {
		if *onlySearch != "" && name != *onlySearch {
			continue
		}
		for order := range uint64(4) {
			if fault := compareStates(name, sys, finals, failures, order); fault != "" {
				t.Errorf("%s, order %d:\n%s\n%s", name, order, sys, fault)
			}
		}
	}
}

func TestStateSearchesAgainstStateSpace(t *testing.T) {
	const parts = 2
	for part := range parts {
		t.Run(fmt.Sprint("part", part), func(t *testing.T) {
			t.Parallel()
			tried := 0
			for seed := *firstSystem + part; tried < *systems/parts+1; seed += parts {
				sys := toy.Random(uint64(seed))
				if seed%3 == 0 {
					sys = toy.RandomLoops(uint64(seed))
				}
				finals, failures, ok := stateSpace(sys, 3000)
				if !ok {
					continue
				}
				tried++
				for _, name := range stateSearches {
					if *onlySearch != "" && name != *onlySearch {
						continue
					}
					for _, order := range []uint64{0, uint64(seed)} {
						if fault := compareStates(name, sys, finals, failures, order); fault != "" {
							t.Fatalf("%s, system %d, order %d:\n%s\n%s", name, seed, order, sys, fault)
						}
					}
				}
			}
		})
	}
}
