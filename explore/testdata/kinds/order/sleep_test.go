package order

import (
	"testing"
	"time"
)

// want: race
func TestSleep(t *testing.T) {
	result := 0
	go func() { result = 42 }()
	time.Sleep(50 * time.Millisecond)
	if result != 42 {
		t.Error("not done after 50 ms")
	}
}

// want: verified
func TestSleepFixed(t *testing.T) {
	result := 0
	done := make(chan struct{})
	go func() {
		result = 42
		close(done)
	}()
	<-done
	if result != 42 {
		t.Error("not done")
	}
}
