package prodcons

import (
	"sync"
	"testing"
)

// exchange has producers put items in a buffer and consumers take them all.
func exchange(t *testing.T, b *Buffer, producers, consumers, items int) {
	var wg sync.WaitGroup
	for p := range producers {
		wg.Go(func() {
			for i := range items {
				b.Put(p*items + i)
			}
		})
	}
	total := producers * items
	got := make([]int, consumers)
	for c := range consumers {
		wg.Go(func() {
			for range total / consumers {
				got[c] += b.Take()
			}
		})
	}
	wg.Wait()
	sum := 0
	for _, g := range got {
		sum += g
	}
	if want := total * (total - 1) / 2; sum != want {
		t.Errorf("items taken sum up to %d, want %d", sum, want)
	}
}

// poll has a producer and a consumer that do not wait.
func poll(t *testing.T, items int) {
	b := New(items)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range items {
			if !b.TryPut(i) {
				t.Error("the buffer is full")
			}
		}
	})
	wg.Go(func() {
		taken := 0
		for range items {
			if v, ok := b.TryTake(); ok {
				if v != taken {
					t.Errorf("item %d comes as number %d", v, taken)
				}
				taken++
			}
		}
	})
	wg.Wait()
}

func Test1x1x2x1(t *testing.T) { exchange(t, New(1), 1, 1, 2) }
func Test1x1x4x2(t *testing.T) { exchange(t, New(2), 1, 1, 4) }
func Test1x1x8x3(t *testing.T) { exchange(t, New(3), 1, 1, 8) }
func Test2x1x1x1(t *testing.T) { exchange(t, New(1), 2, 1, 1) }
func Test2x2x1x1(t *testing.T) { exchange(t, New(1), 2, 2, 1) }
func Test2x2x2x1(t *testing.T) { exchange(t, New(1), 2, 2, 2) }
func Test2x2x2x2(t *testing.T) { exchange(t, New(2), 2, 2, 2) }
func Test3x3x2x2(t *testing.T) { exchange(t, New(2), 3, 3, 2) }

func TestHasty2x2x1x1(t *testing.T) { exchange(t, NewHasty(1), 2, 2, 1) }
func TestHasty2x2x2x1(t *testing.T) { exchange(t, NewHasty(1), 2, 2, 2) }
func TestHasty3x3x1x1(t *testing.T) { exchange(t, NewHasty(1), 3, 3, 1) }

func TestPoll3(t *testing.T) { poll(t, 3) }
func TestPoll5(t *testing.T) { poll(t, 5) }
func TestPoll7(t *testing.T) { poll(t, 7) }
func TestPoll9(t *testing.T) { poll(t, 9) }
