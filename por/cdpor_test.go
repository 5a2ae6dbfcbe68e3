package por_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// compareContext explores sys by cdpor in a variant and returns what is wrong
// with its final states, "" if nothing.
func compareContext(sys por.System, outcome func() string, finals map[string]bool, variant int, seed uint64) (r por.Result, fault string) {
	got := map[string]bool{}
	r = por.Search("cdpor", sys, por.Options{Seed: seed, Sequences: variant, MaxSteps: 20_000_000}, func(*por.Execution) bool {
		got[outcome()] = true
		return true
	})
	if !r.Complete {
		return r, "not complete: " + r.Bound
	}
	for f := range finals {
		if !got[f] {
			return r, fmt.Sprintf("final state lost: %s\n%d of %d", f, len(got), len(finals))
		}
	}
	for f := range got {
		if !finals[f] {
			return r, "no such final state: " + f
		}
	}
	return r, ""
}

// forward is a toy system that cannot go back.
type forward struct{ sys *toy.System }

func (f forward) Reset()                                { f.sys.Reset() }
func (f forward) Enabled(buf []por.Choice) []por.Choice { return f.sys.Enabled(buf) }
func (f forward) Step(c por.Choice) por.Event           { return f.sys.Step(c) }
func (f forward) Pending(buf []por.Event) []por.Event   { return f.sys.Pending(buf) }
func (f forward) Fingerprint() [2]uint64                { return f.sys.Fingerprint() }

// contextVariants are CDPOR1, CDPOR2, CDPOR3, and more sequences than those.
const contextVariants = 4

// contextHard are systems on which one final state or another is lost if
// something is left out.
var contextHard = []struct {
	source string
	order  uint64
}{
	// A process that is blocked when everything is over.
	{"trylock:m set:0 write:a:1 lock:m unlock:m\nlock:m write:a:1 unlock:m read:a jz:1 write:b:1 set:0 lock:m write:b:1 unlock:m cas:a:1:0 set:0\n", 0},
	// Something that follows a cut below another cut.
	{"lock:m1 read:a write:a:.+1 unlock:m1 trylock:m1 jz:2\nlock:m0 read:a write:a:.+1 unlock:m0 lock:m0 lock:m1 unlock:m1 unlock:m0\nlock:m0 lock:m1 unlock:m1 unlock:m0\nlock:m0 lock:m1 unlock:m1 unlock:m0 lock:m1\n", 14822},
}

func TestContextHard(t *testing.T) {
	for _, hard := range contextHard {
		sys := toy.Parse(hard.source)
		finals, _, _ := stateSpace(sys, 100_000)
		for _, order := range []uint64{0, 1, 2, hard.order} {
			for variant := 1; variant <= contextVariants; variant++ {
				if _, fault := compareContext(sys, sys.Outcome, finals, variant, order); fault != "" {
					t.Errorf("variant %d, order %d:\n%s\n%s", variant, order, sys, fault)
				}
			}
		}
	}
}

// TestContextAgainstStateSpace compares the final states that every variant of
// cdpor visits with those of a plain search of all states, and the
// executions with those of source-dpor.
func TestContextAgainstStateSpace(t *testing.T) {
	if *onlySearch != "" && *onlySearch != "cdpor" {
		return
	}
	const parts = 2
	for part := range parts {
		t.Run(fmt.Sprint("part", part), func(t *testing.T) {
			t.Parallel()
			var full int64
			var sum [contextVariants + 1]por.Result
			tried := 0
			for seed := *firstSystem + part; tried < *systems/parts+1; seed += parts {
				sys := toy.Random(uint64(seed))
				if seed/parts%2 == 0 {
					sys = forgetful(uint64(seed))
				}
				finals, _, ok := stateSpace(sys, 3000)
				if !ok {
					continue
				}
				tried++
				for _, order := range []uint64{0, uint64(seed)} {
					full += por.Search("source-dpor", sys, por.Options{Seed: order}, nil).Executions
					for variant := 1; variant <= contextVariants; variant++ {
						as := por.System(sys)
						if order != 0 && seed%4+1 == variant {
							as = forward{sys}
						}
						r, fault := compareContext(as, sys.Outcome, finals, variant, order)
						if fault != "" {
							t.Fatalf("variant %d, system %d, order %d:\n%s\n%s", variant, seed, order, sys, fault)
						}
						sum[variant].Executions += r.Executions
						sum[variant].Matched += r.Matched
					}
				}
			}
			for variant := 1; variant <= contextVariants; variant++ {
				r := sum[variant]
				t.Logf("variant %d: %d executions, %d cut, of %d of source-dpor", variant, r.Executions, r.Matched, full)
				if r.Executions > full {
					t.Errorf("variant %d explores %d executions, source-dpor %d", variant, r.Executions, full)
				}
			}
		})
	}
}

// TestAAGGS17_Section3 is the example of Sections 3 and 5: two processes write
// 5, a third reads.
func TestAAGGS17_Section3(t *testing.T) {
	sys := toy.Parse("write:x:5\nwrite:x:5\nread:x\n")
	if r := por.Search("source-dpor", sys, por.Options{}, nil); r.Executions != 6 {
		t.Errorf("source-dpor: %d executions, want 6", r.Executions)
	}
	for variant := 1; variant <= contextVariants; variant++ {
		finals := map[string]bool{}
		r := por.Search("cdpor", sys, por.Options{Sequences: variant}, func(*por.Execution) bool {
			finals[sys.Outcome()] = true
			return true
		})
		want := int64(3)
		if variant == 4 {
			want = 2
		}
		if r.Executions != want || len(finals) != 2 || !r.Complete {
			t.Errorf("variant %d: %d executions, want %d; %d final states, want 2", variant, r.Executions, want, len(finals))
		}
	}
}

// TestAAGGS17_Table1 is the program of Section 4: columns Execs and States.
func TestAAGGS17_Table1(t *testing.T) {
	for _, want := range []struct {
		n                  int
		source, cdpor      int64
		sourceAll, statesC int64
	}{
		{3, 20, 8, 69, 52}, {5, 252, 32, 923, 324}, {7, 3432, 128, 12869, 1712}, {9, 48620, 512, 184755, 8428},
	} {
		sys := producerConsumer(want.n)
		r := por.Search("source-dpor", sys, por.Options{}, nil)
		if r.Executions != want.source || r.States != want.sourceAll {
			t.Errorf("N=%d, source-dpor: %d executions, %d states; want %+v", want.n, r.Executions, r.States, want)
		}
		for variant := 1; variant <= contextVariants; variant++ {
			r := por.Search("cdpor", sys, por.Options{Sequences: variant}, nil)
			if r.Executions != want.cdpor || r.States != want.statesC || !r.Complete {
				t.Errorf("N=%d, variant %d: %d executions, %d states; want %+v", want.n, variant, r.Executions, r.States, want)
			}
		}
	}
}

// TestAAGGS17_Section5_3 is the situation that the optimizations are made for,
// in forty orders of exploration: each of the variants explores less than the
// one before it, and CDPOR3 little more than the orders of those that do not
// commute.
func TestAAGGS17_Section5_3(t *testing.T) {
	const orders = 40
	least := int64(orders)
	for n := 1; n <= 4; n++ {
		least *= int64(n)
		sys := anticipated(n)
		var sum [contextVariants + 1]int64
		for order := range uint64(orders) {
			sum[0] += por.Search("source-dpor", sys, por.Options{Seed: order}, nil).Executions
			for variant := 1; variant <= contextVariants; variant++ {
				sum[variant] += por.Search("cdpor", sys, por.Options{Seed: order, Sequences: variant}, nil).Executions
			}
		}
		t.Logf("n=%d: source-dpor and the variants explore %v", n, sum)
		if sum[0] != 2*least || sum[1] >= sum[0] || sum[2] >= sum[1] || sum[3] >= sum[2] || sum[4] > sum[3] || 100*sum[3] > 123*least {
			t.Errorf("n=%d: source-dpor and the variants explore %v, least are %d", n, sum, least)
		}
	}
}

// effects are programs that do the same in many orders: how many traces they
// have, how many final states, and how many executions cdpor takes, without and
// with more sequences than in the paper.
var effects = []struct {
	name                        string
	sys                         por.System
	traces, finals, cdpor, more int64
}{
	{"counter(6)", toy.Parse(strings.Repeat("fetch:x:1 set:0\n", 6)), 720, 1, 61, 1},
	{"counter,locked(6)", toy.Parse(strings.Repeat("lock:m read:x write:x:.+1 set:0 unlock:m\n", 6)), 720, 1, 61, 1},
	{"idempotent(6)", toy.Parse(strings.Repeat("write:x:1\n", 6)), 720, 1, 61, 1},
	{"idempotent,two(3)", toy.Parse(strings.Repeat("write:x:1 write:y:1\n", 3)), 36, 1, 4, 2},
	{"sections(3)", toy.Parse(strings.Repeat("lock:m write:x:1 unlock:m lock:m write:x:1 unlock:m\n", 3)), 90, 1, 8, 1},
	{"Pi(6)", toy.Parse(pi(6)), 720, 1, 61, 1},
	{"Mpat(4)", toy.Parse(mpat(4)), 384, 1, 22, 18},
	{"fib(3)", toy.Parse(fib(3)), 1698, 1, 46, 32},
	{"cas(6)", toy.Parse(strings.Repeat("cas:x:0:1 set:0\n", 6)), 6, 1, 1, 1},
	{"flip(4)", toy.Parse(strings.Repeat("cas:x:0:1 set:0 cas:x:1:0 set:0\n", 4)), 1132, 1, 143, 115},
	{"sends(4)", toy.Parse("chan c 4\n" + strings.Repeat("send:c:1\n", 4) + "recv:c recv:c recv:c recv:c\n"), 24, 1, 10, 7},
	{"producer,consumer(7)", producerConsumer(7), 3432, 128, 128, 128},
}

// TestContextBeatsTraces shows what is gained over one execution per trace,
// the least that a search can do that knows no states.
func TestContextBeatsTraces(t *testing.T) {
	for _, p := range effects {
		traces := por.Search("optimal-dpor", p.sys, por.Options{}, nil)
		states := por.Search("dl-s-por", p.sys, por.Options{}, nil)
		r := por.Search("cdpor", p.sys, por.Options{}, nil)
		more := por.Search("cdpor", p.sys, por.Options{Sequences: 4}, nil)
		t.Logf("%s: optimal-dpor takes %d steps, dl-s-por %d, cdpor %d, with more sequences %d",
			p.name, traces.Steps, states.Steps, r.Steps, more.Steps)
		if got := [...]int64{traces.Executions, states.Executions, r.Executions, more.Executions}; got != [...]int64{p.traces, p.finals, p.cdpor, p.more} {
			t.Errorf("%s: %v executions, want %v", p.name, got, p)
		}
		if 2*r.Steps >= traces.Steps && p.traces > 100 {
			t.Errorf("%s: little is gained", p.name)
		}
	}
}

// BenchmarkContext reports executions and steps of source-dpor and of the
// variants of cdpor, and the time of one step.
func BenchmarkContext(b *testing.B) {
	for _, p := range effects {
		for variant := range contextVariants + 1 {
			name := "source-dpor"
			if variant > 0 {
				name = "cdpor"
			}
			b.Run(fmt.Sprintf("%s/%s/%d", p.name, name, variant), func(b *testing.B) {
				b.ReportAllocs()
				var steps int64
				begin := processorTime()
				for b.Loop() {
					r := por.Search(name, p.sys, por.Options{Sequences: variant}, nil)
					steps += r.Steps
					b.ReportMetric(float64(r.Executions), "executions")
					b.ReportMetric(float64(r.Matched), "cut")
					b.ReportMetric(float64(r.Steps), "steps")
				}
				b.ReportMetric(float64((processorTime()-begin).Nanoseconds())/float64(steps), "ns/step")
			})
		}
	}
}

var _ = plant("^TestContext|^TestAAGGS17",
	// Cuts that are not sound.
	fault{"cdpor", "cdpor.go", "what follows a cut is in no race", "s.inherit(match)", "s.depth > 0"},
	fault{"cdpor", "cdporfuture.go", "races of the future are not reversed", "s.races[i] = max(s.races[i], sure)", "s.races[i] = max(s.races[i], noRace)"},
	fault{"cdpor", "cdporfuture.go", "what is next has happened", "f.index >= s.count(f.Proc)", "f.index > s.count(f.Proc)"},
	fault{"cdpor", "cdporfuture.go", "levels below need not be expanded", "\t\t\ts.expand(i)\n", ""},
	fault{"cdpor", "cdporfuture.go", "a cut node has no future", "\ts.nodes[s.depth-1].future.merge(future)\n", ""},
	fault{"cdpor", "cdporfuture.go", "who has not moved does not matter", "if !s.moved(i, c.Proc) &&", "if s.moved(i, c.Proc) &&"},
	fault{"cdpor", "cdporfuture.go", "any way explored reverses a race", "if s.covers(i, s.events[k].Choice) {", "if len(l.todo) > 1 {"},
	fault{"cdpor", "cdpor.go", "nodes forget what was below", "s.nodes[s.depth-1].future.merge(s.nodes[s.depth].future)", ""},
	fault{"cdpor", "cdpor.go", "what blocks is not noted", "if !hasChoice(s.choices, e.Choice) {", "if s.depth < 0 {"},
	fault{"cdpor", "cdporsequence.go", "any state will do", "case t.state == state:", "case len(t.state) > 0:"},
	fault{"cdpor", "cdporsequence.go", "any event is as expected", "case !names.sameStep(l.names[f.at], name):", "case f.at < 0:"},
	// Sequences that are not found.
	fault{"cdpor", "cdpor.go", "sequences are not lengthened", "\t\ts.lengthen(j, j)\n", ""},
	fault{"cdpor", "cdporsequence.go", "sequences are not handed down", "case f.at+1 < t.hi:", "case f.at+1 < t.lo:"},
	fault{"cdpor", "cdpor.go", "sections do not commute", "\t\ts.recordSection(j)\n", ""},
	fault{"cdpor", "cdpor.go", "what was tried is not recorded", "found: s.reverseTried", "found: s.reverseFound"},
	// Cuts that are not anticipated.
	fault{"cdpor", "cdpor.go", "no event is the last", "least := int32(2)", "least := int32(1)"},
	fault{"cdpor", "cdpor.go", "who moves himself is in the way", "if p != e.Proc && s.ahead.MayConflict", "if s.ahead.MayConflict"},
	fault{"cdpor", "cdpor.go", "nothing is known of what may happen", "s.ahead, _ = sys.(Lookahead)", ""},
	fault{"cdpor", "cdpor.go", "CDPOR2 does not look ahead", "s.variant == 2 && s.last(e)", "s.variant == 7 && s.last(e)"},
	fault{"cdpor", "cdpor.go", "everybody may be in the way", "p != e.Proc && s.ahead.MayConflict(p, *e)", "p != e.Proc"},
	// Sequences that do not guide.
	fault{"cdpor", "cdpor.go", "backtracking is not guided", "\t\ts.prefer(l.todo[l.next:])\n", ""},
	fault{"cdpor", "cdpor.go", "what comes first is not guided", "s.variant >= 3 || s.variant == 2 &&", "s.variant == 2 &&"},
	fault{"cdpor", "cdpor.go", "the preferred choice stays where it is", "todo[0], todo[best] = todo[best], todo[0]", "todo[0], todo[best] = todo[0], todo[best]"},
	fault{"cdpor", "cdpor.go", "guiding knows short sequences only", "least = math.MaxInt32\n\t}", "least = 3\n\t}"},
	fault{"cdpor", "cdpor.go", "the last of the sequences guides", "c, ok, least = e.Choice, true, left", "c, ok = e.Choice, true"},
)
