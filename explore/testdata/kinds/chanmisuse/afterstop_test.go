package chanmisuse

import (
	"testing"
	"time"
)

// poll calls f at every tick until stop is closed. If both are ready, it may
// still call f.
func poll(ticks <-chan time.Time, stop <-chan struct{}, f func()) {
	for {
		select {
		case <-ticks:
			f()
		case <-stop:
			return
		}
	}
}

func pollStopFirst(ticks <-chan time.Time, stop <-chan struct{}, f func()) {
	for {
		select {
		case <-ticks:
			select {
			case <-stop:
				return
			default:
				f()
			}
		case <-stop:
			return
		}
	}
}

func stopped(t *testing.T, poll func(<-chan time.Time, <-chan struct{}, func())) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	stop := make(chan struct{})
	close(stop)
	time.Sleep(2 * time.Second)
	calls := 0
	poll(tick.C, stop, func() { calls++ })
	if calls > 0 {
		t.Error("called after stop")
	}
}

// want: failure
func TestAfterStop(t *testing.T) { stopped(t, poll) }

// want: verified
func TestAfterStopFixed(t *testing.T) { stopped(t, pollStopFirst) }
