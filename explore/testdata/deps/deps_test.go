// Package deps depends on packages whose own tests are explored through it.
package deps

import (
	"testing"

	"github.com/sourcegraph/conc"
	"github.com/sourcegraph/conc/iter"
	"github.com/sourcegraph/conc/pool"
	"github.com/sourcegraph/conc/stream"
	"github.com/stretchr/testify/assert"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"
	"golang.org/x/sync/syncmap"
)

func TestWaitGroup(t *testing.T) {
	var wg conc.WaitGroup
	ran := make(chan int, 2)
	for i := range 2 {
		wg.Go(func() { ran <- i })
	}
	wg.Wait()
	assert.Len(t, ran, 2)
}

func TestPool(t *testing.T) {
	p := pool.NewWithResults[int]().WithMaxGoroutines(2)
	for i := range 2 {
		p.Go(func() int { return i })
	}
	assert.ElementsMatch(t, []int{0, 1}, p.Wait())
}

func TestStream(t *testing.T) {
	s := stream.New().WithMaxGoroutines(2)
	var got []int
	for i := range 2 {
		s.Go(func() stream.Callback { return func() { got = append(got, i) } })
	}
	s.Wait()
	assert.Equal(t, []int{0, 1}, got)
}

func TestMap(t *testing.T) {
	assert.Equal(t, []int{1, 4}, iter.Map([]int{1, 2}, func(i *int) int { return *i * *i }))
}

func TestErrGroup(t *testing.T) {
	g, ctx := errgroup.WithContext(t.Context())
	g.Go(func() error { return assert.AnError })
	g.Go(func() error {
		<-ctx.Done()
		return ctx.Err()
	})
	assert.Equal(t, assert.AnError, g.Wait())
}

func TestSemaphore(t *testing.T) {
	s := semaphore.NewWeighted(1)
	assert.NoError(t, s.Acquire(t.Context(), 1))
	assert.False(t, s.TryAcquire(1))
	go s.Release(1)
	assert.NoError(t, s.Acquire(t.Context(), 1))
}

func TestSingleFlight(t *testing.T) {
	var g singleflight.Group
	got := make(chan any, 2)
	for range 2 {
		go func() {
			v, _, _ := g.Do("key", func() (any, error) { return 7, nil })
			got <- v
		}()
	}
	assert.Equal(t, 14, (<-got).(int)+(<-got).(int))
}

func TestSyncMap(t *testing.T) {
	var m syncmap.Map
	m.Store("k", 1)
	v, ok := m.Load("k")
	assert.True(t, ok)
	assert.Equal(t, 1, v)
}
