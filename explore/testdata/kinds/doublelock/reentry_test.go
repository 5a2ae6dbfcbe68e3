package doublelock

import (
	"sync"
	"testing"
)

// A store locks in every method, and one method calls another.
type store struct {
	sync.Mutex
	m map[string]int
}

func (s *store) get(k string) int {
	s.Lock()
	defer s.Unlock()
	return s.m[k]
}

func (s *store) inc(k string) {
	s.Lock()
	defer s.Unlock()
	s.m[k] = s.get(k) + 1
}

func (s *store) incLocked(k string) {
	s.Lock()
	defer s.Unlock()
	s.m[k]++
}

// want: deadlock
func TestReentry(t *testing.T) {
	s := &store{m: map[string]int{}}
	s.inc("a")
	if n := s.get("a"); n != 1 {
		t.Errorf("got %d", n)
	}
}

// want: verified
func TestReentryFixed(t *testing.T) {
	s := &store{m: map[string]int{}}
	s.incLocked("a")
	if n := s.get("a"); n != 1 {
		t.Errorf("got %d", n)
	}
}
