// Package loop never ends.
package loop

import "testing"

// want: livelock|incomplete
func TestEmptyLoop(t *testing.T) {
	for {
	}
}

// want: livelock|incomplete
func TestCountingLoop(t *testing.T) {
	n := uint64(0)
	for {
		n++
	}
}

// want: livelock|incomplete
func TestLoopBeside(t *testing.T) {
	go func() {
		for {
		}
	}()
}
