package lsp

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"time"
)

// TestOutbox writes more than anybody reads, and then reads all of it.
func TestOutbox(t *testing.T) {
	in, out := io.Pipe()
	b := newOutbox(out)
	var want bytes.Buffer
	for i := range 1000 {
		line := bytes.Repeat([]byte{byte(i)}, i)
		want.Write(line)
		if n, err := b.Write(line); n != len(line) || err != nil {
			t.Fatal(n, err)
		}
	}
	got := make(chan []byte)
	go func() {
		all, _ := io.ReadAll(in)
		got <- all
	}()
	b.flush(10 * time.Second)
	out.Close()
	if all := <-got; !bytes.Equal(all, want.Bytes()) {
		t.Errorf("%d bytes arrived, want %d", len(all), want.Len())
	}
}

// TestOutboxBroken checks that an error of the pipe comes to a later writer.
func TestOutboxBroken(t *testing.T) {
	in, out := io.Pipe()
	in.Close()
	b := newOutbox(out)
	for range 1000 {
		if _, err := b.Write([]byte("x")); errors.Is(err, io.ErrClosedPipe) {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("no error")
}
