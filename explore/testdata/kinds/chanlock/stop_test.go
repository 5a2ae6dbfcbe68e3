package chanlock

import (
	"sync"
	"testing"
)

// A loop takes the lock to record its end; stop holds the lock while it waits
// for the loop to end.
type loop struct {
	sync.Mutex
	quit, done chan struct{}
	ended      bool
}

func start() *loop {
	l := &loop{quit: make(chan struct{}), done: make(chan struct{})}
	go l.run()
	return l
}

func (l *loop) run() {
	defer close(l.done)
	<-l.quit
	l.Lock()
	defer l.Unlock()
	l.ended = true
}

func (l *loop) stop() bool {
	l.Lock()
	defer l.Unlock()
	close(l.quit)
	<-l.done
	return l.ended
}

func (l *loop) stopFirst() bool {
	close(l.quit)
	<-l.done
	l.Lock()
	defer l.Unlock()
	return l.ended
}

// want: deadlock
func TestStop(t *testing.T) {
	if !start().stop() {
		t.Error("not ended")
	}
}

// want: verified
func TestStopFixed(t *testing.T) {
	if !start().stopFirst() {
		t.Error("not ended")
	}
}
