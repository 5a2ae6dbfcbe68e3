package por_test

import (
	"fmt"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// lporWays are the combinations of lpor's options.
func lporWays() (ways []por.Options) {
	for _, net := range []por.NETForm{por.NETState, por.NETPath, por.NETBoth, por.NETNone} {
		for bits := range 16 {
			if bits&2 == 0 || bits&8 == 0 {
				ways = append(ways, por.Options{
					NET: net, BreadthFirst: bits&1 != 0, Deadlocks: bits&2 != 0, Online: bits&4 != 0, AllIfVisible: bits&8 != 0,
				})
			}
		}
	}
	return ways
}

// describeWay names a combination.
func describeWay(o por.Options) string {
	return fmt.Sprintf("net %v, breadth first %v, deadlocks %v, online %v, all if visible %v, seed %d",
		o.NET, o.BreadthFirst, o.Deadlocks, o.Online, o.AllIfVisible, o.Seed)
}

// A space is what can be reached: the final states, and all values of what
// is observed in every state.
type space struct {
	finals, seen map[string]bool
	states       int
}

// subject is a system that lpor is tried on.
type subject interface {
	por.Relations
	por.Rewinder
	// Outcome describes the whole state.
	Outcome() string
}

// fullSpace explores all states of sys, at most so many; ok is false if there
// are more.
func fullSpace(sys subject, observe func() string, most int) (x space, ok bool) {
	x = space{finals: map[string]bool{}, seen: map[string]bool{}}
	sys.Reset()
	known := map[[2]uint64]bool{sys.Fingerprint(): true}
	var visit func() bool
	visit = func() bool {
		x.seen[observe()] = true
		choices := sys.Enabled(nil)
		if len(choices) == 0 {
			x.finals[sys.Outcome()] = true
		}
		mark := sys.Mark()
		for _, c := range choices {
			sys.Step(c)
			if f := sys.Fingerprint(); !known[f] {
				known[f] = true
				if len(known) > most || !visit() {
					return false
				}
			}
			sys.Rewind(mark)
		}
		return true
	}
	ok = visit()
	x.states = len(known)
	return x, ok
}

// An observed system notes what is observed in every state it comes to.
type observed struct {
	subject
	observe func() string
	seen    map[string]bool
}

func (o *observed) Reset() {
	o.subject.Reset()
	o.seen[o.observe()] = true
}

func (o *observed) Step(c por.Choice) por.Event {
	e := o.subject.Step(c)
	o.seen[o.observe()] = true
	return e
}

// relationsOnly hides all abilities but those that lpor needs.
type relationsOnly struct{ por.Relations }

// compareSpace explores sys by lpor as opts say, and returns what is wrong.
func compareSpace(sys subject, observe func() string, full space, opts por.Options, poor bool) (r por.Result, fault string) {
	o := &observed{sys, observe, map[string]bool{}}
	finals := map[string]bool{}
	var as por.System = o
	if poor {
		as = relationsOnly{o}
	}
	opts.MaxSteps = 5_000_000
	r = por.Search("lpor", as, opts, func(*por.Execution) bool {
		finals[sys.Outcome()] = true
		return true
	})
	if !r.Complete {
		return r, "not complete: " + r.Bound
	}
	if int(r.States) > full.states {
		return r, fmt.Sprintf("%d of %d states", r.States, full.states)
	}
	if lost := missing(full.finals, finals); lost != "" {
		return r, "final state lost: " + lost
	}
	if lost := missing(finals, full.finals); lost != "" {
		return r, "no such final state: " + lost
	}
	if lost := missing(full.seen, o.seen); lost != "" && !opts.Deadlocks {
		return r, "never seen: " + lost
	}
	return r, ""
}

// missing is something in all that is not in some, "" if there is nothing.
func missing(all, some map[string]bool) string {
	for f := range all {
		if !some[f] {
			return f + " "
		}
	}
	return ""
}

// failuresOf observes which processes of sys have failed.
func failuresOf(sys *toy.System) func() string {
	return func() string { return fmt.Sprint(sys.Failures()) }
}

// tryWays compares with the full space in some of the ways, which ones
// depends on seed.
func tryWays(t *testing.T, sys subject, observe func() string, full space, seed int) (states int64) {
	t.Helper()
	ways := lporWays()
	for i := range 4 {
		opts := ways[(seed*5+i*11)%len(ways)]
		opts.Seed = uint64(seed * (i % 2))
		r, fault := compareSpace(sys, observe, full, opts, seed%5 == 0)
		if fault != "" {
			t.Fatalf("system %d, %s:\n%s\n%s", seed, describeWay(opts), sys, fault)
		}
		states += r.States
	}
	return states
}

// TestLporAgainstStateSpace compares final states and failures.
func TestLporAgainstStateSpace(t *testing.T) {
	const parts = 2
	for part := range parts {
		t.Run(fmt.Sprint("part", part), func(t *testing.T) {
			t.Parallel()
			var reduced, all int64
			tried := 0
			for seed := *firstSystem + part; tried < *systems/parts+1; seed += parts {
				sys := toy.Random(uint64(seed))
				if seed%3 == 0 {
					sys = toy.RandomLoops(uint64(seed))
				}
				full, ok := fullSpace(sys, failuresOf(sys), 3000)
				if !ok {
					continue
				}
				tried++
				reduced += tryWays(t, sys, failuresOf(sys), full, seed)
				all += 4 * int64(full.states)
			}
			t.Logf("%d systems, %.1f%% of the states", tried, 100*float64(reduced)/float64(all))
		})
	}
}

// TestLporRelations checks the relations of toy programs.
func TestLporRelations(t *testing.T) {
	for seed := range uint64(*systems) {
		sys := toy.Random(seed)
		if seed%3 == 0 {
			sys = toy.RandomLoops(seed)
		}
		for walk := range uint64(3) {
			if err := por.CheckRelations(sys, failuresOf(sys), seed+walk, 40); err != nil {
				t.Fatalf("system %d:\n%s\n%v", seed, sys, err)
			}
		}
	}
}

// TestLporAgainstIgnoring has processes that run forever, which others must
// not be put off for.
func TestLporAgainstIgnoring(t *testing.T) {
	for _, source := range []string{
		"tick jmp:-2\nwrite:a:1 assert:5\n",
		"tick tick jmp:-3\nread:b write:a:1 assert:5\nwrite:b:1\n",
		"read:a jz:-2\nlock:m unlock:m jmp:-3\nwrite:b:1 assert:5 write:a:1\n",
	} {
		sys := toy.Parse(source)
		full, _ := fullSpace(sys, failuresOf(sys), 3000)
		if len(full.seen) < 2 {
			t.Errorf("nothing fails:\n%s", sys)
		}
		for _, opts := range lporWays() {
			for opts.Seed = range uint64(4) {
				if _, fault := compareSpace(sys, failuresOf(sys), full, opts, false); fault != "" {
					t.Errorf("%s:\n%s\n%s", describeWay(opts), sys, fault)
				}
			}
		}
	}
}

// TestLporHard tries the systems on which other searches were once wrong.
func TestLporHard(t *testing.T) {
	for _, source := range hard {
		sys := toy.Parse(source)
		full, _ := fullSpace(sys, failuresOf(sys), 1_000_000)
		for _, opts := range lporWays() {
			if _, fault := compareSpace(sys, failuresOf(sys), full, opts, false); fault != "" {
				t.Errorf("%s:\n%s\n%s", describeWay(opts), sys, fault)
			}
		}
	}
}

// TestLporPairings tries operations of every two kinds.
func TestLporPairings(t *testing.T) {
	kinds := toy.Kinds()
	for i := range kinds {
		for j := range i + 1 {
			for seed := range 3 {
				sys := toy.Pairing(i, j, uint64(seed))
				if err := por.CheckRelations(sys, failuresOf(sys), uint64(seed), 30); err != nil {
					t.Fatalf("%s\n%v", sys, err)
				}
				if full, ok := fullSpace(sys, failuresOf(sys), 3000); ok {
					tryWays(t, sys, failuresOf(sys), full, i+seed)
				}
			}
		}
	}
}

// TestLporOnline checks that walking along the can-enable relation and the
// precomputed forward-enable sets give the same stubborn sets.
func TestLporOnline(t *testing.T) {
	for seed := range uint64(*systems) {
		for _, sys := range []por.Relations{toy.Random(seed), toy.RandomActors(seed), toy.RandomPetriNet(seed)} {
			for _, net := range []por.NETForm{por.NETState, por.NETPath, por.NETBoth} {
				opts := por.Options{NET: net, MaxSteps: 500, Seed: seed}
				a := por.Search("lpor", sys, opts, nil)
				opts.Online = true
				b := por.Search("lpor", sys, opts, nil)
				if a.Memory = b.Memory; a != b {
					t.Fatalf("system %d, net %v:\n%s\n%+v\n%+v", seed, net, sys, a, b)
				}
			}
		}
	}
}

// TestLporLimits checks that limits cut the search, and are named.
func TestLporLimits(t *testing.T) {
	sys := toy.Parse(ainc(4))
	for _, c := range []struct {
		opts  por.Options
		bound string
	}{
		{por.Options{MaxExecutions: 1}, "executions"},
		{por.Options{MaxSteps: 5}, "steps"},
		{por.Options{MaxDepth: 2}, "depth"},
		{por.Options{MaxSteps: 5, BreadthFirst: true}, "steps"},
		{por.Options{MaxDepth: 2, BreadthFirst: true}, "depth"},
		{por.Options{MaxExecutions: 1, BreadthFirst: true}, "executions"},
	} {
		if r := por.Search("lpor", sys, c.opts, nil); r.Complete || r.Bound != c.bound {
			t.Errorf("%+v: %+v", c.opts, r)
		}
	}
	r := por.Search("lpor", sys, por.Options{}, func(*por.Execution) bool { return false })
	if r.Complete || r.Bound != "visitor" {
		t.Errorf("%+v", r)
	}
	if a, _ := por.Lookup("lpor"); a.Needs(plain{sys}) != "Relations" {
		t.Error("lpor does not need relations")
	}
}

var _ = plant("^TestLpor",
	fault{"lpor", "lpor.go", "cycles are not expanded", "l.bad = append(l.bad, t)", "_ = t"},
	fault{"lpor", "lpor.go", "what was expanded may be met again", "l.bad = append(l.bad, l.of[l.next])", "_ = l"},
	fault{"lpor", "lpor.go", "visible transitions are taken alone", "!(alone && s.rel.Visible(int(t)))", "!(alone && t < 0)"},
	fault{"lpor", "lpor.go", "one choice of a transition is enough", "if slices.Contains(set, t) {", "if slices.Contains(set, t) && n < 1 {"},
	fault{"lpor", "lpor.go", "what is executed is not noted", "s.executed[t]++", ""},
	fault{"lpor", "lporsets.go", "visible transitions are not ordered", "ordered && sys.Visible(t) && sys.Visible(u)", "ordered && t < 0"},
	fault{"lpor", "lporsets.go", "dependence is the wrong way round", "sys.DependsOn(t, u)", "sys.DependsOn(u, t)"},
	fault{"lpor", "lporsets.go", "what enables does not matter", "s.depends[t].has(t1) || s.leadsTo(t1, t)", "s.depends[t].has(t1)"},
	fault{"lpor", "lporsets.go", "chains have one link", "todo = append(todo, entry{u, en})", "_ = todo"},
	fault{"lpor", "lporsets.go", "walks are one step long", "s.todo = append(s.todo, u)", "_ = u"},
	fault{"lpor", "lporsets.go", "what was executed is still necessary", "s.executed[p.t] == 0", "s.executed[p.t] >= 0"},
	fault{"lpor", "lporsets.go", "larger sets replace smaller ones", "if other.within(en) {", "if en.within(other) {"},
	fault{"lpor", "lporsets.go", "pairs count wherever the necessary one is", "if !en.meets(s.held) {", "if en.within(s.held) && !en.meets(s.held) {"},
	fault{"lpor", "lporsets.go", "what held in the last state holds", "clear(s.force)\n\tclear(s.looked)", ""},
	fault{"lpor", "lporsets.go", "what was added is not followed", "next < len(s.list)", "next < min(1, len(s.list))"},
)

// BenchmarkLpor reports states and transitions of lpor, and the time of one
// transition, with NET in each form and without, and of the plain search.
func BenchmarkLpor(b *testing.B) {
	systems := []struct {
		name string
		sys  subject
	}{
		{"paxos(2,3,1)", toy.Paxos(2, 3, 1, toy.PaxosCorrect)},
		{"multicast(4,1)", toy.EchoMulticast(4, 1, true, 4)},
		{"storage(3,2)", toy.RegularStorage(3, 2, 1, 2, 2, false)},
		{"Disp(3,2)", toy.Parse(disp(3, 2))},
		{"Mpat(4)", toy.Parse(mpat(4))},
		{"channels", toy.Parse(pipeline(3, 3))},
	}
	for _, s := range systems {
		b.Run(s.name+"/plain", func(b *testing.B) {
			for b.Loop() {
				x, _ := fullSpace(s.sys, func() string { return "" }, 1_000_000)
				b.ReportMetric(float64(x.states), "states")
			}
		})
		for _, opts := range []por.Options{{NET: por.NETNone}, {NET: por.NETState}, {NET: por.NETPath}, {NET: por.NETBoth}, {Online: true}, {BreadthFirst: true}} {
			b.Run(fmt.Sprintf("%s/net=%v/online=%v/bfs=%v", s.name, opts.NET, opts.Online, opts.BreadthFirst), func(b *testing.B) {
				b.ReportAllocs()
				var transitions int64
				begin := processorTime()
				for b.Loop() {
					r := por.Search("lpor", s.sys, opts, nil)
					transitions += r.Transitions
					b.ReportMetric(float64(r.States), "states")
					b.ReportMetric(float64(r.Transitions), "transitions")
					b.ReportMetric(float64(r.Executions), "executions")
				}
				b.ReportMetric(float64((processorTime()-begin).Nanoseconds())/float64(transitions), "ns/transition")
			})
		}
	}
}
