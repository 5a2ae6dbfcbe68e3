package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
)

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// readAll returns the methods of the requests that a stream yields, and how
// many complaints it wrote.
func readAll(input string) (methods []string, complaints int, err error) {
	var out bytes.Buffer
	s := newStream(io.NopCloser(strings.NewReader(input)), &out)
	for {
		m, _, err := s.Read(context.Background())
		if err != nil {
			return methods, strings.Count(out.String(), `"error"`), err
		}
		if req, ok := m.(*jsonrpc2.Notification); ok {
			methods = append(methods, string([]byte(req.Method())))
		}
	}
}

func TestLenientStream(t *testing.T) {
	const good = `{"jsonrpc":"2.0","method":"good"}`
	for _, tt := range []struct {
		name, input string
		good        int
		complaints  int
		err         error
	}{
		{"two", frame(good) + frame(good), 2, 0, io.EOF},
		{"no JSON", frame("{") + frame(good), 1, 1, io.EOF},
		{"no message", frame(`{"a":1}`) + frame(good), 1, 1, io.EOF},
		{"array", frame(`[]`) + frame(good), 1, 1, io.EOF},
		{"empty body", frame("") + frame(good), 1, 1, io.EOF},
		{"no length", "Content-Type: x\r\n\r\n" + frame(good), 1, 1, io.EOF},
		{"bad length", "Content-Length: many\r\n\r\n" + frame(good), 1, 1, io.EOF},
		{"negative length", "Content-Length: -4\r\n\r\n" + frame(good), 1, 1, io.EOF},
		{"body longer than said", "Content-Length: 2\r\n\r\n{}garbage" + frame(good), 1, 1, io.EOF},
		{"blank lines between", "\r\n\r\n" + frame(good), 1, 0, io.EOF},
		{"noise between", "\x00\xff noise\n" + frame(good), 1, 0, io.EOF},
		{"cut in the body", frame(good)[:40], 0, 0, io.EOF},
		{"cut in the header", "Content-Le", 0, 0, io.EOF},
		{"nothing", "", 0, 0, io.EOF},
	} {
		t.Run(tt.name, func(t *testing.T) {
			methods, complaints, err := readAll(tt.input)
			if len(methods) != tt.good || complaints != tt.complaints {
				t.Errorf("%d messages and %d complaints, want %d and %d", len(methods), complaints, tt.good, tt.complaints)
			}
			if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("ended with %v", err)
			}
		})
	}
}

// TestLenientStreamNoise mixes noise with messages; reading always ends, and
// a message after noise that does not swallow it gets through.
func TestLenientStreamNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var b strings.Builder
		for range rng.IntN(6) {
			switch rng.IntN(4) {
			case 0:
				b.WriteString(frame(`{"jsonrpc":"2.0","method":"m"}`))
			case 1:
				fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n", rng.IntN(40))
			default:
				noise := make([]byte, rng.IntN(30))
				for i := range noise {
					noise[i] = byte(rng.IntN(256))
				}
				b.Write(noise)
			}
		}
		if _, _, err := readAll(b.String()); !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatalf("%q: %v", b.String(), err)
		}
	}
}

func FuzzLenientStream(f *testing.F) {
	f.Add(frame(`{"jsonrpc":"2.0","method":"m"}`))
	f.Add("Content-Length: 3\r\n\r\nabc")
	f.Fuzz(func(t *testing.T, input string) {
		if _, _, err := readAll(input); !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatal(err)
		}
	})
}
