package ring

import (
	"sync"
	"testing"
)

type ledger struct {
	mu    sync.Mutex
	total int
}

func (l *ledger) add(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.total += n
}

func station(id int, l *ledger, in <-chan int, out chan<- int) {
	for token := range in {
		if token%3 == 0 {
			l.add(id)
		}
		out <- token + 1
	}
	close(out)
}

func TestRing(t *testing.T) {
	l := &ledger{}
	first := make(chan int, 1)
	in := first
	for i := range 19 {
		out := make(chan int, i%3)
		go station(i, l, in, out)
		in = out
	}
	for range 24 {
		first <- 0
		if got := <-in; got != 19 {
			t.Errorf("token is %d", got)
		}
	}
	if l.total != 1 {
		t.Errorf("total is %d", l.total)
	}
}
