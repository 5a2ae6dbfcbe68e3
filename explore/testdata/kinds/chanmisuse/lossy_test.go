package chanmisuse

import "testing"

// A trigger is to run the work at least once after every call of fire. The
// default case drops a trigger if the worker is not waiting just then.
type trigger struct {
	c    chan struct{}
	done chan int
}

func newTrigger(size int) *trigger { return &trigger{make(chan struct{}, size), make(chan int)} }

func (tr *trigger) fire() {
	select {
	case tr.c <- struct{}{}:
	default:
	}
}

func (tr *trigger) work() {
	runs := 0
	for range tr.c {
		runs++
	}
	tr.done <- runs
}

func fireOnce(t *testing.T, size int) {
	tr := newTrigger(size)
	go tr.work()
	tr.fire()
	close(tr.c)
	if runs := <-tr.done; runs != 1 {
		t.Errorf("%d runs", runs)
	}
}

// want: failure
func TestLossy(t *testing.T) { fireOnce(t, 0) }

// want: verified
func TestLossyFixed(t *testing.T) { fireOnce(t, 1) }
