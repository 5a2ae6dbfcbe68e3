package por_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// pragmatic are the searches of [CEFM23] that match states, pragmaticStateless
// those that do not.
var (
	pragmatic          = []string{"s-por", "de-s-por", "dl-s-por"}
	pragmaticStateless = []string{"stateless-s-por", "stateless-de-s-por", "stateless-dl-s-por"}
)

// ways are options for the searches of [CEFM23]: the enumeration strategies, and
// little memory.
func ways(n uint64) por.Options {
	orders := slices.Collect(por.Orders(4))
	opts := []por.Options{
		{}, {Seed: n}, {Order: orders[n%24]}, {KnownFirst: true}, {Seed: n, KnownFirst: true},
		{MaxMemory: 4000 + int64(n%7)*2000}, {Order: orders[n%24], KnownFirst: true, MaxMemory: 10_000},
	}
	return opts[n%uint64(len(opts))]
}

// TestStateSearchesEveryWay tries the options of the searches of [CEFM23], on
// systems that look ahead and such that do not.
func TestStateSearchesEveryWay(t *testing.T) {
	tried, cut := 0, 0
	for seed := uint64(*firstSystem); tried < *systems+1; seed++ {
		sys := toy.RandomCycles(seed)
		if seed%3 == 0 {
			sys = randomAhead(seed)
		}
		finals, failures, ok := stateSpace(sys, 3000)
		if !ok {
			continue
		}
		tried++
		for i, name := range pragmatic {
			if *onlySearch != "" && name != *onlySearch {
				continue
			}
			opts := ways(seed + uint64(i))
			opts.MaxSteps = 1_000_000
			compared := compareStatesWith
			if seed%2 == 0 {
				compared = compareAhead
			}
			fault := compared(name, sys, finals, failures, opts)
			if opts.MaxMemory > 0 && strings.HasPrefix(fault, "not complete") {
				cut++
			} else if fault != "" {
				t.Fatalf("%s, system %d, %+v:\n%s\n%s", name, seed, opts, sys, fault)
			}
		}
	}
	if cut > tried/2 {
		t.Errorf("%d of %d searches with little memory were cut", cut, tried)
	}
}

// TestStateSearchesAgainstHardWays has systems, and ways to explore them, that
// a search once got wrong: a thread whose later choice leads to a known state,
// and cycles that overlap.
func TestStateSearchesAgainstHardWays(t *testing.T) {
	for _, p := range []struct {
		source string
		opts   por.Options
	}{
		{"chan c0 0 c1 0\ngo:1 select:c1?,default join:1\n- select:c0?,default close:c0 recv:c0 send:c1:0\n", por.Options{KnownFirst: true}},
		{"write:a:0 tick write:a:1 set:0 jmp:-5\nwrite:b:0 write:b:2 tick\nread:b tick read:a jz:1 panic\n", por.Options{Seed: 31581, KnownFirst: true}},
		{"write:a:2 lock:m0 unlock:m0 set:0 jmp:-5\nlock:m0 unlock:m0 read:a assert:2 lock:m0 unlock:m0 set:0 jmp:-8\n",
			por.Options{Order: []por.Proc{3, 0, 2, 1}, KnownFirst: true, MaxMemory: 10_000}},
	} {
		sys := toy.Parse(p.source)
		finals, failures, _ := stateSpace(sys, 3000)
		for _, name := range pragmatic {
			if *onlySearch != "" && name != *onlySearch {
				continue
			}
			if fault := compareStatesWith(name, sys, finals, failures, p.opts); fault != "" {
				t.Errorf("%s, %+v:\n%s\n%s", name, p.opts, sys, fault)
			}
			if fault := compareAhead(name, sys, finals, failures, p.opts); fault != "" {
				t.Errorf("%s, %+v, looking ahead:\n%s\n%s", name, p.opts, sys, fault)
			}
		}
	}
}

// TestStatelessSearchesAgainstAll compares the traces of the searches that
// explore each at least once.
func TestStatelessSearchesAgainstAll(t *testing.T) {
	for i, source := range hard {
		sys := toy.Parse(source)
		ref, _ := reference(sys)
		for n := range uint64(4) {
			compareStateless(t, ref, sys, uint64(i)+n)
		}
	}
	tried := 0
	for seed := uint64(*firstSystem); tried < *systems+1; seed++ {
		sys := toy.Random(seed)
		ref := explore("all", sys, sys.Outcome, por.Options{MaxExecutions: 1000})
		if ref.result.Complete {
			tried++
			compareStateless(t, ref, sys, seed)
		}
	}
}

// compareStateless explores sys without state matching, in one of the ways,
// with all abilities and with few.
func compareStateless(t *testing.T, ref explored, sys *toy.System, n uint64) {
	t.Helper()
	for i, name := range pragmaticStateless {
		if *onlySearch != "" && name != *onlySearch {
			continue
		}
		opts := ways(n + uint64(i))
		opts.MaxSteps = 2_000_000
		as := []por.System{sys, pending{sys, sys}, toy.NewAhead(sys)}[(n>>1)%3]
		got := explore(name, as, sys.Outcome, opts)
		if !got.result.Complete {
			t.Fatalf("%s: not complete: %s\n%s", name, got.result.Bound, sys)
		}
		if fault := sameKeys("trace", ref.traces, got.traces) + sameKeys("outcome", ref.outcomes, got.outcomes); fault != "" {
			t.Fatalf("%s as %T, %d:\n%s\n%s", name, as, n, sys, fault)
		}
	}
}

// sameKeys says what is in one of two maps only.
func sameKeys(what string, want, got map[string]int) string {
	for key := range want {
		if got[key] == 0 {
			return fmt.Sprintf("%s lost: %s\n", what, key)
		}
	}
	for key := range got {
		if want[key] == 0 {
			return fmt.Sprintf("no such %s: %s\n", what, key)
		}
	}
	return ""
}

// TestForgetting has room for part of the states: all final states are found,
// by exploring states again.
func TestForgetting(t *testing.T) {
	for _, p := range []struct {
		name, source string
		most         int64
	}{
		{"Mpat(3)", mpat(3), 20_000},
		{"lastzero(5)", lastzero(5), 60_000},
		{"loops", "read:b write:a:1 jmp:-3\nread:a write:b:. write:c:1 write:c:2 jmp:-5\nread:c write:b:1 jmp:-3\n", 22_000},
	} {
		sys := toy.Parse(p.source)
		finals, failures, _ := stateSpace(sys, 100_000)
		for _, name := range pragmatic {
			opts := por.Options{MaxMemory: p.most, MaxSteps: 1_000_000}
			all := por.Search(name, sys, por.Options{}, nil)
			some := por.Search(name, sys, opts, nil)
			if some.States <= all.States || some.Memory >= all.Memory {
				t.Errorf("%s, %s: %d states in %d bytes, %d in %d", p.name, name, all.States, all.Memory, some.States, some.Memory)
			}
			if fault := compareStatesWith(name, sys, finals, failures, opts); fault != "" {
				t.Errorf("%s, %s: %s", p.name, name, fault)
			}
			if none := por.Search(name, sys, por.Options{MaxMemory: 1}, nil); none.Complete || none.Bound != "memory" {
				t.Errorf("%s, %s: a byte is enough: %+v", p.name, name, none)
			}
		}
	}
}

// TestFailed stops at the first failure.
func TestFailed(t *testing.T) {
	sys := toy.Parse("read:x read:x assert:1 write:a:1\nwrite:x:1\nwrite:b:1\n")
	for _, name := range slices.Concat(pragmatic, pragmaticStateless) {
		shown := 0
		r := por.Search(name, sys, por.Options{Failed: sys.Failed}, func(x *por.Execution) bool {
			shown++
			if sys.Failed() != (x.Result.Executions == 1) || !x.Cut {
				t.Errorf("%s: execution %d shown, failed %v, cut %v", name, shown, sys.Failed(), x.Cut)
			}
			return true
		})
		if shown != 1 || r.Complete || r.Bound != "failure" {
			t.Errorf("%s: %d executions shown, %+v", name, shown, r)
		}
	}
}

// TestOrders sees that the first execution is in the order asked for.
func TestOrders(t *testing.T) {
	sys := toy.Parse("read:a\nread:a\nread:a\nread:a\n")
	for _, name := range slices.Concat(pragmatic, pragmaticStateless) {
		orders := 0
		for order := range por.Orders(4) {
			orders++
			por.Search(name, sys, por.Options{Order: order}, func(x *por.Execution) bool {
				for i, e := range x.Events {
					if e.Proc != order[i] {
						t.Errorf("%s: step %d of process %d, want %v", name, i, e.Proc, order)
					}
				}
				return false
			})
		}
		if orders != 24 {
			t.Errorf("%d orders of 4 processes", orders)
		}
	}
}

var _ = plant("^TestStateSearches",
	fault{"s-por", "spor.go", "cycles are not expanded", "top.full = true", ""},
	fault{"s-por", "spor.go", "what touches anything is invisible", "if s.look == nil {\n\t\treturn false", "if s.look == nil {\n\t\treturn true"},
	fault{"s-por", "spor.go", "reads are invisible", "if e.Accesses[0].Mode == 0 {", "if e.Accesses[0].Mode <= Read {"},
	fault{"s-por", "spor.go", "only one choice of a thread is explored", "if l.more() < 0 {\n\t\tl.next = len(l.enabled)\n\t}", "l.next = len(l.enabled)"},
	fault{"s-por", "sporchoice.go", "the last thread is left out", "for n, c := range l.enabled {\n\t\tif l.done", "for n, c := range l.enabled[:(len(l.enabled)+2)/2] {\n\t\tif l.done"},
	fault{"s-por", "sporchoice.go", "what leads to a known state is all of a thread", "return l.firstOf(c.Proc)", "return n"},
	fault{"s-por", "spor.go", "what ends everything is as good as another", "if l.safe >= 0 && (l.ends || s.endSeen && !s.known) {", "if false {"},
	fault{"s-por", "lts.go", "what is forgotten is known", "l.rehash(len(l.slots))\n}\n\nfunc (l *lts) memory", "}\n\nfunc (l *lts) memory"},

	fault{"de-s-por", "spor.go", "blocked operations are not noted", "if quiesces(e) || hasChoice(l.enabled, e.Choice) {", "if true {"},
	fault{"de-s-por", "sporchoice.go", "threads that are not enabled do not matter", "if !l.currentOf(p).within(l.able) {", "if l.full && !l.currentOf(p).within(l.able) {"},
	fault{"de-s-por", "spor.go", "alternatives are known in full", "if e.Alt != 0 || e.Wide {\n\t\t// What", "if e.Wide {\n\t\t// What"},
	fault{"de-s-por", "despor.go", "known states do not count", "current.add(Proc(q))", ""},
	fault{"de-s-por", "despor.go", "what leads back to the stack does not count", "s.levels[d].full = true", ""},
	fault{"de-s-por", "despor.go", "only the last transition counts", "for d := range n {", "for d := max(0, n-1); d < n; d++ {"},
	fault{"de-s-por", "sporchoice.go", "what is dependent is only reversible if it is firm", "r&together != 0 || r != 0 && !f.Firm", "r&together != 0 && f.Firm"},
	fault{"de-s-por", "futures.go", "sets are not united", "f.sum[i] |= w", "f.sum[i] |= w & f.sum[i]"},
	fault{"de-s-por", "lts.go", "what follows from cycles is what follows from a part of them", "s.settled, s.ends = true, ends", "s.settled, s.ends, futures = true, ends, nil"},

	fault{"dl-s-por", "spor.go", "blocked operations are not noted", "if quiesces(e) || hasChoice(l.enabled, e.Choice) {", "if true {"},
	fault{"dl-s-por", "dlspor.go", "the traversal is left out too soon", "case l.able.within(l.done):", "case l.done.len() > 1:"},
	fault{"dl-s-por", "sporchoice.go", "some closed set is enough, whatever else depends on it", "if !l.currentOf(p).within(s.closed) {", "if false {"},
	fault{"dl-s-por", "dlspor.go", "nothing is dependent", "set == 0 || current.has(Proc(q))", "set >= 0 || current.has(Proc(q))"},
	fault{"dl-s-por", "dlspor.go", "incomplete traversals do not matter", "case !s.known || s.allKnown(l):", "case s.allKnown(l):"},
	fault{"dl-s-por", "spor.go", "what follows from the successors is not collected", "l.join(s.sets, Proc(p), set)", "l.join(s.sets, Proc(p), 0*set)"},
	fault{"dl-s-por", "spor.go", "states on cycles are settled", "s.known, s.ends, s.after = l.low == s.depth, l.ends, l.after", "s.known, s.ends, s.after, l.low = true, l.ends, l.after, s.depth"},
	fault{"dl-s-por", "futures.go", "labels differ by what they touch first only", "x.Op, x.Blind = 0, false", "x.Op, x.Blind, x.Accesses = 0, false, [MaxAccesses]Access{x.Accesses[0]}"},
	fault{"dl-s-por", "lts.go", "the lowest state is the one it was", "for !l.states[id].open {\n\t\tid = l.states[id].low\n\t}", ""},
)

var _ = plant("^TestStatelessSearches",
	fault{"stateless-s-por", "spor.go", "reads are invisible", "if e.Accesses[0].Mode == 0 {", "if e.Accesses[0].Mode <= Read {"},
	fault{"stateless-s-por", "spor.go", "only one choice of a thread is explored", "if l.more() < 0 {\n\t\tl.next = len(l.enabled)\n\t}", "l.next = len(l.enabled)"},
	fault{"stateless-s-por", "spor.go", "what ends everything is as good as another", "if l.safe >= 0 && (l.ends || s.endSeen && !s.known) {", "if false {"},
	fault{"stateless-s-por", "sporchoice.go", "the last thread is left out", "for n, c := range l.enabled {\n\t\tif l.done", "for n, c := range l.enabled[:(len(l.enabled)+2)/2] {\n\t\tif l.done"},
	fault{"stateless-s-por", "spor.go", "a level keeps what was done at another", "l.able[:0], l.back[:0], l.done[:0], l.after[:0]", "l.able[:0], l.back[:0], l.done, l.after[:0]"},

	fault{"stateless-de-s-por", "spor.go", "blocked operations are not noted", "if quiesces(e) || hasChoice(l.enabled, e.Choice) {", "if true {"},
	fault{"stateless-de-s-por", "sporchoice.go", "threads that are not enabled do not matter", "if !l.currentOf(p).within(l.able) {", "if l.full && !l.currentOf(p).within(l.able) {"},
	fault{"stateless-de-s-por", "spor.go", "alternatives are known in full", "if e.Alt != 0 || e.Wide {\n\t\t// What", "if e.Wide {\n\t\t// What"},
	fault{"stateless-de-s-por", "despor.go", "only the last transition counts", "for d := range n {", "for d := max(0, n-1); d < n; d++ {"},
	fault{"stateless-de-s-por", "sporchoice.go", "some closed set is enough, whatever else depends on it", "if !l.currentOf(p).within(s.closed) {", "if false {"},
	fault{"stateless-de-s-por", "despor.go", "a thread with nothing dependent on it is in no set", "l.currentOf(t.Proc).add(e.Proc)", "l.currentOf(e.Proc).add(t.Proc)"},

	fault{"stateless-dl-s-por", "spor.go", "blocked operations are not noted", "if quiesces(e) || hasChoice(l.enabled, e.Choice) {", "if true {"},
	fault{"stateless-dl-s-por", "dlspor.go", "the traversal is left out too soon", "case l.able.within(l.done):", "case l.done.len() > 1:"},
	fault{"stateless-dl-s-por", "spor.go", "what follows from the successors is not collected", "l.join(s.sets, Proc(p), set)", "l.join(s.sets, Proc(p), 0*set)"},
	fault{"stateless-dl-s-por", "spor.go", "what the transition itself does is not collected", "s.note(l, l.label)", ""},
	fault{"stateless-dl-s-por", "dlspor.go", "nothing is dependent", "set == 0 || current.has(Proc(q))", "set >= 0 || current.has(Proc(q))"},
	fault{"stateless-dl-s-por", "futures.go", "answers are remembered for any set", "if m.label != label || m.set != set {", "if m.label != label {"},
)
