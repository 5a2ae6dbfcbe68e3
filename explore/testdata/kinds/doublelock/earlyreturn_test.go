package doublelock

import (
	"errors"
	"sync"
	"testing"
)

var errFull = errors.New("full")

// A box forgets to unlock when it is full.
type box[T any] struct {
	mu    sync.Mutex
	items []T
	max   int
}

func (b *box[T]) put(x T) error {
	b.mu.Lock()
	if len(b.items) == b.max {
		return errFull
	}
	b.items = append(b.items, x)
	b.mu.Unlock()
	return nil
}

func (b *box[T]) putDeferred(x T) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.items) == b.max {
		return errFull
	}
	b.items = append(b.items, x)
	return nil
}

func (b *box[T]) len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.items)
}

func fill(t *testing.T, put func(*box[string], string) error) {
	b := &box[string]{max: 1}
	errs := make(chan error, 2)
	for _, s := range []string{"x", "y"} {
		go func() { errs <- put(b, s) }()
	}
	if a, b := <-errs, <-errs; (a == nil) == (b == nil) {
		t.Error("one of two must fail")
	}
	if n := b.len(); n != 1 {
		t.Errorf("%d items", n)
	}
}

// want: deadlock
func TestEarlyReturn(t *testing.T) { fill(t, (*box[string]).put) }

// want: verified
func TestEarlyReturnFixed(t *testing.T) { fill(t, (*box[string]).putDeferred) }
