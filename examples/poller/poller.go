// Package poller shows a context cancelled too late: the owner waits for a
// goroutine that waits for the cancellation.
package poller

import (
	"context"
	"sync"
)

// A Poller waits for one event in the background.
type Poller struct {
	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup
	events chan string
	last   string
}

// Start starts a poller. It must be closed.
func Start() *Poller {
	p := &Poller{events: make(chan string)}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	p.wg.Add(1)
	go p.loop()
	return p
}

func (p *Poller) loop() {
	defer p.wg.Done()
	select {
	case e := <-p.events:
		p.last = e
	case <-p.ctx.Done():
	}
}

// Notify hands an event to the poller if it is listening just now. It never
// blocks, and tells whether the event was taken.
func (p *Poller) Notify(event string) bool {
	select {
	case p.events <- event:
		return true
	default:
		return false
	}
}

// Close ends the poller and returns the event it saw, if any.
//
// It is wrong: the loop may still be waiting for an event that was offered
// before it listened. It would leave upon cancellation, but that comes after
// the wait.
func (p *Poller) Close() string {
	defer p.cancel()
	p.wg.Wait()
	return p.last
}

// CloseNow is [Poller.Close] with the cancellation before the wait.
func (p *Poller) CloseNow() string {
	p.cancel()
	p.wg.Wait()
	return p.last
}
