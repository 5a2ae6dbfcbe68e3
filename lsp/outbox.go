package lsp

import (
	"bytes"
	"io"
	"sync"
	"time"
)

// An outbox is a writer that never waits for the reader on the other side. A
// client that answers a request in the same thread that reads would
// otherwise wait for the server, whose own reader is about to tell the
// client something.
type outbox struct {
	out io.Writer

	mu      sync.Mutex
	more    sync.Cond // there is something to write, or nothing will come
	pending bytes.Buffer
	err     error
	closed  bool
	done    chan struct{} // closed when everything is written
}

func newOutbox(out io.Writer) *outbox {
	b := &outbox{out: out, done: make(chan struct{})}
	b.more.L = &b.mu
	go b.run()
	return b
}

// Write takes a copy of p. The error is that of an earlier write.
func (b *outbox) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err != nil {
		return 0, b.err
	}
	b.more.Signal()
	return b.pending.Write(p)
}

// flush writes what is left, as long as the other side takes it, and no more.
func (b *outbox) flush(patience time.Duration) {
	b.mu.Lock()
	b.closed = true
	b.more.Signal()
	b.mu.Unlock()
	select {
	case <-b.done:
	case <-time.After(patience):
	}
}

func (b *outbox) run() {
	defer close(b.done)
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.err == nil {
		if b.pending.Len() == 0 {
			if b.closed {
				return
			}
			b.more.Wait()
			continue
		}
		chunk := b.pending
		b.pending = bytes.Buffer{}
		b.mu.Unlock()
		_, err := b.out.Write(chunk.Bytes())
		b.mu.Lock()
		b.err = err
	}
}
