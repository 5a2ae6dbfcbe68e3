package rwr

import (
	"sync"
	"testing"
)

type stats struct {
	mu       sync.RWMutex
	sum, num int
}

func (s *stats) add(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sum += n
	s.num++
}

func (s *stats) count() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.num
}

func (s *stats) mean() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.sum / s.count()
}

func (s *stats) meanLocked() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.sum / s.num
}

func addDuringMean(t *testing.T, mean func(*stats) int) {
	s := &stats{sum: 4, num: 1}
	done := make(chan bool)
	go func() {
		s.add(4)
		done <- true
	}()
	if m := mean(s); m != 4 {
		t.Errorf("mean %d", m)
	}
	<-done
}

// want: deadlock
func TestNested(t *testing.T) { addDuringMean(t, (*stats).mean) }

// want: verified
func TestNestedFixed(t *testing.T) { addDuringMean(t, (*stats).meanLocked) }
