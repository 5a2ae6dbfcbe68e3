package channel

import (
	"sync"
	"testing"
)

// A notifier makes its channel when somebody subscribes.
type notifier struct {
	mu sync.Mutex
	c  chan string
}

func (n *notifier) channel() chan string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.c
}

func (n *notifier) subscribe() <-chan string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.c == nil {
		n.c = make(chan string, 1)
	}
	return n.c
}

func (n *notifier) notify(s string) { n.channel() <- s }

// notifyAny drops the message if nobody has subscribed.
func (n *notifier) notifyAny(s string) {
	if c := n.channel(); c != nil {
		c <- s
	}
}

func notifyOne(t *testing.T, notify func(*notifier, string)) {
	n := new(notifier)
	go notify(n, "hello")
	c := n.subscribe()
	select {
	case s := <-c:
		if s != "hello" {
			t.Error(s)
		}
	default:
	}
}

// want: leak
func TestNilChannel(t *testing.T) { notifyOne(t, (*notifier).notify) }

// want: verified
func TestNilChannelFixed(t *testing.T) { notifyOne(t, (*notifier).notifyAny) }
