package channel

import (
	"errors"
	"testing"
)

// first asks two mirrors and returns the first answer; n is how many answers
// there is room for.
func first(n int, ask func(i int) string) string {
	answers := make(chan string, n)
	for i := range 2 {
		go func() { answers <- ask(i) }()
	}
	return <-answers
}

func mirror(i int) string { return [...]string{"one", "two"}[i] }

func checkFirst(t *testing.T, got string) {
	if got != "one" && got != "two" {
		t.Error(errors.New("wrong answer"), got)
	}
}

// want: leak
func TestNoReceiver(t *testing.T) { checkFirst(t, first(0, mirror)) }

// want: verified
func TestNoReceiverFixed(t *testing.T) { checkFirst(t, first(1, mirror)) }
