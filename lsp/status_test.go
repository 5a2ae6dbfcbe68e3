package lsp

import (
	"context"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/mazurka-go/mazurka/explore"
)

// custom takes the messages that are not of the protocol.
func (c *testClient) custom(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	if req.Method() != methodStatus {
		return jsonrpc2.MethodNotFoundHandler(ctx, req)
	}
	var p statusParams
	if err := protocol.Unmarshal(req.Params(), &p); err != nil {
		return nil, err
	}
	c.note(func() {
		c.state = p.State
		for _, t := range p.Changed {
			c.tests[t.Test] = t
			if t.State == string(explore.Running) || t.State == string(explore.Queued) {
				c.least = min(c.least, t.Executions)
			}
		}
		for _, t := range p.Removed {
			delete(c.tests, t.Test)
		}
	})
	return nil, nil
}

// TestStatus follows the list of tests through a failure, a repair and a
// removal.
func TestStatus(t *testing.T) {
	c := newTestClient(t, counterModule)
	tests := c.open("counter_test.go")
	text := c.open("counter.go")
	c.waitFor("a failed test", func() bool { return c.state == "idle" && c.tests["TestInc"].Verdict == "failed" })
	c.mu.Lock()
	st := c.tests["TestInc"]
	c.mu.Unlock()
	if len(st.Findings) == 0 || st.Findings[0].Schedule == "" || st.URI != c.uri("counter_test.go") || st.Line != 7 {
		t.Errorf("status of the failed test: %+v", st)
	}
	c.edit("counter.go", fixed(text))
	c.waitFor("a verified test", func() bool {
		return c.state == "idle" && c.tests["TestInc"].Verdict == "verified" && !c.tests["TestInc"].Stale
	})
	c.edit("counter_test.go", strings.Replace(tests, "TestInc", "TestOther", 1))
	c.waitFor("another test", func() bool {
		_, old := c.tests["TestInc"]
		return !old && c.tests["TestOther"].Verdict == "verified"
	})
}

// TestPause checks that nothing is explored in a pause but what is asked
// for, and everything after it.
func TestPause(t *testing.T) {
	c := newTestClient(t, counterModule)
	text := c.open("counter.go")
	c.waitFor("a failed test", func() bool { return c.state == "idle" && c.tests["TestInc"].Verdict == "failed" })
	c.command(commandPause, commandArg{})
	c.waitFor("the pause", func() bool { return c.state == "paused" })
	c.edit("counter.go", fixed(text))
	c.waitFor("a stale test", func() bool { return c.tests["TestInc"].Stale })
	time.Sleep(100 * time.Millisecond) // ten times the delay
	c.mu.Lock()
	if st := c.tests["TestInc"]; !st.Stale || c.state != "paused" {
		t.Errorf("explored in a pause: %s, %+v", c.state, st)
	}
	c.mu.Unlock()
	c.command(commandExplore, commandArg{Package: "counter", Test: "TestInc"})
	c.waitFor("what was asked for", func() bool { return c.state == "paused" && c.tests["TestInc"].Verdict == "verified" })
	c.edit("counter.go", text)
	c.command(commandResume, commandArg{})
	c.waitFor("the edit made in the pause", func() bool { return c.state == "idle" && c.tests["TestInc"].Verdict == "failed" })
}

func (c *testClient) command(name string, arg commandArg) {
	c.t.Helper()
	_, err := c.srv.ExecuteCommand(c.t.Context(), &protocol.ExecuteCommandParams{
		Command: name, Arguments: []protocol.LSPAny{must(protocol.Marshal(arg))},
	})
	if err != nil {
		c.t.Fatal(err)
	}
}
