package doublelock

import (
	"sync"
	"testing"
)

// words numbers words; ensure takes the write lock while it holds the read
// lock.
type words struct {
	mu sync.RWMutex
	m  map[string]int
}

func (w *words) ensure(s string) int {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if id, ok := w.m[s]; ok {
		return id
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.m[s] = len(w.m) + 1
	return w.m[s]
}

func (w *words) ensureTwoSteps(s string) int {
	w.mu.RLock()
	id, ok := w.m[s]
	w.mu.RUnlock()
	if ok {
		return id
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if id, ok := w.m[s]; ok {
		return id
	}
	w.m[s] = len(w.m) + 1
	return w.m[s]
}

func same(t *testing.T, ensure func(string) int) {
	other := make(chan int)
	go func() { other <- ensure("go") }()
	if a, b := ensure("go"), <-other; a != b {
		t.Errorf("one word got the ids %d and %d", a, b)
	}
}

// want: deadlock
func TestUpgrade(t *testing.T) { same(t, (&words{m: map[string]int{}}).ensure) }

// want: verified
func TestUpgradeFixed(t *testing.T) { same(t, (&words{m: map[string]int{}}).ensureTwoSteps) }
