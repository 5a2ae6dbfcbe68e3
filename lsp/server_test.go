package lsp

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

const counterModule = `
-- go.mod --
module counter

go 1.26
-- counter.go --
package counter

import "sync"

type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Inc() {
	c.n++
}

func (c *Counter) Get() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}
-- counter_test.go --
package counter

import (
	"sync"
	"testing"
)

func TestInc(t *testing.T) {
	var c Counter
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(c.Inc)
	}
	wg.Wait()
	if c.Get() != 2 {
		t.Errorf("n = %d, want 2", c.Get())
	}
}
`

func fixed(text string) string {
	return strings.Replace(text, "	c.n++\n", "	c.mu.Lock()\n	c.n++\n	c.mu.Unlock()\n", 1)
}

// TestSession is the whole way: a race is shown, replayed, repaired in the
// buffer, and gone.
func TestSession(t *testing.T) {
	c := newTestClient(t, counterModule)
	c.open("counter_test.go")
	text := c.open("counter.go")
	c.waitFor("a race", func() bool { return len(c.fresh("counter.go")) > 0 })
	c.mu.Lock()
	d := c.fresh("counter.go")[0]
	c.mu.Unlock()
	if d.Code != protocol.ProgressToken(protocol.String("MZ001")) || d.Range.Start.Line != 10 {
		t.Errorf("diagnostic %v at line %d, want MZ001 at 10", d.Code, d.Range.Start.Line)
	}
	if len(d.RelatedInformation) < 2 {
		t.Errorf("related information: %+v, want both sides", d.RelatedInformation)
	}
	replay := c.action("counter.go", d, "Replay")
	if _, err := c.srv.ExecuteCommand(t.Context(), &protocol.ExecuteCommandParams{Command: replay.Command.Command, Arguments: replay.Command.Arguments}); err != nil {
		t.Fatal(err)
	}
	c.waitFor("the interleaving", func() bool { return len(c.shown) > 0 })
	ignore := c.action("counter.go", d, "Ignore")
	if edits := ignore.Edit.Changes[c.uri("counter.go")]; len(edits) != 1 || edits[0].NewText != "\t//lint:ignore MZ001 say why this is harmless\n" {
		t.Errorf("ignoring edits %+v", edits)
	}

	c.edit("counter.go", fixed(text))
	c.waitFor("no diagnostics", func() bool {
		p := c.diags[c.path("counter.go")]
		return p != nil && len(p.Diagnostics) == 0
	})
	c.waitLens("counter_test.go", "verified")
	if code := c.quit(); code != 0 {
		t.Errorf("exit status %d, want 0", code)
	}
}

func (c *testClient) action(name string, d protocol.Diagnostic, title string) *protocol.CodeAction {
	c.t.Helper()
	actions, err := c.srv.CodeAction(c.t.Context(), &protocol.CodeActionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(name)}, Range: d.Range,
		Context: protocol.CodeActionContext{Diagnostics: []protocol.Diagnostic{d}},
	})
	if err != nil {
		c.t.Fatal(err)
	}
	for _, a := range actions {
		if a, ok := a.(*protocol.CodeAction); ok && strings.HasPrefix(a.Title, title) {
			return a
		}
	}
	c.t.Fatalf("no action %q among %+v", title, actions)
	return nil
}

// waitLens waits until the first lens of a document says text.
func (c *testClient) waitLens(name, text string) {
	c.t.Helper()
	for range 300 {
		lenses, err := c.srv.CodeLens(c.t.Context(), &protocol.CodeLensParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(name)}})
		if err != nil {
			c.t.Fatal(err)
		}
		if len(lenses) > 0 && strings.Contains(lenses[0].Command.Title, text) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	c.t.Fatalf("no lens says %q", text)
}

var edits = flag.Int("lsp.edits", 100, "edits of TestEdits")

// TestEdits edits and saves at random; at the end nothing stale is left and
// no goroutine.
func TestEdits(t *testing.T) {
	before := runtime.NumGoroutine()
	c := newTestClient(t, counterModule)
	c.open("counter_test.go")
	bad := c.open("counter.go")
	good := fixed(bad)
	broken := strings.Replace(bad, "package", "pakcage", 1)
	rng := rand.New(rand.NewPCG(5, 6))
	for range *edits {
		text := []string{good, bad, broken, good + "\n// x\n"}[rng.IntN(4)]
		c.edit("counter.go", text)
		if rng.IntN(2) == 0 {
			c.save("counter.go", text)
		}
		if rng.IntN(8) == 0 {
			time.Sleep(time.Duration(rng.IntN(60)) * time.Millisecond)
		}
	}
	c.edit("counter.go", good)
	c.save("counter.go", good)
	c.waitLens("counter_test.go", "verified")
	c.waitFor("no diagnostics", func() bool {
		p := c.diags[c.path("counter.go")]
		return p == nil || len(p.Diagnostics) == 0
	})
	if code := c.quit(); code != 0 {
		t.Errorf("exit status %d, want 0", code)
	}
	for range 100 {
		if runtime.NumGoroutine() <= before+2 { // the client's own reader may linger
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	buf := make([]byte, 1<<16)
	t.Errorf("%d goroutines, %d before\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
}

// TestMalformed sends what no client should; the server stays alive.
func TestMalformed(t *testing.T) {
	c := newTestClient(t, counterModule)
	for _, m := range []struct{ method, params string }{
		{"$/unknown", `{}`},
		{"workspace/didSomething", `{}`},
		{"textDocument/didOpen", `{"textDocument":7}`},
		{"textDocument/didChange", `{"textDocument":{"uri":"file:///nowhere.go","version":3},"contentChanges":[{"text":"x"}]}`},
		{"textDocument/didClose", `{"textDocument":{"uri":"untitled:Untitled-1"}}`},
		{"textDocument/didOpen", `{"textDocument":{"uri":"file:///a.go","languageId":"go","version":1,"text":"\ud800"}}`},
		{"textDocument/didSave", `[]`},
		{"$/cancelRequest", `{"id":null}`},
		{"$/cancelRequest", `{"id":99}`},
		{"workspace/didChangeConfiguration", `{"settings":7}`},
		{"workspace/didChangeWatchedFiles", `{"changes":[{"uri":"","type":9}]}`},
		{"exit2", ``},
	} {
		if err := c.conn.Notify(t.Context(), m.method, jsonrpc2.RawMessage(m.params)); err != nil {
			t.Fatalf("%s: %v", m.method, err)
		}
	}
	for _, m := range []struct{ method, params string }{
		{"textDocument/hover", `{}`},
		{"mazurka/none", `{}`},
		{"initialize", `{"capabilities":{}}`},
		{"workspace/executeCommand", `{"command":"rm"}`},
		{"workspace/executeCommand", `{"command":"mazurka.replay","arguments":[{"schedule":"/nowhere"}]}`},
		{"workspace/executeCommand", `{"command":"mazurka.keep_as_test"}`},
		{"workspace/textDocumentContent", `{"uri":"mazurka:/x"}`},
		{"textDocument/codeAction", `{"textDocument":{"uri":"file:///a.go"},"range":{"start":{"line":99999,"character":9},"end":{"line":0,"character":0}},"context":{"diagnostics":[{"range":{"start":{"line":1,"character":1},"end":{"line":1,"character":1}},"message":"m","source":"mazurka","data":{"test":"TestX"}}]}}`},
		{"textDocument/codeLens", `{"textDocument":{"uri":"untitled:x"}}`},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		var res any
		_, err := c.conn.Call(ctx, m.method, jsonrpc2.RawMessage(m.params), &res)
		if ctx.Err() != nil {
			t.Errorf("%s: no answer: %v", m.method, err)
		}
		cancel()
	}
	c.open("counter.go")
	c.open("counter_test.go")
	c.waitFor("a race", func() bool { return len(c.fresh("counter.go")) > 0 })
	if code := c.quit(); code != 0 {
		t.Errorf("exit status %d, want 0", code)
	}
}

// TestVanishedClient closes the connection in the middle of everything.
func TestVanishedClient(t *testing.T) {
	c := newTestClient(t, counterModule)
	c.open("counter.go")
	c.conn.Close()
	select {
	case code := <-c.exit:
		if code != 1 {
			t.Errorf("exit status %d, want 1: there was no shutdown", code)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the server does not end")
	}
}

// BenchmarkSave measures the time from didSave to fresh diagnostics in a warm
// server: each save puts a race in, and the next takes it out again. No two
// texts are the same, so no result comes from the cache.
func BenchmarkSave(b *testing.B) {
	c := newTestClient(b, counterModule)
	c.open("counter_test.go")
	bad := c.open("counter.go")
	good := fixed(bad)
	c.waitFor("a race", func() bool { return len(c.fresh("counter.go")) > 0 })
	var toRace []time.Duration
	for b.Loop() {
		good, bad := changed(good, len(toRace)), changed(bad, len(toRace))
		c.edit("counter.go", good)
		c.save("counter.go", good)
		c.waitFor("no race", func() bool { return len(c.diags[c.path("counter.go")].Diagnostics) == 0 })
		c.edit("counter.go", bad)
		start := time.Now()
		c.save("counter.go", bad)
		c.waitFor("a race", func() bool { return len(c.fresh("counter.go")) > 0 })
		toRace = append(toRace, time.Since(start))
	}
	slices.Sort(toRace)
	b.ReportMetric(float64(toRace[len(toRace)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(toRace[len(toRace)*95/100].Microseconds())/1000, "ms-p95")
}

// changed is a text that differs from others with another n.
func changed(text string, n int) string {
	return strings.Replace(text, "n  int\n", fmt.Sprintf("n  int\n	x  [%d]int\n", n), 1)
}
