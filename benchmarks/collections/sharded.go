package collections

import "sync"

const shards = 2

// A ShardedMap is a set as several maps, each under a lock of its own.
type ShardedMap struct{ shards [shards]shard }

type shard struct {
	mu     sync.RWMutex
	values map[int]bool
}

// NewShardedMap returns an empty set.
func NewShardedMap() *ShardedMap {
	m := new(ShardedMap)
	for i := range m.shards {
		m.shards[i].values = map[int]bool{}
	}
	return m
}

func (m *ShardedMap) shard(v int) *shard { return &m.shards[v%shards] }

func (m *ShardedMap) Add(v int) bool {
	s := m.shard(v)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.values[v] {
		return false
	}
	s.values[v] = true
	return true
}

func (m *ShardedMap) Remove(v int) bool {
	s := m.shard(v)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.values[v] {
		return false
	}
	delete(s.values, v)
	return true
}

func (m *ShardedMap) Contains(v int) bool {
	s := m.shard(v)
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.values[v]
}

// A BuggyShardedMap changes a map under the lock for readers.
type BuggyShardedMap struct{ ShardedMap }

// NewBuggyShardedMap returns an empty set.
func NewBuggyShardedMap() *BuggyShardedMap { return &BuggyShardedMap{*NewShardedMap()} }

func (m *BuggyShardedMap) Add(v int) bool {
	s := m.shard(v)
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.values[v] {
		return false
	}
	s.values[v] = true
	return true
}
