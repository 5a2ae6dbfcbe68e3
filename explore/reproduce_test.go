package explore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mazurka-go/mazurka/por"
)

// TestReproducible checks the promise behind every schedule: what one machine
// has done, after many other executions, another one does again, step by
// step, by names alone.
func TestReproducible(t *testing.T) {
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
				t.Run(p.Path+"."+test.Name, func(t *testing.T) { reproduces(t, s, test, seed) })
			}
		}
	}
}

func reproduces(t *testing.T, s *Session, test *Test, seed uint64) {
	p, err := s.acquire(context.Background(), test)
	if err != nil {
		t.Fatal(err)
	}
	defer s.release(p)
	f := p.factory(test, Limits{})
	cfg := worldConfig{early: seed%2 == 0, mapSeed: seed, randSeed: seed}
	for range 2 {
		w, err := f.world(cfg)
		if err != nil {
			t.Fatal(err)
		}
		r := newRunner(w, nil)
		r.limit = 300
		walks := newWalker(r, seed)
		for range 5 {
			walks.walk()
		}
		if err := searchedAgain(f, w, cfg); err != nil {
			t.Fatal(err)
		}
		first := walked(w, rand.New(rand.NewPCG(seed, 7)), nil)
		racing := w.accesses()
		w.close()

		other, err := f.world(cfg)
		if err != nil {
			t.Fatal(err)
		}
		again := walked(other, nil, first.choices)
		other.close()
		if got, want := again.story(), first.story(); got != want {
			t.Fatalf("the other machine did\n%s\nthe first one\n%s", got, want)
		}
		// The second round watches what has raced in the first.
		slices.Sort(racing)
		cfg.watch = slices.Compact(racing)
	}
}

// searchedAgain lets a search explore a few executions, with all the going
// back and forth that this takes, and executes each one in another world.
func searchedAgain(f factory, w world, cfg worldConfig) (err error) {
	other, err := f.world(cfg)
	if err != nil {
		return err
	}
	defer other.close()
	por.Search("source-dpor", w, por.Options{MaxExecutions: 12, MaxDepth: 300}, func(x *por.Execution) bool {
		var choices []por.Choice
		for i := range x.Events {
			choices = append(choices, x.Events[i].Choice)
		}
		list := name(w, choices)
		other.Reset()
		for i, n := range list {
			c, bad := resolve(other, []NamedChoice{n})
			if bad >= 0 || !hasChoice(other.Enabled(nil), c[0]) {
				err = fmt.Errorf("choice %d of %v, %v, is not possible in another world: %v are", i, list, n, name(other, other.Enabled(nil)))
				return false
			}
			if e := other.Step(c[0]); e.Op != x.Events[i].Op || e.Wide != x.Events[i].Wide {
				err = fmt.Errorf("choice %d of %v is %+v in another world, was %+v", i, list, e, x.Events[i])
				return false
			}
		}
		if got, want := fmt.Sprint(other.faults()), fmt.Sprint(w.faults()); got != want {
			err = fmt.Errorf("%v shows %s in another world, %s before", list, got, want)
		}
		return err == nil
	})
	return err
}

// A walked execution is told in names.
type walkedExecution struct {
	choices []NamedChoice
	lines   []string
}

func (x *walkedExecution) story() string { return strings.Join(x.lines, "\n") }

// walked makes an execution: at random, or by names.
func walked(w world, rng *rand.Rand, names []NamedChoice) *walkedExecution {
	x := new(walkedExecution)
	w.Reset()
	var enabled []por.Choice
	for len(x.choices) < 300 {
		enabled = w.Enabled(enabled[:0])
		var words []string
		for _, n := range name(w, enabled) {
			words = append(words, n.Goroutine+" "+n.Alternative)
		}
		slices.Sort(words) // numbers order them, and differ
		x.lines = append(x.lines, "enabled "+strings.Join(words, ", "))
		if len(enabled) == 0 {
			break
		}
		var c por.Choice
		if rng != nil {
			c = enabled[rng.IntN(len(enabled))]
		} else {
			if len(x.choices) == len(names) {
				break
			}
			one, bad := resolve(w, names[len(x.choices):][:1])
			if bad >= 0 || !hasChoice(enabled, one[0]) {
				x.lines = append(x.lines, fmt.Sprintf("%v is not possible", names[len(x.choices)]))
				return x
			}
			c = one[0]
		}
		x.choices = append(x.choices, name(w, []por.Choice{c})...)
		step := w.step(c)
		e := w.Step(c)
		x.lines = append(x.lines, fmt.Sprintf("%s: %s at %s, op %d wide %v firm %v", w.procName(c.Proc), step.Text, step.Pos, e.Op, e.Wide, e.Firm))
	}
	for _, f := range w.faults() {
		x.lines = append(x.lines, fmt.Sprintf("fault %v", f))
	}
	x.lines = append(x.lines, fmt.Sprintf("ending %+v", w.ending()), string(w.output()))
	return x
}
