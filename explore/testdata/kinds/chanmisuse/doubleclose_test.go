package chanmisuse

import (
	"sync"
	"testing"
)

type conn struct {
	once   sync.Once
	closed chan struct{}
}

// close looks whether the channel is closed, and closes it.
func (c *conn) close() {
	select {
	case <-c.closed:
	default:
		close(c.closed)
	}
}

func (c *conn) closeOnce() { c.once.Do(func() { close(c.closed) }) }

func closeTwice(closeConn func(*conn)) {
	c := &conn{closed: make(chan struct{})}
	go closeConn(c)
	closeConn(c)
	<-c.closed
}

// want: misuse|panic
func TestDoubleClose(t *testing.T) { closeTwice((*conn).close) }

// want: verified
func TestDoubleCloseFixed(t *testing.T) { closeTwice((*conn).closeOnce) }
