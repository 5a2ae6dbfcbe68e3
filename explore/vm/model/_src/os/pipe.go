// Pipes.

//mazurka:replace
package os

import (
	"io"
	"sync"
	"syscall"
)

// A pipe is what Pipe connects: at most pipeSize bytes in flight.
type pipe struct {
	mu      sync.Mutex
	changed sync.Cond
	data    []byte
	readers bool // an end to read from is open
	writers bool
}

const pipeSize = 64 << 10

func Pipe() (r *File, w *File, err error) {
	p := &pipe{readers: true, writers: true}
	p.changed.L = &p.mu
	r = newFile(&file{name: "|0", pipe: p, flag: O_RDONLY})
	w = newFile(&file{name: "|1", pipe: p, flag: O_WRONLY})
	return r, w, nil
}

func (p *pipe) read(f *file, b []byte) (n int, err error) {
	if !f.canRead() {
		return 0, syscall.EBADF
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.data) == 0 && len(b) > 0 {
		if f.closed {
			return 0, ErrClosed
		}
		if !p.writers {
			return 0, io.EOF
		}
		p.changed.Wait()
	}
	n = copy(b, p.data)
	p.data = append([]byte(nil), p.data[n:]...)
	p.changed.Broadcast()
	return n, nil
}

func (p *pipe) write(f *file, b []byte) (n int, err error) {
	if !f.canWrite() {
		return 0, syscall.EBADF
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(b) > 0 {
		if f.closed {
			return n, ErrClosed
		}
		if !p.readers {
			return n, syscall.EPIPE
		}
		k := min(len(b), pipeSize-len(p.data))
		if k == 0 {
			p.changed.Wait()
			continue
		}
		p.data = append(p.data, b[:k]...)
		b, n = b[k:], n+k
		p.changed.Broadcast()
	}
	return n, nil
}

func (p *pipe) close(writer bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if writer {
		p.writers = false
	} else {
		p.readers = false
	}
	p.changed.Broadcast()
}
