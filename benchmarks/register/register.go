// Package register is a regular register kept by several servers, which requests may
// reach late, as in [BKSS11]: a read returns what was written last before it, or
// something newer.
//
// Tests are named by writes, readers and servers. The error is to listen to one
// server only: a read may miss a write, and the test fails.
package register

import "sync"

// A request is a message to a server.
type request struct {
	write bool
	time  int // of the value to write, which stands for the value as well
	reply chan<- int
}

// serve answers requests with the time of what the server knows then.
func serve(requests <-chan request) {
	time := 0
	for r := range requests {
		if r.write && r.time > time {
			time = r.time
		}
		r.reply <- time
	}
}

// A Register asks its servers.
type Register struct {
	servers          []chan request
	quorum           int
	serving, sending sync.WaitGroup
}

// New returns a register with some servers, a quorum of which has to answer.
func New(servers, quorum int) *Register {
	r := &Register{servers: make([]chan request, servers), quorum: quorum}
	for i := range r.servers {
		r.servers[i] = make(chan request)
		r.serving.Go(func() { serve(r.servers[i]) })
	}
	return r
}

// ask asks all servers, and returns the newest answer of a quorum. A request may come
// late, and after others.
func (r *Register) ask(q request) (newest int) {
	replies := make(chan int, len(r.servers))
	q.reply = replies
	for _, s := range r.servers {
		r.sending.Go(func() { s <- q })
	}
	for range r.quorum {
		newest = max(newest, <-replies)
	}
	return newest
}

// Write writes what belongs to a time.
func (r *Register) Write(time int) { r.ask(request{write: true, time: time}) }

// Read returns the time of what it reads.
func (r *Register) Read() (time int) { return r.ask(request{}) }

// Close stops the servers.
func (r *Register) Close() {
	r.sending.Wait()
	for _, s := range r.servers {
		close(s)
	}
	r.serving.Wait()
}
