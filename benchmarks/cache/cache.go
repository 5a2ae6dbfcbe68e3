// Package cache is a cache of bounded size with several clients, who hit, miss
// and evict: "Cache4j" of [P16].
//
// Tests are named by clients, lookups of each, and entries that there is room for.
// The error is in making room first and inserting afterwards: the cache grows too
// large, and the test fails.
package cache

import "sync"

// A Cache keeps the values of the keys used most.
type Cache struct {
	load func(key int) int
	size int

	mu      sync.RWMutex
	entries map[int]*entry
}

type entry struct {
	value int

	mu   sync.Mutex
	used int // how often
}

// New returns an empty cache for size values that load computes.
func New(size int, load func(key int) int) *Cache {
	return &Cache{load: load, size: size, entries: map[int]*entry{}}
}

// Get returns the value of a key.
func (c *Cache) Get(key int) int {
	if v, ok := c.lookup(key); ok {
		return v
	}
	v := c.load(key)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.evict(key)
	c.insert(key, v)
	return v
}

// GetCareless is Get, but for what may happen between making room and using it.
func (c *Cache) GetCareless(key int) int {
	if v, ok := c.lookup(key); ok {
		return v
	}
	v := c.load(key)
	c.mu.Lock()
	c.evict(key)
	c.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.insert(key, v)
	return v
}

func (c *Cache) lookup(key int) (int, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	e, ok := c.entries[key]
	if !ok {
		return 0, false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.used++
	return e.value, true
}

// evict makes room for a key. c.mu is held.
func (c *Cache) evict(key int) {
	if c.entries[key] != nil || len(c.entries) < c.size {
		return
	}
	oldest := -1
	for k, e := range c.entries {
		if oldest < 0 || e.used < c.entries[oldest].used || e.used == c.entries[oldest].used && k < oldest {
			oldest = k
		}
	}
	delete(c.entries, oldest)
}

// insert inserts a value. c.mu is held.
func (c *Cache) insert(key, value int) {
	if c.entries[key] == nil {
		c.entries[key] = &entry{value: value}
	}
}

// Len is the number of entries.
func (c *Cache) Len() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.entries)
}
