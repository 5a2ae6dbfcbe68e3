// Package network opens sockets.
package network

import (
	"net"
	"net/http"
	"testing"
)

// want: unsupported
func TestListen(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
}

// want: unsupported
func TestGet(t *testing.T) {
	r, err := http.Get("http://127.0.0.1:1/")
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
}
