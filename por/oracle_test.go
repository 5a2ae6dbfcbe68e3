package por_test

import (
	"flag"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

var systems = flag.Int("por.systems", 500, "how many random systems every search is tried on")
var firstSystem = flag.Int("por.first", 1, "seed of the first random system")

// plain hides all abilities of a system but those every system has.
type plain struct{ por.System }

// traceKey is a canonical name of the trace of an execution: for every
// process the events in order, each with the events before it that it is
// directly ordered after. It shares no code with the searches but
// Dependent.
func traceKey(events []por.Event) string {
	var b strings.Builder
	index := map[por.Proc]int{}
	names := make([]string, len(events))
	parts := map[por.Proc]string{}
	for i := range events {
		p := events[i].Proc
		names[i] = fmt.Sprintf("%d.%d", p, index[p])
		index[p]++
		var after []string
		for j := range i {
			if por.Dependent(&events[j], &events[i]) {
				after = append(after, names[j])
			}
		}
		slices.Sort(after)
		parts[p] += fmt.Sprintf("%s/%d<%s ", names[i], events[i].Alt, strings.Join(after, ","))
	}
	for _, p := range slices.Sorted(maps.Keys(parts)) {
		b.WriteString(parts[p])
	}
	return b.String()
}

// explored is what the oracles compare.
type explored struct {
	traces   map[string]int
	outcomes map[string]int
	result   por.Result
}

func explore(name string, sys por.System, outcome func() string, opts por.Options) explored {
	x := explored{traces: map[string]int{}, outcomes: map[string]int{}}
	x.result = por.Search(name, sys, opts, func(e *por.Execution) bool {
		x.traces[traceKey(e.Events)]++
		x.outcomes[outcome()]++
		return true
	})
	return x
}

// maxInterleavings is how many interleavings a random system may have to be
// compared with all of them.
const maxInterleavings = 5000

// reference explores sys by all; ok is false if it is too large.
func reference(sys *toy.System) (x explored, ok bool) {
	x = explore("all", sys, sys.Outcome, por.Options{MaxExecutions: maxInterleavings})
	return x, x.result.Complete
}

// compare explores sys by name in the given way and returns what is wrong,
// "" if nothing.
func compare(name string, ref explored, sys por.System, outcome func() string, seed uint64) (fault string) {
	defer func() {
		if r := recover(); r != nil {
			fault = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	got := explore(name, sys, outcome, por.Options{Seed: seed})
	if !got.result.Complete {
		return "not complete: " + got.result.Bound
	}
	for key := range ref.traces {
		if got.traces[key] == 0 {
			return fmt.Sprintf("trace lost: %s\n%d of %d traces, %d blocked", key, len(got.traces), len(ref.traces), got.result.Blocked)
		}
	}
	for key, n := range got.traces {
		if ref.traces[key] == 0 {
			return "no such trace: " + key
		}
		if n > 1 {
			return fmt.Sprintf("trace explored %d times: %s", n, key)
		}
	}
	for key := range ref.outcomes {
		if got.outcomes[key] == 0 {
			return "outcome lost: " + key
		}
	}
	if name == "optimal-dpor" && got.result.Blocked > 0 {
		return fmt.Sprintf("%d blocked executions", got.result.Blocked)
	}
	return ""
}

// traceSearches promise exactly one execution for each trace.
var traceSearches = []string{"sleep", "source-dpor", "optimal-dpor"}

func TestTraceSearchesAgainstAll(t *testing.T) {
	for _, name := range traceSearches {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tried := 0
			for seed := *firstSystem; tried < *systems; seed++ {
				sys := toy.Random(uint64(seed))
				ref, ok := reference(sys)
				if !ok {
					continue
				}
				tried++
				fault := compare(name, ref, sys, sys.Outcome, 0)
				if fault == "" && seed%4 == 0 {
					fault = compare(name, ref, plain{sys}, sys.Outcome, uint64(seed))
				}
				if fault != "" {
					t.Fatalf("system %d:\n%s%s", seed, sys, fault)
				}
			}
		})
	}
}
