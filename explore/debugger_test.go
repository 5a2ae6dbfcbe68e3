package explore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mazurka-go/mazurka/explore/vm"
	"github.com/mazurka-go/mazurka/por"
)

// TestDebuggerVariables walks through executions of all examples, and compares what the
// debugger shows at each position, forwards, backwards and at random, and at the beginnings
// of steps with the machine that explores.
func TestDebuggerVariables(t *testing.T) {
	s := NewSession(t.TempDir())
	seed := uint64(1)
	for _, dir := range []string{"../examples", "testdata/kinds"} {
		snap, err := s.Load(context.Background(), LoadOptions{Dir: dir, Patterns: []string{"./..."}})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range snap.Packages {
			for _, test := range p.Tests {
				seed++
				t.Run(p.Path+"."+test.Name, func(t *testing.T) { debugs(t, s, snap, test, seed) })
			}
		}
	}
}

func debugs(t *testing.T, s *Session, snap *Snapshot, test *Test, seed uint64) {
	sched := &Schedule{Package: test.Package, Test: test.Name, EarlyTimers: seed%2 == 0, MapSeed: seed, RandSeed: seed}
	states := recorded(t, s, test, sched, seed)
	d, err := s.Debug(context.Background(), snap, sched, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	any := func(*lineStop) *Stopped { return &Stopped{Reason: StopStep} }
	always := func() *Stopped { return &Stopped{Reason: StopStep} }
	var path []Position
	shown := map[Position]string{}
	for range 100 {
		if at := d.At(); at.Stops == 0 && at.Steps > 0 && at.Steps <= len(states) {
			if got := variablesOf(d.s); got != states[at.Steps-1] {
				t.Fatalf("at %v, debugger and explored machine: %s", at, difference(got, states[at.Steps-1]))
			}
		}
		path = append(path, d.At())
		shown[d.At()] = whatIsShown(d)
		at, err := d.forward(any, always)
		if err != nil {
			t.Fatal(err)
		}
		if at.Reason == StopOver {
			break
		}
	}
	if _, err := d.goTo(path[len(path)-1]); err != nil {
		t.Fatal(err)
	}
	if !slices.IsSortedFunc(path, Position.Compare) {
		t.Fatalf("%v are not in order", path)
	}
	for _, want := range slices.Backward(path[:len(path)-1]) {
		if _, err := d.backward(any, always); err != nil {
			t.Fatal(err)
		}
		if got := whatIsShown(d); d.At() != want || got != shown[want] {
			t.Fatalf("back at %v, want %v: %s", d.At(), want, difference(got, shown[want]))
		}
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	for range 20 {
		want := path[rng.IntN(len(path))]
		if exact, err := d.goTo(want); err != nil || !exact {
			t.Fatalf("going to %v: %v, %v", want, exact, err)
		}
		if got := whatIsShown(d); got != shown[want] {
			t.Fatalf("again at %v: %s", want, difference(got, shown[want]))
		}
	}
}

// recorded executes a random schedule on a machine for exploration. It returns the state
// before each choice and at the end.
func recorded(t *testing.T, s *Session, test *Test, sched *Schedule, seed uint64) (states []string) {
	p, err := s.acquire(context.Background(), test)
	if err != nil {
		t.Fatal(err)
	}
	defer s.release(p)
	newWorld := func() world {
		w, err := p.factory(test, Limits{}).world(sched.config())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(w.close)
		return w
	}
	first := newWorld()
	walked(first, rand.New(rand.NewPCG(seed, 5)), nil)
	sched.Watch = slices.Compact(slices.Sorted(slices.Values(first.accesses())))
	sched.Choices = walked(newWorld(), rand.New(rand.NewPCG(seed, 7)), nil).choices
	w := newWorld()
	choices, _ := resolve(w, sched.Choices)
	for _, c := range choices {
		states = append(states, variablesOf(w.(*fairWorld).spinner.(*system)))
		w.Step(por.Choice(c))
	}
	return append(states, variablesOf(w.(*fairWorld).spinner.(*system)))
}

// variablesOf shows all variables of all goroutines.
func variablesOf(s *system) string {
	var b strings.Builder
	for _, slot := range s.m.Goroutines(nil) {
		fmt.Fprintf(&b, "goroutine %s: %s\n", s.m.SlotName(slot), s.pendingText(int(slot)))
		for i, f := range s.m.Frames(slot, maxFrames) {
			fmt.Fprintf(&b, "  %s %s\n", f.Func, f.Pos)
			showVariables(&b, s, s.m.Variables(slot, i), "    ", 0)
		}
	}
	return b.String()
}

func showVariables(b *strings.Builder, s *system, vars []vm.Variable, indent string, depth int) {
	for _, v := range vars {
		fmt.Fprintf(b, "%s%s %s = %s\n", indent, v.Name, v.Type, v.Value)
		if depth > 0 && v.Type != "*testing.T" {
			showVariables(b, s, s.m.Parts(v), indent+"  ", depth-1)
		}
	}
}

// whatIsShown is all that a debugger shows at its position.
func whatIsShown(d *Debugger) string {
	var b strings.Builder
	choices, _ := d.Choices()
	fmt.Fprintf(&b, "%+v\n", choices)
	for _, g := range d.Goroutines() {
		fmt.Fprintf(&b, "%+v %+v\n", g, d.Scopes(g.ID))
		for _, f := range d.Frames(g.ID) {
			fmt.Fprintf(&b, "  %+v\n", f)
			arguments, locals := d.Variables(f)
			showVariables(&b, d.s, arguments, "    ", 1)
			showVariables(&b, d.s, locals, "    ", 1)
		}
	}
	return b.String()
}

// difference is the first line in which two texts differ.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d:\n%s\n%s", i, x[i], y[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(x), len(y))
}
