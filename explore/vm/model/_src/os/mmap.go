// Files in memory, and locks on files.

//mazurka:replace
package os

import (
	"sync"
	"syscall"
	"unsafe"
)

const pageSize = 4096

// A mapping is memory that is the content of a file: the node's data is in the
// same array, so what is written on one side is seen on the other.
type mapping struct {
	addr uintptr
	node *node
}

var mappings []mapping

// mapFile is the part of syscall.Mmap that maps files.
//
//go:linkname mapFile syscall.mapFile
func mapFile(fd int, offset int64, length int, prot int, flags int) ([]byte, error) {
	f := files[uintptr(fd)]
	switch {
	case f == nil || f.closed:
		return nil, syscall.EBADF
	case f.node == nil || !f.node.mode.IsRegular():
		return nil, syscall.ENODEV
	case offset < 0 || offset%pageSize != 0:
		return nil, syscall.EINVAL
	case !f.canRead() || prot&syscall.PROT_WRITE != 0 && flags&syscall.MAP_SHARED != 0 && !f.canWrite():
		return nil, syscall.EACCES
	}
	if flags&syscall.MAP_SHARED == 0 {
		b := pages(length)
		if data := f.node.content(); offset < int64(len(data)) {
			copy(b, data[offset:])
		}
		return b, nil
	}
	f.node = writable(f.path, f.node)
	end := int(offset) + length
	f.node.reserve(end)
	b := f.node.data[offset:end:end]
	mappings = append(mappings, mapping{uintptr(unsafe.Pointer(&b[0])), f.node})
	return b, nil
}

// unmapFile ends the mapping that begins at an address, if there is one.
//
//go:linkname unmapFile syscall.unmapFile
func unmapFile(addr uintptr) {
	for i, m := range mappings {
		if m.addr == addr {
			mappings = append(mappings[:i:i], mappings[i+1:]...)
			return
		}
	}
}

// mapped reports whether there is a mapping of the file.
func (n *node) mapped() bool {
	for _, m := range mappings {
		if m.node == n {
			return true
		}
	}
	return false
}

// reserve makes room for a content of so many bytes, in whole pages.
func (n *node) reserve(size int) {
	if cap(n.data) >= size && len(n.data) > 0 && uintptr(unsafe.Pointer(&n.data[0]))%pageSize == 0 {
		return
	}
	if n.mapped() {
		unsupported("a second mapping of a file that is longer than the first one")
	}
	b := pages(size)
	n.data = b[:copy(b, n.data)]
}

// resize sets the size of a file that is mapped.
func (n *node) resize(size int64) {
	if size > int64(cap(n.data)) {
		unsupported("growth of a file beyond its mapping")
	}
	old := int64(len(n.data))
	n.data = n.data[:size]
	if size > old {
		clear(n.data[old:])
	} else {
		clear(n.data[size:old])
	}
}

// pages is memory that begins with a page.
func pages(n int) []byte {
	b := make([]byte, n+pageSize)
	skip := int(-uintptr(unsafe.Pointer(&b[0])) % pageSize)
	return b[skip : skip+n : skip+n]
}

// locks guards the locks of all files.
var locks struct {
	sync.Mutex
	changed sync.Cond
}

// lockFile is syscall.Flock: locks belong to open files.
//
//go:linkname lockFile syscall.Flock
func lockFile(fd int, how int) error {
	f := files[uintptr(fd)]
	if f == nil || f.closed {
		return syscall.EBADF
	}
	locks.Lock()
	defer locks.Unlock()
	locks.changed.L = &locks.Mutex
	if f.lock != 0 {
		f.lock = 0
		locks.changed.Broadcast()
	}
	want := how &^ syscall.LOCK_NB
	if want == syscall.LOCK_UN {
		return nil
	}
	for f.lockedOut(want) {
		if how&syscall.LOCK_NB != 0 {
			return syscall.EWOULDBLOCK
		}
		locks.changed.Wait()
	}
	f.lock = want
	return nil
}

// lockedOut reports whether another open file has a lock that excludes one of
// the wanted kind.
func (f *file) lockedOut(want int) bool {
	for _, other := range files {
		if other != f && other.lock != 0 && other.path == f.path && (want == syscall.LOCK_EX || other.lock == syscall.LOCK_EX) {
			return true
		}
	}
	return false
}

// unlock gives the lock of a file that is closed back.
func (f *file) unlock() {
	if f.lock == 0 {
		return
	}
	locks.Lock()
	defer locks.Unlock()
	f.lock = 0
	locks.changed.Broadcast()
}
