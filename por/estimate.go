package por

import "math"

// This file estimates how many executions a search would show.
//
//	[K75] Knuth. Estimating the Efficiency of Backtrack Programs.
//	Mathematics of Computation 29(129), 1975.
//
// A probe goes from the root of the search tree to a leaf, by children drawn
// uniformly; the product of the numbers of children on the way is an unbiased
// estimate of the number of leaves.
//
// Differences: (1) Leaves where all is asleep count nothing, so that only
// executions shown are counted. (2) Probes that Options.MaxDepth cuts count
// like others, as executions cut do.

// An Estimation is what probes say of the number of executions.
type Estimation struct {
	// Mean is unbiased. Error is its standard error, as far as the probes
	// tell; it is 0 if there were fewer than two.
	Mean, Error float64
	Probes      int
}

// Estimate probes the tree of all interleavings or, if asleep, that of sleep
// sets, which has one execution per trace. Of opts, Seed (0 counts as 1),
// MaxDepth, MaxSteps and Stop matter; a probe that is cut short by the last
// two does not count.
func Estimate(sys System, asleep bool, opts Options, probes int) Estimation {
	p := &estimator{sampler: newSampler(sys, opts, nil), asleep: asleep}
	var est Estimation
	squares := 0.0
	for range probes {
		leaves := p.probe()
		if p.halt {
			break
		}
		est.Probes++
		delta := leaves - est.Mean
		est.Mean += delta / float64(est.Probes)
		squares += delta * (leaves - est.Mean)
	}
	if n := float64(est.Probes); n > 1 {
		est.Error = math.Sqrt(squares / (n - 1) / n)
	}
	return est
}

type estimator struct {
	sampler
	asleep bool
	sleep  []Event
}

// probe goes to a leaf and returns what it says of their number.
func (p *estimator) probe() float64 {
	p.cut(0)
	p.seek(0)
	p.sleep = p.sleep[:0]
	leaves := 1.0
	for !p.halt {
		p.enabled = p.sys.Enabled(p.enabled[:0])
		if len(p.enabled) == 0 {
			return leaves
		}
		awake := p.enabled[:0]
		for _, c := range p.enabled {
			if !contains(p.sleep, c) {
				awake = append(awake, c)
			}
		}
		if len(awake) == 0 {
			return 0
		}
		if p.deep() {
			return leaves
		}
		leaves *= float64(len(awake))
		p.descend(awake, p.rng.n(len(awake)))
	}
	return leaves
}

// descend takes choice k, as if those before it had been explored.
func (p *estimator) descend(awake []Choice, k int) {
	if p.asleep {
		p.sleep = append(p.sleep, p.foresee(awake[:k])...)
	}
	e := p.extend(awake[k])
	still := p.sleep[:0]
	for i := range p.sleep {
		if !Dependent(&p.sleep[i], e) {
			still = append(still, p.sleep[i])
		}
	}
	p.sleep = still
}

// contains reports whether c is the choice of one of events.
func contains(events []Event, c Choice) bool {
	for i := range events {
		if events[i].Choice == c {
			return true
		}
	}
	return false
}
