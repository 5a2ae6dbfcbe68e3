package por_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// A counted system counts its steps.
type counted struct {
	*toy.Ahead
	steps int64
}

func newCounted(source string) *counted { return &counted{Ahead: toy.NewAhead(toy.Parse(source))} }

func (c *counted) Step(choice por.Choice) por.Event {
	c.steps++
	return c.Ahead.Step(choice)
}

// A shortsighted system is a counted one that does not look ahead.
type shortsighted struct {
	*toy.System
	counted *counted
}

func (s shortsighted) Step(choice por.Choice) por.Event { return s.counted.Step(choice) }

// abilities are ways to show a counted system to a search.
var abilities = []func(*counted) por.System{
	func(c *counted) por.System { return c },
	func(c *counted) por.System { return shortsighted{c.System, c} },
	func(c *counted) por.System { return plain{c} },
}

// able is the n-th of the ways that are enough for a search.
func able(a por.Algorithm, n int) func(*counted) por.System {
	var enough []func(*counted) por.System
	for _, as := range abilities {
		if a.Needs(as(newCounted(""))) == "" {
			enough = append(enough, as)
		}
	}
	return enough[n%len(enough)]
}

// A run is a search and all that it showed.
type run struct {
	por.Result
	steps    int64    // that the system was asked for
	shown    []string // schedules
	outcomes map[string]bool
	longest  int
	cuts     int
	faults   []string
}

// limited runs a search, and notes what is wrong with what it shows and says.
// The visitor has enough after so many executions, never if 0.
func limited(name, source string, as func(*counted) por.System, opts por.Options, enough int) *run {
	sys := newCounted(source)
	x := &run{outcomes: map[string]bool{}}
	x.Result = por.Search(name, as(sys), opts, func(e *por.Execution) bool {
		x.see(sys, e, opts)
		return len(x.shown) != enough
	})
	x.steps = sys.steps
	x.judge()
	return x
}

func (x *run) wrong(format string, args ...any) {
	x.faults = append(x.faults, fmt.Sprintf(format, args...))
}

// see notes an execution shown.
func (x *run) see(sys *counted, e *por.Execution, opts por.Options) {
	x.shown = append(x.shown, fmt.Sprint(schedule(e)))
	x.outcomes[sys.Outcome()] = true
	x.longest = max(x.longest, len(e.Events))
	if e.Cut {
		x.cuts++
	}
	if more := len(sys.Enabled(nil)) > 0; e.Cut != more {
		x.wrong("execution %d: cut %v, goes on %v", len(x.shown), e.Cut, more)
	}
	if e.Cut && len(e.Events) != opts.MaxDepth {
		x.wrong("execution %d is cut after %d events", len(x.shown), len(e.Events))
	}
	if r := e.Result; r.Executions != int64(len(x.shown)) || r.Steps != sys.steps || !number(r.Estimate) || r.Estimate < 1 || r.Complete {
		x.wrong("execution %d, %d steps: %+v", len(x.shown), sys.steps, *r)
	}
}

func number(f float64) bool { return f >= 0 && !math.IsInf(f, 0) }

// judge looks at the result of the search.
func (x *run) judge() {
	r := x.Result
	if r.Executions != int64(len(x.shown)) || r.MaxDepth != x.longest || r.Steps != x.steps {
		x.wrong("%d executions of up to %d events, %d steps", len(x.shown), x.longest, x.steps)
	}
	if r.Complete != (r.Bound == "") || r.Complete && x.cuts > 0 {
		x.wrong("complete %v, bound %q, %d executions cut", r.Complete, r.Bound, x.cuts)
	}
	if r.States < 1 || r.Transitions > r.Steps || r.States > r.Transitions+1 || r.Choices > r.States || r.Steps > 0 && r.Memory <= 0 {
		x.wrong("numbers do not fit")
	}
	least := float64(r.Executions) * (1 - 1e-9)
	if !number(r.Estimate) || r.Estimate < least || (r.Complete || r.Executions == 0) && r.Estimate != float64(r.Executions) {
		x.wrong("%d executions, estimate %v", r.Executions, r.Estimate)
	}
}

// A limitTester tries the limits on one search of one system.
type limitTester struct {
	t      *testing.T
	name   string
	source string
	as     func(*counted) por.System
	base   por.Options
	free   *run // without limits
	all    *run // what there is
}

func (l *limitTester) run(opts por.Options, enough int) *run {
	l.t.Helper()
	x := limited(l.name, l.source, l.as, opts, enough)
	l.expect(len(x.faults) == 0, opts, x, "%v", x.faults)
	return x
}

func (l *limitTester) expect(ok bool, opts por.Options, x *run, format string, args ...any) {
	l.t.Helper()
	if !ok {
		l.t.Fatalf("%s as %T\n%s\nMaxExecutions %d, MaxSteps %d, MaxDepth %d, Seed %d: %+v\n%s", l.name, l.as(newCounted(l.source)), l.source,
			opts.MaxExecutions, opts.MaxSteps, opts.MaxDepth, opts.Seed, x.Result, fmt.Sprintf(format, args...))
	}
}

// begins reports whether x saw the first executions of the search without
// limits.
func (l *limitTester) begins(x *run) bool {
	return len(x.shown) <= len(l.free.shown) && slices.Equal(x.shown, l.free.shown[:len(x.shown)])
}

func (l *limitTester) try() {
	l.t.Helper()
	l.free = l.run(l.base, 0)
	again := l.run(l.base, 0)
	l.expect(again.Result == l.free.Result && slices.Equal(again.shown, l.free.shown), l.base, l.free, "another time it was %+v", again.Result)
	if a, _ := por.Lookup(l.name); a.Exhaustive() || l.base.MaxExecutions == 0 {
		l.expect(l.free.Complete && len(l.free.outcomes) == len(l.all.outcomes), l.base, l.free, "%d of %d outcomes", len(l.free.outcomes), len(l.all.outcomes))
	}
	l.executions()
	l.steps()
	l.depth()
	l.stop()
}

// executions limits their number, by option and by visitor.
func (l *limitTester) executions() {
	l.t.Helper()
	total := l.free.Executions
	for _, n := range []int64{1, 2, total / 2, total - 1, total, total + 1} {
		if n < 1 {
			continue
		}
		opts := l.base
		opts.MaxExecutions = n
		x := l.run(opts, 0)
		if n <= total {
			l.expect(l.begins(x) && x.Executions == n, opts, x, "of %d executions", total)
			l.expect(x.Bound == "executions" || n == total && x.Complete, opts, x, "of %d executions", total)
			x = l.run(l.base, int(n))
			l.expect(l.begins(x) && x.Executions == n && x.Bound == "visitor", l.base, x, "the visitor had enough after %d executions", n)
		} else if l.base.MaxExecutions == 0 {
			l.expect(x.Complete, opts, x, "there are %d executions", total)
		}
	}
}

// steps limits their number.
func (l *limitTester) steps() {
	l.t.Helper()
	total := l.free.Steps
	for _, n := range []int64{1, 2, 3, total / 3, total / 2, total - 1, total + 1} {
		if n < 1 || n == total {
			continue
		}
		opts := l.base
		opts.MaxSteps = n
		x := l.run(opts, 0)
		l.expect(l.begins(x), opts, x, "other executions")
		if n > total {
			l.expect(x.Result == l.free.Result, opts, x, "of %d steps", total)
			continue
		}
		// A search may go where it was going, in each of a few processes.
		l.expect(x.Bound == "steps" && x.Steps >= n && x.Steps <= n+5*int64(l.all.longest), opts, x, "of %d steps", total)
	}
}

// depth limits the length of executions.
func (l *limitTester) depth() {
	l.t.Helper()
	for d := 1; d <= l.all.longest+1; d++ {
		opts := l.base
		opts.MaxDepth = d
		x := l.run(opts, 0)
		l.expect(x.longest <= d, opts, x, "an execution of %d events", x.longest)
		l.expect(x.Complete == (x.cuts == 0) || l.base.MaxExecutions > 0, opts, x, "%d cuts", x.cuts)
		if x.Complete {
			l.expect(len(x.outcomes) == len(l.all.outcomes), opts, x, "%d of %d outcomes", len(x.outcomes), len(l.all.outcomes))
		}
		if d >= l.all.longest {
			l.expect(x.Bound == l.free.Bound && slices.Equal(x.shown, l.free.shown), opts, x, "the longest execution has %d events", l.all.longest)
		}
	}
}

// stop gives up after a number of steps.
func (l *limitTester) stop() {
	l.t.Helper()
	asked := 0
	opts := l.base
	opts.Stop = func() bool { asked++; return false }
	x := l.run(opts, 0)
	l.expect(x.Result == l.free.Result && asked >= int(x.Steps/1024), opts, x, "asked %d times whether to stop", asked)
	asked = 0
	opts.Stop = func() bool { asked++; return true }
	x = l.run(opts, 0)
	l.expect(l.begins(x) && x.Steps <= 1024+int64(l.all.longest), opts, x, "told to stop")
	l.expect((x.Bound == "stop") == (asked == 1) && asked <= 1, opts, x, "told to stop %d times", asked)
}

// variants are other ways of some searches.
var variants = map[string][]por.Options{
	"cdpor":    {{Sequences: 4}, {Sequences: 1}},
	"dl-s-por": {{KnownFirst: true}, {Order: []por.Proc{2, 0}}},
	"heap-por": {{Fields: true}},
	"lpor":     {{BreadthFirst: true}, {Deadlocks: true}, {Online: true}, {AllIfVisible: true}},
	"pct":      {{Depth: 1}, {Depth: 2, Length: 6}},
	"qpor":     {{Alternatives: 1}, {Alternatives: 2}, {Switches: 100}},
	"surw":     {{Interesting: func(e por.Event) bool { return e.Accesses[0].Mode == por.Write }}},
}

// TestEverySearchLimits tries, of every search there is, all limits, whether it
// does the same twice, and whether what it says of itself is true.
func TestEverySearchLimits(t *testing.T) {
	sources := append([]string{"", "write:x:1\n", "lock:m lock:m\n", "panic\nwrite:x:1\n", pi(3), casrot(4), ainc(5), lastzero(3)}, hard...)
	for seed := range *systems / 25 {
		sources = append(sources, toy.RandomSource(uint64(seed)))
	}
	for _, a := range por.Algorithms() {
		if *onlySearch != "" && *onlySearch != a.Name {
			continue
		}
		for i, source := range sources {
			all := limited("all", source, abilities[2], por.Options{MaxExecutions: 500}, 0)
			if !all.Complete {
				continue
			}
			l := &limitTester{t: t, name: a.Name, source: source, all: all, as: able(a, i)}
			ways := append([]por.Options{{}}, variants[a.Name]...)
			l.base = ways[i%len(ways)]
			l.base.Seed, l.base.Preemptions, l.base.Delays = uint64(i%5), 100, 100
			if slices.Contains(samplers, a.Name) {
				l.base.MaxExecutions = 30
			}
			l.try()
		}
	}
}

var _ = plant("^TestEverySearch",
	fault{"all", "all.go", "a cut is no bound", "				a.bound(\"depth\")\n", ""},
	fault{"all", "all.go", "nobody asks whether to stop", "a.opts.Stop != nil && a.opts.Stop()", "a.opts.Stop != nil && a.res.Steps < 0 && a.opts.Stop()"},
	fault{"all", "all.go", "the visitor is not heeded", "a.bound(\"visitor\")\n		return false", "a.bound(\"visitor\")"},
	fault{"source-dpor", "walk.go", "the visitor is not heeded", "w.stop(\"visitor\")", "w.bound(\"visitor\")"},
	fault{"source-dpor", "walk.go", "steps are not limited", "w.stop(\"steps\")", ""},
	fault{"source-dpor", "walk.go", "nobody is asked whether to stop", "w.res.Steps%stopEvery == 0 && w.opts.Stop()", "false"},
	fault{"source-dpor", "walk.go", "what is cut seems complete", "if cut {\n", "if cut && w.halt {\n"},
	fault{"source-dpor", "walk.go", "one execution too many", "w.res.Executions >= w.opts.MaxExecutions", "w.res.Executions > w.opts.MaxExecutions"},
	fault{"source-dpor", "search.go", "everything is complete", "r.Complete = r.Bound == \"\"", "r.Complete = true"},
	fault{"source-dpor", "progress.go", "an estimate is a number of parts", "float64(w.res.Executions) / min(max(part, leastPart), 1)", "float64(w.res.Executions) * min(max(part, leastPart), 1)"},
)
