// Package alarmclock is a clock that wakes its clients: "Alarm Clock" of [P16].
//
// Tests are named by clients and ticks of the clock; client number i sleeps for
// i+1 ticks. The error is in setting an alarm for a time computed before, which
// may have passed: the client oversleeps, and the test fails.
package alarmclock

import "sync"

// A Clock counts ticks and rings alarms.
type Clock struct {
	mu      sync.Mutex
	now     int
	stopped bool
	alarms  []alarm
}

type alarm struct {
	at   int
	ring chan bool // gets true at the time, false when the clock stops
}

// Tick lets time pass, and wakes those whose time it is.
func (c *Clock) Tick() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now++
	rest := c.alarms[:0]
	for _, a := range c.alarms {
		if a.at == c.now {
			a.ring <- true
		} else {
			rest = append(rest, a)
		}
	}
	c.alarms = rest
}

// Stop wakes everybody.
func (c *Clock) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = true
	for _, a := range c.alarms {
		a.ring <- false
	}
	c.alarms = nil
}

// Now is the number of ticks so far.
func (c *Clock) Now() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Sleep waits for some ticks, or for the clock to stop. It reports when it was to
// wake, and whether it did.
func (c *Clock) Sleep(ticks int) (at int, rang bool) {
	c.mu.Lock()
	at = c.now + ticks
	ring := c.set(at)
	c.mu.Unlock()
	return at, <-ring
}

// SleepCareless is Sleep, but for the time that may pass before the alarm is
// set.
func (c *Clock) SleepCareless(ticks int) (at int, rang bool) {
	at = c.Now() + ticks
	c.mu.Lock()
	ring := c.set(at)
	c.mu.Unlock()
	return at, <-ring
}

// set sets an alarm. c.mu is held.
func (c *Clock) set(at int) <-chan bool {
	ring := make(chan bool, 1)
	if c.stopped {
		ring <- false
	} else {
		c.alarms = append(c.alarms, alarm{at, ring})
	}
	return ring
}
