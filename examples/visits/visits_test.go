package visits

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

func TestVisitsRace(t *testing.T) {
	var c Counter
	srv := httptest.NewServer(&c)
	defer srv.Close()
	visit(t, 10, func() error {
		r, err := srv.Client().Get(srv.URL)
		if err != nil {
			return err
		}
		defer r.Body.Close()
		_, err = io.ReadAll(r.Body)
		return err
	})
	if got := c.Visits(); got != 10 {
		t.Errorf("%d visits, want 10", got)
	}
}

// TestVisitsFixed has two visitors who connect by themselves: an http.Client
// has locks and goroutines of its own, and the order of each matters.
func TestVisitsFixed(t *testing.T) {
	var c FixedCounter
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	go http.Serve(l, &c)
	visit(t, 2, func() error { return get(l.Addr().String()) })
	if got := c.Visits(); got != 2 {
		t.Errorf("%d visits, want 2", got)
	}
}

// visit makes n requests at the same time.
func visit(t *testing.T, n int, get func() error) {
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			if err := get(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// get makes one request on a connection of its own.
func get(addr string) error {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := io.Copy(c, strings.NewReader("GET / HTTP/1.1\r\nHost: example\r\n\r\n")); err != nil {
		return err
	}
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return err
	}
	_, err = io.ReadAll(r.Body)
	return err
}
