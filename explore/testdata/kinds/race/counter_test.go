package race

import (
	"cmp"
	"sync"
	"testing"
)

// A top remembers the greatest value offered to it.
type top[T cmp.Ordered] struct{ v T }

func (t *top[T]) offer(v T) {
	if v > t.v {
		t.v = v
	}
}

type lockedTop[T cmp.Ordered] struct {
	sync.Mutex
	top[T]
}

func (t *lockedTop[T]) offer(v T) {
	t.Lock()
	defer t.Unlock()
	t.top.offer(v)
}

func offerAll(offer func(int)) {
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { offer(i + 1) })
	}
	wg.Wait()
}

// want: race
func TestGreatest(t *testing.T) {
	var x top[int]
	offerAll(x.offer)
	if x.v != 2 {
		t.Errorf("greatest is %d", x.v)
	}
}

// want: verified
func TestGreatestFixed(t *testing.T) {
	var x lockedTop[int]
	offerAll(x.offer)
	if x.v != 2 {
		t.Errorf("greatest is %d", x.v)
	}
}
