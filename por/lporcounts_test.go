package por_test

import (
	"slices"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// stubbornSet is the stubborn set of the initial state of sys that contains
// transition ti.
func stubbornSet(sys por.Relations, opts por.Options, ti int32) []int32 {
	sys.Reset()
	var enabled []int32
	for _, c := range sys.Enabled(nil) {
		enabled = append(enabled, int32(sys.TransitionOf(c)))
	}
	s := por.NewStubborn(sys, opts)
	s.Enter(enabled, make([]int32, sys.Transitions()))
	return slices.Clone(s.Set(ti, enabled, nil))
}

// The transitions t1, t2, ... of the paper, by number.
const (
	t1 = iota
	t2
	t3
	t4
	t5
)

// TestBKSS11_NonInterfering is the first figure of [BKSS11]: t2 can enable
// t3, which disables t1, and is disabled by it. Exploring t2 first is enough
// to come to both deadlocks.
func TestBKSS11_NonInterfering(t *testing.T) {
	net := toy.NewPetriNet([]int32{1, 1, 0}, -1,
		toy.Arc{Take: []int{0}}, toy.Arc{Take: []int{1}, Give: []int{2}}, toy.Arc{Take: []int{0, 2}})
	full, _ := fullSpace(net, net.Observed, 100)
	if full.states != 5 || len(full.finals) != 2 {
		t.Fatalf("%d states, %d deadlocks", full.states, len(full.finals))
	}
	for _, opts := range lporWays() {
		if got := stubbornSet(net, opts, t2); !slices.Equal(got, []int32{t2}) {
			t.Errorf("%s: set of t2 is %v", describeWay(opts), got)
		}
		if got := stubbornSet(net, opts, t1); !slices.Equal(got, []int32{t1, t2}) {
			t.Errorf("%s: set of t1 is %v", describeWay(opts), got)
		}
		r, fault := compareSpace(net, net.Observed, full, opts, false)
		if fault != "" || r.States != 4 || r.Transitions != 3 || r.Executions != 2 {
			t.Errorf("%s: %+v %s", describeWay(opts), r, fault)
		}
	}
}

// TestBKSS11_PetriNet is the Petri net of [BKSS11], Section III-B: t1 and t2
// compete for a token, t2 also needs one from t3, and t3 one from t4 and one
// from t5. The stubborn set of t1 is t1 and t4 with NET, and everything
// enabled without.
func TestBKSS11_PetriNet(t *testing.T) {
	net := toy.NewPetriNet([]int32{1, 0, 0, 0, 1, 1}, -1,
		toy.Arc{Take: []int{0}},                    // t1
		toy.Arc{Take: []int{0, 1}},                 // t2
		toy.Arc{Take: []int{2, 3}, Give: []int{1}}, // t3
		toy.Arc{Take: []int{4}, Give: []int{2}},    // t4
		toy.Arc{Take: []int{5}, Give: []int{3}})    // t5
	dep, ce, necessary := [][2]int{}, [][2]int{}, [][2]int{}
	for t := range net.Transitions() {
		for u := range net.Transitions() {
			if t != u && net.DependsOn(t, u) {
				dep = append(dep, [2]int{t, u})
			}
			if net.CanEnable(t, u) {
				ce = append(ce, [2]int{t, u})
			}
			if net.Necessary(t, u)&por.NecessaryFirst != 0 {
				necessary = append(necessary, [2]int{t, u})
			}
		}
	}
	if want := [][2]int{{t1, t2}, {t2, t1}}; !slices.Equal(dep, want) {
		t.Errorf("dep is %v", dep)
	}
	if want := [][2]int{{t3, t2}, {t4, t3}, {t5, t3}}; !slices.Equal(ce, want) {
		t.Errorf("ce is %v", ce)
	}
	// The paper leaves out the first of these for the example.
	if want := [][2]int{{t3, t2}, {t4, t3}, {t5, t3}}; !slices.Equal(necessary, want) {
		t.Errorf("net is %v", necessary)
	}
	for _, opts := range lporWays() {
		want := []int32{t1, t4}
		if opts.NET == por.NETNone {
			want = []int32{t1, t4, t5}
		}
		if got := stubbornSet(net, opts, t1); !slices.Equal(got, want) {
			t.Errorf("%s: set of t1 is %v, not %v", describeWay(opts), got, want)
		}
	}
}

// protocols are the models of [BKSS11], Section VI, correct and faulty, with
// how many states there are, and how many lpor explores: without NET, and
// with it by the state and by the path. Faulty says what is seen then.
var protocols = []struct {
	name              string
	sys               *toy.Actors
	faulty            string
	full              int
	none, state, path int64
}{
	{"paxos", toy.Paxos(2, 3, 1, toy.PaxosCorrect), "", 14400, 4737, 4693, 4731},
	{"paxos, two learners", toy.Paxos(2, 2, 2, toy.PaxosCorrect), "", 144, 98, 88, 92},
	{"paxos, forgetful", toy.Paxos(2, 3, 1, toy.PaxosForgetful), "disagreement", 17001, 5655, 5611, 5649},
	{"paxos, careless", toy.Paxos(2, 3, 1, toy.PaxosCareless), "disagreement", 112716, 38877, 38811, 38871},
	{"multicast", toy.EchoMulticast(3, 1, true, 3), "", 232, 129, 129, 129},
	{"multicast, honest", toy.EchoMulticast(4, 0, false, 3), "", 145, 70, 70, 70},
	{"multicast, more byzantine", toy.EchoMulticast(2, 2, true, 3), "disagreement", 138, 64, 64, 64},
	{"multicast, small quorum", toy.EchoMulticast(3, 1, true, 2), "disagreement", 1424, 623, 623, 623},
	{"storage", toy.RegularStorage(3, 1, 1, 2, 2, false), "", 595, 271, 258, 258},
	{"storage, two writes", toy.RegularStorage(3, 2, 1, 2, 2, false), "", 10501, 4336, 4150, 4150},
	{"storage, hasty reader", toy.RegularStorage(3, 1, 1, 2, 1, false), "old value", 937, 412, 411, 411},
	{"storage, hasty writer", toy.RegularStorage(3, 1, 1, 1, 2, false), "old value", 925, 373, 361, 361},
	{"storage, wrong specification", toy.RegularStorage(3, 1, 1, 2, 2, true), "old value", 667, 318, 304, 304},
}

// TestBKSS11_Protocols compares verdicts, and pins counts. These are of our
// models, not of the paper's.
func TestBKSS11_Protocols(t *testing.T) {
	for _, p := range protocols {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			full, ok := fullSpace(p.sys, p.sys.Observed, 200_000)
			if !ok || full.states != p.full {
				t.Errorf("%d states, not %d", full.states, p.full)
			}
			if bad := full.seen[p.faulty]; len(full.seen) > 2 || !bad || (len(full.seen) == 2) != (p.faulty != "") {
				t.Errorf("seen: %v", full.seen)
			}
			for _, opts := range lporWays() {
				if full.states > 10_000 && (opts.Deadlocks || opts.AllIfVisible || opts.Online) {
					continue
				}
				r, fault := compareSpace(p.sys, p.sys.Observed, full, opts, false)
				if fault != "" {
					t.Errorf("%s: %s", describeWay(opts), fault)
				}
				if opts.Deadlocks || opts.AllIfVisible || opts.Online {
					continue
				}
				t.Logf("%s: %d of %d states, %d transitions", describeWay(opts), r.States, full.states, r.Transitions)
				want := map[por.NETForm]int64{por.NETNone: p.none, por.NETState: p.state, por.NETPath: p.path, por.NETBoth: r.States}
				if r.States != want[opts.NET] {
					t.Errorf("%s: %d states, not %d", describeWay(opts), r.States, want[opts.NET])
				}
			}
			for walk := range uint64(10) {
				if err := por.CheckRelations(p.sys, p.sys.Observed, walk, 60); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
