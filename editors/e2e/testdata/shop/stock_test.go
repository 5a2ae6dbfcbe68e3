package shop

import (
	"sync"
	"testing"
)

func TestTake(t *testing.T) {
	stock := NewStock(2)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { stock.Take() })
	}
	wg.Wait()
	if left := stock.Left(); left != 0 {
		t.Errorf("%d left, want 0", left)
	}
}

func TestLeft(t *testing.T) {
	stock := NewStock(2)
	seen := make(chan int)
	for range 2 {
		go func() { seen <- stock.Left() }()
	}
	if sum := <-seen + <-seen; sum != 4 {
		t.Errorf("%d in all, want 4", sum)
	}
}
