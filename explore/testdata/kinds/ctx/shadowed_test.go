package ctx

import (
	"context"
	"testing"
)

// watch ends with its context.
func watch(ctx context.Context) { <-ctx.Done() }

// serve derives a context in a branch and cancels the outer one only.
func serve(parent context.Context, limited bool) {
	ctx, cancel := context.WithCancel(parent)
	stop := cancel
	if limited {
		ctx, cancel = context.WithCancel(parent)
	}
	go watch(ctx)
	_ = cancel
	stop()
}

func serveDerived(parent context.Context, limited bool) {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	if limited {
		var cancelLimited context.CancelFunc
		ctx, cancelLimited = context.WithCancel(ctx)
		defer cancelLimited()
	}
	go watch(ctx)
}

// want: leak
func TestShadowed(t *testing.T) { serve(context.Background(), true) }

// want: verified
func TestShadowedFixed(t *testing.T) { serveDerived(context.Background(), true) }
