package chanlock

import (
	"sync"
	"testing"
)

// A hub sends while it is locked, and the receiver locks before it receives.
type hub struct {
	mu   sync.Mutex
	c    chan int
	sent int
	read int
}

func (h *hub) send(v int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.c <- v
	h.sent++
}

func (h *hub) sendUnlocked(v int) {
	h.c <- v
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sent++
}

func (h *hub) receive() int {
	h.mu.Lock()
	h.read++
	h.mu.Unlock()
	return <-h.c
}

func pass(t *testing.T, send func(*hub, int)) {
	h := &hub{c: make(chan int)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		send(h, 7)
	}()
	if v := h.receive(); v != 7 {
		t.Errorf("received %d", v)
	}
	<-done
}

// want: deadlock
func TestSendLocked(t *testing.T) { pass(t, (*hub).send) }

// want: verified
func TestSendLockedFixed(t *testing.T) { pass(t, (*hub).sendUnlocked) }
