package chanmisuse

import (
	"sync"
	"testing"
)

// A stream makes its channel when it is first used.
type stream struct {
	mu sync.Mutex
	c  chan string
}

func (s *stream) open() chan string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.c == nil {
		s.c = make(chan string, 1)
	}
	return s.c
}

func (s *stream) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.c)
}

func (s *stream) endOpened() { close(s.open()) }

func readToEnd(end func(*stream)) {
	s := new(stream)
	done := make(chan struct{})
	go func() {
		for range s.open() {
		}
		close(done)
	}()
	end(s)
	<-done
}

// want: misuse|panic
func TestCloseNil(t *testing.T) { readToEnd((*stream).end) }

// want: verified
func TestCloseNilFixed(t *testing.T) { readToEnd((*stream).endOpened) }
