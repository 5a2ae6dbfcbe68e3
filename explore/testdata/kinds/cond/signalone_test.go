package cond

import (
	"sync"
	"testing"
)

// A latch wakes one of its waiters although all of them may go on.
type latch struct {
	l    sync.Locker
	cond *sync.Cond
	set  bool
}

func newLatch() *latch {
	l := &latch{l: new(sync.Mutex)}
	l.cond = sync.NewCond(l.l)
	return l
}

func (l *latch) wait() {
	l.l.Lock()
	defer l.l.Unlock()
	for !l.set {
		l.cond.Wait()
	}
}

func (l *latch) release(wake func(*sync.Cond)) {
	l.l.Lock()
	l.set = true
	l.l.Unlock()
	wake(l.cond)
}

func twoWaiters(wake func(*sync.Cond)) {
	l := newLatch()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(l.wait)
	}
	l.release(wake)
	wg.Wait()
}

// want: deadlock
func TestSignalOne(t *testing.T) { twoWaiters((*sync.Cond).Signal) }

// want: verified
func TestSignalOneFixed(t *testing.T) { twoWaiters((*sync.Cond).Broadcast) }
