// Package steps has more schedules than can be explored.
package steps

import (
	"sync"
	"testing"
)

// want: incomplete|verified
func TestManySchedules(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	var log []int
	for i := range 8 {
		wg.Go(func() {
			for range 8 {
				mu.Lock()
				log = append(log, i)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if len(log) != 64 {
		t.Error(len(log))
	}
}

// want: incomplete|livelock
func TestTicking(t *testing.T) {
	c := make(chan int)
	go func() {
		for i := 0; ; i++ {
			c <- i
		}
	}()
	for range c {
	}
}
