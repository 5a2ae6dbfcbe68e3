// Package goroutines starts too many of them.
package goroutines

import (
	"sync"
	"testing"
)

// want: incomplete
func TestHundredThousand(t *testing.T) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	n := 0
	for range 100_000 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			n++
		})
	}
	wg.Wait()
	if n != 100_000 {
		t.Error(n)
	}
}

// want: incomplete
func TestFork(t *testing.T) {
	var fork func()
	fork = func() {
		go fork()
		go fork()
	}
	fork()
}
