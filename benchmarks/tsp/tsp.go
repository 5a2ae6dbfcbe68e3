// Package tsp finds the shortest tour through some cities, by branch and bound in
// parallel: "TSP" of [P16].
//
// Tests are named by workers and cities. The error is to compare with the best
// tour so far and to replace it afterwards: a better one may be lost, and the
// test fails.
package tsp

import (
	"sync"
	"sync/atomic"
)

// A Best is the length of the best tour so far.
type Best struct{ n atomic.Int64 }

// Offer keeps the length if it is the best.
func (b *Best) Offer(n int64) {
	for {
		old := b.n.Load()
		if n >= old || b.n.CompareAndSwap(old, n) {
			return
		}
	}
}

// OfferHasty is Offer, in a hurry.
func (b *Best) OfferHasty(n int64) {
	if n < b.n.Load() {
		b.n.Store(n)
	}
}

// A solver has the beginnings of tours not yet taken.
type solver struct {
	distance [][]int64
	best     Best
	offer    func(*Best, int64)

	mu    sync.Mutex
	tours [][]int
}

// Solve returns the length of the shortest tour.
func Solve(distance [][]int64, workers int, offer func(*Best, int64)) int64 {
	s := &solver{distance: distance, offer: offer}
	s.best.n.Store(1 << 40)
	for c := 1; c < len(distance); c++ {
		s.tours = append(s.tours, []int{0, c})
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for tour := s.take(); tour != nil; tour = s.take() {
				s.extend(tour, s.distance[0][tour[1]])
			}
		})
	}
	wg.Wait()
	return s.best.n.Load()
}

func (s *solver) take() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.tours) == 0 {
		return nil
	}
	tour := s.tours[0]
	s.tours = s.tours[1:]
	return tour
}

// extend finds the best tours that begin with one of a length.
func (s *solver) extend(tour []int, length int64) {
	if length >= s.best.n.Load() {
		return
	}
	last := tour[len(tour)-1]
	if len(tour) == len(s.distance) {
		s.offer(&s.best, length+s.distance[last][0])
		return
	}
next:
	for c := range s.distance {
		for _, been := range tour {
			if been == c {
				continue next
			}
		}
		s.extend(append(tour[:len(tour):len(tour)], c), length+s.distance[last][c])
	}
}
