package por

// This file implements the reference: every interleaving, one after the
// other, by depth-first search and replay. It knows no dependence and shares
// no code with the other searches, so that a fault in what they share cannot
// hide in it.

func all(sys System, opts Options, visit Visitor) Result {
	a := &allSearch{sys: sys, opts: opts, visit: visit}
	a.res.States = 1
	for a.execute() && a.next() {
	}
	a.assess()
	return a.res
}

// allSearch is the stack of a depth-first search: at each depth the choices
// there were, and which of them is being explored.
type allSearch struct {
	sys    System
	opts   Options
	visit  Visitor
	res    Result
	levels []allLevel
	events []Event
}

type allLevel struct {
	choices []Choice
	current int
}

// execute replays the stack from the initial state, goes on by first choices
// to a maximal execution and shows it.
func (a *allSearch) execute() bool {
	a.sys.Reset()
	a.events = a.events[:0]
	cut := false
	for d := 0; ; d++ {
		if d == len(a.levels) {
			choices := a.sys.Enabled(nil)
			if len(choices) == 0 {
				break
			}
			if a.opts.MaxDepth > 0 && d == a.opts.MaxDepth {
				cut = true
				a.bound("depth")
				break
			}
			if len(choices) > 1 {
				a.res.Choices++
			}
			a.order(choices)
			a.levels = append(a.levels, allLevel{choices: choices})
		}
		if d >= len(a.levels)-1 {
			a.res.Transitions++
			a.res.States++
		}
		l := &a.levels[d]
		a.events = append(a.events, a.sys.Step(l.choices[l.current]))
		a.res.Steps++
		if a.res.Steps%1024 == 0 && a.opts.Stop != nil && a.opts.Stop() {
			a.bound("stop")
			return false
		}
		if a.opts.MaxSteps > 0 && a.res.Steps >= a.opts.MaxSteps {
			a.bound("steps")
			return false
		}
	}
	a.res.Executions++
	a.res.MaxDepth = max(a.res.MaxDepth, len(a.events))
	a.assess()
	if !a.visit(&Execution{Events: a.events, Cut: cut, Result: &a.res}) {
		a.bound("visitor")
		return false
	}
	if a.opts.MaxExecutions > 0 && a.res.Executions >= a.opts.MaxExecutions {
		a.bound("executions")
		return false
	}
	return true
}

// next moves to the next unexplored choice, deepest first.
func (a *allSearch) next() bool {
	for n := len(a.levels); n > 0; n-- {
		l := &a.levels[n-1]
		if l.current++; l.current < len(l.choices) {
			a.levels = a.levels[:n]
			return true
		}
	}
	a.levels = nil
	return false
}

// order rotates choices by the seed.
func (a *allSearch) order(choices []Choice) {
	if n := uint64(len(choices)); a.opts.Seed != 0 && n > 1 {
		k := (a.opts.Seed*0x9E3779B97F4A7C15 + uint64(len(a.levels))*0xBF58476D1CE4E5B9) >> 32 % n
		rotated := append(append([]Choice(nil), choices[k:]...), choices[:k]...)
		copy(choices, rotated)
	}
}

func (a *allSearch) bound(b string) {
	if a.res.Bound == "" || a.res.Bound == "depth" {
		a.res.Bound = b
	}
}

// assess fills in the estimate: executions by the part of the tree that
// they are, if every choice at a level weighs the same.
func (a *allSearch) assess() {
	part, weight := 0.0, 1.0
	a.res.Memory = int64(cap(a.events))*eventSize + int64(cap(a.levels))*32
	for _, l := range a.levels {
		weight /= float64(len(l.choices))
		part += weight * float64(l.current)
		a.res.Memory += int64(cap(l.choices)) * 8
	}
	a.res.Estimate = float64(a.res.Executions) / max(part+weight, 1e-280)
}
