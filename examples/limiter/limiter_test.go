package limiter

import "testing"

// onePanics runs two handlers, one of which panics, through a single slot.
func onePanics(t *testing.T, do func(*Limiter, func()) error) {
	l := New(1)
	failed := make(chan error)
	go func() { failed <- do(l, func() { panic("bad request") }) }()
	if err := do(l, func() {}); err != nil {
		t.Errorf("the good handler failed: %v", err)
	}
	if err := <-failed; err == nil {
		t.Error("the panic of the bad handler was not reported")
	}
}

func TestLimiterLosesSlot(t *testing.T) { onePanics(t, (*Limiter).Do) }

func TestLimiterFixed(t *testing.T) { onePanics(t, (*Limiter).DoDeferred) }
