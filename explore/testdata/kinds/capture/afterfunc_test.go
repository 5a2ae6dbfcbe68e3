package capture

import (
	"sync/atomic"
	"testing"
	"time"
)

// want: race
func TestAfterFunc(t *testing.T) {
	state := "waiting"
	timer := time.AfterFunc(time.Minute, func() { state = "expired" })
	state = "done"
	timer.Stop()
	if state == "waiting" {
		t.Error("still waiting")
	}
}

// want: verified
func TestAfterFuncFixed(t *testing.T) {
	var state atomic.Value
	state.Store("waiting")
	timer := time.AfterFunc(time.Minute, func() { state.CompareAndSwap("waiting", "expired") })
	state.CompareAndSwap("waiting", "done")
	timer.Stop()
	if s := state.Load(); s != "done" && s != "expired" {
		t.Error(s)
	}
}
