package race

import (
	"sync"
	"testing"
)

// A cache counts its hits while it holds the read lock only.
type hitCache struct {
	sync.RWMutex
	m    map[string]string
	hits int
}

func (c *hitCache) get(k string) string {
	c.RLock()
	defer c.RUnlock()
	c.hits++
	return c.m[k]
}

func (c *hitCache) getLocked(k string) string {
	c.Lock()
	defer c.Unlock()
	c.hits++
	return c.m[k]
}

func twoHits(t *testing.T, get func(*hitCache, string) string) {
	c := &hitCache{m: map[string]string{"k": "v"}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { get(c, "k") })
	}
	wg.Wait()
	if c.hits != 2 {
		t.Errorf("%d hits", c.hits)
	}
}

// want: race
func TestReadLock(t *testing.T) { twoHits(t, (*hitCache).get) }

// want: verified
func TestReadLockFixed(t *testing.T) { twoHits(t, (*hitCache).getLocked) }
