package explore

import (
	"testing"

	"github.com/mazurka-go/mazurka/por"
)

// A blindWorld does not foresee some of what goroutines do.
type blindWorld struct {
	*farWorld
	blind map[por.Mode]bool
}

func (w blindWorld) MayConflict(p por.Proc, e por.Event) bool {
	return !w.blind[e.Accesses[0].Mode] && w.farWorld.MayConflict(p, e)
}

func (w blindWorld) MayPrecede(p por.Proc, e por.Event) bool {
	return !w.blind[e.Accesses[0].Mode] && w.farWorld.MayPrecede(p, e)
}

func (w blindWorld) Future(p por.Proc, x por.Access, buf []por.FutureAccess) []por.FutureAccess {
	if w.blind[x.Mode] {
		return buf
	}
	return w.farWorld.Future(p, x, buf)
}

// TestOracleFindsBlindness plants faults in what is foreseen; the comparison with
// every interleaving finds each within a few programs.
func TestOracleFindsBlindness(t *testing.T) {
	var programs []*genProgram
	for seed := range uint64(batchSize) {
		programs = append(programs, randomProgram(seed+1))
	}
	b, err := loadBatch(t.TempDir(), programs)
	if err != nil {
		t.Fatal(err)
	}
	for name, blind := range map[string]map[por.Mode]bool{
		"writes": {por.Write: true}, "locks": {por.Acquire: true}, "reads": {por.Read: true},
	} {
		for _, search := range []string{"s-por", "hybrid-por"} {
			if search == "hybrid-por" && blind[por.Acquire] {
				continue // it comes to the other lock in time, and mends what it has left out
			}
			t.Run(name+"/"+search, func(t *testing.T) {
				for i := range programs {
					fault := b.examine(i, 300, []string{search}, func(w *genWorld) por.System {
						return blindWorld{lookAhead(w.world).(*farWorld), blind}
					}, &oracleNumbers{})
					if fault != "" {
						return
					}
				}
				t.Errorf("not found in %d programs", len(programs))
			})
		}
	}
}

// BenchmarkMayConflict is what a question costs about where goroutines are in the middle of
// an execution.
func BenchmarkMayConflict(b *testing.B) {
	dir := b.TempDir()
	batch, err := loadBatch(dir, []*genProgram{randomProgram(4), randomProgram(31)})
	if err != nil {
		b.Fatal(err)
	}
	w, err := batch.world(1, worldConfig{matching: true})
	if err != nil {
		b.Fatal(err)
	}
	defer w.done()
	sys := lookAhead(w.world).(*farWorld)
	sys.Reset()
	for range 4 {
		if choices := sys.Enabled(nil); len(choices) > 0 {
			sys.Step(choices[len(choices)-1])
		}
	}
	pending := sys.Pending(nil)
	questions := 0
	for b.Loop() {
		for i := range pending {
			for j := range pending {
				if i != j {
					sys.MayConflict(pending[i].Proc, pending[j])
					questions++
				}
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(max(questions, 1)), "ns/question")
}
