package por

import (
	"fmt"
	"slices"
)

// CheckRelations walks through sys at random, as seed says, for at most depth
// steps, and reports where it breaks the contract of [Relations]: what
// DependsOn and CanEnable miss between the transitions enabled on the way, and
// what Necessary and NecessaryNow have wrongly promised. If observe is not nil,
// invisible transitions must not change what it returns.
func CheckRelations(sys Relations, observe func() string, seed uint64, depth int) error {
	c := &relationsChecker{walker: newWalker(sys, Options{Seed: seed | 1}, nil), rel: sys, observe: observe}
	c.promised = make([]bool, sys.Transitions()*sys.Transitions())
	c.promise(NecessaryFirst, nil)
	c.places = newPlacesChecker(sys)
	for d := 0; d < depth; d++ {
		choices, of := c.now()
		if len(choices) == 0 {
			break
		}
		if err := c.state(choices, of); err != nil {
			return fmt.Errorf("after %d steps: %w", d, err)
		}
		c.seek(d)
		c.promise(NecessaryAtTimes, of)
		i := c.rng.n(len(choices))
		if err := c.place(of); err != nil {
			return fmt.Errorf("after %d steps: %w", d, err)
		}
		c.extend(choices[i])
		if c.places != nil {
			if err := c.places.step(int32(of[i])); err != nil {
				return fmt.Errorf("after %d steps: %w", d, err)
			}
		}
		for u := range sys.Transitions() {
			c.promised[of[i]*sys.Transitions()+u] = false
		}
	}
	return nil
}

type relationsChecker struct {
	walker
	rel     Relations
	observe func() string
	// promised[t*n+u] says that u is disabled until t is executed.
	promised []bool
	places   *placesChecker // nil if the system has none
}

// place checks what the system says about places in the present state, where one of
// the transitions enabled is to be executed.
func (c *relationsChecker) place(of []int) error {
	if c.places == nil {
		return nil
	}
	enabled := make([]int32, len(of))
	for i, t := range of {
		enabled[i] = int32(t)
	}
	held := enabled[c.rng.n(len(enabled))]
	return c.places.check(enabled, held)
}

// now is what is enabled in the present state.
func (c *relationsChecker) now() (choices []Choice, of []int) {
	choices = c.sys.Enabled(nil)
	for _, choice := range choices {
		of = append(of, c.rel.TransitionOf(choice))
	}
	return choices, of
}

// promise notes what is promised in the present state, where the transitions
// enabled are given.
func (c *relationsChecker) promise(n Necessity, enabled []int) {
	count := c.rel.Transitions()
	for t := range count {
		for u := range count {
			if t == u || c.rel.Necessary(t, u)&n == 0 {
				continue
			}
			if n == NecessaryFirst || !slices.Contains(enabled, u) && c.rel.NecessaryNow(t, u) {
				c.promised[t*count+u] = true
			}
		}
	}
}

// state checks the state at the end of the path.
func (c *relationsChecker) state(choices []Choice, of []int) error {
	count := c.rel.Transitions()
	for _, u := range of {
		for t := range count {
			if c.promised[t*count+u] {
				return fmt.Errorf("transition %d is enabled before %d, which is necessary", u, t)
			}
		}
	}
	for i, choice := range choices {
		before := c.look(nil)
		_, after := c.after(choice)
		for _, u := range after {
			if u != of[i] && !slices.Contains(of, u) && !c.rel.CanEnable(of[i], u) {
				return fmt.Errorf("transition %d enables %d", of[i], u)
			}
		}
		for _, u := range of {
			if u != of[i] && !slices.Contains(after, u) && !c.rel.DependsOn(u, of[i]) {
				return fmt.Errorf("transition %d disables %d", of[i], u)
			}
		}
		if !c.rel.Visible(of[i]) && c.look(&choice) != before {
			return fmt.Errorf("transition %d, which is invisible, changes %s", of[i], before)
		}
	}
	return c.pairs(of)
}

// look is what is observed in the state at the end of the path, or after a
// choice there.
func (c *relationsChecker) look(choice *Choice) string {
	if c.observe == nil {
		return ""
	}
	c.seek(len(c.events))
	if choice != nil {
		c.astray = true
		c.step(*choice)
	}
	return c.observe()
}

// after is what is enabled after the path and some choices.
func (c *relationsChecker) after(choices ...Choice) ([]Choice, []int) {
	c.seek(len(c.events))
	c.astray = true
	for _, choice := range choices {
		c.step(choice)
	}
	return c.now()
}

// pairs checks, for all pairs of enabled transitions, that those that are
// not dependent commute.
func (c *relationsChecker) pairs(of []int) error {
	for i, t := range of {
		for j, u := range of {
			if t == u || slices.Contains(of[:i], t) || slices.Contains(of[:j], u) || c.rel.DependsOn(u, t) {
				continue
			}
			there, here := c.states(t, u), c.states(u, t)
			for f := range there {
				if !here[f] {
					return fmt.Errorf("transition %d depends on %d: executed after it, it leads elsewhere", u, t)
				}
			}
		}
	}
	return nil
}

// states are those after t, then u.
func (c *relationsChecker) states(t, u int) map[[2]uint64]bool {
	found := map[[2]uint64]bool{}
	c.seek(len(c.events))
	choices, of := c.now()
	for i := range choices {
		if of[i] != t {
			continue
		}
		next, then := c.after(choices[i])
		for j := range next {
			if then[j] == u {
				c.after(choices[i], next[j])
				found[c.rel.Fingerprint()] = true
			}
		}
	}
	return found
}
