// Package elevator has lifts that serve the calls of people in a building:
// "Elevator" of [P16].
//
// Tests are named by lifts, people and floors. The error is in looking for a call
// first and claiming it afterwards: two lifts go for the same person, and the
// test fails.
package elevator

import "sync"

// Controls are what people press and lifts look at.
type Controls struct {
	mu      sync.Mutex
	changed sync.Cond
	calls   []call // not claimed yet
	people  int    // who have not called yet
}

type call struct{ person, from, to int }

// NewControls returns the controls of a building with some people, who are yet
// to call.
func NewControls(people int) *Controls {
	c := &Controls{people: people}
	c.changed.L = &c.mu
	return c
}

// Call asks for a lift.
func (c *Controls) Call(person, from, to int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls = append(c.calls, call{person, from, to})
	c.people--
	c.changed.Broadcast()
}

// Claim waits for a call and takes the nearest to a floor. There is none any more
// if all have called and been served.
func (c *Controls) Claim(floor int) (call, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.claim(floor, c.wait())
}

// ClaimLate is Claim, but lets go of the controls in between.
func (c *Controls) ClaimLate(floor int) (call, bool) {
	c.mu.Lock()
	calls := c.wait()
	c.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.claim(floor, calls)
}

// wait waits for calls. c.mu is held.
func (c *Controls) wait() []call {
	for len(c.calls) == 0 && c.people > 0 {
		c.changed.Wait()
	}
	return append([]call(nil), c.calls...)
}

// claim takes one of the calls. c.mu is held.
func (c *Controls) claim(floor int, calls []call) (nearest call, ok bool) {
	for _, k := range calls {
		if !ok || distance(k.from, floor) < distance(nearest.from, floor) {
			nearest, ok = k, true
		}
	}
	rest := c.calls[:0]
	for _, k := range c.calls {
		if k != nearest {
			rest = append(rest, k)
		}
	}
	c.calls = rest
	return nearest, ok
}

func distance(a, b int) int { return max(a-b, b-a) }

// A lift carries people until nobody is left. It returns whom.
func (c *Controls) lift(claim func(*Controls, int) (call, bool)) (carried []int) {
	floor := 0
	for {
		k, ok := claim(c, floor)
		if !ok {
			return carried
		}
		floor = k.to
		carried = append(carried, k.person)
	}
}
