package channel

import "testing"

// A server answers on channels that come over a channel. It may be stopped
// while a request is on its way.
type server struct {
	requests chan chan int
	quit     chan struct{}
}

func newServer() *server {
	s := &server{make(chan chan int, 1), make(chan struct{})}
	go s.loop()
	return s
}

func (s *server) loop() {
	n := 0
	for {
		select {
		case r := <-s.requests:
			n++
			r <- n
		case <-s.quit:
			return
		}
	}
}

func (s *server) ask() int {
	reply := make(chan int, 1)
	s.requests <- reply
	return <-reply
}

func (s *server) askOrQuit() int {
	reply := make(chan int, 1)
	s.requests <- reply
	select {
	case n := <-reply:
		return n
	case <-s.quit:
		return 0
	}
}

func askAndStop(t *testing.T, ask func(*server) int) {
	s := newServer()
	got := make(chan int)
	go func() { got <- ask(s) }()
	close(s.quit)
	if n := <-got; n > 1 {
		t.Errorf("answer %d", n)
	}
}

// want: deadlock
func TestReply(t *testing.T) { askAndStop(t, (*server).ask) }

// want: verified
func TestReplyFixed(t *testing.T) { askAndStop(t, (*server).askOrQuit) }
