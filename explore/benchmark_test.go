package explore

import (
	"context"
	"strings"
	"testing"

	"github.com/mazurka-go/mazurka/por"
)

// A benchmarkTest is a test of benchmarks/classic, a benchmark program of the
// literature in Go, with its number of traces. Cells without a lock are atomic;
// main waits for everybody in the end, which adds no trace.
type benchmarkTest struct {
	name, test string
	traces     int64
}

// smallBenchmarks are explored by the tests, largeBenchmarks are for timing.
var (
	smallBenchmarks = []benchmarkTest{
		{"Disp(5,2)", "TestDisp52", 137},
		{"Disp(5,3)", "TestDisp53", 1482},
		{"Mpat(4)", "TestMpat4", 384},
		{"Mpat(5)", "TestMpat5", 3840},
		{"MPC(2,5)", "TestMPC25", 60},
		{"MPC(3,5)", "TestMPC35", 2958},
		{"Pi(5)", "TestPi5", 120},
		{"Pi(7)", "TestPi7", 5040},
		{"Poke(4,2)", "TestPoke42", 60},
		{"Poke(7,3)", "TestPoke73", 2440},
		{"lastzero(5)", "TestLastzero5", 64},
		{"lastzero(10)", "TestLastzero10", 3328},
		{"readers(5)", "TestReaders5", 32},
		{"fib(2)", "TestFib2", 140},
		{"casrot(5)", "TestCasrot5", 43},
		{"casrot(8)", "TestCasrot8", 2048},
	}
	largeBenchmarks = []benchmarkTest{
		{"Disp(5,4)", "TestDisp54", 15282},
		{"Mpat(6)", "TestMpat6", 46080},
		{"MPC(3,5)", "TestMPC35", 2958},
		{"Pi(8)", "TestPi8", 40320},
		{"Poke(8,3)", "TestPoke83", 3700},
		{"lastzero(12)", "TestLastzero12", 15360},
		{"readers(13)", "TestReaders13", 8192},
		{"fib(5)", "TestFib5", 218243},
		{"casrot(10)", "TestCasrot10", 38486},
	}
)

// A benchmarked is the package of the benchmark programs, loaded.
type benchmarked struct {
	snap *Snapshot
	p    *program
}

func loadBenchmarks(tb testing.TB) benchmarked {
	s, snap := loaded(tb, "../benchmarks", "./classic")
	t := snap.Lookup("github.com/mazurka-go/mazurka/benchmarks/classic", "TestPi5")
	p, err := s.acquire(context.Background(), t)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.release(p) })
	return benchmarked{snap, p}
}

func (l benchmarked) world(tb testing.TB, test string) world {
	w, err := l.p.factory(l.snap.Lookup("github.com/mazurka-go/mazurka/benchmarks/classic", test), Limits{}).world(worldConfig{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(w.close)
	return w
}

// explore explores w with a search and looks at what it finds as a check does.
func exploreBenchmark(tb testing.TB, w world, name string, b benchmarkTest) por.Result {
	r := por.Search(name, w, por.Options{}, func(*por.Execution) bool {
		if len(w.faults()) > 0 || w.ending().kind != endNormal {
			tb.Fatalf("%s: %+v %+v", b.name, w.faults(), w.ending())
		}
		return true
	})
	if r.Executions != b.traces || !r.Complete || name == "optimal-dpor" && r.Blocked != 0 {
		tb.Fatalf("%s: want %d traces, got %+v", b.name, b.traces, r)
	}
	return r
}

// TestBenchmarkPrograms checks the numbers of traces of programs of the
// literature.
func TestBenchmarkPrograms(t *testing.T) {
	l := loadBenchmarks(t)
	for _, b := range smallBenchmarks {
		exploreBenchmark(t, l.world(t, b.test), "optimal-dpor", b)
	}
}

// BenchmarkPrograms reports how many traces and steps of the benchmark
// programs are explored in a second of processor time.
func BenchmarkPrograms(b *testing.B) {
	l := loadBenchmarks(b)
	for _, p := range largeBenchmarks {
		b.Run(strings.NewReplacer("(", "_", ",", "_", ")", "").Replace(p.name), func(b *testing.B) {
			w := l.world(b, p.test)
			var executions, steps int64
			start := processorTime()
			for b.Loop() {
				r := exploreBenchmark(b, w, "optimal-dpor", p)
				executions += r.Executions
				steps += r.Steps
			}
			spent := (processorTime() - start).Seconds()
			b.ReportMetric(float64(executions)/spent, "traces/cpu-s")
			b.ReportMetric(float64(steps)/spent, "steps/cpu-s")
			b.ReportMetric(float64(steps)/float64(executions), "steps/trace")
		})
	}
}
