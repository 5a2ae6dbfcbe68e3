// Package allocation asks for more memory than there is.
package allocation

import (
	"strings"
	"testing"
)

type node struct {
	next *node
	data [1000]byte
}

// want: incomplete
func TestList(t *testing.T) {
	var head *node
	for {
		head = &node{next: head}
	}
}

// want: incomplete|panic
func TestDoubling(t *testing.T) {
	s := "x"
	for {
		s += s
	}
}

// want: incomplete
func TestMap(t *testing.T) {
	m := make(map[int]string)
	for i := 0; ; i++ {
		m[i] = strings.Repeat("x", 100)
	}
}

// want: incomplete|panic
func TestHugeSlice(t *testing.T) {
	n := 1 << 45
	t.Log(len(make([]byte, n)))
}

// want: incomplete|panic
func TestHugeChannel(t *testing.T) {
	n := 1 << 40
	t.Log(cap(make(chan int64, n)))
}
