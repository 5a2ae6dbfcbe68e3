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
		for seed := uint64(*firstSystem); seed < uint64(*firstSystem+*systems/4); seed++ {
			sys := toy.Random(seed)
			ref := explore("all", sys, sys.Outcome, por.Options{MaxExecutions: 1000})
			if !ref.result.Complete {
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
		if distinct < *systems/4 {
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
	failed := func(s *toy.System, _ *por.Execution) bool { return s.Failed() || s.Stuck() }
	for _, bug := range []struct {
		program      string
		n, steps, d  int
		smallerFails bool // no execution with fewer change points finds it
	}{
		{"write:x:1 write:y:1\nread:x read:y assert:1\n", 2, 4, 1, false},
		{"write:x:1 write:x:0\nread:x assert:0\n", 2, 3, 2, true},
		{"cas:x:0:1 cas:x:2:3\ncas:x:1:2 cas:x:3:4 assert:0\n", 2, 4, 3, true},
		{"write:x:1 write:x:0\nread:x assert:0\nwrite:y:1 write:y:2\n", 3, 5, 2, true},
		{"write:y:1\nwrite:x:1\nwrite:y:2\nread:x assert:1\n", 4, 4, 1, false},
		{"lock:a lock:b unlock:b unlock:a\nlock:b lock:a unlock:a unlock:b\n", 2, 8, 2, true},
		{"read:x write:x:.+1\nread:x write:x:.+1\njoin:0 join:1 read:x assert:2\n", 3, 9, 2, true},
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
// all interleavings, filtered: within small bounds, within the largest that
// leaves something out, and within one that leaves nothing out.
func TestPartialSearchesBounded(t *testing.T) {
	counters := map[string]func(*toy.System, []por.Choice) int{"preemption-bounding": countPreemptions, "delay-bounding": countDelays}
	for seed := uint64(*firstSystem); seed < uint64(*firstSystem+*systems); seed++ {
		sys, second := toy.Random(seed), toy.Random(seed)
		all := []([]por.Choice){}
		r := por.Search("all", sys, por.Options{MaxExecutions: 400}, func(x *por.Execution) bool {
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
			costs, most := map[string]int{}, 0
			for _, s := range all {
				cost := count(second, s)
				costs[fmt.Sprint(s)] = cost
				most = max(most, cost)
			}
			for i, bound := range slices.Compact(slices.Sorted(slices.Values([]int{0, 1, 2, max(most-1, 0), most}))) {
				compareBounded(t, name, sys, poorer(sys, int(seed)+i), bound, costs)
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
	cut := map[string]string{"preemption-bounding": "preemptions", "delay-bounding": "delays"}[name]
	if within == len(costs) {
		cut = ""
	}
	if r.Bound != cut || r.Complete != (cut == "") {
		t.Fatalf("%s\n%s %d: %d of %d, %+v", sys, name, bound, within, len(costs), r)
	}
}

var _ = plant("^TestPartialSearches",
	fault{"pct", "pct.go", "change points are a step late", "if step == len(s.events)+1 {", "if step == len(s.events) {"},
	fault{"pct", "pct.go", "the last step is never a change point", "1 + s.rng.n(s.length)", "1 + s.rng.n(max(s.length-1, 1))"},
	fault{"pct", "pct.go", "later changes have lower priorities", "= uint64(i + 1)", "= uint64(len(s.changes) - i)"},
	fault{"pct", "pct.go", "one change point too few", "make([]int, d-1)", "make([]int, max(d-2, 0))"},
	fault{"pct", "pct.go", "priorities last for good", "	s.priority = s.priority[:0]\n	for i := range", "	for i := range"},
	fault{"pct", "pct.go", "who comes later has a higher priority", "s.sampler.priority()", "s.sampler.priority()/2 + 1<<62*uint64(c.Proc&1)"},
	fault{"pct", "pct.go", "the lowest priority goes", "s.priority[c.Proc] > s.priority[best]", "s.priority[c.Proc] < s.priority[best]"},
	fault{"pct", "pct.go", "the length is not learned", "s.length = max(s.length, len(s.events))", "s.length = max(s.length, 1)"},
	fault{"pct", "sample.go", "the first of several ways is taken", "return first + s.rng.n(n)", "return first"},

	fault{"pos", "pos.go", "what raced keeps its priority", "Dependent(e, f)", "e.Proc == f.Proc"},
	fault{"pos", "pos.go", "everything draws again", "Dependent(e, f)", "e != nil"},
	fault{"pos", "pos.go", "an event passes its priority on", "Dependent(e, f)", "e.Proc != f.Proc && Dependent(e, f)"},
	fault{"pos", "pos.go", "what races is what could go first of all", "s.next = s.foresee(enabled)", "if len(s.events) == 0 {\n\t\ts.next = s.foresee(enabled)\n\t}"},
	fault{"pos", "pos.go", "the last one enabled goes if it is new", "if s.priority[c.Proc] > s.priority[best] {", "if s.priority[c.Proc] > s.priority[best]/2 {"},
	fault{"pos", "sample.go", "what is foreseen is that of other choices", "return e.Choice == c })", "return e.Proc == c.Proc })"},
	fault{"pos", "sample.go", "priorities are coarse", "uint64(s.rng.n(1<<62))", "uint64(s.rng.n(2))"},

	fault{"surw", "surw.go", "who is to be started does not count", "n += s.rest(Proc(q))", ""},
	fault{"surw", "surw.go", "all processes weigh the same", "sum += s.weight(p, enabled)", "sum += min(s.weight(p, enabled), 1)"},
	fault{"surw", "surw.go", "what is executed is still left", "	s.left[e.Proc]--\n", ""},
	fault{"surw", "surw.go", "the same one is intended for ever", "	s.left[e.Proc]--\n	s.intended = -1\n", "	s.left[e.Proc]--\n"},
	fault{"surw", "surw.go", "nobody waits for the intended one", "(c.Proc == s.intended || !s.interesting(i))", "(c.Proc == s.intended || i >= 0)"},
	fault{"surw", "surw.go", "who is started counts twice", "if parent == p+1 && !s.born[q] {", "if parent == p+1 {"},
	fault{"surw", "surw.go", "uninteresting events count", "if s.opts.Interesting != nil && !s.opts.Interesting(*e) {", "if s.opts.Interesting != nil && !s.opts.Interesting(*e) && s.learned {"},
	fault{"surw", "surw.go", "who has used up its number is not drawn", "if w == 0 && c.Proc == p && s.interesting(i) {", "if w < 0 && c.Proc == p && s.interesting(i) {"},
	fault{"surw", "surw.go", "the intended one is drawn by its number", "if r -= s.weight(p, enabled); r < 0 {", "if r -= s.weight(p, enabled); r <= 0 {"},

	fault{"preemption-bounding", "bounded.go", "blocking is a preemption", "		if e.Proc == last {\n			return 1\n		}\n	}\n	return 0", "		if e.Proc == last {\n			return 1\n		}\n	}\n	return min(int(last)+1, 1)"},
	fault{"preemption-bounding", "bounded.go", "a preemption costs nothing at two choices", "		if e.Proc == last {\n			return 1", "		if e.Proc == last && len(enabled) > 2 {\n			return 1"},
	fault{"preemption-bounding", "bounded.go", "executions are shown in every round", "len(b.choices) == lo && spent == b.round", "len(b.choices) == lo && spent <= b.round"},
	fault{"preemption-bounding", "bounded.go", "the last round is left out", "if b.round == most {", "if b.round+1 == most {"},
	fault{"preemption-bounding", "bounded.go", "what is left out is forgotten", "			b.pruned = true\n			continue", "			b.pruned = len(b.levels) > 2\n			continue"},
	fault{"preemption-bounding", "bounded.go", "preemptions do not add up", "spent := l.spent + b.cost", "spent := max(l.spent, 0) * 0 + b.cost"},
	fault{"preemption-bounding", "bounded.go", "the bound is not named", "			b.bound(name)\n", ""},

	fault{"delay-bounding", "bounded.go", "alternatives are delays", "if i > 0 && enabled[i-1].Proc == e.Proc {", "if i > 0 && enabled[i-1] == e {"},
	fault{"delay-bounding", "bounded.go", "the turn is not a circle", "return uint32(p - last)", "return uint32(p)"},
	fault{"delay-bounding", "bounded.go", "passing over several is one delay", "			n++\n		}\n	}\n	return n", "			n = 1\n		}\n	}\n	return n"},
	fault{"delay-bounding", "bounded.go", "the last process has to be passed over by itself", "if turn(last, e.Proc) < turn(last, c.Proc) {", "if turn(last, e.Proc) <= turn(last, c.Proc) {"},
	fault{"delay-bounding", "bounded.go", "the turn goes on from the next process", "b.push(c.Proc, spent)", "b.push(c.Proc+1, spent)"},
	fault{"delay-bounding", "bounded.go", "the last choice of a state is left out", "boundedLevel{lo, lo, len(b.choices), last, spent}", "boundedLevel{lo, lo, max(len(b.choices)-1, min(lo+1, len(b.choices))), last, spent}"},
)
