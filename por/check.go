package por

import (
	"fmt"
	"slices"
)

// Check walks through sys at random, as seed says, for at most depth steps,
// and reports where it breaks the contract of [System], or of [Pending],
// [Rewinder] or [Stateful] if it is one of them. It is meant for tests of
// systems.
func Check(sys System, seed uint64, depth int) error {
	c := &checker{walker: newWalker(sys, Options{Seed: seed | 1}, nil)}
	for d := 0; d < depth; d++ {
		choices := slices.Clone(c.sys.Enabled(nil))
		if !slices.IsSortedFunc(choices, byProc) {
			return fmt.Errorf("after %d steps: choices %v are not ordered by process", d, choices)
		}
		if len(choices) == 0 {
			break
		}
		if err := c.state(choices); err != nil {
			return fmt.Errorf("after %d steps: %w", d, err)
		}
		c.seek(d)
		c.extend(choices[c.rng.n(len(choices))])
	}
	return c.replay()
}

func byProc(a, b Choice) int { return int(a.Proc - b.Proc) }

type checker struct{ walker }

// state checks the present state, at the end of the path.
func (c *checker) state(choices []Choice) error {
	d := len(c.events)
	events := make([]Event, len(choices))
	for i, choice := range choices {
		c.seek(d)
		c.astray = true
		events[i] = c.step(choice)
		if events[i].Choice != choice {
			return fmt.Errorf("choice %v became %+v", choice, events[i])
		}
	}
	if err := c.foretold(events); err != nil {
		return err
	}
	for i := range events {
		for j := range i {
			if Dependent(&events[i], &events[j]) {
				continue
			}
			a, b := c.order(&events[i], &events[j]), c.order(&events[j], &events[i])
			if a != b {
				return fmt.Errorf("%+v and %+v are not independent:\n%s\n%s", events[i], events[j], a, b)
			}
		}
	}
	return nil
}

// foretold checks that Pending has told what the enabled choices do.
func (c *checker) foretold(events []Event) error {
	if c.pend == nil {
		return nil
	}
	c.seek(len(c.events))
	pending := c.pend.Pending(nil)
	for i := range events {
		k := slices.IndexFunc(pending, func(e Event) bool { return e.Choice == events[i].Choice })
		if k < 0 {
			return fmt.Errorf("%v is enabled, but not pending", events[i].Choice)
		}
		if !foretells(&pending[k], &events[i]) {
			return fmt.Errorf("pending %+v became %+v", pending[k], events[i])
		}
	}
	return nil
}

// order describes what comes of executing a, then b.
func (c *checker) order(a, b *Event) string {
	c.seek(len(c.events))
	c.astray = true
	e := c.step(a.Choice)
	if !slices.Contains(c.sys.Enabled(nil), b.Choice) {
		return fmt.Sprintf("%v disables %v", a.Choice, b.Choice)
	}
	f := c.step(b.Choice)
	if e.Proc > f.Proc {
		e, f = f, e
	}
	text := fmt.Sprintf("%+v %+v %v", e, f, c.sys.Enabled(nil))
	if s, ok := c.sys.(Stateful); ok {
		text += fmt.Sprintf(" %x", s.Fingerprint())
	}
	return text
}

// replay checks that the path comes out the same from the initial state.
func (c *checker) replay() error {
	c.sys.Reset()
	for i := range c.events {
		if e := c.sys.Step(c.events[i].Choice); e != c.events[i] {
			return fmt.Errorf("step %d was %+v, and %+v when repeated", i, c.events[i], e)
		}
	}
	return nil
}
