// Package rax is the executive of a spacecraft, which lost a signal: "RAX
// Extended" of [P16], with any number of tasks.
//
// A planner signals an event and waits until each task has answered by another;
// a task waits for the first and signals the second. Tests are named by tasks
// and rounds. The error is looking at the counter first and waiting afterwards:
// the signal may come in between, and both sides wait for ever.
package rax

import "sync"

// An Event counts its signals.
type Event struct {
	mu      sync.Mutex
	changed sync.Cond
	count   int
}

// NewEvent returns an event that was not signalled yet.
func NewEvent() *Event {
	e := new(Event)
	e.changed.L = &e.mu
	return e
}

// Signal wakes all who wait.
func (e *Event) Signal() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.count++
	e.changed.Broadcast()
}

// Count is the number of signals so far.
func (e *Event) Count() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.count
}

// Await waits until there have been more than seen signals.
func (e *Event) Await(seen int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for e.count <= seen {
		e.changed.Wait()
	}
}

// AwaitNext is Await, but takes for granted that nothing happens between looking
// and waiting.
func (e *Event) AwaitNext(seen int) {
	if e.Count() <= seen {
		e.mu.Lock()
		e.changed.Wait()
		e.mu.Unlock()
	}
}
