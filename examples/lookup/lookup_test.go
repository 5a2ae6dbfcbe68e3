package lookup

import (
	"testing"
	"time"
)

type lookup func(name string, d time.Duration, resolve func(string) string) (string, error)

// slow looks up a host at a resolver that needs about as long as we wait.
func slow(t *testing.T, host lookup) {
	addr, err := host("localhost", time.Millisecond, func(string) string {
		time.Sleep(time.Millisecond)
		return "127.0.0.1"
	})
	switch {
	case err == nil && addr == "127.0.0.1":
	case err == ErrTimeout && addr == "":
	default:
		t.Errorf("got %q, %v", addr, err)
	}
}

func TestLookupLeaksResolver(t *testing.T) { slow(t, Host) }

func TestLookupFixed(t *testing.T) { slow(t, HostBuffered) }
