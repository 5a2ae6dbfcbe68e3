package explore

import (
	"slices"

	"github.com/mazurka-go/mazurka/por"
)

// minimize returns the cheapest schedule it can find that shows the fault. choices is
// one that does. It tries at most budget executions.
//
// First come the schedules with few preemptions, in order: one of those is
// the best possible up to that number. If there are too many, the given
// schedule is improved step by step: a block of consecutive choices of one
// process is moved next to another block of it, or left out.
func minimize(w world, f fault, choices []por.Choice, budget int, stop func() bool) execution {
	r := newRunner(w, stop)
	r.reset()
	r.replay(choices)
	best := execution{slices.Clone(r.choices), r.cost}
	if !r.shows(f) {
		return best
	}
	m := &minimizer{r: r, fault: f, best: best, budget: budget}
	if !m.few() {
		m.improve()
	}
	return m.best
}

type minimizer struct {
	r      *runner
	fault  fault
	best   execution
	budget int
}

// consider keeps the runner's execution if it is better.
func (m *minimizer) consider() bool {
	m.budget--
	if !m.r.shows(m.fault) || m.r.cost.compare(m.best.cost) >= 0 {
		return false
	}
	m.best = execution{slices.Clone(m.r.choices), m.r.cost}
	return true
}

// few tries schedules with few preemptions. It reports whether it found one;
// then no schedule has fewer.
func (m *minimizer) few() bool {
	s := newFewSearch(m.r, 4*m.budget)
	for n := m.budget / 2; n > 0; n-- {
		if k := s.level(); k < 0 || k >= m.best.cost.preemptions+m.best.cost.early {
			return k >= 0
		}
		if !s.next() {
			return false
		}
		if m.consider() {
			return true
		}
	}
	return false
}

// improve moves and removes blocks as long as that helps.
func (m *minimizer) improve() {
	for again := true; again && m.more(); {
		again = false
		starts := blocks(m.best.choices)
		for i := 0; i < len(starts) && m.more(); i++ {
			if m.try(joined(m.best.choices, starts, i)) || m.try(without(m.best.choices, starts, i)) {
				again = true
				starts = blocks(m.best.choices)
			}
		}
	}
}

// more reports whether there is budget and time left.
func (m *minimizer) more() bool { return m.budget > 0 && (m.r.stop == nil || !m.r.stop()) }

func (m *minimizer) try(choices []por.Choice) bool {
	if choices == nil || !m.more() {
		return false
	}
	m.r.reset()
	return m.r.follow(choices) && m.consider()
}

// blocks cuts a schedule where the process changes: the indexes of the first
// choices.
func blocks(choices []por.Choice) []int {
	var starts []int
	for i, c := range choices {
		if i == 0 || c.Proc != choices[i-1].Proc {
			starts = append(starts, i)
		}
	}
	return starts
}

// block is the i-th block of a schedule, as indexes.
func block(choices []por.Choice, starts []int, i int) (from, to int) {
	if i+1 < len(starts) {
		return starts[i], starts[i+1]
	}
	return starts[i], len(choices)
}

// joined moves the next block of the same process behind block i; nil if
// there is none.
func joined(choices []por.Choice, starts []int, i int) []por.Choice {
	from, to := block(choices, starts, i)
	for j := i + 1; j < len(starts); j++ {
		if f, t := block(choices, starts, j); choices[f].Proc == choices[from].Proc {
			return slices.Concat(choices[:to], choices[f:t], choices[to:f], choices[t:])
		}
	}
	return nil
}

// without leaves block i out.
func without(choices []por.Choice, starts []int, i int) []por.Choice {
	from, to := block(choices, starts, i)
	return slices.Concat(choices[:from], choices[to:])
}
