package order

import (
	"sync/atomic"
	"testing"
)

// A daemon makes itself running when its goroutine begins; stop before that
// does nothing, and the daemon runs forever.
type daemon struct {
	running atomic.Bool
	quit    chan struct{}
}

func (d *daemon) start() {
	d.quit = make(chan struct{})
	go func() {
		d.running.Store(true)
		<-d.quit
	}()
}

func (d *daemon) startRunning() {
	d.quit = make(chan struct{})
	d.running.Store(true)
	go func() { <-d.quit }()
}

func (d *daemon) stop() {
	if d.running.CompareAndSwap(true, false) {
		close(d.quit)
	}
}

// want: leak
func TestStopFirst(t *testing.T) {
	var d daemon
	d.start()
	d.stop()
}

// want: verified
func TestStopFirstFixed(t *testing.T) {
	var d daemon
	d.startRunning()
	d.stop()
}
