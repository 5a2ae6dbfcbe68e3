package waitgroup

import (
	"sync"
	"testing"
)

// step counts down twice when the value is negative.
func step(wg *sync.WaitGroup, v int, out chan<- int) {
	defer wg.Done()
	if v < 0 {
		wg.Done()
		return
	}
	out <- v
}

func stepOnce(wg *sync.WaitGroup, v int, out chan<- int) {
	defer wg.Done()
	if v < 0 {
		return
	}
	out <- v
}

func steps(t *testing.T, step func(*sync.WaitGroup, int, chan<- int)) {
	var wg sync.WaitGroup
	out := make(chan int, 2)
	for _, v := range []int{1, -1} {
		wg.Add(1)
		go step(&wg, v, out)
	}
	wg.Wait()
	close(out)
	if v := <-out; v != 1 {
		t.Error(v)
	}
}

// want: misuse|panic
func TestDoneTwice(t *testing.T) { steps(t, step) }

// want: verified
func TestDoneTwiceFixed(t *testing.T) { steps(t, stepOnce) }
