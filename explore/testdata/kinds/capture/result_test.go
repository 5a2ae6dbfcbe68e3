package capture

import (
	"testing"
	"time"
)

// fetch has a goroutine that writes to the named result after the return.
func fetch(get func() string) (res string) {
	done := make(chan struct{}, 1)
	go func() {
		res = get()
		done <- struct{}{}
	}()
	select {
	case <-done:
	case <-time.After(time.Second):
		res = "timeout"
	}
	return res
}

func fetchSent(get func() string) string {
	got := make(chan string, 1)
	go func() { got <- get() }()
	select {
	case res := <-got:
		return res
	case <-time.After(time.Second):
		return "timeout"
	}
}

func slow() string {
	time.Sleep(time.Second)
	return "page"
}

func checkPage(t *testing.T, s string) {
	if s != "page" && s != "timeout" {
		t.Errorf("got %q", s)
	}
}

// want: race
func TestResult(t *testing.T) { checkPage(t, fetch(slow)) }

// want: verified
func TestResultFixed(t *testing.T) { checkPage(t, fetchSent(slow)) }
