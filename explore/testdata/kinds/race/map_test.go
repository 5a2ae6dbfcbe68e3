package race

import (
	"sync"
	"testing"
)

// index counts words in parallel into one map.
func index(docs []string, add func(m map[string]int, w string)) map[string]int {
	m := make(map[string]int)
	var wg sync.WaitGroup
	for _, d := range docs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			add(m, d)
		}()
	}
	wg.Wait()
	return m
}

func inc(m map[string]int, w string) { m[w]++ }

// want: race|failure|panic
func TestMap(t *testing.T) {
	if m := index([]string{"a", "b"}, inc); m["a"] != 1 || m["b"] != 1 {
		t.Error(m)
	}
}

// want: verified
func TestMapFixed(t *testing.T) {
	var mu sync.Mutex
	locked := func(m map[string]int, w string) {
		mu.Lock()
		defer mu.Unlock()
		inc(m, w)
	}
	if m := index([]string{"a", "b"}, locked); m["a"] != 1 || m["b"] != 1 {
		t.Error(m)
	}
}
