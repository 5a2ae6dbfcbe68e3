package rwr

import (
	"iter"
	"sync"
	"testing"
)

type set struct {
	*sync.RWMutex
	m map[int]bool
}

func newSet(xs ...int) set {
	s := set{new(sync.RWMutex), make(map[int]bool)}
	for _, x := range xs {
		s.m[x] = true
	}
	return s
}

func (s set) has(x int) bool {
	s.RLock()
	defer s.RUnlock()
	return s.m[x]
}

func (s set) insert(x int) {
	s.Lock()
	defer s.Unlock()
	s.m[x] = true
}

// all is a range-over-func iterator that holds the read lock all the time.
func (s set) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		s.RLock()
		defer s.RUnlock()
		for x := range s.m {
			if !yield(x) {
				return
			}
		}
	}
}

// snapshot is all over a copy.
func (s set) snapshot() iter.Seq[int] {
	return func(yield func(int) bool) {
		var xs []int
		for x := range s.all() {
			xs = append(xs, x)
		}
		for _, x := range xs {
			if !yield(x) {
				return
			}
		}
	}
}

func subset(t *testing.T, all func(set) iter.Seq[int]) {
	s := newSet(1)
	var wg sync.WaitGroup
	wg.Go(func() { s.insert(2) })
	for x := range all(s) {
		if !s.has(x) {
			t.Errorf("%d is not there", x)
		}
	}
	wg.Wait()
}

// want: deadlock
func TestIterator(t *testing.T) { subset(t, set.all) }

// want: verified
func TestIteratorFixed(t *testing.T) { subset(t, set.snapshot) }
