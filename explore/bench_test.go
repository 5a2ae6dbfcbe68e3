package explore

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/mazurka-go/mazurka/por"
)

// writeModule writes files to a module of their own and returns its directory.
func writeModule(tb testing.TB, files map[string]string) string {
	tb.Helper()
	dir := tb.TempDir()
	if files["go.mod"] == "" {
		files["go.mod"] = "module example.com/m\n\ngo 1.26\n"
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			tb.Fatal(err)
		}
	}
	return dir
}

// loaded loads the module in dir with a session that keeps nothing in common
// with others.
func loaded(tb testing.TB, dir string, patterns ...string) (*Session, *Snapshot) {
	tb.Helper()
	s := NewSession(tb.TempDir())
	snap, err := s.Load(context.Background(), LoadOptions{Dir: dir, Patterns: patterns})
	if err != nil {
		tb.Fatal(err)
	}
	for _, p := range snap.Packages {
		for _, e := range p.Errors {
			tb.Fatalf("%s: %s", e.Pos, e.Message)
		}
	}
	return s, snap
}

const counterTest = `package m

import (
	"sync"
	"testing"
)

func TestCounter(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	for range 3 {
		wg.Go(func() {
			for range 2 {
				mu.Lock()
				n++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if n != 6 {
		t.Errorf("n is %d", n)
	}
}
`

// BenchmarkExecutions measures executions per second of processor time, by search, of a
// test with a lock and a counter in three goroutines.
func BenchmarkExecutions(b *testing.B) {
	s, snap := loaded(b, writeModule(b, map[string]string{"m_test.go": counterTest}))
	t := snap.Lookup("example.com/m", "TestCounter")
	p, err := s.acquire(context.Background(), t)
	if err != nil {
		b.Fatal(err)
	}
	defer s.release(p)
	for _, name := range []string{"source-dpor", "optimal-dpor", "sleep"} {
		b.Run(name, func(b *testing.B) {
			w, err := p.factory(t, Limits{}).world(worldConfig{})
			if err != nil {
				b.Fatal(err)
			}
			defer w.close()
			var executions, steps int64
			start := processorTime()
			for b.Loop() {
				r := por.Search(name, w, por.Options{}, func(*por.Execution) bool {
					if len(w.faults()) > 0 {
						b.Fatal("a fault")
					}
					return true
				})
				if !r.Complete {
					b.Fatal("not complete")
				}
				executions += r.Executions
				steps += r.Steps
			}
			spent := (processorTime() - start).Seconds()
			b.ReportMetric(float64(executions)/spent, "executions/cpu-s")
			b.ReportMetric(float64(steps)/spent, "steps/cpu-s")
			b.ReportMetric(float64(executions)/float64(b.N), "executions/op")
		})
	}
}

// BenchmarkCheck measures a check of one small package from nothing: loading
// included, with no results of earlier checks.
func BenchmarkCheck(b *testing.B) {
	dir := writeModule(b, map[string]string{"m_test.go": counterTest})
	for b.Loop() {
		s, snap := loaded(b, dir)
		res := s.Check(context.Background(), snap.Packages[0].Tests, Options{NoCache: true, Budget: time.Minute}, nil)
		if res[0].Verdict != Verified {
			b.Fatalf("%+v", res[0])
		}
	}
}
