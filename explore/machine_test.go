package explore

// The machine's scheduler, tested on small programs under every schedule:
// what may come out, whether the events tell the truth, whether going back
// restores all. The programs are the functions of vm/testdata/sched.

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/mazurka-go/mazurka/explore/vm"
	"github.com/mazurka-go/mazurka/por"
)

// A scenario is a function to be run under every schedule.
type scenario struct {
	name string
	fn   *ssa.Function
	want []string // what may come out, sorted
	// traces is how many executions a search that promises one for each trace
	// visits, 0 if that does not matter.
	traces int64
	// options are the words of the "opt:" line.
	options []string
}

type scenarios struct {
	p    *program
	list []scenario
	// bench are functions to be run for their speed only.
	bench []scenario
}

var loadScenarios = sync.OnceValues(func() (*scenarios, error) {
	s := NewSession("")
	prog, err := s.loadProgram(context.Background(), LoadOptions{Dir: "vm/testdata/sched", Patterns: []string{"."}}, false)
	if err != nil {
		return nil, err
	}
	target, err := mainTarget(prog)
	if err != nil {
		return nil, err
	}
	code, err := s.codeOf(prog)
	if err != nil {
		return nil, err
	}
	p := newProgram(code, target, prog, newHostFiles(nil, target.Package.Dir))
	p.start([]string{"sched"}, nil, target.Package.Dir, []*ssa.Package{target.Package.SSA})
	if p.err != nil {
		return nil, p.err
	}
	if p.init != nil {
		return nil, p.init
	}
	out := &scenarios{p: p}
	files, err := filepath.Glob("vm/testdata/sched/*.go")
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		// The loader drops comments.
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Doc != nil {
				out.add(f, target.Package.SSA.Func(f.Name.Name))
			}
		}
	}
	if len(out.list) < 60 {
		return nil, fmt.Errorf("only %d scenarios", len(out.list))
	}
	return out, nil
})

func (s *scenarios) add(f *ast.FuncDecl, fn *ssa.Function) {
	sc := scenario{name: f.Name.Name, fn: fn}
	for line := range strings.Lines(f.Doc.Text()) {
		if out, ok := strings.CutPrefix(line, "out:"); ok {
			sc.want = append(sc.want, strings.TrimSpace(out))
		}
		if n, ok := strings.CutPrefix(line, "traces:"); ok {
			sc.traces, _ = strconv.ParseInt(strings.TrimSpace(n), 10, 64)
		}
		if strings.HasPrefix(line, "bench:") {
			s.bench = append(s.bench, sc)
		}
		if opt, ok := strings.CutPrefix(line, "opt:"); ok {
			sc.options = strings.Fields(opt)
		}
	}
	if sc.want != nil {
		slices.Sort(sc.want)
		s.list = append(s.list, sc)
	}
}

// eachScenario runs f on a fresh machine for each scenario.
func eachScenario(t *testing.T, f func(t *testing.T, sc *scenario, s *system)) {
	all, err := loadScenarios()
	if err != nil {
		t.Fatal(err)
	}
	for i := range all.list {
		sc := &all.list[i]
		t.Run(sc.name, func(t *testing.T) {
			cfg := vm.Config{
				Limits: vm.Limits{Steps: 200_000, Memory: 64 << 20}, Races: true,
				EarlyTimers: slices.Contains(sc.options, "early"),
			}
			if slices.Contains(sc.options, "fault") {
				cfg.Faults = 1
			}
			if slices.Contains(sc.options, "watch") {
				cfg.Watch = racing(t, all, sc, cfg)
			}
			s := all.system(t, sc, cfg)
			defer s.close()
			f(t, sc, s)
		})
	}
}

func (all *scenarios) system(t *testing.T, sc *scenario, cfg vm.Config) *system {
	m, err := all.p.image.NewMachine(cfg)
	if err != nil {
		t.Fatal(err)
	}
	m.StartFunction(sc.fn)
	return &system{m: m, p: all.p, known: map[reportKey]fault{}}
}

// racing finds the places of all races: when those known are visible, there
// may be more.
func racing(t *testing.T, all *scenarios, sc *scenario, cfg vm.Config) []token.Pos {
	for {
		s := all.system(t, sc, cfg)
		known := len(cfg.Watch)
		por.Search("sleep", s, por.Options{MaxExecutions: 1000}, func(*por.Execution) bool {
			for _, r := range s.m.Reports() {
				for _, side := range r.Sides {
					if pos := all.p.watchPosition(all.p.watchName(side.Stack[0].Pos)); r.Kind == vm.RaceReport && !slices.Contains(cfg.Watch, pos) {
						cfg.Watch = append(cfg.Watch, pos)
					}
				}
			}
			return true
		})
		s.close()
		if len(cfg.Watch) == known {
			return cfg.Watch
		}
	}
}

// comesOut is what one can see of a finished execution.
func comesOut(m *vm.Machine) string {
	var words []string
	if out := strings.TrimSpace(string(m.Output())); out != "" && m.Outcome() != vm.Crashed {
		words = append(words, out)
	}
	switch o := m.Outcome(); o {
	case vm.Done:
	case vm.Crashed:
		r := m.Reports()
		first, _, _ := strings.Cut(r[len(r)-1].Message, "\n")
		words = append(words, "crash "+first)
	case vm.Deadlock:
		words = append(words, "deadlock")
	case vm.Leak:
		words = append(words, "leak")
	case vm.Stuck:
		words = append(words, m.Unsupported().Error())
	default:
		words = append(words, o.String())
	}
	if m.Outcome() == vm.Crashed {
		return strings.Join(words, " ")
	}
	var wrong []string
	for _, r := range m.Reports() {
		switch r.Kind {
		case vm.RaceReport:
			wrong = append(wrong, "race "+r.Message)
		case vm.MisuseReport:
			wrong = append(wrong, "misuse")
		}
	}
	// One mistake may show at several places.
	slices.Sort(wrong)
	return strings.Join(append(words, slices.Compact(wrong)...), " ")
}

// TestOutcomes compares what comes out under all schedules with what the
// comment of the function lists.
func TestOutcomes(t *testing.T) {
	eachScenario(t, func(t *testing.T, sc *scenario, s *system) {
		for _, search := range []string{"sleep", "source-dpor", "optimal-dpor"} {
			list, r := outcomes(s, search, 20_000)
			if !slices.Equal(list, sc.want) {
				t.Errorf("%s: got:\n\t%s\nwant:\n\t%s", search, strings.Join(list, "\n\t"), strings.Join(sc.want, "\n\t"))
			}
			if sc.traces > 0 && r.Executions != sc.traces {
				t.Errorf("%s: %d executions, want %d", search, r.Executions, sc.traces)
			}
			if !r.Complete {
				t.Errorf("%s is not complete: %s after %d executions", search, r.Bound, r.Executions)
			}
		}
		// The reference knows no dependence. Where it does not come to its
		// end, what it finds must be among the outcomes.
		list, r := outcomes(s, "all", 5_000)
		if r.Complete && !slices.Equal(list, sc.want) {
			t.Errorf("all: got:\n\t%s\nwant:\n\t%s", strings.Join(list, "\n\t"), strings.Join(sc.want, "\n\t"))
		}
		for _, o := range list {
			if !slices.Contains(sc.want, o) {
				t.Errorf("all: got %s", o)
			}
		}
	})
}

// outcomes is what comes out of the executions that a search visits.
func outcomes(s *system, search string, limit int64) ([]string, por.Result) {
	s.Reset()
	got := map[string]bool{}
	r := por.Search(search, s, por.Options{MaxExecutions: limit, MaxDepth: 300}, func(x *por.Execution) bool {
		if x.Cut {
			got["endless"] = true
		} else {
			got[comesOut(s.m)] = true
		}
		return true
	})
	s.Reset()
	return slices.Sorted(maps.Keys(got)), r
}

// A snapshot is what must agree after two orders of independent events.
type snapshot struct {
	fingerprint [2]uint64
	enabled     []por.Choice
	pending     []por.Event
}

func snap(s *system) snapshot {
	return snapshot{s.Fingerprint(), s.Enabled(nil), s.Pending(nil)}
}

func (a *snapshot) difference(b *snapshot) string {
	switch {
	case a.fingerprint != b.fingerprint:
		return "fingerprints"
	case !slices.Equal(a.enabled, b.enabled):
		return fmt.Sprintf("enabled %v, %v", a.enabled, b.enabled)
	case !slices.Equal(a.pending, b.pending):
		return fmt.Sprintf("pending\n%v\n%v", a.pending, b.pending)
	}
	return ""
}

// pairs counts the pairs of kinds that were seen to be independent.
type pairs map[[2]uint16]int

func (p pairs) count(a, b uint16) {
	p[[2]uint16{min(a, b), max(a, b)}]++
}

// TestIndependence takes two enabled operations that the events declare
// independent, in states along random walks, executes them in both orders and
// compares the events, the states and what is enabled then.
func TestIndependence(t *testing.T) {
	seen := pairs{}
	eachScenario(t, func(t *testing.T, sc *scenario, s *system) {
		rng := rand.New(rand.NewPCG(1, 2))
		for range 30 {
			s.Reset()
			for depth := 0; depth < 100; depth++ {
				enabled := s.Enabled(nil)
				if len(enabled) == 0 {
					break
				}
				for i, c := range enabled {
					for _, d := range enabled[i+1:] {
						if c.Proc != d.Proc {
							checkIndependence(t, s, c, d, seen)
						}
					}
				}
				d := enabled[rng.IntN(len(enabled))]
				checkReverse(t, s, d, enabled)
				s.Step(d)
				if t.Failed() {
					return
				}
			}
		}
	})
	if len(seen) < 60 {
		t.Errorf("only %d pairs of kinds were seen", len(seen))
	}
}

func checkIndependence(t *testing.T, s *system, c, d por.Choice, seen pairs) {
	before := s.Fingerprint()
	mark := s.Mark()
	c1 := s.Step(c)
	s.Rewind(mark)
	d1 := s.Step(d)
	if por.Dependent(&c1, &d1) {
		s.Rewind(mark)
		return
	}
	seen.count(c1.Op, d1.Op)
	fail := func(what string) {
		t.Errorf("%s\n\t%s %+v\n\t%s %+v", what, vm.Kind(c1.Op), c1, vm.Kind(d1.Op), d1)
	}
	if !hasChoice(s.Enabled(nil), c) {
		fail("the second disables the first")
		s.Rewind(mark)
		return
	}
	c2 := s.Step(c)
	one := snap(s)
	s.Rewind(mark)
	if s.Fingerprint() != before {
		fail("rewinding does not restore the state")
	}
	s.Step(c)
	if !hasChoice(s.Enabled(nil), d) {
		fail("the first disables the second")
		s.Rewind(mark)
		return
	}
	d2 := s.Step(d)
	two := snap(s)
	racy := len(s.m.Reports()) > 0
	s.Rewind(mark)
	switch {
	case racy:
		// Plain accesses are not in the events.
	case c1 != c2:
		fail(fmt.Sprintf("the first changes to %+v", c2))
	case d1 != d2:
		fail(fmt.Sprintf("the second changes to %+v", d2))
	default:
		if diff := one.difference(&two); diff != "" {
			fail("the orders lead to different " + diff)
		}
	}
}

// checkReverse checks what can follow d: if it is independent of d, it could
// have happened before, as the same event.
func checkReverse(t *testing.T, s *system, d por.Choice, before []por.Choice) {
	mark := s.Mark()
	d1 := s.Step(d)
	after := s.Enabled(nil)
	for _, c := range after {
		s.Rewind(mark)
		s.Step(d)
		c1 := s.Step(c)
		ended := s.m.Outcome() != vm.Ongoing
		racy := len(s.m.Reports()) > 0
		s.Rewind(mark)
		switch {
		case racy || por.Dependent(&c1, &d1):
		case !hasChoice(before, c):
			t.Errorf("%s %+v enables\n%s %+v", vm.Kind(d1.Op), d1, vm.Kind(c1.Op), c1)
		default:
			if c2 := s.Step(c); c2 != c1 && !ended {
				t.Errorf("%s %+v changes\n%s %+v to\n%+v", vm.Kind(d1.Op), d1, vm.Kind(c1.Op), c1, c2)
			}
		}
	}
	s.Rewind(mark)
}

// TestContract lets the searches' own check walk through the scenarios, but
// for those with races, since plain accesses are not in the events.
func TestContract(t *testing.T) {
	eachScenario(t, func(t *testing.T, sc *scenario, s *system) {
		if slices.ContainsFunc(sc.want, func(out string) bool {
			return strings.Contains(out, "race") && sc.options == nil
		}) {
			return
		}
		for seed := range uint64(20) {
			s.Reset()
			if err := por.Check(s, seed, 60); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	})
}

// TestPendingIsStep checks that what is announced is what happens.
func TestPendingIsStep(t *testing.T) {
	eachScenario(t, func(t *testing.T, sc *scenario, s *system) {
		rng := rand.New(rand.NewPCG(3, 4))
		for range 20 {
			s.Reset()
			for range 100 {
				enabled := s.Enabled(nil)
				if len(enabled) == 0 {
					break
				}
				pending := s.Pending(nil)
				for _, c := range enabled {
					i := slices.IndexFunc(pending, func(e por.Event) bool { return e.Choice == c })
					if i < 0 {
						t.Fatalf("%v is enabled but not pending: %+v", c, pending)
					}
					mark := s.Mark()
					e := s.Step(c)
					ended := s.m.Outcome() != vm.Ongoing
					s.Rewind(mark)
					if ended {
						e.Wide = pending[i].Wide
					}
					if e != pending[i] {
						t.Fatalf("%s: announced %+v, done %+v", vm.Kind(e.Op), pending[i], e)
					}
				}
				s.Step(enabled[rng.IntN(len(enabled))])
			}
		}
	})
}

// TestReplay checks that a schedule leads to the same events and state
// again, on the same machine after Reset and on a fresh one, and that rewinding to
// any point restores the state there.
func TestReplay(t *testing.T) {
	eachScenario(t, func(t *testing.T, sc *scenario, s *system) {
		rng := rand.New(rand.NewPCG(5, 6))
		for range 20 {
			s.Reset()
			var choices []por.Choice
			var events []por.Event
			prints := [][2]uint64{s.Fingerprint()}
			marks := []int{s.Mark()}
			for range 60 {
				enabled := s.Enabled(nil)
				if len(enabled) == 0 {
					break
				}
				c := enabled[rng.IntN(len(enabled))]
				choices, events = append(choices, c), append(events, s.Step(c))
				prints, marks = append(prints, s.Fingerprint()), append(marks, s.Mark())
			}
			out := comesOut(s.m)
			for i := len(marks) - 1; i >= 0; i -= 1 + rng.IntN(3) {
				s.Rewind(marks[i])
				if s.Fingerprint() != prints[i] {
					t.Fatalf("rewinding to step %d of %v does not restore the state", i, choices)
				}
			}
			s.Reset()
			for i, c := range choices {
				if e := s.Step(c); e != events[i] || s.Fingerprint() != prints[i+1] {
					t.Fatalf("step %d of %v: %+v, then %+v", i, choices, events[i], e)
				}
			}
			if again := comesOut(s.m); again != out {
				t.Fatalf("came out %q, then %q", out, again)
			}
		}
	})
}

// BenchmarkSteps measures random executions, with the enabled choices asked
// for at each step, in steps.
func BenchmarkSteps(b *testing.B) {
	all, err := loadScenarios()
	if err != nil {
		b.Fatal(err)
	}
	for _, sc := range all.bench {
		for _, races := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/races=%t", sc.name, races), func(b *testing.B) {
				m, err := all.p.image.NewMachine(vm.Config{Races: races})
				if err != nil {
					b.Fatal(err)
				}
				defer m.Close()
				m.StartFunction(sc.fn)
				rng := rand.New(rand.NewPCG(1, 1))
				var buf []vm.Choice
				b.ReportAllocs()
				for b.Loop() {
					if buf = m.Enabled(buf[:0]); len(buf) == 0 {
						m.Reset()
						continue
					}
					m.Step(buf[rng.IntN(len(buf))])
				}
			})
		}
	}
}

// BenchmarkFingerprint measures a state with a thousand live objects.
func BenchmarkFingerprint(b *testing.B) {
	all, err := loadScenarios()
	if err != nil {
		b.Fatal(err)
	}
	i := slices.IndexFunc(all.list, func(sc scenario) bool { return sc.name == "thousandObjects" })
	m, err := all.p.image.NewMachine(vm.Config{})
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	m.StartFunction(all.list[i].fn)
	m.Step(m.Enabled(nil)[0])
	b.ReportAllocs()
	for b.Loop() {
		m.Fingerprint()
	}
}
