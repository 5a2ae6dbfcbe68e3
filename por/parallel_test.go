package por_test

import (
	"flag"
	"fmt"
	"sync"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

var parallelSystems = flag.Int("por.parallel", 400, "how many random systems parallel searches are tried on")

// exploreParallel is explore by several workers, who remember no more than most nodes
// if that is not 0.
func exploreParallel(source string, workers, as, most int, opts por.Options) explored {
	x := explored{traces: map[string]int{}, outcomes: map[string]int{}}
	var mu sync.Mutex
	var toys []*toy.System
	var systems []por.System
	for range workers {
		sys := toy.Parse(source)
		toys = append(toys, sys)
		systems = append(systems, poorer(sys, as))
	}
	visit := func(i int, e *por.Execution) bool {
		key, outcome := traceKey(e.Events), toys[i].Outcome()
		mu.Lock()
		defer mu.Unlock()
		x.traces[key]++
		x.outcomes[outcome]++
		return true
	}
	if most == 0 {
		x.result = por.SearchParallel("optimal-dpor", systems, opts, visit)
	} else {
		x.result = por.SearchForgetful(systems, opts, most/3, most, visit)
	}
	return x
}

// TestParallelAgainstAll explores random systems by several workers, and
// compares with all interleavings.
func TestParallelAgainstAll(t *testing.T) {
	try := func(sys *toy.System, ref explored, seed, most int) {
		t.Helper()
		got := exploreParallel(sys.String(), 2+seed%3, seed/3, most, por.Options{MaxExecutions: int64(20*len(ref.traces) + 100)})
		if fault := difference("optimal-dpor", ref, got, por.Options{}); fault != "" {
			t.Fatalf("seed %d:\n%s\n%s", seed, sys, fault)
		}
		if want := por.Search("optimal-dpor", sys, por.Options{}, nil); got.result.Executions != want.Executions {
			t.Fatalf("seed %d: %d executions, want %d", seed, got.result.Executions, want.Executions)
		}
	}
	for i, source := range hard {
		sys := toy.Parse(source)
		ref, _ := reference(sys)
		for n := range 4 {
			try(sys, ref, 4*i+n, 5*n)
		}
	}
	tried := 0
	for seed := 1; tried < *parallelSystems; seed++ {
		sys := toy.Random(uint64(seed))
		ref, ok := reference(sys)
		if !ok || len(ref.traces) < 5 {
			continue
		}
		tried++
		try(sys, ref, seed, 0)
		try(sys, ref, seed, 1+seed%20)
	}
}

// TestParallelCounts checks the numbers of traces of larger programs.
func TestParallelCounts(t *testing.T) {
	for _, c := range []count{
		{"Disp(5,3)", disp(5, 3), 1482, true},
		{"Mpat(5)", mpat(5), 3840, false},
		{"MPC(3,5)", mpc(3, 5), 2958, true},
		{"Pi(7)", pi(7), 5040, false},
		{"Poke(7,3)", poke(7, 3), 2440, true},
		{"lastzero(10)", lastzero(10), 3328, true},
		{"readers(10)", readers(10), 1024, false},
		{"fib(4)", fib(4), 19605, false},
		{"casrot(8)", casrot(8), 2048, false},
	} {
		for workers, many := range map[int]int{2: 300, 3: 30, 5: 1 << 20} {
			t.Run(fmt.Sprint(c.name, workers), func(t *testing.T) {
				var systems []por.System
				for range workers {
					systems = append(systems, toy.Parse(c.program))
				}
				r := por.SearchForgetful(systems, por.Options{}, many, 4*many, func(int, *por.Execution) bool { return true })
				if r.Executions != c.traces || !r.Complete || r.Blocked != 0 || r.Estimate != float64(c.traces) {
					t.Errorf("want %d traces, got %+v", c.traces, r)
				}
			})
		}
	}
}
