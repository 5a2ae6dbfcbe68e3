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
		for bits := range 8 {
			ways = append(ways, por.Options{NET: net, BreadthFirst: bits&1 != 0, Deadlocks: bits&2 != 0, Online: bits&4 != 0})
		}
	}
	return ways
}

// describeWay names a combination.
func describeWay(o por.Options) string {
	return fmt.Sprintf("net %v, breadth first %v, deadlocks %v, online %v, seed %d", o.NET, o.BreadthFirst, o.Deadlocks, o.Online, o.Seed)
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
