package order

import (
	"runtime"
	"sync/atomic"
	"testing"
)

// consume spins until the flag is set. The producer clears it again, so the
// consumer may miss it.
func consume(ready *atomic.Bool) {
	for !ready.Load() {
		runtime.Gosched()
	}
}

// want: livelock
func TestSpin(t *testing.T) {
	var ready atomic.Bool
	go func() {
		ready.Store(true)
		ready.Store(false)
	}()
	consume(&ready)
}

// want: verified
func TestSpinFixed(t *testing.T) {
	var ready atomic.Bool
	done := make(chan struct{})
	go func() {
		ready.Store(true)
		close(done)
	}()
	<-done
	if !ready.Load() {
		t.Error("not ready")
	}
}
