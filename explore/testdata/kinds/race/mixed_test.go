package race

import (
	"sync"
	"sync/atomic"
	"testing"
)

type meter struct{ hits int64 }

func (m *meter) hit() { atomic.AddInt64(&m.hits, 1) }

// reset forgets that the others use atomic operations.
func (m *meter) reset() { m.hits = 0 }

func (m *meter) resetAtomic() { atomic.StoreInt64(&m.hits, 0) }

func hitAndReset(t *testing.T, reset func(*meter)) {
	m := new(meter)
	var wg sync.WaitGroup
	wg.Go(m.hit)
	reset(m)
	wg.Wait()
	if n := atomic.LoadInt64(&m.hits); n > 1 {
		t.Errorf("%d hits", n)
	}
}

// want: race
func TestMixed(t *testing.T) { hitAndReset(t, (*meter).reset) }

// want: verified
func TestMixedFixed(t *testing.T) { hitAndReset(t, (*meter).resetAtomic) }
