package cache

import (
	"sync"
	"testing"
)

func lookups(t *testing.T, get func(*Cache, int) int, clients, each, size int) {
	c := New(size, func(key int) int { return key * key })
	var wg sync.WaitGroup
	for i := range clients {
		wg.Go(func() {
			for k := range each {
				key := (i + k) % (size + 1)
				if v := get(c, key); v != key*key {
					t.Errorf("the value of %d is %d", key, v)
				}
			}
		})
	}
	wg.Wait()
	if n := c.Len(); n > size {
		t.Errorf("%d entries, there is room for %d", n, size)
	}
}

func Test2x1x1(t *testing.T) { lookups(t, (*Cache).Get, 2, 1, 1) }
func Test2x2x1(t *testing.T) { lookups(t, (*Cache).Get, 2, 2, 1) }
func Test2x3x2(t *testing.T) { lookups(t, (*Cache).Get, 2, 3, 2) }
func Test3x1x1(t *testing.T) { lookups(t, (*Cache).Get, 3, 1, 1) }
func Test3x2x2(t *testing.T) { lookups(t, (*Cache).Get, 3, 2, 2) }
func Test3x3x2(t *testing.T) { lookups(t, (*Cache).Get, 3, 3, 2) }

func TestCareless2x1x1(t *testing.T) { lookups(t, (*Cache).GetCareless, 2, 1, 1) }
func TestCareless3x2x2(t *testing.T) { lookups(t, (*Cache).GetCareless, 3, 2, 2) }
