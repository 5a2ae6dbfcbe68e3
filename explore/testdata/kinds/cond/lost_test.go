package cond

import (
	"sync"
	"testing"
)

// A gate that does not remember that it was opened.
type gate struct {
	mu   sync.Mutex
	c    *sync.Cond
	open bool
}

func newGate() *gate {
	g := new(gate)
	g.c = sync.NewCond(&g.mu)
	return g
}

func (g *gate) wait() {
	g.mu.Lock()
	g.c.Wait()
	g.mu.Unlock()
}

func (g *gate) signal() {
	g.mu.Lock()
	g.c.Signal()
	g.mu.Unlock()
}

func (g *gate) waitOpen() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.open {
		g.c.Wait()
	}
}

func (g *gate) signalOpen() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open = true
	g.c.Signal()
}

// want: deadlock
func TestLostSignal(t *testing.T) {
	g := newGate()
	go g.signal()
	g.wait()
}

// want: verified
func TestLostSignalFixed(t *testing.T) {
	g := newGate()
	go g.signalOpen()
	g.waitOpen()
}
