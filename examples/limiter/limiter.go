// Package limiter shows a semaphore slot lost when the work panics.
package limiter

import "fmt"

// A Limiter bounds how many handlers run at the same time.
type Limiter struct {
	slots chan struct{}
}

// New returns a limiter for n handlers.
func New(n int) *Limiter { return &Limiter{slots: make(chan struct{}, n)} }

// Do runs a handler when there is a slot for it, and returns a panic of the
// handler as an error.
//
// It is wrong: the slot is given back by an ordinary statement after the
// call, which a panic skips. The recovery hides that, and sooner or later
// nobody gets a slot any more.
func (l *Limiter) Do(handle func()) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("handler panicked: %v", v)
		}
	}()
	l.slots <- struct{}{}
	handle()
	<-l.slots
	return nil
}

// DoDeferred is [Limiter.Do] with the slot given back by defer.
func (l *Limiter) DoDeferred(handle func()) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("handler panicked: %v", v)
		}
	}()
	l.slots <- struct{}{}
	defer func() { <-l.slots }()
	handle()
	return nil
}
