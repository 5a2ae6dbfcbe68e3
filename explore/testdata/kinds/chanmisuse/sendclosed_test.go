package chanmisuse

import (
	"sync"
	"testing"
)

// produce lets the producer that ends first close the channel of all.
func produce(n int) <-chan int {
	c := make(chan int, n)
	for i := range n {
		go func() {
			defer close(c)
			c <- i
		}()
	}
	return c
}

func produceAll(n int) <-chan int {
	c := make(chan int, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { c <- i })
	}
	go func() {
		wg.Wait()
		close(c)
	}()
	return c
}

func total(t *testing.T, c <-chan int) {
	sum := 0
	for v := range c {
		sum += v
	}
	if sum != 1 {
		t.Errorf("sum %d", sum)
	}
}

// want: misuse|panic
func TestSendClosed(t *testing.T) { total(t, produce(2)) }

// want: verified
func TestSendClosedFixed(t *testing.T) { total(t, produceAll(2)) }
