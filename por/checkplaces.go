package por

import "fmt"

// placesChecker checks what a [Placed] system says about places and resources, on the
// walk of a relationsChecker.
type placesChecker struct {
	rel  Placed
	sets *placedSets
	// promises are what has been said in the states of the walk.
	promises []placesPromise
}

// A placesPromise is what was said in one state.
type placesPromise struct {
	// held is a transition enabled there, nil reach says that one of its processes has
	// moved since.
	held  int32
	reach bitset
	// lack is how much of each resource was lacking, less what was given since.
	lack []int32
}

func newPlacesChecker(rel Relations) *placesChecker {
	placed, ok := rel.(Placed)
	if !ok {
		return nil
	}
	return &placesChecker{rel: placed, sets: newPlacedSets(placed, Options{})}
}

// check checks what was said before against what is enabled now, and adds what is said
// now, if held is to be left alone.
func (c *placesChecker) check(enabled []int32, held int32) error {
	c.sets.Enter(enabled, nil)
	for _, u := range enabled {
		if c.sets.own[u] >= 0 && (!c.sets.isPresent(u) || c.sets.lacking(u)) {
			return fmt.Errorf("transition %d is enabled away from its places, or with something lacking", u)
		}
		for i := range c.promises {
			if err := c.keeps(&c.promises[i], u); err != nil {
				return err
			}
		}
	}
	clear(c.sets.stub)
	clear(c.sets.held)
	c.sets.list = c.sets.list[:0]
	c.sets.include(held, nil)
	c.sets.spread()
	c.promises = append(c.promises, placesPromise{
		held, append(bitset(nil), c.sets.reach...), append([]int32(nil), c.sets.lack...),
	})
	return nil
}

// keeps checks that u may be enabled as far as a promise goes.
func (c *placesChecker) keeps(p *placesPromise, u int32) error {
	if c.sets.own[u] < 0 || c.sets.idle.has(u) {
		return nil
	}
	if p.reach != nil && !p.reach.has(u) {
		return fmt.Errorf("transition %d is enabled before what %d waits for has moved", u, p.held)
	}
	for _, r := range c.sets.needs[u] {
		if p.lack[r] > 0 {
			return fmt.Errorf("transition %d is enabled before resource %d was given", u, r)
		}
	}
	return nil
}

// step notes that t was executed.
func (c *placesChecker) step(t int32) error {
	s := c.sets
	here := s.rel.Here(nil)
	for _, p := range here {
		known := s.isHere.has(p)
		for _, to := range s.moves[t] {
			known = known || to == p
		}
		if !known {
			return fmt.Errorf("transition %d leads to place %d", t, p)
		}
	}
	for i := range c.promises {
		p := &c.promises[i]
		if s.own[t] < 0 || shareProcess(s, t, p.held) {
			p.reach = nil
		}
		for _, g := range s.gives[t] {
			p.lack[g.resource] = max(p.lack[g.resource]-g.n, 0)
		}
	}
	return nil
}

// shareProcess reports whether t, executed now, moves a process of held, which has not
// moved since held was enabled.
func shareProcess(s *placedSets, t, held int32) bool {
	for _, p := range []int32{s.own[held], s.partner[held]} {
		if p >= 0 && (p == s.own[t] || p == s.partner[t]) {
			return true
		}
	}
	return false
}
