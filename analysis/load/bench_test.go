package load

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkCold measures a load with nothing cached, the go command included.
func BenchmarkCold(b *testing.B) {
	dir := module(b, small)
	for b.Loop() {
		prog, err := Load(b.Context(), &Config{Dir: dir, Patterns: []string{"."}, Tests: true})
		if err != nil {
			b.Fatal(err)
		}
		if len(prog.Targets) != 1 || prog.Targets[0].Broken() {
			b.Fatal("a broken target")
		}
	}
}

// BenchmarkWarm measures a load after an edit of a function body in a test
// file, everything else cached.
func BenchmarkWarm(b *testing.B) {
	dir := module(b, small)
	path := filepath.Join(dir, "small_test.go")
	content, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	cache := NewCache()
	cfg := &Config{Dir: dir, Patterns: []string{"./..."}, Tests: true, Cache: cache}
	if _, err := Load(b.Context(), cfg); err != nil {
		b.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond)
	if _, err := Load(b.Context(), cfg); err != nil {
		b.Fatal(err)
	}
	lists := cache.lists
	n := 0
	for b.Loop() {
		n++
		cfg.Overlay = map[string][]byte{path: fmt.Appendf(nil, "%s\nfunc edit() int { return %d }\n", content, n)}
		prog, err := Load(b.Context(), cfg)
		if err != nil {
			b.Fatal(err)
		}
		if prog.Targets[0].Broken() {
			b.Fatal("a broken target")
		}
	}
	if cache.lists != lists {
		b.Fatalf("the go command ran %d times", cache.lists-lists)
	}
}
