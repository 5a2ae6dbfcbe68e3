package order

import (
	"sync"
	"testing"
)

// A listener starts before its handler is set.
type listener struct {
	mu      sync.Mutex
	handler func(string) int
	done    chan int
}

func (l *listener) on(h func(string) int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.handler = h
}

func (l *listener) start() {
	go func() {
		l.mu.Lock()
		h := l.handler
		l.mu.Unlock()
		l.done <- h("event")
	}()
}

func size(s string) int { return len(s) }

// want: panic
func TestEarly(t *testing.T) {
	l := &listener{done: make(chan int)}
	l.start()
	l.on(size)
	if n := <-l.done; n != 5 {
		t.Error(n)
	}
}

// want: verified
func TestEarlyFixed(t *testing.T) {
	l := &listener{done: make(chan int)}
	l.on(size)
	l.start()
	if n := <-l.done; n != 5 {
		t.Error(n)
	}
}
