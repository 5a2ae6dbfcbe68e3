package por_test

import (
	"fmt"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// TestQPORAgainstAll compares k-partial alternatives for several k with all
// interleavings. 0 stands for all of them.
func TestQPORAgainstAll(t *testing.T) {
	if *onlySearch != "" && *onlySearch != "qpor" {
		return
	}
	const parts = 2
	for part := range parts {
		t.Run(fmt.Sprint("part", part), func(t *testing.T) {
			t.Parallel()
			for i, source := range hard {
				if i%parts == part {
					sys := toy.Parse(source)
					ref, _ := reference(sys)
					for seed := range 8 {
						compareQPOR(t, ref, sys, poorer(sys, seed/2), uint64(seed))
					}
				}
			}
			tried := 0
			for seed := *firstSystem + part; tried < *systems/parts+1; seed += parts {
				sys := toy.Random(uint64(seed))
				if ref, ok := reference(sys); ok {
					tried++
					compareQPOR(t, ref, sys, sys, 0)
					compareQPOR(t, ref, sys, poorer(sys, seed/parts), uint64(seed))
				}
			}
		})
	}
}

func compareQPOR(t *testing.T, ref explored, sys *toy.System, as por.System, seed uint64) {
	t.Helper()
	for _, k := range []int{0, 1, 2, 3} {
		opts := por.Options{Seed: seed, Alternatives: k}
		if fault := compareWith("qpor", ref, as, sys.Outcome, opts); fault != "" {
			t.Fatalf("k %d as %T, seed %d:\n%s\n%s", k, as, seed, sys, fault)
		}
	}
}
