package lsp

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

func (c *testClient) configure(settings string) {
	c.t.Helper()
	c.must(c.srv.DidChangeConfiguration(c.t.Context(), &protocol.DidChangeConfigurationParams{Settings: protocol.LSPAny(settings)}))
}

// TestConfiguration changes settings in the middle of a session: problems are
// told once, and tests explored anew if they are to be explored in another way.
func TestConfiguration(t *testing.T) {
	c := newTestClient(t, counterModule)
	c.failed()
	for range 2 {
		c.configure(`{"mazurka":{"diagnosticsDelay":"10ms","colour":"red"}}`)
	}
	c.waitFor("a complaint", func() bool { return len(c.messages) > 0 })
	c.configure(`{"diagnosticsDelay":"10ms","algorithm":"one"}`)
	c.waitFor("a single execution", func() bool {
		st := c.tests["TestInc"]
		return c.state == "idle" && !st.Stale && st.Executions == 1
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.messages) != 1 || c.messages[0] != `mazurka: unknown setting "colour"` {
		t.Errorf("messages %q", c.messages)
	}
}

// TestStaticHints switches suspicions on and off, and lets an execution
// witness one.
func TestStaticHints(t *testing.T) {
	module := strings.Replace(counterModule, "	c.n++", "	if c.n > 100 {\n		c.n = 0\n	}", 1)
	module = strings.Replace(module, "\n-- counter_test.go", `
func (c *Counter) Set(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n = n
}

func (c *Counter) Add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n += n
}
-- counter_test.go`, 1)
	module = strings.Replace(module, "	wg.Wait()", "	wg.Go(func() { c.Set(1); c.Add(2); c.Set(c.Get()) })\n	wg.Wait()", 1)
	c := newTestClient(t, module, func(p *protocol.InitializeParams) {
		p.InitializationOptions = protocol.LSPAny(`{"diagnosticsDelay":"10ms","staticHints":true}`)
	})
	c.open("counter_test.go")
	text := c.open("counter.go")
	hint := func() (found bool) {
		if p := c.diags[c.path("counter.go")]; p != nil {
			for _, d := range p.Diagnostics {
				found = found || d.Severity == protocol.DiagnosticSeverityHint
			}
		}
		return found
	}
	c.waitFor("a hint", hint)
	c.edit("counter.go", strings.Replace(text, "c.n > 100", "c.n >= 0", 1))
	c.waitFor("a finding in its place", func() bool { return !hint() && len(c.fresh("counter.go")) > 0 })
}

// TestFolders removes a folder from the workspace and adds one.
func TestFolders(t *testing.T) {
	archive := strings.ReplaceAll(counterModule, "\n-- ", "\n-- one/") + strings.ReplaceAll(counterModule, "\n-- ", "\n-- two/")
	archive = strings.Replace(strings.Replace(archive, "module counter", "module one", 1), "module counter", "module two", 1)
	one := func(c *testClient) protocol.WorkspaceFolder {
		return protocol.WorkspaceFolder{URI: c.uri("one"), Name: "one"}
	}
	two := func(c *testClient) protocol.WorkspaceFolder {
		return protocol.WorkspaceFolder{URI: c.uri("two"), Name: "two"}
	}
	c := newTestClientIn(t, archive, func(c *testClient, p *protocol.InitializeParams) {
		p.WorkspaceFolders = protocol.NewNullable([]protocol.WorkspaceFolder{one(c)})
	})
	c.open("one/counter.go")
	c.open("two/counter.go")
	c.waitFor("the race of one", func() bool { return c.state == "idle" && len(c.fresh("one/counter.go")) > 0 })
	c.mu.Lock()
	if len(c.fresh("two/counter.go")) > 0 {
		t.Error("code outside of the workspace is explored")
	}
	c.mu.Unlock()
	c.must(c.srv.DidChangeWorkspaceFolders(t.Context(), &protocol.DidChangeWorkspaceFoldersParams{
		Event: protocol.WorkspaceFoldersChangeEvent{
			Added: []protocol.WorkspaceFolder{two(c)}, Removed: []protocol.WorkspaceFolder{one(c)},
		},
	}))
	c.waitFor("the race of two, and no other", func() bool {
		return len(c.fresh("two/counter.go")) > 0 && len(c.fresh("one/counter.go")) == 0
	})
}

// TestForeignCode checks that looking at code of the standard library or another
// module explores nothing.
func TestForeignCode(t *testing.T) {
	c := newTestClient(t, counterModule)
	dir := c.dir + "/pkg/mod/example.com/x@v1.0.0"
	c.must(os.MkdirAll(dir, 0o777))
	c.must(os.MkdirAll(c.dir+"/go/src", 0o777))
	c.must(os.WriteFile(c.dir+"/go/src/go.mod", []byte("module std\n"), 0o666))
	for _, file := range []string{dir + "/x_test.go", c.dir + "/go/src/x_test.go", c.dir + "/notes.txt"} {
		c.must(c.srv.DidOpen(t.Context(), &protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{
			URI: uri.File(file), LanguageID: "go", Version: 1, Text: racy,
		}}))
	}
	c.open("counter.go")
	c.waitFor("what is the user's", func() bool { return c.state == "idle" && c.tests["TestInc"].Verdict == "failed" })
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.tests) != 1 {
		t.Errorf("tests %v", c.tests)
	}
}

const racy = `package x

import "testing"

func TestX(t *testing.T) {
	n := 0
	go func() { n++ }()
	n++
}
`

func (c *testClient) progress(p *protocol.ProgressParams) {
	var v struct{ Kind, Message string }
	c.must(json.Unmarshal(p.Value, &v))
	c.note(func() { c.reports = append(c.reports, v.Kind+" "+v.Message) })
}

func (c *testClient) Progress(_ context.Context, p *protocol.ProgressParams) error {
	c.progress(p)
	return nil
}

// TestProgress follows the progress of a long exploration until the user
// cancels it.
func TestProgress(t *testing.T) {
	module := strings.Replace(fixed(counterModule), "c.Get() != 2", "c.Get() != 64", 1)
	module = strings.Replace(module, "range 2 {\n		wg.Go(c.Inc)", "range 8 {\n		wg.Go(func() {\n			for range 8 {\n				c.Inc()\n			}\n		})", 1)
	c := newTestClient(t, module,
		func(p *protocol.InitializeParams) { p.Capabilities.Window.WorkDoneProgress = new(true) })
	c.open("counter_test.go")
	c.waitFor("reports", func() bool { return len(c.reports) > 3 })
	c.must(c.srv.WorkDoneProgressCancel(t.Context(), &protocol.WorkDoneProgressCancelParams{Token: protocol.String("mazurka-1")}))
	c.waitFor("the end", func() bool { return c.reports[len(c.reports)-1] == "end " && c.state == "idle" })
	time.Sleep(2 * progressEvery)
	c.mu.Lock()
	defer c.mu.Unlock()
	if !strings.HasPrefix(c.reports[0], "begin ") || !strings.Contains(c.reports[2], "TestInc: ") || c.reports[len(c.reports)-1] != "end " {
		t.Errorf("reports %q", c.reports)
	}
	if st := c.tests["TestInc"]; st.State != "" || st.Verdict != "" {
		t.Errorf("cancelled, but %+v", st)
	}
}
