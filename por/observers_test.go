package por_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// seen reports whether somebody observes what event j, a blind one, writes: the
// next event to touch it is no blind write, or there is none and what is left
// counts.
func seen(events []por.Event, j int, pending []por.Event, left bool) bool {
	for _, access := range events[j].Accesses {
		if access.Mode != por.Write {
			continue
		}
		touches := func(e por.Event) bool {
			return e.Wide || slices.ContainsFunc(e.Accesses[:], func(a por.Access) bool {
				return a.Mode == por.Quiesce || a.Mode != 0 && a.Object == access.Object
			})
		}
		k := slices.IndexFunc(events[j+1:], touches)
		if k >= 0 && !events[j+1+k].Blind || k < 0 && (left || slices.ContainsFunc(pending, touches)) {
			return true
		}
	}
	return false
}

// blind reports whether a and b are only dependent because both write, blindly.
func blind(a, b por.Event) bool {
	if !a.Blind || !b.Blind {
		return false
	}
	for i := range a.Accesses {
		if a.Accesses[i].Mode == por.Write {
			a.Accesses[i] = por.Access{}
		}
	}
	return !por.Dependent(&a, &b)
}

// classKey is like traceKey, but blind writes are ordered only before one that
// somebody observes.
func classKey(events, pending []por.Event, left bool) string {
	index := map[por.Proc]int{}
	names := make([]string, len(events))
	keys := make([]string, len(events))
	before := make([][]bool, len(events))
	for i := range events {
		p := events[i].Proc
		names[i] = fmt.Sprintf("%d.%d/%d", p, index[p], events[i].Alt)
		index[p]++
		before[i] = make([]bool, len(events))
		for j := range i {
			if por.Dependent(&events[j], &events[i]) && (!blind(events[j], events[i]) || seen(events, i, pending, left)) {
				before[i][j] = true
				for k := range j {
					before[i][k] = before[i][k] || before[j][k]
				}
			}
		}
		var after []string
		for j := range i {
			if before[i][j] {
				after = append(after, names[j])
			}
		}
		slices.Sort(after)
		keys[i] = names[i] + "<" + strings.Join(after, ",")
	}
	slices.Sort(keys)
	return strings.Join(keys, " ")
}

// exploreClasses explores sys and counts the executions of each class, and of
// each outcome.
func exploreClasses(name string, sys *toy.System, as por.System, opts por.Options) (classes, outcomes map[string]int, r por.Result) {
	classes, outcomes = map[string]int{}, map[string]int{}
	r = por.Search(name, as, opts, func(x *por.Execution) bool {
		classes[classKey(x.Events, sys.Pending(nil), !opts.Unobserved)]++
		outcome := sys.Outcome()
		if opts.Unobserved {
			outcome = registers.ReplaceAllString(outcome, "")
		}
		outcomes[outcome]++
		return true
	})
	return classes, outcomes, r
}

var registers = regexp.MustCompile(`^\[[^\]]*\]`)

// hardForObservers are systems on which the search was once wrong.
var hardForObservers = []string{
	// What is written over by accident could have been observed.
	"await:a:1 cas:b:2:1\nwrite:b:.+1\nwrite:b:1 write:a:1\nwrite:b:1 add:a:1\n",
	// The end of everything observes what is left, and what is not done is not
	// done at all.
	"write:a:0 write:a:2 write:a:1\nread:a jz:1 panic write:a:1\nwrite:a:0 panic panic\n",
	"read:a jz:2 panic\nread:b write:b:.+1 cas:a:0:2\nread:b write:b:.+1\n",
	// A leaf of a wakeup tree is not enough.
	"lock:m0 write:b:1 unlock:m0\nwrite:b:.+1 read:b write:b:1\nwrite:b:0 cas:a:0:0 lock:m0 write:b:0 unlock:m0\n",
}

// TestObserversAgainstAll compares with all interleavings: every class is there,
// every outcome, nothing is blocked, and there is never more than optimal-dpor
// has.
func TestObserversAgainstAll(t *testing.T) {
	if *onlySearch != "" && *onlySearch != "observers" {
		return
	}
	const parts = 2
	for part := range parts {
		t.Run(fmt.Sprint("part", part), func(t *testing.T) {
			t.Parallel()
			for i, source := range hard {
				if i%parts == part {
					checkObservers(t, toy.Parse(source), uint64(i))
				}
			}
			for i, source := range hardForObservers {
				for seed := range uint64(40) {
					if i%parts == part {
						checkObservers(t, toy.Parse(source), seed)
					}
				}
			}
			tried := 0
			for seed := *firstSystem + part; tried < *systems/parts+1; seed += parts {
				if checkObservers(t, toy.RandomWrites(uint64(seed)), uint64(seed)) {
					tried++
				}
				if checkObservers(t, toy.Random(uint64(seed)), uint64(seed)) {
					tried++
				}
			}
		})
	}
}

// checkObservers reports whether sys is small enough to be checked.
func checkObservers(t *testing.T, sys *toy.System, seed uint64) bool {
	t.Helper()
	if r := por.Search("all", sys, por.Options{MaxExecutions: maxInterleavings}, nil); !r.Complete {
		return false
	}
	opts := por.Options{Unobserved: seed%2 == 0}
	classes, outcomes, _ := exploreClasses("all", sys, sys, opts)
	optimal := por.Search("optimal-dpor", sys, por.Options{}, nil)
	for n := range 2 {
		opts.Seed = seed * uint64(n)
		gotClasses, gotOutcomes, r := exploreClasses("observers", sys, poorer(sys, n*int(seed/2)), opts)
		fault := ""
		for c := range classes {
			if gotClasses[c] == 0 {
				fault = "class lost: " + c
			}
		}
		for o := range outcomes {
			if gotOutcomes[o] == 0 {
				fault = "outcome lost: " + o
			}
		}
		switch {
		case !r.Complete:
			fault = "not complete: " + r.Bound
		case r.Blocked > 0:
			fault = fmt.Sprintf("%d blocked executions", r.Blocked)
		case r.Executions > optimal.Executions:
			fault = fmt.Sprintf("%d executions, optimal-dpor has %d", r.Executions, optimal.Executions)
		}
		if fault != "" {
			t.Fatalf("seed %d, unobserved %v:\n%s\n%s", opts.Seed, opts.Unobserved, sys, fault)
		}
	}
	return true
}

// TestObserversCounts has the numbers of classes of programs that other tools
// are measured by, where nobody looks at what is left, and where somebody does.
func TestObserversCounts(t *testing.T) {
	for _, c := range []struct {
		name, program string
		unseen, seen  int64
	}{
		{"floating(6)", floating(6), 193, 492},
		{"floating(8)", floating(8), 1025, 3600},
		{"lastwrite(6)", lastwrite(6), 6, 6},
		{"NRSCP18_Figure1(4)", fig1(4), 4, 8},
		{"NRSCP18_Figure1(8)", fig1(8), 8, 16},
		{"lastzero(8)", lastzero(8), 704, 704},
		{"readers(10)", readers(10), 1024, 1024},
	} {
		for unobserved, want := range map[bool]int64{true: c.unseen, false: c.seen} {
			r := por.Search("observers", toy.Parse(c.program), por.Options{Unobserved: unobserved}, nil)
			if r.Executions != want || r.Blocked != 0 || !r.Complete {
				t.Errorf("%s, unobserved %v: want %d, got %+v", c.name, unobserved, want, r)
			}
		}
	}
}

var _ = plant("^TestObserversAgainst",
	fault{"observers", "observers.go", "what is left does not count", "if !w.opts.Unobserved || w.deep() {", "if w.deep() {"},
	fault{"observers", "observers.go", "nobody observes", "o.next[object] = observed\n", "o.next[object] = overwritten\n"},
	fault{"observers", "wakeup.go", "leaves swallow what goes on", "t.nodes[match].child == 0 && !t.observers", "t.nodes[match].child == 0"},
	fault{"observers", "observers.go", "the first write is left out", "s.then(i, true)", ""},
	fault{"observers", "optimaldpor.go", "what may be observed is covered", "k >= 0 && s.tree.overwritten(s.v, k)", "k >= 0"},
	fault{"observers", "optimaldpor.go", "what was overwritten once is covered", "return s.tree.overwrites(&e.Event, s.v)", "return true"},
	fault{"observers", "sleepstack.go", "who is unobserved sleeps", "t.choice == c && t.state == asleep", "t.choice == c"},
	fault{"observers", "dependence.go", "nothing is ordered before what is unseen", "set(both, unseen, all...)", "set(0, unseen, all...)"},
)
