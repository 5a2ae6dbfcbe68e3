package doublelock

import (
	"maps"
	"sync"
	"testing"
)

// A bus calls its listeners while it is locked; a listener that unsubscribes
// itself locks again.
type bus struct {
	mu        sync.Mutex
	listeners map[int]func(string)
	next      int
}

func (b *bus) subscribe(f func(string)) (cancel func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := b.next
	b.next++
	if b.listeners == nil {
		b.listeners = make(map[int]func(string))
	}
	b.listeners[id] = f
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.listeners, id)
	}
}

func (b *bus) emit(s string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range b.listeners {
		f(s)
	}
}

func (b *bus) emitUnlocked(s string) {
	b.mu.Lock()
	fs := maps.Clone(b.listeners)
	b.mu.Unlock()
	for _, f := range fs {
		f(s)
	}
}

func once(t *testing.T, emit func(*bus, string)) {
	b := new(bus)
	var got []string
	var cancel func()
	cancel = b.subscribe(func(s string) {
		got = append(got, s)
		cancel()
	})
	emit(b, "one")
	emit(b, "two")
	if len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

// want: deadlock
func TestCallback(t *testing.T) { once(t, (*bus).emit) }

// want: verified
func TestCallbackFixed(t *testing.T) { once(t, (*bus).emitUnlocked) }
