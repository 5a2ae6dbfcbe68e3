package por_test

import (
	"math"
	"slices"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// moments goes through the tree that probes go down, of the first choices
// asleep if there are sleep sets, and returns how many leaves count, and the
// mean of the square of what a probe says: a leaf behind b branches has
// probability 1/b and says b.
func moments(sys *toy.System, asleep bool, sleep []por.Event, weight float64) (leaves, square float64) {
	var awake, next []por.Event
	for _, e := range sys.Pending(nil) {
		if slices.Contains(sys.Enabled(nil), e.Choice) {
			next = append(next, e)
			if !slices.Contains(sleep, e) {
				awake = append(awake, e)
			}
		}
	}
	if len(next) == 0 {
		return 1, weight
	}
	mark := sys.Mark()
	for _, e := range awake {
		e = sys.Step(e.Choice)
		still := slices.DeleteFunc(slices.Clone(sleep), func(f por.Event) bool { return por.Dependent(&e, &f) })
		l, s := moments(sys, asleep, still, weight*float64(len(awake)))
		leaves, square = leaves+l, square+s
		sys.Rewind(mark)
		if asleep {
			sleep = append(slices.Clip(sleep), e)
		}
	}
	return leaves, square
}

// TestPartialSearchesEstimate checks, on random systems, that estimates are
// unbiased, deviate as much as the tree says that they must, and say so: they
// are within 1.96 of their own standard errors in 95 of 100 cases, or somewhat
// less, since what probes say is not normally distributed.
func TestPartialSearchesEstimate(t *testing.T) {
	if !tries("estimate") {
		return
	}
	const probes = 300
	for _, asleep := range []bool{false, true} {
		sum, squares, n, covered := 0.0, 0.0, 0.0, 0.0
		for seed := uint64(*firstSystem); seed < uint64(*firstSystem+*systems); seed++ {
			sys := toy.Random(seed)
			ref := explore("all", sys, sys.Outcome, por.Options{MaxExecutions: 200})
			if !ref.result.Complete {
				continue
			}
			want := float64(ref.result.Executions)
			if asleep {
				want = float64(len(ref.traces))
			}
			sys.Reset()
			leaves, square := moments(sys, asleep, nil, 1)
			if leaves != want {
				t.Fatalf("%s\nasleep %v: %v leaves, want %v", sys, asleep, leaves, want)
			}
			deviation := math.Sqrt(max(square-want*want, 0) / probes)
			est := por.Estimate(poorer(sys, int(seed)), asleep, por.Options{Seed: seed}, probes)
			if est.Probes != probes || !(est.Mean >= 0 && est.Error >= 0) {
				t.Fatalf("%s\nasleep %v: %+v", sys, asleep, est)
			}
			if deviation < 1e-6 {
				if math.Abs(est.Mean-want) > 1e-6 || est.Error > 1e-6 {
					t.Errorf("%s\nasleep %v: %+v, want %v", sys, asleep, est, want)
				}
				continue
			}
			z := (est.Mean - want) / deviation
			if math.Abs(z) > 20 {
				t.Errorf("%s\nasleep %v: %+v, want %v, deviation %v", sys, asleep, est, want, deviation)
			}
			sum, squares, n = sum+z, squares+z*z, n+1
			if math.Abs(est.Mean-want) <= 1.96*est.Error {
				covered++
			}
		}
		mean, spread, rate := sum/n, squares/n, covered/n
		t.Logf("asleep %v: %v systems, mean %.3f, squares %.3f, %.3f within 1.96 errors", asleep, n, mean, spread, rate)
		if n < float64(*systems)/4 || math.Abs(mean) > 4/math.Sqrt(n) || math.Abs(spread-1) > 8/math.Sqrt(n) || rate < 0.9 || rate > 0.98 {
			t.Error("that is too many or too few")
		}
	}
}

// TestPartialSearchesEstimateOnce checks that probes that are cut short do not
// count, and that one probe has no error.
func TestPartialSearchesEstimateOnce(t *testing.T) {
	if !tries("estimate") {
		return
	}
	sys := toy.Parse(pi(3))
	if est := por.Estimate(sys, false, por.Options{MaxSteps: 13}, 100); est.Probes != 2 {
		t.Errorf("%+v, want 2 probes of 6 steps", est)
	}
	if est := por.Estimate(sys, true, por.Options{}, 1); est.Probes != 1 || est.Error != 0 {
		t.Errorf("%+v", est)
	}
	if est := por.Estimate(sys, true, por.Options{MaxSteps: 3}, 5); est != (por.Estimation{}) {
		t.Errorf("%+v, want nothing", est)
	}
	if est := por.Estimate(toy.Parse(ainc(3)), false, por.Options{MaxDepth: 1}, 5); est.Mean != 3 {
		t.Errorf("%+v, want 3 executions of one step", est)
	}
	a, b := por.Estimate(sys, true, por.Options{Seed: 5}, 50), por.Estimate(sys, true, por.Options{Seed: 5}, 50)
	if a != b {
		t.Errorf("%+v and %+v of the same seed", a, b)
	}
}

var _ = plant("^TestPartialSearches",
	fault{"estimate", "estimate.go", "branches add up", "leaves *= float64(len(awake))", "leaves += float64(len(awake)) - 1"},
	fault{"estimate", "estimate.go", "what sleeps is a branch", "leaves *= float64(len(awake))", "leaves *= float64(max(len(awake), 2))"},
	fault{"estimate", "estimate.go", "blocked executions count", "		if len(awake) == 0 {\n			return 0", "		if len(awake) == 0 {\n			return leaves"},
	fault{"estimate", "estimate.go", "all siblings sleep", "p.foresee(awake[:k])", "p.foresee(awake)"},
	fault{"estimate", "estimate.go", "sleep sets never shrink", "!Dependent(&p.sleep[i], e)", "e != nil"},
	fault{"estimate", "estimate.go", "the first child is preferred", "p.rng.n(len(awake))", "p.rng.n(p.rng.n(len(awake))+1)"},
	fault{"estimate", "estimate.go", "the error is that of one probe", "/ (n - 1) / n)", "/ (n - 1))"},
	fault{"estimate", "estimate.go", "the error is how large the estimates are", "delta * (leaves - est.Mean)", "leaves * leaves"},
	fault{"estimate", "estimate.go", "probes that are cut short count", "if p.halt {\n			break", "if p.halt && est.Probes < 0 {\n			break"},
)
