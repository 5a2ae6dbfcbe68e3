package channel

import (
	"strconv"
	"testing"
)

// parse sends what it parsed, and nothing if that fails.
func parse(s string, out chan<- int) {
	n, err := strconv.Atoi(s)
	if err != nil {
		return
	}
	out <- n
}

func parseClosing(s string, out chan<- int) {
	defer close(out)
	parse(s, out)
}

func parseBad(t *testing.T, parse func(string, chan<- int)) {
	c := make(chan int)
	go parse("12a", c)
	if n, ok := <-c; ok {
		t.Errorf("parsed %d", n)
	}
}

// want: deadlock
func TestNoSender(t *testing.T) { parseBad(t, parse) }

// want: verified
func TestNoSenderFixed(t *testing.T) { parseBad(t, parseClosing) }
