package por_test

import (
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// modelled is a subject that says itself what is observed of it.
type modelled interface {
	subject
	Observed() string
}

// models are generators of such subjects.
var models = []struct {
	name string
	make func(seed uint64) modelled
}{
	{"actors", func(seed uint64) modelled { return toy.RandomActors(seed) }},
	{"nets", func(seed uint64) modelled { return toy.RandomPetriNet(seed) }},
}

// TestLporModelsAgainstStateSpace compares, for random actors and Petri nets,
// final states and what is observed.
func TestLporModelsAgainstStateSpace(t *testing.T) {
	for _, m := range models {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			var reduced, all int64
			tried := 0
			for seed := *firstSystem; tried < *systems; seed++ {
				sys := m.make(uint64(seed))
				full, ok := fullSpace(sys, sys.Observed, 1500)
				if !ok {
					continue
				}
				tried++
				reduced += tryWays(t, sys, sys.Observed, full, seed)
				all += 4 * int64(full.states)
			}
			t.Logf("%d systems, %.1f%% of the states", tried, 100*float64(reduced)/float64(all))
		})
	}
}

// TestLporModels checks what models say of themselves.
func TestLporModels(t *testing.T) {
	for _, m := range models {
		for seed := range uint64(*systems) {
			sys := m.make(seed)
			if err := por.Check(sys, seed, 30); err != nil {
				t.Fatalf("%s %d:\n%s\n%v", m.name, seed, sys, err)
			}
			if err := por.CheckRelations(sys, sys.Observed, seed, 30); err != nil {
				t.Fatalf("%s %d:\n%s\n%v", m.name, seed, sys, err)
			}
		}
	}
}
