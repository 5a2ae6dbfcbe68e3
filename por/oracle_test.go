package por_test

import (
	"bytes"
	"flag"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

var systems = flag.Int("por.systems", 500, "how many random systems every search is tried on")
var firstSystem = flag.Int("por.first", 1, "seed of the first random system")

// plain, pending and rewinding hide abilities of a system.
type (
	plain   struct{ por.System }
	pending struct {
		por.System
		sys por.Pending
	}
	rewinding struct{ por.Rewinder }
)

func (p pending) Pending(buf []por.Event) []por.Event { return p.sys.Pending(buf) }

// poorer is sys with all, or some, or no abilities.
func poorer(sys *toy.System, n int) por.System {
	return []por.System{sys, plain{sys}, pending{sys, sys}, rewinding{sys}}[n%4]
}

// traceKey is a canonical name of the trace of an execution: for every
// process the events in order, each with the events before it that it is
// directly ordered after. It shares no code with the searches but
// Dependent.
func traceKey(events []por.Event) string {
	var parts [][]byte // by process
	var count []int    // of its events so far
	var after []int    // names: process<<16 | index
	names := make([]int, len(events))
	for i := range events {
		p := int(events[i].Proc)
		for p >= len(parts) {
			parts, count = append(parts, nil), append(count, 0)
		}
		names[i] = p<<16 | count[p]
		after = after[:0]
		for j := range i {
			if por.Dependent(&events[j], &events[i]) {
				after = append(after, names[j])
			}
		}
		slices.Sort(after)
		b := strconv.AppendInt(append(parts[p], ' '), int64(count[p]), 10)
		b = append(strconv.AppendInt(append(b, '/'), int64(events[i].Alt), 10), '<')
		for _, n := range after {
			b = strconv.AppendInt(b, int64(n>>16), 10)
			b = append(strconv.AppendInt(append(b, '.'), int64(n&0xffff), 10), ',')
		}
		parts[p] = b
		count[p]++
	}
	return string(bytes.Join(parts, []byte("; ")))
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
	return compareWith(name, ref, sys, outcome, por.Options{Seed: seed})
}

// compareWith is compare with options.
func compareWith(name string, ref explored, sys por.System, outcome func() string, opts por.Options) (fault string) {
	defer func() {
		if r := recover(); r != nil {
			fault = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	// A search that goes wrong may never end.
	opts.MaxExecutions, opts.MaxSteps, opts.MaxDepth = int64(20*len(ref.traces)+100), 20_000_000, 1000
	return difference(name, ref, explore(name, sys, outcome, opts), opts)
}

// difference says what is wrong with what a search has explored, "" if nothing.
func difference(name string, ref, got explored, opts por.Options) (fault string) {
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
	if optimal := name == "optimal-dpor" || name == "qpor" && opts.Alternatives == 0; optimal && got.result.Blocked > 0 {
		return fmt.Sprintf("%d blocked executions", got.result.Blocked)
	}
	return ""
}

// traceSearches promise exactly one execution for each trace.
var traceSearches = []string{"sleep", "dpor", "source-dpor", "optimal-dpor"}

// hard are random systems on which a search was once wrong.
var hard = []string{
	// An alternative can only be taken once others, asleep, have moved.
	"chan c0 0 c1 0\ngo:3 rlock:m0 select:c0!0,c1!2\nselect:c1?,default recv:c0\nunlock:m0 rlock:m0 runlock:m0\n- recv:c1\n",
	// Processes were blocked before something happened at quiescence.
	"sleep:1\nlock:m0 lock:m1 unlock:m1 unlock:m0\nread:a lock:m0 unlock:m0\nlock:m1 lock:m0 unlock:m0 unlock:m1 read:a write:a:.+1\n",
	// A lock is blocked when everything ends.
	"rlock:m0 panic\nwrite:a:2\nunlock:m0\nlock:m0 unlock:m0\n",
	// A sharer that comes and goes, one that stays, and one who waits.
	"chan c0 0 c1 1\ngo:2 rlock:m0 select:c1?,c0!2,default join:2\nclose:c1 lock:m0 unlock:m0 rlock:m0\n- rlock:m0 read:a runlock:m0 rlock:m0 select:c0?,c1?\n",
	"rlock:m0\nrlock:m0 lock:m0 unlock:m0\nrlock:m0 read:a runlock:m0 rlock:m0 read:a runlock:m0 lock:m0 unlock:m0\n",
	// Adding and being done is possible before a wait, adding alone is not.
	"go:3 wgadd:w0:2 wgwait:w0 join:3\nwgadd:w0:2 wgadd:w1:1\nwgwait:w0 read:a wgwait:w0\n- wgadd:w0:1 wgdone:w0\n",
	// What makes room in a channel comes up in a later execution only.
	"chan c0 0 c1 1\nselect:c0!0,c1!2 select:c0?,c1? recv:c0\nclose:c1 recv:c1\nsend:c1:1 select:c1?,c0!1,default\n",
	// The end of everything, or a close, hides who might have met.
	"chan c0 0 c1 0\nselect:c1?,default panic\nselect:c0?,default send:c1:0\nrecv:c0\n",
	"chan c0 0 c1 0\nrecv:c0 select:c0?,c1?\nselect:c0!1,c1!1 send:c0:2\nrecv:c0 close:c0\nselect:c0?,c1!0 select:c0?,c1!1\n",
	// Among what follows from one sharer is another that stays.
	"rlock:m0\nread:a jz:1 panic rlock:m0 read:a runlock:m0\nlock:m0\nwrite:a:1 rlock:m0\n",
	// Who waits for a sum waits for one of three, whichever.
	"cas:a:0:1 jnz:2 read:a add:b:1 rep:1:-3\nadd:b:1 await:a:1\ncas:a:0:1 jnz:1 await:b:1\nadd:b:1\n",
	// Who waits for a sum has more rivals than choices among them.
	"add:b:1\nawait:b:1\nread:a add:b:1 rep:1:-3 write:a:1\nread:a add:b:1 rep:1:-3 await:b:1\n",
	// Without Pending nobody knows of one who waits before it can go.
	"await:a:1 add:b:-1\nadd:b:-1 add:b:-1 add:b:1\nwrite:a:1 add:b:1 add:b:1 rep:1:-2\nawait:b:3 await:b:3\n",
	// A process can go a way that it does not go in the race.
	"chan c0 1 c1 2\nselect:c0!0,c1? send:c1:0\nsend:c0:0 send:c1:0 close:c0\nrecv:c0 jz:2 select:c0?,default\n",
	"chan c0 1 c1 2\nselect:c0?,default close:c0\nselect:c0!2,default close:c1\nrecv:c1 recv:c0 jz:2\nselect:c0!2,c1?\n",
	"go:1 write:a:2 read:a jz:2 panic join:1\n- panic panic read:a jz:2 panic panic panic\n",
}

var onlySearch = flag.String("por.search", "", "try this search only")

// TestTraceSearchesAgainstAll explores systems by every search that promises
// traces and compares.
func TestTraceSearchesAgainstAll(t *testing.T) {
	const parts = 2
	for part := range parts {
		t.Run(fmt.Sprint("part", part), func(t *testing.T) {
			t.Parallel()
			for i, source := range hard {
				if i%parts != part {
					continue
				}
				sys := toy.Parse(source)
				ref, _ := reference(sys)
				for seed := range 8 {
					compareAll(t, ref, sys, poorer(sys, seed/2), uint64(seed))
				}
			}
			tried := 0
			for seed := *firstSystem + part; tried < *systems/parts+1; seed += parts {
				sys := toy.Random(uint64(seed))
				ref, ok := reference(sys)
				if !ok {
					continue
				}
				tried++
				compareAll(t, ref, sys, sys, 0)
				compareAll(t, ref, sys, poorer(sys, seed/parts), uint64(seed))
			}
		})
	}
}

func compareAll(t *testing.T, ref explored, sys *toy.System, as por.System, seed uint64) {
	t.Helper()
	for _, name := range traceSearches {
		if *onlySearch != "" && name != *onlySearch {
			continue
		}
		if fault := compare(name, ref, as, sys.Outcome, seed); fault != "" {
			t.Fatalf("%s as %T, seed %d:\n%s\n%s", name, as, seed, sys, fault)
		}
	}
}

// TestTraceSearchesSums does the same with systems that wait for sums.
func TestTraceSearchesSums(t *testing.T) {
	for i := range *systems / 2 {
		seed := uint64(*firstSystem + i)
		sys := toy.RandomSums(seed)
		if ref, ok := reference(sys); ok {
			compareAll(t, ref, sys, sys, 0)
			compareAll(t, ref, sys, poorer(sys, i), seed)
		}
	}
}
