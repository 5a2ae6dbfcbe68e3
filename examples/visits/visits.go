// Package visits is a web server that counts its visitors. The bug: the counter
// is changed under the read lock, which several handlers can hold at once.
package visits

import (
	"fmt"
	"net/http"
	"sync"
)

// A Counter says to each visitor which one he is.
type Counter struct {
	mu sync.RWMutex
	n  int
}

// ServeHTTP counts a visit.
func (c *Counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	c.n++ // should hold the lock
	fmt.Fprintln(w, c.n)
}

// Visits is how many there were.
func (c *Counter) Visits() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.n
}

// A FixedCounter is a Counter without the bug.
type FixedCounter struct{ Counter }

// ServeHTTP counts a visit.
func (c *FixedCounter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	c.n++
	n := c.n
	c.mu.Unlock()
	fmt.Fprintln(w, n)
}
