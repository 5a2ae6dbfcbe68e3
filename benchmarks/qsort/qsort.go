// Package qsort sorts in parallel, as long as there are workers to spare: "QSort
// MT" of [P16].
//
// Tests are named by workers and numbers to sort. The error is in looking for a
// spare worker without the lock: a data race.
package qsort

import "sync"

// A Sorter has workers.
type Sorter struct {
	mu     sync.Mutex
	idle   int
	locked bool
}

// New returns a sorter with some workers.
func New(workers int) *Sorter { return &Sorter{idle: workers - 1, locked: true} }

// NewUnlocked returns one that does without its lock.
func NewUnlocked(workers int) *Sorter { return &Sorter{idle: workers - 1} }

// hire finds a worker who has nothing to do.
func (s *Sorter) hire() bool {
	if s.locked {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	if s.idle == 0 {
		return false
	}
	s.idle--
	return true
}

// dismiss says that a worker has nothing to do any more.
func (s *Sorter) dismiss() {
	if s.locked {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.idle++
}

// Sort sorts numbers.
func (s *Sorter) Sort(a []int) {
	if len(a) < 2 {
		return
	}
	m := partition(a)
	if !s.hire() {
		s.Sort(a[:m])
		s.Sort(a[m+1:])
		return
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		defer s.dismiss()
		s.Sort(a[:m])
	})
	s.Sort(a[m+1:])
	wg.Wait()
}

// partition moves what is smaller than the last number before it, and returns
// where that is then.
func partition(a []int) (m int) {
	last := len(a) - 1
	for i := range last {
		if a[i] < a[last] {
			a[i], a[m] = a[m], a[i]
			m++
		}
	}
	a[m], a[last] = a[last], a[m]
	return m
}
