//go:build go1.21

package capture

import (
	"sync"
	"testing"
)

// want: race|failure
func TestLoopVariable(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	seen := make(map[int]bool)
	wg.Add(2)
	for i := 0; i < 2; i++ {
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			seen[i] = true
		}()
		_ = seen
	}
	wg.Wait()
	if !seen[0] || !seen[1] {
		t.Error(seen)
	}
}

// want: verified
func TestLoopVariableFixed(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	seen := make(map[int]bool)
	wg.Add(2)
	for i := 0; i < 2; i++ {
		i := i
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			seen[i] = true
		}()
	}
	wg.Wait()
	if !seen[0] || !seen[1] {
		t.Error(seen)
	}
}
