package explore

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mazurka-go/mazurka/por"
)

func newJob(ctx context.Context, p *toyProgram, o Options) *job {
	return &job{
		ctx: ctx, factory: p, o: o.withDefaults(), start: time.Now(), known: map[fault]bool{},
		accept: func(*Finding) bool { return true },
	}
}

// explored runs a job on a toy program and returns its result and the
// findings in the order in which they were published.
func explored(p *toyProgram, o Options) (*Result, []*Finding) {
	var published []*Finding
	res := new(Result)
	j := newJob(context.Background(), p, o)
	j.accept = func(f *Finding) bool { published = append(published, f); return true }
	j.run(res)
	return res, published
}

// TestOtherSeeds checks that what depends on the order of a map is executed with
// other orders, and that the schedule says so.
func TestOtherSeeds(t *testing.T) {
	res, _ := explored(&toyProgram{lines: []string{"mx !x0"}}, Options{})
	if res.Verdict != Failed || len(res.Findings) != 1 || res.Findings[0].Schedule.MapSeed == 0 {
		t.Errorf("%s: %v", res.Verdict, res.Findings)
	}
	if res, _ := explored(&toyProgram{lines: []string{"mx rx"}}, Options{}); res.Verdict != Verified {
		t.Error(res.Verdict)
	}
}

// TestVerdicts pins verdict, findings, preemptions and timing of small
// programs, for the portfolio and for every search.
func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"one process", []string{"rx wx !x1"}, "verified"},
		{"locked increments", []string{"La rx wx Ua", "La rx wx Ua"}, "verified"},
		{"lost update", []string{"rx wx Ua", "rx wx", "t !x2"}, "failed: failure !x2 preemptions 1"},
		{"wrong order without preemption", []string{"rx wx", "!x1"}, "failed: failure !x1 preemptions 0"},
		{"AB-BA", []string{"La Lb Ub Ua", "Lb La Ua Ub"}, "failed: deadlock 0Lb 1La preemptions 1"},
		{"same order", []string{"La Lb Ub Ua", "La Lb Ub Ua"}, "verified"},
		{"never released", []string{"La", "La Ua"}, "failed: deadlock 1La preemptions 0"},
		{"early timer", []string{"rx wx", "t !x1"}, "failed: failure !x1 preemptions 0 timing"},
		{"early timer harmless", []string{"rx wx", "t rx"}, "verified"},
		{"race", []string{"px", "px"}, "failed: race x preemptions 0"},
		{"race with consequence", []string{"px", "px", "t !x2"}, "failed: failure !x2 preemptions 1; race x preemptions 0"},
		{"spin", []string{"sx !x1", "ry wy rx wx"}, "verified"},
		{"two spins", []string{"sx wy", "wx sy"}, "verified"},
		{"spin for nothing", []string{"sx", "ry wy"}, "failed: livelock sx preemptions 0"},
		{"spin for each other", []string{"sx wy", "sy wx"}, "failed: livelock sx sy preemptions 0"},
		{"spin until a timer", []string{"sx !x1", "t wx"}, "verified"},
		{"spin at the clock", []string{"Sx", "ry wy"}, "incomplete: a loop that waits for time to pass without sleeping"},
		{"spin at the clock with an end", []string{"Sx", "ry wy wx"}, "verified"},
		{"unsupported", []string{"rx @", "rx"}, "unsupported: call of nothing"},
		{"limit", []string{"rx %", "rx"}, "incomplete: limit of 7 instructions"},
		{"limit and finding", []string{"rx %", "!x1"}, "failed: failure !x1 preemptions 0"},
		{"internal", []string{"rx *", "rx"}, "broken: internal error: broken"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, algorithm := range Algorithms() {
				if a, ok := por.Lookup(algorithm); algorithm == One || ok && a.Needs((*fairWorld)(nil)) != "" {
					continue // see TestOne; toys do not look ahead
				}
				res, published := explored(&toyProgram{lines: test.lines}, Options{Algorithm: algorithm, Budget: 2 * time.Second})
				want := test.want
				if a, ok := por.Lookup(algorithm); ok && !a.Exhaustive() && want == "verified" && res.Verdict == Incomplete {
					want = "incomplete: " + algorithm + " explores a part of the executions only"
				}
				if got := told(res); got != want {
					t.Errorf("%s: %s, want %s", algorithm, got, want)
				}
				if len(published) != len(res.Findings) {
					t.Errorf("%s: %d findings published, %d in the result", algorithm, len(published), len(res.Findings))
				}
			}
		})
	}
}

// TestOne checks that the algorithm one makes one execution, in which it finds
// what any execution shows, and does not say more than it knows.
func TestOne(t *testing.T) {
	for _, test := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"no fault", []string{"rx wx !x1"}, "incomplete: one execution"},
		{"fault in some executions", []string{"La Lb Ub Ua", "Lb La Ua Ub"}, "incomplete: one execution"},
		{"fault in all executions", []string{"wx", "!x2"}, "failed: failure !x2 preemptions 0"},
		{"race", []string{"px", "px", "t !x2"}, "failed: race x preemptions 0"},
		{"spin", []string{"sx !x1", "ry wy rx wx"}, "incomplete: one execution"},
		{"spin for nothing", []string{"sx", "ry wy"}, "failed: livelock sx preemptions 0"},
		{"unsupported", []string{"rx @", "rx"}, "unsupported: call of nothing"},
		{"limit", []string{"rx %", "rx"}, "incomplete: limit of 7 instructions"},
	} {
		t.Run(test.name, func(t *testing.T) {
			res, _ := explored(&toyProgram{lines: test.lines}, Options{Algorithm: One})
			if got := told(res); got != test.want || res.Executions != 1 {
				t.Errorf("%s after %d executions, want %s after one", got, res.Executions, test.want)
			}
		})
	}
}

// TestNotReproduced checks that a schedule that does not reproduce is
// reported as a fault of ours, not as a finding.
func TestNotReproduced(t *testing.T) {
	res, published := explored(&toyProgram{lines: []string{"rx wx", "!x1"}, slips: true}, Options{})
	if res.Verdict != Broken || !strings.Contains(res.Internal, "does not reproduce") || len(published) > 0 {
		t.Errorf("%s, %d findings published", told(res), len(published))
	}
}

// bigProgram has more traces than a short budget allows to explore.
var bigProgram = []string{"rx wx rx wx rx wx rx wx", "rx wx rx wx rx wx rx wx", "rx wx rx wx rx wx rx wx", "rx wx rx wx rx wx"}

// TestBudget checks that the budget ends an exploration in time and is named.
func TestBudget(t *testing.T) {
	start := time.Now()
	res, _ := explored(&toyProgram{lines: bigProgram}, Options{Budget: 200 * time.Millisecond})
	if elapsed := time.Since(start); elapsed > 2*time.Second {
		t.Errorf("ended after %v", elapsed)
	}
	if res.Verdict != Incomplete || res.Bound != "budget of 200ms" || res.Executions == 0 || res.Estimate <= float64(res.Executions) {
		t.Errorf("%s, %d executions, estimate %v", told(res), res.Executions, res.Estimate)
	}
}

// TestCancelled checks that cancelling ends an exploration soon.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	res := new(Result)
	j := newJob(ctx, &toyProgram{lines: bigProgram}, Options{Budget: time.Minute})
	j.progress = func(p Progress) {
		if p.Phase == "search" && p.Executions > 100 {
			cancel()
		}
	}
	start := time.Now()
	j.run(res)
	if elapsed := time.Since(start); elapsed > 10*time.Second {
		t.Errorf("ended after %v", elapsed)
	}
	if res.Verdict != Incomplete || res.Bound != "cancelled" {
		t.Errorf("%s", told(res))
	}
}

// TestEventLimit checks that a bound on the length of executions is named.
func TestEventLimit(t *testing.T) {
	res, _ := explored(&toyProgram{lines: []string{"rx wx rx wx", "rx wx"}}, Options{Limits: Limits{Events: 4}, Budget: 100 * time.Millisecond})
	if want := "incomplete: limit of 4 visible operations in one execution"; told(res) != want {
		t.Errorf("%s, want %s", told(res), want)
	}
}

// TestSuppressed checks that a suppressed finding counts as none, but is
// counted.
func TestSuppressed(t *testing.T) {
	j := newJob(context.Background(), &toyProgram{lines: []string{"rx wx", "!x1"}}, Options{})
	j.accept = func(*Finding) bool { return false }
	res := new(Result)
	j.run(res)
	if told(res) != "verified" || res.Ignored != 1 {
		t.Errorf("%s, %d ignored", told(res), res.Ignored)
	}
}

// TestRegression checks that a kept schedule is replayed even if the
// exploration is cut before it begins, and also if part of it no longer fits.
func TestRegression(t *testing.T) {
	p := &toyProgram{lines: []string{"rx wx", "rx wx", "t !x2"}}
	res, _ := explored(p, Options{})
	if len(res.Findings) != 1 {
		t.Fatalf("%s", told(res))
	}
	kept := *res.Findings[0].Schedule
	kept.Choices = append([]NamedChoice{{"0.7", ""}, {"nobody", "2"}}, kept.Choices...)
	j := newJob(context.Background(), p, Options{})
	j.kept = []*Schedule{&kept}
	j.end = time.Now().Add(time.Hour)
	j.regressions()
	if len(j.findings) != 1 || j.findings[0].Message != res.Findings[0].Message {
		t.Errorf("findings %v", j.findings)
	}
}

// TestScheduleOfFinding checks that the schedule of a finding replays in a
// fresh world to the same interleaving.
func TestScheduleOfFinding(t *testing.T) {
	p := &toyProgram{lines: []string{"La Lb Ub Ua", "Lb La Ua Ub"}}
	res, _ := explored(p, Options{})
	if len(res.Findings) != 1 {
		t.Fatalf("%s", told(res))
	}
	f := res.Findings[0]
	s, err := ParseSchedule(withNames(f.Schedule).Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		w, err := p.world(s.config())
		if err != nil {
			t.Fatal(err)
		}
		story, done := replayIn(context.Background(), w, s)
		_, sides := w.describe(w.faults()[0])
		story.finish(sides)
		if done != len(s.Choices) || !showsSchedule(w, s) || !reflect.DeepEqual(story.out, f.Interleaving) {
			t.Errorf("%d of %d choices, story %+v, want %+v", done, len(s.Choices), story.out, f.Interleaving)
		}
	}
}

func withNames(s *Schedule) *Schedule {
	c := *s
	c.Package, c.Test = "p", "TestX"
	return &c
}

// TestMinimize checks that a schedule with needless switches is cut down to
// the one that is needed.
func TestMinimize(t *testing.T) {
	p := &toyProgram{lines: []string{"rx wx", "rx wx", "ry wy ry wy", "t !x2"}}
	w, err := p.world(worldConfig{})
	if err != nil {
		t.Fatal(err)
	}
	var choices []por.Choice
	for _, proc := range []por.Proc{2, 0, 2, 1, 2, 0, 2, 1, 3, 3} {
		choices = append(choices, por.Choice{Proc: proc})
	}
	f := fault{kind: KindFailure, where: "!x2"}
	best := minimize(w, f, choices, 200, nil)
	if best.cost.preemptions != 1 || best.cost.switches != 4+1 {
		t.Errorf("cost %+v of %v", best.cost, best.choices)
	}
	// Without the systematic part, moving blocks must get there as well.
	m := &minimizer{r: newRunner(w, nil), fault: f, budget: 200}
	m.r.reset()
	m.r.replay(choices)
	m.best = execution{slices.Clone(m.r.choices), m.r.cost}
	m.improve()
	if m.best.cost.preemptions != 1 {
		t.Errorf("moving blocks: cost %+v of %v", m.best.cost, m.best.choices)
	}
}

// TestFewIsSystematic checks that the search by number of preemptions visits
// no schedule twice and, without a bound, every schedule.
func TestFewIsSystematic(t *testing.T) {
	p := &toyProgram{lines: []string{"rx wx", "La Ua", "La Ua"}}
	w, err := p.world(worldConfig{})
	if err != nil {
		t.Fatal(err)
	}
	seen, level := map[string]bool{}, 0
	s := newFewSearch(newRunner(w, nil), 1<<20)
	for s.level() >= 0 {
		k := s.level()
		if !s.next() {
			t.Fatal("stopped")
		}
		if k < level || s.r.cost.preemptions != k {
			t.Fatalf("%d preemptions at level %d after %d", s.r.cost.preemptions, k, level)
		}
		level = k
		key := fmt.Sprint(s.r.choices)
		if seen[key] {
			t.Fatalf("%s twice", key)
		}
		seen[key] = true
	}
	all := por.Search("all", w, por.Options{}, nil)
	// Six operations, so no schedule has more preemptions than maxFew.
	if int64(len(seen)) != all.Executions {
		t.Errorf("%d schedules, want %d", len(seen), all.Executions)
	}
}

// told is a result in one line, findings sorted.
func told(res *Result) string {
	var words []string
	for _, f := range res.Findings {
		w := fmt.Sprintf("%s preemptions %d", f.Message, f.Preemptions)
		if f.Timing {
			w += " timing"
		}
		words = append(words, w)
	}
	slices.Sort(words)
	if res.Missing != nil {
		words = append(words, res.Missing.What)
	}
	if res.Bound != "" {
		words = append(words, res.Bound)
	}
	if line, _, _ := strings.Cut(res.Internal, "\n"); line != "" {
		words = append(words, line)
	}
	if len(words) == 0 {
		return string(res.Verdict)
	}
	return string(res.Verdict) + ": " + strings.Join(words, "; ")
}

// TestFinite: what cannot be written as a number would lose the whole line.
func TestFinite(t *testing.T) {
	for _, c := range []struct{ estimate, want float64 }{
		{math.NaN(), 0}, {math.Inf(1), math.MaxFloat64}, {3, 3},
	} {
		if got := finite(c.estimate); got != c.want {
			t.Errorf("finite(%v) = %v, want %v", c.estimate, got, c.want)
		}
	}
}
