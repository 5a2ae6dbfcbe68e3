package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// call runs a command and decodes its answer.
func (c *testClient) call(name string, arg commandArg, answer any) error {
	c.t.Helper()
	raw, err := c.srv.ExecuteCommand(c.t.Context(), &protocol.ExecuteCommandParams{
		Command: name, Arguments: []protocol.LSPAny{must(protocol.Marshal(arg))},
	})
	if err != nil || answer == nil {
		return err
	}
	return json.Unmarshal(raw, answer)
}

func (c *testClient) ApplyEdit(_ context.Context, p *protocol.ApplyWorkspaceEditParams) (*protocol.ApplyWorkspaceEditResult, error) {
	c.note(func() { c.applied = append(c.applied, p.Edit) })
	return &protocol.ApplyWorkspaceEditResult{Applied: true}, nil
}

func (c *testClient) InlayHintRefresh(context.Context) error {
	c.note(func() { c.hintRefreshes++ })
	return nil
}

// failedCounter opens the counter module and waits until its race is known.
func failedCounter(t *testing.T) (*testClient, commandArg) {
	c := newTestClient(t, counterModule)
	return c, c.failed()
}

// failed opens the counter module and returns its race.
func (c *testClient) failed() commandArg {
	c.t.Helper()
	c.open("counter_test.go")
	c.open("counter.go")
	c.waitFor("a failed test", func() bool { return c.state == "idle" && c.tests["TestInc"].Verdict == "failed" })
	c.mu.Lock()
	defer c.mu.Unlock()
	return commandArg{Package: "counter", Test: "TestInc", Schedule: c.tests["TestInc"].Findings[0].Schedule}
}

// TestReplayAnswer checks that the steps of a replay are where they are said to be,
// in the code and in the text.
func TestReplayAnswer(t *testing.T) {
	c, arg := failedCounter(t)
	var got traceAnswer
	if err := c.call(commandReplay, arg, &got); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(got.Text, "\n")
	sides := 0
	for i, st := range got.Steps {
		if st.Name != got.Goroutines[st.Goroutine].Name {
			t.Errorf("step %d is of goroutine %q and %q", i, st.Name, got.Goroutines[st.Goroutine].Name)
		}
		if st.TextLine >= 0 {
			if want := fmt.Sprintf("%s:%d", st.URI.FsPath()[strings.LastIndex(st.URI.FsPath(), "/")+1:], st.Line+1); !strings.Contains(lines[st.TextLine], want) {
				t.Errorf("step %d, of %s, stands in %q", i, want, lines[st.TextLine])
			}
		}
		if st.URI == c.uri("counter.go") && st.Line == 10 && st.Matters {
			sides++
		}
	}
	if sides < 2 || len(got.Goroutines) != 3 {
		t.Errorf("%d steps at the race and %d goroutines, want 2 and 3: %+v", sides, len(got.Goroutines), got)
	}
}

// TestInlayHints checks that hints appear with a counterexample and go with
// the first edit of its code.
func TestInlayHints(t *testing.T) {
	c, arg := failedCounter(t)
	text := string(fixed(c.texts["counter.go"]))
	if got := c.hints("counter.go"); len(got) > 0 {
		t.Errorf("hints before: %+v", got)
	}
	for range 2 {
		if err := c.call(commandReplay, arg, nil); err != nil {
			t.Fatal(err)
		}
		c.waitFor("a request for hints", func() bool { return c.hintRefreshes > 0 })
		for file, line := range map[string]uint32{"counter.go": 10, "counter_test.go": 11} {
			if got := c.hints(file); !strings.Contains(got[line], "step ") {
				t.Errorf("%s: hints %v, want one at line %d", file, got, line)
			}
		}
		if err := c.call(commandCloseTrace, commandArg{}, nil); err != nil {
			t.Fatal(err)
		}
		if got := c.hints("counter.go"); len(got) > 0 {
			t.Errorf("hints of a closed trace: %v", got)
		}
	}
	if err := c.call(commandReplay, arg, nil); err != nil {
		t.Fatal(err)
	}
	c.edit("counter.go", text)
	if got := c.hints("counter_test.go"); len(got) > 0 {
		t.Errorf("hints after an edit: %v", got)
	}
}

// hints are the labels by line.
func (c *testClient) hints(name string) map[uint32]string {
	c.t.Helper()
	list, err := c.srv.InlayHint(c.t.Context(), &protocol.InlayHintParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(name)},
		Range:        protocol.Range{End: protocol.Position{Line: 1000}},
	})
	if err != nil {
		c.t.Fatal(err)
	}
	out := map[uint32]string{}
	for _, h := range list {
		out[h.Position.Line] = string(h.Label.(protocol.String))
	}
	return out
}

// TestCommands runs the commands on a counterexample.
func TestCommands(t *testing.T) {
	c, arg := failedCounter(t)
	var debug struct{ Configuration debugConfiguration }
	if err := c.call(commandDebug, arg, &debug); err != nil {
		t.Fatal(err)
	}
	if d := debug.Configuration; d.Type != "mazurka" || d.Request != "launch" || d.Schedule != arg.Schedule || d.Dir != c.dir {
		t.Errorf("debug configuration %+v", d)
	}
	var page struct{ HTML, URI string }
	if err := c.call(commandShowTrace, arg, &page); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(page.HTML, "<!") || !strings.Contains(page.HTML, "TestInc") || !strings.HasSuffix(page.URI, ".html") {
		t.Errorf("page %.100q at %s", page.HTML, page.URI)
	}
	ignore := arg
	ignore.Reason = "a counter of\nno importance"
	if err := c.call(commandIgnore, ignore, nil); err != nil {
		t.Fatal(err)
	}
	c.mu.Lock()
	if len(c.applied) != 1 || c.applied[0].Changes[c.uri("counter.go")][0].NewText != "\t//lint:ignore MZ001 a counter of no importance\n" {
		t.Errorf("applied %+v", c.applied)
	}
	c.mu.Unlock()
	var kept struct{ URI string }
	if err := c.call(commandKeep, arg, &kept); err != nil || !strings.Contains(kept.URI, "/testdata/mazurka/TestInc/") {
		t.Errorf("kept at %q, %v", kept.URI, err)
	}
	c.call(commandClearCache, commandArg{}, nil)
	c.waitFor("the end of another exploration", func() bool { return c.state == "idle" && c.tests["TestInc"].Verdict == "failed" })
	for _, bad := range []commandArg{{}, {Package: "counter", Test: "TestNone"}, {Package: "counter", Test: "TestInc", Schedule: "/nowhere"}} {
		for _, name := range []string{commandReplay, commandShowTrace, commandDebug, commandIgnore, commandKeep} {
			if err := c.call(name, bad, nil); err == nil {
				t.Errorf("%s of %+v: no error", name, bad)
			}
		}
	}
}

// TestLensesAreActions checks that whatever a lens does an action does, too.
func TestLensesAreActions(t *testing.T) {
	c, _ := failedCounter(t)
	doc := protocol.TextDocumentIdentifier{URI: c.uri("counter_test.go")}
	lenses, err := c.srv.CodeLens(t.Context(), &protocol.CodeLensParams{TextDocument: doc})
	if err != nil || len(lenses) != 3 {
		t.Fatalf("%d lenses, %v; want 3", len(lenses), err)
	}
	actions, err := c.srv.CodeAction(t.Context(), &protocol.CodeActionParams{TextDocument: doc, Range: lenses[0].Range})
	if err != nil {
		t.Fatal(err)
	}
	does := map[string]bool{}
	for _, a := range actions {
		cmd := a.(*protocol.CodeAction).Command
		does[fmt.Sprintf("%s %s", cmd.Command, cmd.Arguments)] = true
	}
	for _, l := range lenses {
		if !does[fmt.Sprintf("%s %s", l.Command.Command, l.Command.Arguments)] {
			t.Errorf("no action does what the lens %q does", l.Command.Title)
		}
	}
}

func (c *testClient) RegisterCapability(_ context.Context, p *protocol.RegistrationParams) error {
	c.note(func() { c.registered[p.Registrations[0].Method] = true })
	return nil
}

func (c *testClient) UnregisterCapability(_ context.Context, p *protocol.UnregistrationParams) error {
	c.note(func() { delete(c.registered, p.Unregisterations[0].Method) })
	return nil
}

// TestInlineValues checks that values are offered as long as a counterexample is
// on display, up to the line where the debugger stands.
func TestInlineValues(t *testing.T) {
	c := newTestClient(t, counterModule, func(p *protocol.InitializeParams) {
		p.Capabilities.TextDocument.InlineValue = &protocol.InlineValueClientCapabilities{DynamicRegistration: new(true)}
	})
	arg := c.failed()
	const method = protocol.MethodTextDocumentInlineValue
	ask := func(stopped uint32) []protocol.InlineValue {
		return must(c.srv.InlineValue(t.Context(), &protocol.InlineValueParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: c.uri("counter.go")},
			Range:        protocol.Range{End: protocol.Position{Line: 1000}},
			Context:      protocol.InlineValueContext{StoppedLocation: protocol.Range{End: protocol.Position{Line: stopped}}},
		}))
	}
	if got := ask(1000); len(got) > 0 || c.registered[method] {
		t.Errorf("values before: %+v", got)
	}
	c.must(c.call(commandReplay, arg, nil))
	c.waitFor("an offer", func() bool { return c.registered[method] })
	if got := ask(10); len(got) != 1 || !strings.Contains(got[0].(*protocol.InlineValueText).Text, ".n: 0 -> 1") {
		t.Errorf("values %+v, want one of the counter", got)
	}
	if got := ask(9); len(got) > 0 {
		t.Errorf("values behind the line: %+v", got)
	}
	c.must(c.call(commandCloseTrace, commandArg{}, nil))
	c.waitFor("no offer", func() bool { return !c.registered[method] })
}
