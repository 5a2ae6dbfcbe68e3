// Package broker shows a send on a closed channel: the receiving side closes
// a channel while a sender is still at work.
package broker

import (
	"errors"
	"sync"
	"sync/atomic"
)

// ErrClosed is returned by Publish after Close.
var ErrClosed = errors.New("broker: subscription closed")

// A Subscription passes messages from publishers to one reader.
//
// Publish is wrong: the subscription may be closed after it has looked at the
// flag and before it sends. Then the send panics in the publisher.
type Subscription struct {
	closed   atomic.Bool
	messages chan string
}

// Subscribe returns a subscription with room for n unread messages.
func Subscribe(n int) *Subscription {
	return &Subscription{messages: make(chan string, n)}
}

// Publish sends a message to the reader.
func (s *Subscription) Publish(msg string) error {
	if s.closed.Load() {
		return ErrClosed
	}
	s.messages <- msg
	return nil
}

// Messages is where the reader gets its messages. It is closed by Close.
func (s *Subscription) Messages() <-chan string { return s.messages }

// Close ends the subscription.
func (s *Subscription) Close() {
	if s.closed.CompareAndSwap(false, true) {
		close(s.messages)
	}
}

// A SafeSubscription is a [Subscription] whose check and send exclude Close.
type SafeSubscription struct {
	mu       sync.Mutex
	closed   bool
	messages chan string
}

// SubscribeSafe returns a subscription with room for n unread messages.
func SubscribeSafe(n int) *SafeSubscription {
	return &SafeSubscription{messages: make(chan string, n)}
}

// Publish sends a message to the reader. A message that finds no room is
// dropped, so that a slow reader cannot keep Close out.
func (s *SafeSubscription) Publish(msg string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrClosed
	}
	select {
	case s.messages <- msg:
	default:
	}
	return nil
}

// Messages is where the reader gets its messages. It is closed by Close.
func (s *SafeSubscription) Messages() <-chan string { return s.messages }

// Close ends the subscription.
func (s *SafeSubscription) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.messages)
	}
}
