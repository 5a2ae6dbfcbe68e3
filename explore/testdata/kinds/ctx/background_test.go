package ctx

import (
	"context"
	"testing"
)

// A component waits for the end of its context, or of the component.
type component struct{ closed chan struct{} }

// run waits for a context that may be one that never ends.
func (c *component) run(ctx context.Context) { <-ctx.Done() }

func (c *component) runUntilClosed(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-c.closed:
	}
}

func lifetime(run func(*component, context.Context)) {
	c := &component{make(chan struct{})}
	go run(c, context.WithValue(context.Background(), c, "the component"))
	close(c.closed)
}

// want: leak
func TestBackground(t *testing.T) { lifetime((*component).run) }

// want: verified
func TestBackgroundFixed(t *testing.T) { lifetime((*component).runUntilClosed) }
