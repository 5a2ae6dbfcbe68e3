package por_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// TestContract checks what searches rely on, at random reachable states: of
// two events enabled together that are not dependent, both orders are
// possible, yield the same events and the same state; neither enables,
// disables or changes what it is independent of; Firm and Alt 0 mean what
// they say. Every pair of kinds of operations must have met.
func TestContract(t *testing.T) {
	kinds := toy.Kinds()
	met := make([][]int, len(kinds))
	for i := range met {
		met[i] = make([]int, len(kinds))
	}
	for i := range kinds {
		for j := range i + 1 {
			for seed := range uint64(12) {
				checkContract(t, toy.Pairing(i, j, seed), seed, met)
			}
		}
	}
	for seed := range uint64(2 * *systems) {
		checkContract(t, toy.Random(seed), seed, met)
	}
	for i := range kinds {
		for j := range i + 1 {
			// Quiescence meets nothing, and only one may start a process.
			alone := kinds[i] == "sleep" || kinds[j] == "sleep" || kinds[i] == "go" && kinds[j] == "go"
			if !alone && met[i][j]+met[j][i] == 0 {
				t.Errorf("%s and %s never met", kinds[i], kinds[j])
			}
		}
	}
}

// checkContract walks through sys at random and checks every state.
func checkContract(t *testing.T, sys *toy.System, seed uint64, met [][]int) {
	rng := rand.New(rand.NewPCG(seed, 1))
	sys.Reset()
	for range 30 {
		choices := sys.Enabled(nil)
		if len(choices) == 0 {
			return
		}
		mark := sys.Mark()
		before := pendingOf(sys)
		for _, c := range choices {
			e := sys.Step(c)
			if e != before[c] {
				t.Fatalf("%s\npending %+v became %+v", sys, before[c], e)
			}
			checkUntouched(t, sys, e, choices, before)
			sys.Rewind(mark)
			for _, d := range choices {
				if f := before[d]; c.Proc < d.Proc {
					met[e.Op][f.Op]++
					if !por.Dependent(&e, &f) {
						checkCommute(t, sys, mark, c, d)
					}
				}
			}
		}
		sys.Step(choices[rng.IntN(len(choices))])
	}
}

func pendingOf(sys *toy.System) map[por.Choice]por.Event {
	m := map[por.Choice]por.Event{}
	for _, e := range sys.Pending(nil) {
		m[e.Choice] = e
	}
	return m
}

// checkUntouched checks, after e, that what it is independent of is as
// before, and that firm operations make the same accesses.
func checkUntouched(t *testing.T, sys *toy.System, e por.Event, choices []por.Choice, before map[por.Choice]por.Event) {
	t.Helper()
	now, after := sys.Enabled(nil), pendingOf(sys)
	for c, f := range before {
		if f.Proc == e.Proc || f.Proc == e.Peer {
			continue
		}
		g, there := after[c]
		if there && g.Firm && g != f {
			t.Fatalf("%s\nfirm %+v was %+v before %+v", sys, g, f, e)
		}
		if por.Dependent(&e, &f) || !slices.Contains(choices, c) {
			continue
		}
		if !slices.Contains(now, c) {
			t.Fatalf("%s\n%+v disables independent %+v", sys, e, f)
		}
		if g != f {
			t.Fatalf("%s\n%+v changes independent %+v to %+v", sys, e, f, g)
		}
	}
	for _, c := range now {
		f := after[c]
		if f.Proc == e.Proc || f.Proc == e.Peer || por.Dependent(&e, &f) {
			continue
		}
		if !slices.Contains(choices, c) {
			t.Fatalf("%s\n%+v enables independent %+v", sys, e, f)
		}
	}
}

func checkCommute(t *testing.T, sys *toy.System, mark int, c, d por.Choice) {
	t.Helper()
	run := func(c, d por.Choice) string {
		defer sys.Rewind(mark)
		e := sys.Step(c)
		if !slices.Contains(sys.Enabled(nil), d) {
			return fmt.Sprintf("%+v disables %v", e, d)
		}
		f := sys.Step(d)
		if e.Proc > f.Proc {
			e, f = f, e
		}
		return fmt.Sprintf("%+v %+v %x %v %v", e, f, sys.Fingerprint(), sys.Enabled(nil), sys.Pending(nil))
	}
	if a, b := run(c, d), run(d, c); a != b {
		t.Fatalf("%s\nnot independent:\n%s\n%s", sys, a, b)
	}
}

// TestCheck checks the same with what users of the package have.
func TestCheck(t *testing.T) {
	for seed := range *systems {
		sys := toy.Random(uint64(seed))
		if err := por.Check(poorer(sys, seed), uint64(seed), 20); err != nil {
			t.Fatalf("%s\n%v", sys, err)
		}
	}
}

// liar is a system that says of its writes that they are reads.
type liar struct{ *toy.System }

func (l liar) Step(c por.Choice) por.Event {
	e := l.System.Step(c)
	if e.Accesses[0].Mode == por.Write {
		e.Accesses[0].Mode = por.Read
	}
	return e
}

func TestCheckFindsFaults(t *testing.T) {
	sys := toy.Parse("write:x:1\nread:x jz:1 write:y:1\n")
	if err := por.Check(sys, 1, 20); err != nil {
		t.Error(err)
	}
	if err := por.Check(plain{liar{sys}}, 1, 20); err == nil {
		t.Error("a system that hides a write was not noticed")
	}
	if err := por.Check(liar{sys}, 1, 20); err == nil {
		t.Error("a system that does not do what was pending was not noticed")
	}
}
