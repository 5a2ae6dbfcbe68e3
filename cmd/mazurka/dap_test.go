package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
)

// debugSession is what a client says that comes and goes.
var debugSession = framed(`{"seq":1,"type":"request","command":"initialize"}`) + framed(`{"seq":2,"type":"request","command":"disconnect"}`)

func framed(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// TestDap serves a client over standard input and output.
func TestDap(t *testing.T) {
	var stdout, stderr bytes.Buffer
	code := dispatch(&env{context.Background(), strings.NewReader(debugSession), &stdout, &stderr}, []string{"dap"})
	if out := stdout.String(); code != exitOK || !strings.Contains(out, `"supportsStepBack":true`) || !strings.Contains(out, `"command":"disconnect"`) {
		t.Errorf("exit %d, %s%s", code, out, &stderr)
	}
}

// TestDapListens serves clients that connect, until it is interrupted.
func TestDapListens(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	defer interrupt()
	errors, stderr := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- dispatch(&env{ctx, strings.NewReader(""), io.Discard, stderr}, []string{"dap", "-listen", "localhost:0"})
	}()
	line, err := bufio.NewReader(errors).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, address, _ := strings.Cut(strings.TrimSpace(line), "listening on ")
	for range 2 {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, debugSession); err != nil {
			t.Fatal(err)
		}
		out, err := io.ReadAll(conn)
		if err != nil || !strings.Contains(string(out), `"supportsStepBack":true`) {
			t.Errorf("%s, %v", out, err)
		}
		conn.Close()
	}
	interrupt()
	if c := <-code; c != exitOK {
		t.Errorf("exit %d", c)
	}
}
