package por_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// samplers promise executions that exist, and each trace some day.
var samplers = []string{"pct", "pos", "surw"}

func tries(name string) bool { return *onlySearch == "" || *onlySearch == name }

// TestPartialSearchesSample checks that what is sampled exists, that as many
// executions are shown as were asked for, that the seed and nothing else
// decides which, and that they differ.
func TestPartialSearchesSample(t *testing.T) {
	for _, name := range samplers {
		if !tries(name) {
			continue
		}
		distinct := 0
		for seed := range uint64(150) {
			sys := toy.Random(seed)
			ref, ok := reference(sys)
			if !ok {
				continue
			}
			opts := por.Options{Seed: seed, MaxExecutions: 40}
			got := explore(name, poorer(sys, int(seed)), sys.Outcome, opts)
			if r := got.result; r.Complete || r.Bound != "executions" || r.Executions != 40 {
				t.Fatalf("%s: %+v", name, r)
			}
			for key := range got.traces {
				if ref.traces[key] == 0 {
					t.Fatalf("%s\n%s: no such trace: %s", sys, name, key)
				}
			}
			for key := range got.outcomes {
				if ref.outcomes[key] == 0 {
					t.Fatalf("%s\n%s: no such outcome: %s", sys, name, key)
				}
			}
			again := explore(name, sys, sys.Outcome, opts)
			if fmt.Sprint(again.traces) != fmt.Sprint(got.traces) {
				t.Fatalf("%s\n%s: another run of seed %d sampled other traces", sys, name, seed)
			}
			distinct += min(len(got.traces), len(ref.traces), 5)
		}
		if distinct < 150 {
			t.Errorf("%s: hardly any variety: %d", name, distinct)
		}
	}
}

// rate samples n executions and returns the part of them that satisfy is.
func rate(name, program string, n int64, opts por.Options, is func(s *toy.System, x *por.Execution) bool) float64 {
	sys := toy.Parse(program)
	hits := 0
	opts.MaxExecutions = n
	por.Search(name, sys, opts, func(x *por.Execution) bool {
		if is(sys, x) {
			hits++
		}
		return true
	})
	return float64(hits) / float64(n)
}

// TestPartialSearchesPCTBound checks the bound 1/(n k^(d-1)) on bugs of known
// depth, on average over many seeds.
func TestPartialSearchesPCTBound(t *testing.T) {
	if !tries("pct") {
		return
	}
	failed := func(s *toy.System, _ *por.Execution) bool { return s.Failed() }
	for _, bug := range []struct {
		program      string
		n, steps, d  int
		smallerFails bool // no execution with fewer change points finds it
	}{
		{"write:x:1 write:y:1\nread:x read:y assert:1\n", 2, 4, 1, false},
		{"write:x:1 write:x:0\nread:x assert:0\n", 2, 3, 2, true},
		{"cas:x:0:1 cas:x:2:3\ncas:x:1:2 cas:x:3:4 assert:0\n", 2, 4, 3, true},
		{"write:x:1 write:x:0\nread:x assert:0\nwrite:y:1 write:y:2\n", 3, 5, 2, true},
	} {
		hits, least := 0.0, 1/(float64(bug.n)*math.Pow(float64(bug.steps), float64(bug.d-1)))
		const seeds, each = 200, 100
		for seed := range uint64(seeds) {
			hits += rate("pct", bug.program, each, por.Options{Seed: seed, Depth: bug.d, Length: bug.steps}, failed) / seeds
		}
		// Five standard deviations.
		if slack := 5 * math.Sqrt(least*(1-least)/(seeds*each)); hits < least-slack {
			t.Errorf("%s: hit rate %.4f, bound %.4f", bug.program, hits, least)
		}
		learned := rate("pct", bug.program, 20000, por.Options{Depth: bug.d}, failed)
		if math.Abs(learned-hits) > 0.03 {
			t.Errorf("%s: hit rate %.4f, %.4f if the length is learned", bug.program, hits, learned)
		}
		if bug.smallerFails {
			if r := rate("pct", bug.program, 2000, por.Options{Depth: bug.d - 1}, failed); r > 0 {
				t.Errorf("%s: found at depth %d: rate %.4f", bug.program, bug.d-1, r)
			}
		}
	}
}

// TestPartialSearchesPOSRates checks how likely the positions of one write
// are among three of another process: if they race, every one of those is a
// new draw between two; if not, the i-th is the first one to win against a
// draw that stays, and the last position is that of the lowest of four.
func TestPartialSearchesPOSRates(t *testing.T) {
	if !tries("pos") {
		return
	}
	for program, want := range map[string][]float64{
		"write:x:1\nwrite:x:2 write:x:3 write:x:4\n": {1. / 2, 1. / 4, 1. / 8, 1. / 8},
		"write:y:1\nwrite:x:2 write:x:3 write:x:4\n": {1. / 2, 1. / 6, 1. / 12, 1. / 4},
	} {
		for i, p := range want {
			got := rate("pos", program, 20000, por.Options{}, func(_ *toy.System, x *por.Execution) bool { return x.Events[i].Proc == 0 })
			if math.Abs(got-p) > 5*math.Sqrt(p*(1-p)/20000) {
				t.Errorf("%s: position %d: rate %.4f, want %.4f", program, i, got, p)
			}
		}
	}
}

// TestPartialSearchesPOSCovers checks that every trace is sampled.
func TestPartialSearchesPOSCovers(t *testing.T) {
	if !tries("pos") {
		return
	}
	for _, program := range []string{ainc(3), casrot(3), readers(4), lastzero(2), pi(3)} {
		sys := toy.Parse(program)
		ref, _ := reference(sys)
		if got := explore("pos", sys, sys.Outcome, por.Options{MaxExecutions: 3000}); len(got.traces) != len(ref.traces) {
			t.Errorf("%s: %d of %d traces", program, len(got.traces), len(ref.traces))
		}
	}
}

// TestPartialSearchesSURWUniform checks by the chi-square statistic that
// interleavings are equally likely: of independent processes, of processes
// that start one another, and of the interesting events among others.
func TestPartialSearchesSURWUniform(t *testing.T) {
	if !tries("surw") {
		return
	}
	writes := map[uint16]bool{}
	por.Search("all", toy.Parse("write:a:1\n"), por.Options{}, func(x *por.Execution) bool {
		writes[x.Events[0].Op] = true
		return true
	})
	write := func(e por.Event) bool { return writes[e.Op] }
	for _, test := range []struct {
		program     string
		interesting func(por.Event) bool
		count       int
	}{
		{"write:a:1 write:a:2\nwrite:b:1 write:b:2 write:b:3\nwrite:c:1 write:c:2\n", nil, 210},
		{"go:1 write:a:1 write:a:2\n- write:b:1 go:2 write:b:2\n- write:c:1 write:c:2\n", nil, 63},
		{"write:a:1 read:a read:a write:a:2\nread:b write:b:1 write:b:2 write:b:3\nread:c read:c read:c write:c:1\n", write, 60},
	} {
		seen := map[string]int{}
		each := 100
		por.Search("surw", toy.Parse(test.program), por.Options{MaxExecutions: int64(each * test.count), Interesting: test.interesting}, func(x *por.Execution) bool {
			key := ""
			for _, e := range x.Events {
				if test.interesting == nil || test.interesting(e) {
					key += fmt.Sprint(e.Proc)
				}
			}
			seen[key]++
			return true
		})
		if len(seen) != test.count {
			t.Errorf("%s: %d interleavings, want %d", test.program, len(seen), test.count)
		}
		chi := 0.0
		for _, n := range seen {
			chi += float64((n-each)*(n-each)) / float64(each)
		}
		free := float64(test.count - 1)
		if most := free + 5*math.Sqrt(2*free); chi > most {
			t.Errorf("%s: chi-square %.0f, at most %.0f", test.program, chi, most)
		}
	}
}

// countPreemptions counts the switches away from processes that could go on.
func countPreemptions(sys *toy.System, schedule []por.Choice) (n int) {
	sys.Reset()
	for i, c := range schedule {
		able := map[por.Proc]bool{}
		for _, d := range sys.Enabled(nil) {
			able[d.Proc] = true
		}
		if i > 0 && able[schedule[i-1].Proc] && schedule[i-1].Proc != c.Proc {
			n++
		}
		sys.Step(c)
	}
	return n
}

// countDelays runs the round-robin scheduler along the schedule and counts how
// often it has to be told to pass on.
func countDelays(sys *toy.System, schedule []por.Choice) (n int) {
	const processes = 16
	sys.Reset()
	turn := por.Proc(0)
	for _, c := range schedule {
		for ; turn != c.Proc; turn = (turn + 1) % processes {
			if slices.ContainsFunc(sys.Enabled(nil), func(d por.Choice) bool { return d.Proc == turn }) {
				n++
			}
		}
		sys.Step(c)
	}
	return n
}

// TestPartialSearchesBounded compares what is explored within a bound with
// all interleavings, filtered.
func TestPartialSearchesBounded(t *testing.T) {
	counters := map[string]func(*toy.System, []por.Choice) int{"preemption-bounding": countPreemptions, "delay-bounding": countDelays}
	for seed := range uint64(200) {
		sys, second := toy.Random(seed), toy.Random(seed)
		all := []([]por.Choice){}
		r := por.Search("all", sys, por.Options{MaxExecutions: 2000}, func(x *por.Execution) bool {
			all = append(all, schedule(x))
			return true
		})
		if !r.Complete {
			continue
		}
		for name, count := range counters {
			if !tries(name) {
				continue
			}
			costs := map[string]int{}
			for _, s := range all {
				costs[fmt.Sprint(s)] = count(second, s)
			}
			for bound := range 4 {
				compareBounded(t, name, sys, poorer(sys, int(seed)+bound), bound, costs)
			}
		}
	}
}

func schedule(x *por.Execution) (list []por.Choice) {
	for i := range x.Events {
		list = append(list, x.Events[i].Choice)
	}
	return list
}

func compareBounded(t *testing.T, name string, sys *toy.System, as por.System, bound int, costs map[string]int) {
	t.Helper()
	opts := por.Options{Preemptions: bound, Delays: bound, MaxExecutions: int64(10*len(costs) + 10)}
	if bound == 0 {
		opts.Preemptions, opts.Delays = -1, -1
	}
	seen, last := map[string]bool{}, 0
	r := por.Search(name, as, opts, func(x *por.Execution) bool {
		key := fmt.Sprint(schedule(x))
		cost, ok := costs[key]
		if !ok || seen[key] || cost > bound || cost < last {
			t.Fatalf("%s\n%s %d: %s: exists %v, seen %v, costs %d after %d", sys, name, bound, key, ok, seen[key], cost, last)
		}
		seen[key], last = true, cost
		return true
	})
	within := 0
	for key, cost := range costs {
		if cost <= bound {
			within++
			if !seen[key] {
				t.Fatalf("%s\n%s %d: lost: %s", sys, name, bound, key)
			}
		}
	}
	if r.Complete != (within == len(costs)) || !r.Complete && r.Bound == "" {
		t.Fatalf("%s\n%s %d: %d of %d, %+v", sys, name, bound, within, len(costs), r)
	}
}
