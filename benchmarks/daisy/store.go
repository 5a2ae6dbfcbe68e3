// Package daisy is a small file store with a lock for each file and one for the
// blocks: "Daisy" of [P16].
//
// Tests are named by users, operations of each, and files. The error is in
// appending without holding the lock of the file all the time: a reader sees a file
// longer than what is in it, and the test fails.
package daisy

import (
	"slices"
	"sync"
)

// A Store has files, which are made of blocks.
type Store struct {
	files []file
	disk  disk
}

type file struct {
	mu     sync.RWMutex
	size   int
	blocks []int
}

// A disk hands out blocks.
type disk struct {
	mu    sync.Mutex
	free  []int
	bytes []byte
}

func (d *disk) alloc() (block int, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.free) == 0 {
		return 0, false
	}
	block, d.free = d.free[0], d.free[1:]
	return block, true
}

func (d *disk) release(blocks []int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.free = append(d.free, blocks...)
	slices.Sort(d.free) // which blocks are free matters, not since when
}

// New returns a store with empty files.
func New(files, blocks int) *Store {
	s := &Store{files: make([]file, files)}
	s.disk.bytes = make([]byte, blocks)
	for b := range blocks {
		s.disk.free = append(s.disk.free, b)
	}
	return s
}

// Append writes a byte behind a file, unless the disk is full.
func (s *Store) Append(name int, b byte) bool {
	f := &s.files[name]
	f.mu.Lock()
	defer f.mu.Unlock()
	block, ok := s.disk.alloc()
	if !ok {
		return false
	}
	f.size++
	f.add(&s.disk, block, b)
	return true
}

// AppendEager is Append for users in a hurry.
func (s *Store) AppendEager(name int, b byte) bool {
	f := &s.files[name]
	f.mu.Lock()
	f.size++
	f.mu.Unlock()
	block, ok := s.disk.alloc()
	f.mu.Lock()
	defer f.mu.Unlock()
	if !ok {
		f.size--
		return false
	}
	f.add(&s.disk, block, b)
	return true
}

// add adds a block with a byte. f.mu is held.
func (f *file) add(d *disk, block int, b byte) {
	d.bytes[block] = b
	f.blocks = append(f.blocks, block)
}

// Read returns what is in a file, and its size.
func (s *Store) Read(name int) (content []byte, size int) {
	f := &s.files[name]
	f.mu.RLock()
	defer f.mu.RUnlock()
	for _, b := range f.blocks {
		content = append(content, s.disk.bytes[b])
	}
	return content, f.size
}

// Truncate empties a file.
func (s *Store) Truncate(name int) {
	f := &s.files[name]
	f.mu.Lock()
	defer f.mu.Unlock()
	s.disk.release(f.blocks)
	f.size -= len(f.blocks)
	f.blocks = nil
}
