package por_test

import (
	"strings"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// TestStatefulDPORAgainstDPOR compares the steps of dpor with and without state
// matching, where many traces lead through few states.
func TestStatefulDPORAgainstDPOR(t *testing.T) {
	for _, p := range []struct {
		name, source       string
		traces, executions int64
		states             int64
	}{
		{"Pi(7)", pi(7), 5040, 1, 576},
		{"Mpat(4)", mpat(4), 384, 1, 1920},
		{"fib(3)", fib(3), 1698, 1, 267},
		{"casrot(8)", casrot(8), 2048, 8, 383},
		{"channels", pipeline(3, 3), 1680, 1, 127},
	} {
		sys := toy.Parse(p.source)
		without := por.Search("dpor", sys, por.Options{}, nil)
		with := por.Search("stateful-dpor", sys, por.Options{}, nil)
		if without.Executions != p.traces || with.Executions != p.executions || with.States != p.states || !with.Complete {
			t.Errorf("%s: %d executions without, %d with %d states, want %d, %d, %d",
				p.name, without.Executions, with.Executions, with.States, p.traces, p.executions, p.states)
		}
		if with.Transitions > without.Transitions {
			t.Errorf("%s: %d transitions without, %d with state matching", p.name, without.Transitions, with.Transitions)
		}
	}
}

// secretive is a system that does not tell in advance what ends everything.
type secretive struct{ *toy.System }

func (s secretive) Pending(buf []por.Event) []por.Event {
	buf = s.System.Pending(buf)
	for i := range buf {
		buf[i].Wide = false
	}
	return buf
}

// TestStatefulDPORSurprised has ends of everything that show only when they
// happen.
func TestStatefulDPORSurprised(t *testing.T) {
	tried := 0
	for seed := *firstSystem; tried < *systems/5+1; seed++ {
		sys := toy.Random(uint64(seed))
		if !strings.Contains(sys.String(), "panic") {
			continue
		}
		finals, _, ok := stateSpace(sys, 3000)
		if !ok {
			continue
		}
		tried++
		got := map[string]bool{}
		por.Search("stateful-dpor", secretive{sys}, por.Options{}, func(*por.Execution) bool {
			got[sys.Outcome()] = true
			return true
		})
		for f := range finals {
			if !got[f] {
				t.Fatalf("seed %d:\n%s\nfinal state lost: %s", seed, sys, f)
			}
		}
	}
}

var _ = plant("^TestStateSearches",
	fault{"stateful-dpor", "statefuldpor.go", "known states do not count", "s.graph.reach(s.pending, s.done, s.reverse)", ""},
	fault{"stateful-dpor", "statestack.go", "cycles are not expanded", "s.levels[d].full = true", ""},
	fault{"stateful-dpor", "statefuldpor.go", "the graph has no edges", "g.next[a] = append(g.next[a], b)", ""},
	fault{"stateful-dpor", "statefuldpor.go", "what is pending does not count", "s.graph.node(e))\n\ts.reverse(e)\n", "s.graph.node(e))\n"},
	fault{"stateful-dpor", "race.go", "what is dependent is only reversible if it is firm", "!known && (r&together != 0 || !e.Firm)", "!known && r&together != 0"},
	fault{"stateful-dpor", "race.go", "a Release hides the Acquire", "if known && total[n] {", "if total[n] {"},
	fault{"stateful-dpor", "statefuldpor.go", "alternatives are known in full", "l.full = l.full || e.Alt != 0 || e.Wide", "l.full = l.full || e.Wide"},
	fault{"stateful-dpor", "statefuldpor.go", "whoever moves is enough", "int(s.history.point[c.Proc]) > level+1", "s.history.point[c.Proc] >= 0"},
	fault{"stateful-dpor", "statefuldpor.go", "who has nothing pending in one state has ended", "if last > 0 {", "if last >= 0 {"},
)

var _ = plant("^TestStatefulDPORSurprised",
	fault{"stateful-dpor", "statefuldpor.go", "ends never come as a surprise", "\t\ts.noteEnd(e)\n", ""},
)
