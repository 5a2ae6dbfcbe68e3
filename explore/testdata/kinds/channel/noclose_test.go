package channel

import (
	"sync"
	"testing"
)

// sum adds up what two producers send; done runs when all has been sent.
func sum(done func(chan int)) int {
	c := make(chan int)
	var producers sync.WaitGroup
	for i := range 2 {
		producers.Add(1)
		go func() {
			defer producers.Done()
			c <- i + 1
		}()
	}
	go func() {
		producers.Wait()
		done(c)
	}()
	total := 0
	for n := range c {
		total += n
	}
	return total
}

// want: deadlock
func TestNoClose(t *testing.T) {
	if n := sum(func(chan int) {}); n != 3 {
		t.Errorf("sum %d", n)
	}
}

// want: verified
func TestNoCloseFixed(t *testing.T) {
	if n := sum(func(c chan int) { close(c) }); n != 3 {
		t.Errorf("sum %d", n)
	}
}
