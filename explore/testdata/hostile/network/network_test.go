// Package network tries to reach the outside world.
package network

import (
	"net"
	"net/http"
	"testing"
)

// want: failure
func TestDial(t *testing.T) {
	c, err := net.Dial("tcp", "192.0.2.1:80")
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}

// want: unsupported
func TestSend(t *testing.T) {
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c.WriteTo([]byte("hello"), &net.UDPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 80})
	c.Close()
}

// want: unsupported
func TestGet(t *testing.T) {
	r, err := http.Get("http://example.com/")
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
}
