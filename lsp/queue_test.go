package lsp

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// longModule has tests that are explored for longer than a test of ours takes.
func longModule() string {
	var b strings.Builder
	b.WriteString("\n-- go.mod --\nmodule m\n\ngo 1.26\n")
	for _, file := range []string{"a", "b"} {
		fmt.Fprintf(&b, "-- %s_test.go --\npackage m\n\nimport (\n\t\"sync\"\n\t\"testing\"\n)\n", file)
		for i := range 2 {
			fmt.Fprintf(&b, `
func Test%s%d(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	var log []int
	for i := range 8 {
		wg.Go(func() {
			for range 8 {
				mu.Lock()
				log = append(log, i)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}
`, strings.ToUpper(file), i)
		}
	}
	return b.String()
}

// TestOrder moves the cursor from test to test: the one under it is explored
// first, and the others wait with what they have.
func TestOrder(t *testing.T) {
	c := newTestClient(t, longModule(), func(p *protocol.InitializeParams) {
		p.InitializationOptions = protocol.LSPAny(`{"diagnosticsDelay":"10ms","budget":"100s","cpuShare":0.1}`)
	})
	c.open("b_test.go")
	c.must(c.look("b_test.go", 0))
	c.waitFor("a test of the open file", func() bool { return c.tests["TestB0"].Executions > 100 })
	for _, step := range []struct {
		name, file string
		at         uint32
	}{{"TestB1", "b_test.go", 30}, {"TestA1", "a_test.go", 30}, {"TestA0", "a_test.go", 12}, {"TestB1", "b_test.go", 30}} {
		c.must(c.look(step.file, step.at))
		c.mu.Lock()
		before := maps.Clone(c.tests)
		c.mu.Unlock()
		c.waitFor(step.name, func() bool { return c.tests[step.name].Executions > before[step.name].Executions+300 })
		c.mu.Lock()
		for name, st := range c.tests {
			if was := before[name]; name != step.name && was.State == "running" && st.Executions < was.Executions {
				t.Errorf("at %s: %s fell from %d executions to %d", step.name, name, was.Executions, st.Executions)
			}
		}
		c.mu.Unlock()
	}
}

// look puts the cursor on a line.
func (c *testClient) look(name string, line uint32) error {
	at := protocol.Position{Line: line}
	_, err := c.srv.CodeAction(c.t.Context(), &protocol.CodeActionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(name)}, Range: protocol.Range{Start: at, End: at},
	})
	return err
}

// TestOrderOfEdits edits one of two tests: it is explored first.
func TestOrderOfEdits(t *testing.T) {
	c := newTestClient(t, longModule(), func(p *protocol.InitializeParams) {
		p.InitializationOptions = protocol.LSPAny(`{"diagnosticsDelay":"10ms","budget":"100s","cpuShare":0.1}`)
	})
	c.open("a_test.go")
	for _, tt := range []struct {
		name string
		line uint32
	}{{"TestA1", 30}, {"TestA0", 12}} {
		c.versions["a_test.go"]++
		at := protocol.Position{Line: tt.line}
		c.must(c.srv.DidChange(t.Context(), &protocol.DidChangeTextDocumentParams{
			TextDocument: protocol.VersionedTextDocumentIdentifier{
				TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: c.uri("a_test.go")}, Version: c.versions["a_test.go"],
			},
			ContentChanges: []protocol.TextDocumentContentChangeEvent{
				&protocol.TextDocumentContentChangePartial{Range: protocol.Range{Start: at, End: at}, Text: "// x\n"},
			},
		}))
		c.note(func() { clear(c.tests) })
		c.waitFor("the edited test", func() bool { return c.tests[tt.name].Executions > 100 })
	}
}
