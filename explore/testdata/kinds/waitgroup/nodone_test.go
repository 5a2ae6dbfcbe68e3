package waitgroup

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

var errOdd = errors.New("odd")

type checker struct {
	wg   sync.WaitGroup
	done atomic.Int32
}

func half(n int) (int, error) {
	if n%2 == 1 {
		return 0, errOdd
	}
	return n / 2, nil
}

// run does not count down when half fails.
func (c *checker) run(n int) {
	if _, err := half(n); err != nil {
		return
	}
	c.done.Add(1)
	c.wg.Done()
}

func (c *checker) runDeferred(n int) {
	defer c.wg.Done()
	if _, err := half(n); err != nil {
		return
	}
	c.done.Add(1)
}

func halves(t *testing.T, run func(*checker, int)) {
	c := new(checker)
	for n := range 2 {
		c.wg.Add(1)
		go run(c, n)
	}
	c.wg.Wait()
	if c.done.Load() != 1 {
		t.Error("not all done")
	}
}

// want: deadlock
func TestNoDone(t *testing.T) { halves(t, (*checker).run) }

// want: verified
func TestNoDoneFixed(t *testing.T) { halves(t, (*checker).runDeferred) }
