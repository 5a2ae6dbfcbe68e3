// Package multicast is echo multicast, as in [BKSS11]: a sender may try to deliver
// different messages, at the same time, but who receives one echoes the first only,
// and none is delivered without echoes of a quorum.
//
// Tests are named by messages and receivers. The error is a quorum so small that two
// have nobody in common: different messages are delivered, and the test fails.
package multicast

import "sync"

// A message asks to be echoed, or delivered.
type message struct {
	text    int
	deliver bool
	echo    chan<- int
}

// receive echoes the first message that comes in, and delivers what is to be
// delivered.
func receive(in <-chan message) (delivered []int) {
	echoed := false
	for m := range in {
		switch {
		case m.deliver:
			delivered = append(delivered, m.text)
		case !echoed:
			echoed = true
			m.echo <- m.text
		default:
			m.echo <- -1
		}
	}
	return delivered
}

// send sends a message to all receivers, and has it delivered if a quorum echoes it.
func send(text int, receivers []chan message, quorum int) {
	echoes := make(chan int, len(receivers))
	for _, r := range receivers {
		r <- message{text: text, echo: echoes}
	}
	n := 0
	for range receivers {
		if <-echoes != text {
			continue
		}
		if n++; n == quorum {
			for _, r := range receivers {
				r <- message{text: text, deliver: true}
			}
		}
	}
}

// Multicast sends some messages at the same time, and returns which ones each
// receiver delivers.
func Multicast(messages, receivers, quorum int) [][]int {
	inboxes := make([]chan message, receivers)
	delivered := make([][]int, receivers)
	var sending, receiving sync.WaitGroup
	for i := range inboxes {
		inboxes[i] = make(chan message, 2*messages)
		receiving.Go(func() { delivered[i] = receive(inboxes[i]) })
	}
	for text := range messages {
		sending.Go(func() { send(text, inboxes, quorum) })
	}
	sending.Wait()
	for _, in := range inboxes {
		close(in)
	}
	receiving.Wait()
	return delivered
}
