package por_test

import (
	"math"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// TestPartialSearchesEstimate checks that estimates are unbiased: over many
// systems, what they miss by has mean 0 and deviation 1, in standard errors.
func TestPartialSearchesEstimate(t *testing.T) {
	for _, asleep := range []bool{false, true} {
		sum, squares, n := 0.0, 0.0, 0.0
		for seed := range uint64(150) {
			sys := toy.Random(seed)
			ref, ok := reference(sys)
			if !ok || len(ref.traces) < 3 || ref.result.Executions > 500 {
				continue
			}
			want := float64(ref.result.Executions)
			if asleep {
				want = float64(len(ref.traces))
			}
			est := por.Estimate(poorer(sys, int(seed)), asleep, por.Options{Seed: seed}, 1000)
			if est.Probes != 1000 {
				t.Fatalf("%+v", est)
			}
			if est.Error == 0 {
				if math.Abs(est.Mean-want) > 1e-6 {
					t.Errorf("%s\nasleep %v: %+v, want %v", sys, asleep, est, want)
				}
				continue
			}
			z := (est.Mean - want) / est.Error
			if math.Abs(z) > 5 {
				t.Errorf("%s\nasleep %v: %+v, want %v", sys, asleep, est, want)
			}
			sum, squares, n = sum+z, squares+z*z, n+1
		}
		if mean, spread := sum/n, squares/n; n < 20 || math.Abs(mean) > 4/math.Sqrt(n) || spread < 0.5 || spread > 2 {
			t.Errorf("asleep %v: %v systems, mean %.2f, squares %.2f", asleep, n, mean, spread)
		}
	}
}
