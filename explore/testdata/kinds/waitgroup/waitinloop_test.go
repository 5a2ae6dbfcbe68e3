package waitgroup

import (
	"sync"
	"testing"
)

// want: deadlock
func TestWaitInLoop(t *testing.T) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	sum := 0
	jobs := []int{1, 2}
	wg.Add(len(jobs))
	for _, j := range jobs {
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			sum += j
		}()
		wg.Wait()
	}
	if sum != 3 {
		t.Error(sum)
	}
}

// want: verified
func TestWaitInLoopFixed(t *testing.T) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	sum := 0
	jobs := []int{1, 2}
	wg.Add(len(jobs))
	for _, j := range jobs {
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			sum += j
		}()
	}
	wg.Wait()
	if sum != 3 {
		t.Error(sum)
	}
}
