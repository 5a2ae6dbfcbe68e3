package por_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
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

// TestObserversAgainstAll compares with all interleavings: every class is there,
// every outcome, nothing is blocked, and there is never more than optimal-dpor
// has.
func TestObserversAgainstAll(t *testing.T) {
	if *onlySearch != "" && *onlySearch != "observers" {
		t.Skip()
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
		redundant.Add(r.Executions - int64(len(gotClasses)))
		all.Add(r.Executions)
	}
	return true
}

var redundant, all atomic.Int64

func TestZ(t *testing.T) { fmt.Println(redundant.Load(), all.Load()) }
