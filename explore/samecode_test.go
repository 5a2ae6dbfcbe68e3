package explore

import (
	"context"
	"testing"
	"time"
)

const methodValues = `package m

import (
	"sync"
	"testing"
)

type account struct {
	mu  sync.Mutex
	sum int
}

func (a *account) add() {
	a.mu.Lock()
	a.sum++
	a.mu.Unlock()
}

func run(fs ...func()) {
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Go(func() { f() })
	}
	wg.Wait()
}

func TestFirst(t *testing.T) {
	var a account
	run(a.add, a.add)
}

func TestSecond(t *testing.T) {
	var a, b account
	run(a.add, b.add, a.add)
}
`

// TestMethodValues checks that what is known of a method value in one test does
// not depend on whether another test has used the same method before.
func TestMethodValues(t *testing.T) {
	choices := func(names ...string) (n int64) {
		s, snap := loaded(t, writeModule(t, map[string]string{"m_test.go": methodValues}))
		for _, name := range names {
			c, err := s.Compare(context.Background(), snap.Lookup("example.com/m", name),
				CompareOptions{Options: Options{Budget: time.Minute}, Algorithms: []string{"hybrid-por"}})
			if err != nil {
				t.Fatal(err)
			}
			n = c.Runs[0].Choices
		}
		return n
	}
	if alone, second := choices("TestSecond"), choices("TestFirst", "TestSecond"); alone != second || alone == 0 {
		t.Errorf("%d choices alone, %d after another test", alone, second)
	}
}
