package por_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// expansions is a system that notes which processes were explored from
// each state, in order.
type expansions struct {
	*toy.System
	from map[[2]uint64][]por.Proc
}

func (x expansions) Step(c por.Choice) por.Event {
	f := x.Fingerprint()
	x.from[f] = append(x.from[f], c.Proc)
	return x.System.Step(c)
}

// expand explores a program and returns what was explored from each state,
// and from the initial one.
func expand(name, source string) (x expansions, initial []por.Proc, r por.Result) {
	x = expansions{toy.Parse(source), map[[2]uint64][]por.Proc{}}
	r = por.Search(name, x, por.Options{}, nil)
	x.Reset()
	return x, x.from[x.Fingerprint()], r
}

// TestCEFM23_Figure1 has threads with invisible transitions, and a visible one
// in the end. S-POR takes the invisible ones one thread after the other. Only
// the state where there are none left is irreducible.
func TestCEFM23_Figure1(t *testing.T) {
	for _, threads := range []int{2, 3} {
		for _, ticks := range []int{1, 2, 4} {
			source := strings.Repeat(strings.Repeat("tick ", ticks)+"write:x:1\n", threads)
			x, _, r := expand("s-por", source)
			path := threads * ticks
			first := slices.Repeat([]por.Proc{0}, ticks)
			for p := 1; p < threads; p++ {
				first = append(first, slices.Repeat([]por.Proc{por.Proc(p)}, ticks)...)
			}
			for i, p := range first {
				if from := x.from[x.Fingerprint()]; !slices.Equal(from, []por.Proc{p}) {
					t.Errorf("%d threads, %d ticks: step %d of %v, want %d", threads, ticks, i, from, p)
				}
				x.System.Step(por.Choice{Proc: p})
			}
			irreducible := x.from[x.Fingerprint()]
			if len(irreducible) != threads {
				t.Errorf("%d threads, %d ticks: %v from the irreducible state", threads, ticks, irreducible)
			}
			// From there on there is a lattice of writes, the last of which need no
			// choice.
			if want := int64(path + 1<<threads); r.States != want {
				t.Errorf("%d threads, %d ticks: %d states, want %d", threads, ticks, r.States, want)
			}
			full := por.Search("all", toy.Parse(strings.ReplaceAll(source, "write:x:1", "")), por.Options{}, nil)
			if r.Executions >= full.Executions && threads*ticks > 2 {
				t.Errorf("%d threads, %d ticks: %d of %d executions", threads, ticks, r.Executions, full.Executions)
			}
		}
	}
}

// figure3 and figure4 are the programs of the figures. Threads are those of
// the text less one.
const (
	figure3 = "write:o1:1\nread:o2 read:o1\nread:o1\n"
	figure4 = "write:a:1\nwrite:p:1 read:r read:a\nwrite:q:1 read:p read:r read:a\nwrite:r:1 read:q read:a\nread:a\n"
)

// TestCEFM23_Figure3 has current[1] = {1, 2, 3} and current[2] = {2}. So
// the exploration ends with done = {1, 2}, a source set. The smallest
// persistent set with 1 is {1, 2, 3}.
func TestCEFM23_Figure3(t *testing.T) {
	for _, name := range []string{"de-s-por", "dl-s-por", "stateless-de-s-por", "stateless-dl-s-por"} {
		checkExpanded(t, name, figure3, 0, 1)
	}
	checkExpanded(t, "source-dpor", figure3, 0, 1)
	for _, name := range []string{"s-por", "dpor"} {
		checkExpanded(t, name, figure3, 0, 1, 2)
	}
}

// TestCEFM23_Figure4 has current[1] = {1, 2, 3, 4, 5}, current[2] = {2, 3},
// current[3] = {3, 4}, current[4] = {2, 3, 4}. So the exploration ends with
// done = {1, 2, 3, 4}, because of {2, 3, 4}. The smallest persistent set with 1
// is {1, 2, 3, 4, 5}.
func TestCEFM23_Figure4(t *testing.T) {
	for _, name := range []string{"de-s-por", "dl-s-por", "stateless-de-s-por", "stateless-dl-s-por"} {
		checkExpanded(t, name, figure4, 0, 1, 2, 3)
	}
	checkExpanded(t, "source-dpor", figure4, 0, 1, 2, 3)
	for _, name := range []string{"s-por", "dpor"} {
		checkExpanded(t, name, figure4, 0, 1, 2, 3, 4)
	}
}

func checkExpanded(t *testing.T, name, source string, want ...por.Proc) {
	t.Helper()
	if _, initial, r := expand(name, source); !slices.Equal(initial, want) {
		t.Errorf("%s: %v explored, want %v; %+v", name, initial, want, fmt.Sprint(r))
	}
}
