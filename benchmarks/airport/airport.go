// Package airport sells the seats of flights, several legs at a time, and takes
// them back: after "CRE Demo" of [P16], which reserves access at an airport.
//
// Tests are named by customers, bookings of each, and flights. The error is in
// looking for a seat first and taking it afterwards: flights are overbooked, and
// the test fails.
package airport

import "sync"

// A Flight has seats.
type Flight struct {
	mu    sync.Mutex
	seats int
	sold  int
}

// take takes a seat.
func (f *Flight) take() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.sold == f.seats {
		return false
	}
	f.sold++
	return true
}

func (f *Flight) full() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.sold == f.seats
}

// takeUnseen takes a seat, if one was seen.
func (f *Flight) takeUnseen() bool {
	if f.full() {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sold++
	return true
}

// giveBack gives a seat back.
func (f *Flight) giveBack() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sold--
}

// Book takes a seat on each of the flights, or none at all.
func Book(legs []*Flight, take func(*Flight) bool) bool {
	for i, f := range legs {
		if !take(f) {
			for _, g := range legs[:i] {
				g.giveBack()
			}
			return false
		}
	}
	return true
}
