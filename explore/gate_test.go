package explore

import (
	"context"
	"testing"
	"time"
)

// TestGateClock checks that the clock stands still while the gate is closed.
func TestGateClock(t *testing.T) {
	var g Gate
	g.Close()
	g.Close() // as if it were once
	before := g.now()
	time.Sleep(30 * time.Millisecond)
	if d := g.now().Sub(before); d != 0 {
		t.Errorf("the clock went on by %v", d)
	}
	g.Open()
	if d := g.now().Sub(before); d > 20*time.Millisecond {
		t.Errorf("the clock made up for %v", d)
	}
}

// TestGatePass checks that a closed gate holds until it opens or nobody
// waits any more.
func TestGatePass(t *testing.T) {
	var g Gate
	g.pass(t.Context()) // open
	g.Close()
	ctx, cancel := context.WithCancel(t.Context())
	passed := make(chan string, 2)
	go func() { g.pass(t.Context()); passed <- "open" }()
	go func() { g.pass(ctx); passed <- "cancelled" }()
	select {
	case who := <-passed:
		t.Fatalf("%s passed a closed gate", who)
	case <-time.After(20 * time.Millisecond):
	}
	cancel()
	if who := <-passed; who != "cancelled" {
		t.Errorf("%s passed, want the cancelled one", who)
	}
	g.Open()
	if who := <-passed; who != "open" {
		t.Errorf("%s passed, want the other one", who)
	}
}
