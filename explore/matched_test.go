package explore

import (
	"context"
	"testing"
	"time"

	"github.com/mazurka-go/mazurka/por"
)

// lateFailure fails at the very end of some executions, in a state that is also that
// of others at their end.
const lateFailure = `package m

import (
	"sync"
	"testing"
)

func TestLate(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	last := 0
	for i := range 2 {
		wg.Go(func() {
			mu.Lock()
			last = i
			mu.Unlock()
		})
	}
	wg.Wait()
	if last == 0 {
		t.Error("the first comes last")
	}
}
`

// TestLateFailure checks that no search passes over a failure because it knows the
// state after it.
func TestLateFailure(t *testing.T) {
	s, snap := loaded(t, writeModule(t, map[string]string{"m_test.go": lateFailure}))
	var names []string
	for _, name := range Algorithms() {
		if a, ok := por.Lookup(name); ok && a.Exhaustive() {
			names = append(names, name)
		}
	}
	c, err := s.Compare(context.Background(), snap.Packages[0].Tests[0], CompareOptions{Options: Options{Budget: time.Minute}, Algorithms: names})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range c.Runs {
		if !r.Complete || len(r.Faults) != 1 || r.Ends != 2 {
			t.Errorf("%s: %+v, want one fault and two ends", r.Algorithm, r)
		}
	}
}
