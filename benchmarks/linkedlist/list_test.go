package linkedlist

import (
	"sync"
	"testing"
)

func fill(t *testing.T, add func(*List, int), goroutines, nodes int) {
	var l List
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for i := range nodes {
				add(&l, g*nodes+i)
			}
		})
	}
	wg.Wait()
	if n := l.Len(); n != goroutines*nodes {
		t.Errorf("%d nodes, want %d", n, goroutines*nodes)
	}
}

func Test2x1(t *testing.T) { fill(t, (*List).Append, 2, 1) }
func Test2x3(t *testing.T) { fill(t, (*List).Append, 2, 3) }
func Test3x2(t *testing.T) { fill(t, (*List).Append, 3, 2) }
func Test3x3(t *testing.T) { fill(t, (*List).Append, 3, 3) }
func Test4x3(t *testing.T) { fill(t, (*List).Append, 4, 3) }

func TestUnlocked2x1(t *testing.T) { fill(t, (*List).AppendUnlocked, 2, 1) }
func TestUnlocked2x2(t *testing.T) { fill(t, (*List).AppendUnlocked, 2, 2) }
func TestUnlocked3x1(t *testing.T) { fill(t, (*List).AppendUnlocked, 3, 1) }
