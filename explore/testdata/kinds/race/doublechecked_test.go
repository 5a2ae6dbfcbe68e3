package race

import (
	"sync"
	"sync/atomic"
	"testing"
)

type client struct{ addr string }

type dialer struct {
	mu sync.Mutex
	c  *client
}

// get looks at the pointer before it locks.
func (d *dialer) get() *client {
	if d.c == nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.c == nil {
			d.c = &client{"localhost"}
		}
	}
	return d.c
}

type atomicDialer struct {
	mu sync.Mutex
	c  atomic.Pointer[client]
}

func (d *atomicDialer) get() *client {
	if c := d.c.Load(); c != nil {
		return c
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.c.Load() == nil {
		d.c.Store(&client{"localhost"})
	}
	return d.c.Load()
}

func dialTwice(t *testing.T, get func() *client) {
	c := make(chan *client)
	go func() { c <- get() }()
	if a, b := get(), <-c; a != b || a.addr != "localhost" {
		t.Error("two clients")
	}
}

// want: race
func TestDoubleChecked(t *testing.T) { dialTwice(t, new(dialer).get) }

// want: verified
func TestDoubleCheckedFixed(t *testing.T) { dialTwice(t, new(atomicDialer).get) }
