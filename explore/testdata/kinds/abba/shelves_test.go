package abba

import (
	"sync"
	"testing"
)

type shelf struct {
	sync.Mutex
	n     int
	books int
}

func (s *shelf) moveTo(o *shelf) {
	s.Lock()
	defer s.Unlock()
	o.Lock()
	defer o.Unlock()
	s.books--
	o.books++
}

func (s *shelf) moveToInTurn(o *shelf) {
	s.Lock()
	s.books--
	s.Unlock()
	o.Lock()
	o.books++
	o.Unlock()
}

func cross(t *testing.T, move func(a, b *shelf)) {
	a, b := &shelf{books: 3}, &shelf{books: 3}
	done := make(chan struct{})
	go func() {
		defer close(done)
		move(a, b)
	}()
	move(b, a)
	<-done
	if a.books != 3 || b.books != 3 {
		t.Errorf("%d and %d books", a.books, b.books)
	}
}

// want: deadlock
func TestShelves(t *testing.T) { cross(t, (*shelf).moveTo) }

// want: verified
func TestShelvesFixed(t *testing.T) { cross(t, (*shelf).moveToInTurn) }
