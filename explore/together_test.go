package explore

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mazurka-go/mazurka/por"
)

// TestTogetherOnMachine compares what several workers explore of random programs
// with what one does.
func TestTogetherOnMachine(t *testing.T) {
	var programs []*genProgram
	for seed := range uint64(100) {
		programs = append(programs, randomProgram(seed+1))
	}
	b, err := loadBatch(t.TempDir(), programs)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for i, p := range programs {
		for _, early := range []bool{false, true} {
			ok, fault := b.examineTogether(i, worldConfig{early: early})
			if fault != "" {
				t.Errorf("program %d, early %v: %s\n%s", p.seed, early, fault, p.render("P"))
			}
			if ok {
				compared++
			}
		}
	}
	if compared < len(programs)/2 {
		t.Errorf("only %d of %d programs were compared", compared, len(programs))
	}
}

// examineTogether explores program i by several workers. ok is false if that is no
// complete search.
func (b *genBatch) examineTogether(i int, cfg worldConfig) (ok bool, fault string) {
	w, err := b.world(i, cfg)
	if err != nil {
		return false, err.Error()
	}
	defer w.done()
	worlds, err := w.s.p.factory(b.tests[i], Limits{Steps: 100_000, Memory: 64 << 20}).alike(cfg, 3)
	if err != nil {
		return false, err.Error()
	}
	defer closeAll(worlds)
	var systems []por.System
	var machines []*system
	for _, w := range worlds {
		systems = append(systems, w)
		machines = append(machines, w.(*fairWorld).spinner.(*system))
	}
	opts := por.Options{MaxDepth: oracleDepth, MaxExecutions: 3000}
	want := searched(sharedSearch, worlds[0], machines[0], nil, opts)
	got := newObservation()
	var mu sync.Mutex
	got.result = por.SearchParallel(sharedSearch, systems, opts, func(i int, _ *por.Execution) bool {
		mu.Lock()
		defer mu.Unlock()
		got.note(machines[i], func() []por.Choice { return nil })
		return !got.incomplete(nil)
	})
	switch {
	case want.incomplete(nil) != got.incomplete(nil):
		return true, "begins anew with one worker or with several only"
	case want.incomplete(nil) || !want.result.Complete:
		return false, ""
	case want.result.Executions != got.result.Executions || !got.result.Complete || got.result.Blocked > 0:
		return true, fmt.Sprintf("%d executions, not %d; %+v", got.result.Executions, want.result.Executions, got.result)
	case !slices.Equal(slices.Sorted(maps.Keys(want.outcomes)), slices.Sorted(maps.Keys(got.outcomes))):
		return true, "other outcomes"
	}
	return true, ""
}

// TestTogetherBenchmarks checks the numbers of traces of programs of the literature.
func TestTogetherBenchmarks(t *testing.T) {
	l := loadBenchmarks(t)
	for _, b := range smallBenchmarks {
		r := together(l.alike(t, b.test, 3))
		if r.Executions != b.traces || !r.Complete || r.Blocked > 0 {
			t.Errorf("%s: want %d traces, got %+v", b.name, b.traces, r)
		}
	}
}

func (l benchmarked) alike(tb testing.TB, test string, workers int) []world {
	worlds, err := l.p.factory(l.snap.Lookup("github.com/mazurka-go/mazurka/benchmarks/classic", test), Limits{}).alike(worldConfig{}, workers)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { closeAll(worlds) })
	return worlds
}

func together(worlds []world) por.Result {
	var systems []por.System
	for _, w := range worlds {
		systems = append(systems, w)
	}
	return por.SearchParallel(sharedSearch, systems, por.Options{}, func(i int, _ *por.Execution) bool {
		return len(worlds[i].faults()) == 0 && worlds[i].ending().kind == endNormal
	})
}

// BenchmarkTogether reports how many traces of the benchmark programs are
// explored in a second, by one worker and by two, and how much of
// the processors' time that takes.
func BenchmarkTogether(b *testing.B) {
	l := loadBenchmarks(b)
	for _, p := range largeBenchmarks {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s-%d", strings.NewReplacer("(", "_", ",", "_", ")", "").Replace(p.name), workers), func(b *testing.B) {
				worlds := l.alike(b, p.test, workers)
				spent := processorTime()
				for b.Loop() {
					if r := together(worlds); r.Executions != p.traces || !r.Complete {
						b.Fatalf("%+v", r)
					}
				}
				n := float64(p.traces) * float64(b.N)
				b.ReportMetric(n/b.Elapsed().Seconds(), "traces/s")
				b.ReportMetric(n/(processorTime()-spent).Seconds(), "traces/cpu-s")
			})
		}
	}
}

// TestTogetherResults checks that several workers come to the results of one.
func TestTogetherResults(t *testing.T) {
	for _, lines := range [][]string{
		{"La wx Ua", "La wx Ua", "La rx Ua"},
		{"La Lb Ub Ua", "Lb La Ua Ub"},
		{"wx wy", "wx ry", "rx !y0", "wy"},
		{"px", "px", "wy ry"},
		{"px py", "px py", "wy"},
		{"t wx", "rx !x0", "wx"},
		{"sx wy", "wx", "ry"},
		{"rx @", "wx"},
		{"rx % wx", "wx ry"},
	} {
		for _, algorithm := range []string{"", "optimal-dpor", "sleep"} {
			one, found := explored(&toyProgram{lines: lines}, Options{Algorithm: algorithm, Budget: time.Minute})
			for _, workers := range []int{2, 4} {
				res, again := explored(&toyProgram{lines: lines}, Options{Algorithm: algorithm, Budget: time.Minute, Workers: workers})
				if res.Verdict != one.Verdict || res.Bound != one.Bound || res.Executions != one.Executions || res.Internal != one.Internal || len(again) != len(found) {
					t.Errorf("%q, %q: got  %+v\nwant %+v", lines, algorithm, res, one)
					continue
				}
				for i := range found {
					if found[i].Kind != again[i].Kind || found[i].Message != again[i].Message || !slices.Equal(found[i].Schedule.Choices, again[i].Schedule.Choices) {
						t.Errorf("%q, %q: got %+v, want %+v", lines, algorithm, again[i], found[i])
					}
				}
			}
		}
	}
}

// TestSighting checks that what several workers came upon is not lost if one
// does not come upon it again.
func TestSighting(t *testing.T) {
	p := &toyProgram{lines: []string{"La Lb Ub Ua", "Lb La Ua Ub"}}
	j := newJob(t.Context(), p, Options{Workers: 2})
	j.end = j.start.Add(time.Minute)
	_, seen := j.together(sharedSearch, phase{share: 1}, worldConfig{})
	if seen == nil || len(j.findings) > 0 {
		t.Fatal("the deadlock was not seen, or told already")
	}
	j.noteSighting(seen, worldConfig{})
	if len(j.findings) != 1 || j.findings[0].Kind != KindDeadlock || j.internal != "" {
		t.Errorf("%+v %s", j.findings, j.internal)
	}
}
