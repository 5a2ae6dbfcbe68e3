// Package shop keeps a stock of things to sell.
package shop

import "sync"

// A Stock counts what is left.
type Stock struct {
	mu   sync.Mutex
	left int
}

// NewStock returns a stock of n.
func NewStock(n int) *Stock {
	return &Stock{left: n}
}

// Left returns how many are left.
func (s *Stock) Left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.left
}

// Take takes one, if there is one.
func (s *Stock) Take() bool {
	left := s.left
	if left == 0 {
		return false
	}
	s.left = left - 1
	return true
}
