package dap

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// FuzzServe feeds the adapter with bytes. It must end with its input, whatever that is.
func FuzzServe(f *testing.F) {
	frame := func(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
	for _, seed := range []string{
		"", "Content-Length: 5\r\n\r\nhello", "Content-Length: -1\r\n\r\n", "Content-Length: 99\r\n\r\n{}", "\x00\xff\r\n\r\n",
		frame(`{"seq":1,"type":"request","command":"initialize","arguments":{}}`) + frame(`{"seq":2,"type":"request","command":"launch","arguments":{"schedule":"/none"}}`),
		frame(`{"seq":1,"type":"request","command":"next"}`) + frame(`[]`) + frame(`{"type":"event"}`) + frame(`{"seq":1,"type":"request","command":"disconnect"}`),
		frame(`{"seq":"x","type":"request","command":"pause"}`) + frame(`{"seq":1,"type":"request","command":"evaluate","arguments":{"expression":7}}`),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		if bytes.Contains(input, []byte("launch")) && !bytes.Contains(input, []byte(`/none"`)) {
			return // it might load whatever is there
		}
		var log, out bytes.Buffer
		if err := Serve(context.Background(), bytes.NewReader(input), &out, Options{Session: session(), Log: slog.New(slog.NewTextHandler(&log, nil))}); err != nil {
			t.Error(err)
		}
		if strings.Contains(log.String(), "panic") {
			t.Error(log.String())
		}
	})
}

// FuzzRequests sends requests in any order, with any arguments, to a session that is under
// way. Each must be answered.
func FuzzRequests(f *testing.F) {
	for seed := range uint64(12) {
		f.Add(seed)
	}
	dir := newModule(f, shop)
	f.Fuzz(func(t *testing.T, seed uint64) {
		c := newTestClient(t)
		rng := rand.New(rand.NewPCG(seed, 1))
		test := []string{"TestTake", "TestDeadlock", "TestPanic"}[rng.IntN(3)]
		if seed%4 != 0 {
			c.launch(launchShop(dir, test), nil)
		}
		commands := make([]string, 0, len(handlers)+1)
		for name := range handlers {
			if name != "disconnect" && name != "launch" && name != "mazurka/save" {
				commands = append(commands, name)
			}
		}
		slices.Sort(commands)
		commands = append(commands, "nothing")
		for range 150 {
			command := commands[rng.IntN(len(commands))]
			if rng.IntN(3) > 0 {
				command = likely[rng.IntN(len(likely))]
			}
			answered(t, c, c.send(command, anyArguments(rng, dir)))
		}
	})
}

// likely are requests that bring about much.
var likely = []string{
	"next", "stepIn", "stepBack", "stepOut", "continue", "reverseContinue", "mazurka/choose", "mazurka/goto", "setBreakpoints",
	"setDataBreakpoints", "dataBreakpointInfo", "setFunctionBreakpoints", "scopes", "variables", "stackTrace", "evaluate", "threads", "configurationDone",
}

// answered waits for the answer to a request.
func answered(t *testing.T, c *testClient, seq int) {
	deadline := time.After(30 * time.Second)
	for {
		select {
		case m, ok := <-c.msgs:
			if !ok {
				t.Fatal("the adapter has ended")
			}
			if m.Type == "response" && m.RequestSeq == seq {
				if strings.Contains(m.Message, "internal error") {
					t.Error(m.Message)
				}
				return
			}
		case <-deadline:
			t.Fatalf("no answer to request %d", seq)
		}
	}
}

// anyArguments are arguments with the names that requests have, right and wrong.
func anyArguments(rng *rand.Rand, dir string) any {
	number := func() any {
		return []any{0, 1, 2, 3, 4, 7, -1, 1 << 40, -1 << 60, 2.5, "1", nil, true}[min(rng.IntN(20), 12)]
	}
	text := func() any {
		return []any{
			"", "n", "s", "s.total", "s.count[name]", "len(orders)", "run 0.1", "run 0", "run 3", "step 3", "step -9", "back", "failure", "choices", "steps", "help",
			"0.0", "0", "0.1", "x y z", "((((", "a.b.c[1](2)", "*s", "-\"x\"", "1/0", "1<<9999999", "Stock.Take", "New", "200000000+8 x", "ffffffffffffffff+8 x", "0+99999999999 x",
			"{n} {", "instruction", "line", "repl", "watch", 7, nil, []int{1},
		}[rng.IntN(39)]
	}
	file := func() any {
		return []any{dir + "/shop.go", dir + "/shop_test.go", "", "/none", 5}[rng.IntN(5)]
	}
	bp := func() any {
		return map[string]any{"line": number(), "name": text(), "condition": text(), "logMessage": text(), "dataId": text()}
	}
	args := map[string]any{
		"threadId": number(), "frameId": number(), "variablesReference": number(), "startFrame": number(), "levels": number(),
		"start": number(), "count": number(), "expression": text(), "context": text(), "granularity": text(), "name": text(),
		"goroutine": text(), "alternative": text(), "step": number(), "line": number(), "targetId": number(),
		"source": map[string]any{"path": file()}, "breakpoints": []any{bp(), bp()}, "filters": []any{"findings"},
	}
	for name := range args {
		if rng.IntN(3) == 0 {
			delete(args, name)
		}
	}
	switch rng.IntN(40) {
	case 0:
		return nil
	case 1:
		return []any{1, "x"}
	}
	return args
}

// TestDisconnect leaves while the adapter is busy.
func TestDisconnect(t *testing.T) {
	c := newTestClient(t)
	c.send("launch", map[string]any{"cwd": newModule(t, marathon), "package": ".", "test": "TestMarathon", "budget": "10m"})
	for m := c.next(); m.Event != "output"; m = c.next() {
	}
	start := time.Now()
	c.send("disconnect", nil)
	if err := <-c.done; err != nil {
		t.Error(err)
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("it took %v to disconnect", d)
	}
	c.done <- nil
}

// TestCut ends the input in the midst of what is going on.
func TestCut(t *testing.T) {
	dir := newShop(t)
	c := newTestClient(t)
	c.launch(launchShop(dir, "TestSpin"), nil)
	c.send("continue", map[string]any{"threadId": 1})
	if _, err := io.WriteString(c.in, "Content-Length: 1000\r\n\r\n{"); err != nil {
		t.Fatal(err)
	}
}
