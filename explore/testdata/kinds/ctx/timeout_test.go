package ctx

import (
	"context"
	"testing"
	"time"
)

// work reports when it is done, or why not; the report of a slow work that
// was given up is sent to nobody.
func work(ctx context.Context, results chan<- error, f func()) error {
	go func() {
		f()
		results <- nil
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Hour):
		return context.DeadlineExceeded
	}
}

func giveUp(t *testing.T, results chan error) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	err := work(ctx, results, func() { time.Sleep(time.Minute) })
	if err != context.DeadlineExceeded {
		t.Error(err)
	}
}

// want: leak
func TestTimeout(t *testing.T) { giveUp(t, make(chan error)) }

// want: verified
func TestTimeoutFixed(t *testing.T) { giveUp(t, make(chan error, 1)) }
