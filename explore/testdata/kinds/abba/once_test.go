package abba

import (
	"sync"
	"testing"
)

// A cache is loaded by a Once whose function takes the lock that others hold
// when they come to the Once.
type lazy struct {
	mu   sync.Mutex
	once sync.Once
	data map[string]string
}

func (l *lazy) load() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.data = map[string]string{"k": "v"}
}

func (l *lazy) warm() { l.once.Do(l.load) }

func (l *lazy) get(k string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.once.Do(func() { l.data = map[string]string{"k": "v"} })
	return l.data[k]
}

func (l *lazy) getOutside(k string) string {
	l.once.Do(l.load)
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.data[k]
}

func warmAndGet(t *testing.T, get func(*lazy, string) string) {
	l := new(lazy)
	done := make(chan struct{})
	go func() {
		l.warm()
		close(done)
	}()
	if v := get(l, "k"); v != "v" {
		t.Errorf("got %q", v)
	}
	<-done
}

// want: deadlock
func TestOnce(t *testing.T) { warmAndGet(t, (*lazy).get) }

// want: verified
func TestOnceFixed(t *testing.T) { warmAndGet(t, (*lazy).getOutside) }
