// Package collections has concurrent sets, a map and queues, and clients of them as
// in [CEFM23]: three goroutines, each with up to five calls, drawn by a seed, with
// more or less contention. What the calls return must be what some order of them, one
// after the other, would return.
//
// Tests are named by the structure and the number of the client. Where the name of
// a structure begins with Buggy, its locks are misplaced, and some clients notice:
// the test fails.
package collections

// A Set is a set of small integers.
type Set interface {
	Add(v int) bool      // reports whether it was not in the set
	Remove(v int) bool   // reports whether it was
	Contains(v int) bool // reports whether it is
}

// A Queue is a FIFO queue.
type Queue interface {
	Put(v int)
	Take() (v int, ok bool) // ok is false if the queue is empty
}
