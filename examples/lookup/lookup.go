// Package lookup shows a goroutine stuck on an unbuffered result channel
// because its caller has given up waiting.
package lookup

import (
	"errors"
	"time"
)

// ErrTimeout is returned when a resolver takes too long.
var ErrTimeout = errors.New("lookup: timeout")

// Host asks resolve for the address of a host, but waits no longer than d.
//
// It is wrong: after a timeout nobody receives the answer, and the goroutine
// that has it is blocked forever.
func Host(name string, d time.Duration, resolve func(string) string) (string, error) {
	answer := make(chan string)
	go func() { answer <- resolve(name) }()
	return await(answer, d)
}

// HostBuffered is [Host] with room for the answer nobody waits for.
func HostBuffered(name string, d time.Duration, resolve func(string) string) (string, error) {
	answer := make(chan string, 1)
	go func() { answer <- resolve(name) }()
	return await(answer, d)
}

func await(answer <-chan string, d time.Duration) (string, error) {
	select {
	case addr := <-answer:
		return addr, nil
	case <-time.After(d):
		return "", ErrTimeout
	}
}
