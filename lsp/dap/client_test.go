package dap

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-dap"

	"github.com/mazurka-go/mazurka/explore"
)

// session is shared by the tests: they debug the same code.
var session = sync.OnceValue(func() *explore.Session {
	dir, err := os.MkdirTemp("", "dap")
	if err != nil {
		panic(err)
	}
	cacheDir = dir
	return explore.NewSession(dir)
})

var cacheDir string

func TestMain(m *testing.M) {
	code := m.Run()
	if cacheDir != "" {
		_ = os.RemoveAll(cacheDir)
	}
	os.Exit(code)
}

// A testClient is an editor: it sends requests over a pipe and waits for what they
// bring about.
type testClient struct {
	t      testing.TB
	in     *io.PipeWriter
	msgs   chan message
	seq    int
	done   chan error
	log    strings.Builder
	output strings.Builder
}

// A message is an answer or an event.
type message struct {
	dap.Response
	Event string          `json:"event"`
	Body  json.RawMessage `json:"body"`
}

func newTestClient(t testing.TB) *testClient {
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	c := &testClient{t: t, in: fromClient, msgs: make(chan message, 1000), done: make(chan error, 1)}
	go func() {
		err := Serve(context.Background(), toServer, fromServer, Options{
			Session: session(), Log: slog.New(slog.NewTextHandler(&c.log, nil)),
		})
		fromServer.Close()
		c.done <- err
	}()
	go func() {
		defer close(c.msgs)
		r := bufio.NewReader(toClient)
		for {
			b, err := dap.ReadBaseMessage(r)
			if err != nil {
				return
			}
			var m message
			if err := json.Unmarshal(b, &m); err != nil {
				t.Errorf("message %s: %v", b, err)
			}
			c.msgs <- m
		}
	}()
	t.Cleanup(func() {
		fromClient.Close()
		select {
		case err := <-c.done:
			if err != nil {
				t.Errorf("the adapter ended with %v", err)
			}
		case <-time.After(10 * time.Second):
			t.Error("the adapter does not end with its input")
		}
		if strings.Contains(c.log.String(), "panic") {
			t.Error(c.log.String())
		}
	})
	return c
}

// next is the next message.
func (c *testClient) next() message {
	c.t.Helper()
	select {
	case m, ok := <-c.msgs:
		if !ok {
			c.t.Fatal("the adapter has ended")
		}
		return m
	case <-time.After(60 * time.Second):
		c.t.Fatal("no message")
	}
	panic("not reached")
}

// send sends a request without waiting for the answer.
func (c *testClient) send(command string, args any) (seq int) {
	c.seq++
	b, err := json.Marshal(map[string]any{"seq": c.seq, "type": "request", "command": command, "arguments": args})
	if err != nil {
		c.t.Fatal(err)
	}
	if err := dap.WriteBaseMessage(c.in, b); err != nil {
		c.t.Fatal(err)
	}
	return c.seq
}

// try sends a request and returns the answer.
func (c *testClient) try(command string, args, body any) error {
	c.t.Helper()
	seq := c.send(command, args)
	for {
		m := c.next()
		if m.Type == "event" {
			c.note(m)
			continue
		}
		if m.RequestSeq != seq {
			c.t.Fatalf("%s: answer to request %d, want %d", command, m.RequestSeq, seq)
		}
		if !m.Success {
			return fmt.Errorf("%s", m.Message)
		}
		if body != nil {
			if err := json.Unmarshal(m.Body, body); err != nil {
				c.t.Fatalf("%s: %v in %s", command, err, m.Body)
			}
		}
		return nil
	}
}

func (c *testClient) note(m message) {
	if m.Event == "output" {
		var o dap.OutputEventBody
		if err := json.Unmarshal(m.Body, &o); err != nil {
			c.t.Fatal(err)
		}
		c.output.WriteString(o.Output)
	}
}

func (c *testClient) do(command string, args, body any) {
	c.t.Helper()
	if err := c.try(command, args, body); err != nil {
		c.t.Fatalf("%s: %v", command, err)
	}
}

// waitFor waits for an event.
func (c *testClient) waitFor(event string, body any) {
	c.t.Helper()
	for {
		m := c.next()
		if m.Type != "event" {
			c.t.Fatalf("answer to %s, want event %s", m.Command, event)
		}
		c.note(m)
		if m.Event == "terminated" && event != "terminated" {
			c.t.Fatalf("terminated, want event %s", event)
		}
		if m.Event != event {
			continue
		}
		if body != nil {
			if err := json.Unmarshal(m.Body, body); err != nil {
				c.t.Fatal(err)
			}
		}
		return
	}
}

// launch starts a session and returns where it stops first.
func (c *testClient) launch(args map[string]any, configure func()) dap.StoppedEventBody {
	c.t.Helper()
	var can dap.Capabilities
	c.do("initialize", map[string]any{"adapterID": "mazurka", "linesStartAt1": true, "columnsStartAt1": true}, &can)
	if !can.SupportsStepBack {
		c.t.Error("no stepBack")
	}
	c.do("launch", args, nil)
	c.waitFor("initialized", nil)
	if configure != nil {
		configure()
	}
	c.do("configurationDone", nil, nil)
	return c.stop()
}

func (c *testClient) stop() (at dap.StoppedEventBody) {
	c.t.Helper()
	c.waitFor("stopped", &at)
	if !at.AllThreadsStopped || at.ThreadId < 1 {
		c.t.Errorf("stopped: %+v", at)
	}
	return at
}

// move makes a move of a thread and returns where it ends.
func (c *testClient) move(command string, thread int) dap.StoppedEventBody {
	c.t.Helper()
	c.do(command, map[string]any{"threadId": thread}, nil)
	return c.stop()
}

// frames is the stack of a thread.
func (c *testClient) frames(thread int) []dap.StackFrame {
	c.t.Helper()
	var body dap.StackTraceResponseBody
	c.do("stackTrace", map[string]any{"threadId": thread}, &body)
	return body.StackFrames
}

// where is the place of a thread: file:line.
func (c *testClient) where(thread int) string {
	c.t.Helper()
	f := c.frames(thread)
	if len(f) == 0 {
		return "nowhere"
	}
	return fmt.Sprintf("%s:%d", filepath.Base(f[0].Source.Path), f[0].Line)
}

// scope has the variables of a scope of the innermost frame of a thread.
func (c *testClient) scope(thread int, name string) map[string]dap.Variable {
	c.t.Helper()
	var scopes dap.ScopesResponseBody
	c.do("scopes", map[string]any{"frameId": c.frames(thread)[0].Id}, &scopes)
	for _, s := range scopes.Scopes {
		if s.Name == name {
			return c.vars(s.VariablesReference)
		}
	}
	c.t.Fatalf("no scope %s in %+v", name, scopes)
	return nil
}

func (c *testClient) vars(reference int) map[string]dap.Variable {
	c.t.Helper()
	var body dap.VariablesResponseBody
	c.do("variables", map[string]any{"variablesReference": reference}, &body)
	out := map[string]dap.Variable{}
	for _, v := range body.Variables {
		out[v.Name] = v
	}
	return out
}
