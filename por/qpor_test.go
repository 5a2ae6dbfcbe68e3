package por_test

import (
	"flag"
	"fmt"
	"maps"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// TestQPORAgainstAll compares k-partial alternatives for several k with all
// interleavings. 0 stands for all of them.
func TestQPORAgainstAll(t *testing.T) {
	if *onlySearch != "" && *onlySearch != "qpor" {
		return
	}
	const parts = 2
	for part := range parts {
		t.Run(fmt.Sprint("part", part), func(t *testing.T) {
			t.Parallel()
			for i, source := range hard {
				if i%parts == part {
					sys := toy.Parse(source)
					ref, _ := reference(sys)
					for seed := range 8 {
						compareQPOR(t, ref, sys, poorer(sys, seed/2), uint64(seed))
					}
				}
			}
			tried := 0
			for seed := *firstSystem + part; tried < *systems/parts+1; seed += parts {
				sys := toy.Random(uint64(seed))
				if ref, ok := reference(sys); ok {
					tried++
					compareQPOR(t, ref, sys, sys, 0)
					compareQPOR(t, ref, sys, poorer(sys, seed/parts), uint64(seed))
				}
			}
		})
	}
}

func compareQPOR(t *testing.T, ref explored, sys *toy.System, as por.System, seed uint64) {
	t.Helper()
	for _, k := range []int{0, 1, 2, 3} {
		opts := por.Options{Seed: seed, Alternatives: k}
		if fault := compareWith("qpor", ref, as, sys.Outcome, opts); fault != "" {
			t.Fatalf("k %d as %T, seed %d:\n%s\n%s", k, as, seed, sys, fault)
		}
	}
}

var large = flag.Bool("por.large", false, "count the traces of large programs, too")

// TestNRSCP18_Figure1_QPOR: two alternatives are enough.
func TestNRSCP18_Figure1_QPOR(t *testing.T) {
	for n := 2; n <= 10; n++ {
		for k, wantBlocked := range map[int]bool{0: false, 1: true, 2: false} {
			r := por.Search("qpor", toy.Parse(fig1(n)), por.Options{Alternatives: k}, nil)
			if r.Executions != int64(2*n) || (r.Blocked > 0) != wantBlocked {
				t.Errorf("%d writers, k %d: %d executions, %d blocked", n, k, r.Executions, r.Blocked)
			}
		}
	}
}

// TestNRSCP18_Table1_QPOR explores exactly the maximal configurations, and of
// the executions that end up blocked fewer the larger k is, none if k is not
// limited.
func TestNRSCP18_Table1_QPOR(t *testing.T) {
	for _, c := range []struct {
		name    string
		program string
		traces  int64
		ks      []int
		large   bool
	}{
		{"Disp(5,2)", disp(5, 2), 137, []int{1, 2, 3, 0}, false},
		{"Disp(5,3)", disp(5, 3), 1482, []int{1, 2, 3, 0}, false},
		{"Disp(5,4)", disp(5, 4), 15282, []int{3, 0}, true},
		{"Mpat(4)", mpat(4), 384, []int{1, 2, 3, 0}, false},
		{"Mpat(5)", mpat(5), 3840, []int{1, 2, 3, 0}, false},
		{"Mpat(6)", mpat(6), 46080, []int{2}, true},
		{"MPC(2,5)", mpc(2, 5), 60, []int{1, 2, 3, 0}, false},
		{"MPC(3,5)", mpc(3, 5), 2958, []int{1, 2, 3, 0}, false},
		{"Pi(5)", pi(5), 120, []int{1, 2, 3, 0}, false},
		{"Pi(6)", pi(6), 720, []int{1, 2, 3, 0}, false},
		{"Pi(7)", pi(7), 5040, []int{1, 2, 3, 0}, false},
		{"Poke(7,3)", poke(7, 3), 2440, []int{1, 2, 3, 0}, false},
		{"Poke(8,3)", poke(8, 3), 3700, []int{2, 3, 0}, false},
		{"Poke(12,3)", poke(12, 3), 12940, []int{3, 0}, true},
	} {
		if c.large && !*large {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			before := int64(-1)
			for _, k := range c.ks {
				r := por.Search("qpor", toy.Parse(c.program), por.Options{Alternatives: k, MaxExecutions: 4*c.traces + 10}, nil)
				t.Logf("k %d: %d executions, %d blocked, %d steps, %d KB", k, r.Executions, r.Blocked, r.Steps, r.Memory>>10)
				if r.Executions != c.traces || !r.Complete {
					t.Errorf("k %d: %d executions, want %d; %+v", k, r.Executions, c.traces, r)
				}
				if before >= 0 && r.Blocked > before || k == 0 && r.Blocked > 0 || k == 3 && r.Blocked*20 > r.Executions {
					t.Errorf("k %d: %d blocked, %d with less", k, r.Blocked, before)
				}
				before = r.Blocked
			}
		})
	}
}

// TestQPORAndOptimalAgree compares the two searches that explore nothing in
// vain, on systems too large for all interleavings as well.
func TestQPORAndOptimalAgree(t *testing.T) {
	if *onlySearch != "" && *onlySearch != "qpor" {
		return
	}
	for i := range *systems {
		sys := toy.Random(uint64(*firstSystem + i))
		most := por.Options{MaxExecutions: 20_000}
		one, other := explore("optimal-dpor", sys, sys.Outcome, most), explore("qpor", sys, sys.Outcome, most)
		if one.result.Complete != other.result.Complete || one.result.Complete && !maps.Equal(one.traces, other.traces) {
			t.Fatalf("%d and %d traces:\n%s", len(one.traces), len(other.traces), sys)
		}
	}
}

// TestQPORSwitches: what a bound on switches leaves is some of the traces, all
// of them if it is large enough.
func TestQPORSwitches(t *testing.T) {
	all := explore("qpor", toy.Parse(poke(3, 2)), func() string { return "" }, por.Options{})
	before := 0
	for n := 1; n < 20; n++ {
		x := explore("qpor", toy.Parse(poke(3, 2)), func() string { return "" }, por.Options{Switches: n})
		for key := range x.traces {
			if all.traces[key] == 0 {
				t.Fatalf("%d switches: no such trace", n)
			}
		}
		if x.result.Complete != (x.result.Bound != "switches") || x.result.Complete && len(x.traces) != len(all.traces) {
			t.Errorf("%d switches: %+v", n, x.result)
		}
		before = max(before, len(x.traces))
	}
	if before < len(all.traces)/2 {
		t.Errorf("%d of %d traces within 19 switches", before, len(all.traces))
	}
}

var _ = plant("^TestQPOR(AgainstAll|AndOptimalAgree)",
	fault{"qpor", "extensions.go", "races of firm operations are left out", "s.extension(int(i), j)", "_ = i"},
	fault{"qpor", "extensions.go", "histories are too short", "for k := p - 1; k >= 0; k-- {", "for k := p - 1; k > 0; k-- {"},
	fault{"qpor", "extensions.go", "what comes after the first event of a race is not left out", "if k < i || k > i && !s.history.before(i, k) {", "if k != i {"},
	fault{"qpor", "garbage.go", "too much is forgotten", "if !s.marked[n] && s.useful(n) {", "if !s.marked[n] && len(s.path) == 0 {"},
	fault{"qpor", "garbage.go", "what is kept is too long a beginning of the path", "level = min(level, int(s.chains[p][next]))", "level = min(level, int(s.chains[p][next])+2)"},
	fault{"qpor", "combs.go", "alternatives may hold what is to be avoided", "if s.avoided(l) || s.conflicts(l, had) {", "if s.conflicts(l, had) {"},
	fault{"qpor", "combs.go", "events of different teeth may conflict", "if s.avoided(l) || s.conflicts(l, had) {", "if s.avoided(l) {"},
	fault{"qpor", "combs.go", "only one event of a tooth is tried", "if s.join(e) && s.pick(n+1) {\n\t\t\treturn true\n\t\t}", "return s.join(e) && s.pick(n+1)"},
	fault{"qpor", "combs.go", "spikes hold what cannot follow", "s.follows(e) && ", ""},
	fault{"qpor", "siblings.go", "ways of a process are no rivals", "return u.each(*u.ofProcess(p, after, variously), x.Choice, front, f) &&\n\t\t(x", "return (x"},
	fault{"qpor", "combs.go", "objects do not matter to what can follow", "if !s.ordered(l) {", "if false {"},
	fault{"qpor", "siblings.go", "a frontier admits what has another past", "return w.pred == last.event", "return w.pred != last.event"},
	fault{"qpor", "siblings.go", "what concerns everybody is no rival", "for _, n := range u.everywhere {", "for _, n := range u.everywhere[:0] {"},
)
