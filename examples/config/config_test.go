package config

import "testing"

func load() map[string]string { return map[string]string{"lang": "go"} }

type settings interface{ Get(key string) string }

// readTwice reads a setting from two goroutines.
func readTwice(t *testing.T, s settings) {
	other := make(chan string)
	go func() { other <- s.Get("lang") }()
	mine := s.Get("lang")
	if theirs := <-other; mine != "go" || theirs != "go" {
		t.Errorf("read %q and %q, want %q", mine, theirs, "go")
	}
}

func TestPlainFlagRaces(t *testing.T) { readTwice(t, New(load)) }

func TestPlainFlagFixed(t *testing.T) { readTwice(t, NewOnce(load)) }
