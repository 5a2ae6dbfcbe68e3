package ctx

import (
	"context"
	"testing"
)

// numbers sends numbers until its context ends, but does not look at it while
// it sends.
func numbers(ctx context.Context, n int) <-chan int {
	c := make(chan int)
	go func() {
		defer close(c)
		for i := 0; i < n && ctx.Err() == nil; i++ {
			c <- i
		}
	}()
	return c
}

func numbersSelect(ctx context.Context, n int) <-chan int {
	c := make(chan int)
	go func() {
		defer close(c)
		for i := range n {
			select {
			case c <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	return c
}

func takeOne(t *testing.T, numbers func(context.Context, int) <-chan int) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for n := range numbers(ctx, 3) {
		if n != 0 {
			t.Errorf("got %d", n)
		}
		break
	}
}

// want: leak
func TestIgnored(t *testing.T) { takeOne(t, numbers) }

// want: verified
func TestIgnoredFixed(t *testing.T) { takeOne(t, numbersSelect) }
