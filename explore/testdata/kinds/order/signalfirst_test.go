package order

import "testing"

type future[T any] struct {
	ready chan struct{}
	val   T
}

func (f *future[T]) get() T {
	<-f.ready
	return f.val
}

// async closes the channel and then stores the value.
func async[T any](compute func() T) *future[T] {
	f := &future[T]{ready: make(chan struct{})}
	go func() {
		v := compute()
		close(f.ready)
		f.val = v
	}()
	return f
}

func asyncStoreFirst[T any](compute func() T) *future[T] {
	f := &future[T]{ready: make(chan struct{})}
	go func() {
		defer close(f.ready)
		f.val = compute()
	}()
	return f
}

// want: race
func TestSignalFirst(t *testing.T) {
	if v := async(func() string { return "v" }).get(); v != "v" {
		t.Errorf("got %q", v)
	}
}

// want: verified
func TestSignalFirstFixed(t *testing.T) {
	if v := asyncStoreFirst(func() string { return "v" }).get(); v != "v" {
		t.Errorf("got %q", v)
	}
}
