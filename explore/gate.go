package explore

import (
	"context"
	"sync"
	"time"
)

// A Gate holds explorations up for a while without losing what they have: a
// held one keeps its machines and searches where they are, and its budget
// stands still. The zero Gate is open.
type Gate struct {
	mu     sync.Mutex
	closed chan struct{} // nil if open; closed, as a channel, when the gate opens
	since  time.Time     // when it closed
	held   time.Duration // in all, before that
}

// Close holds up the explorations that go through the gate, soon.
func (g *Gate) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed == nil {
		g.closed, g.since = make(chan struct{}), time.Now()
	}
}

// Open lets them go on.
func (g *Gate) Open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed != nil {
		close(g.closed)
		g.closed = nil
		g.held += time.Since(g.since)
	}
}

// isClosed reports whether the gate is closed. A nil gate is open.
func (g *Gate) isClosed() bool {
	if g == nil {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.closed != nil
}

// pass returns when the gate is open or ctx is done. A nil gate is open.
func (g *Gate) pass(ctx context.Context) {
	if g == nil {
		return
	}
	g.mu.Lock()
	closed := g.closed
	g.mu.Unlock()
	if closed != nil {
		select {
		case <-closed:
		case <-ctx.Done():
		}
	}
}

// now is the time on a clock that stands still while the gate is closed.
func (g *Gate) now() time.Time {
	if g == nil {
		return time.Now()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed != nil {
		return g.since.Add(-g.held)
	}
	return time.Now().Add(-g.held)
}
