package lsp

import (
	"context"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

func (c *testClient) DiagnosticRefresh(context.Context) error {
	c.note(func() { c.diagnosticRefreshes++ })
	return nil
}

// TestPull asks for diagnostics, which then are not sent.
func TestPull(t *testing.T) {
	c := newTestClient(t, counterModule, func(p *protocol.InitializeParams) {
		p.InitializationOptions = protocol.LSPAny(`{"diagnosticsDelay":"10ms","pullDiagnostics":true}`)
		p.Capabilities.TextDocument.Diagnostic = &protocol.DiagnosticClientCapabilities{}
		p.Capabilities.Workspace.Diagnostics = &protocol.DiagnosticWorkspaceClientCapabilities{RefreshSupport: new(true)}
	})
	text := c.open("counter.go")
	c.waitFor("a refresh", func() bool {
		return c.state == "idle" && c.diagnosticRefreshes > 0 && c.tests["TestInc"].Verdict == "failed"
	})
	pull := func(previous *string) protocol.DocumentDiagnosticReport {
		return must(c.srv.Diagnostic(t.Context(), &protocol.DocumentDiagnosticParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: c.uri("counter.go")}, PreviousResultID: previous,
		}))
	}
	full := pull(nil).(*protocol.RelatedFullDocumentDiagnosticReport)
	if len(full.Items) == 0 {
		t.Fatal("no diagnostics")
	}
	if same, ok := pull(full.ResultID).(*protocol.RelatedUnchangedDocumentDiagnosticReport); !ok || same.ResultID != *full.ResultID {
		t.Errorf("asked again: %+v", same)
	}
	all := must(c.srv.DiagnosticWorkspace(t.Context(), &protocol.WorkspaceDiagnosticParams{PreviousResultIds: []protocol.PreviousResultId{}}))
	if len(all.Items) != 2 {
		t.Errorf("%d documents have diagnostics, want 2", len(all.Items))
	}
	c.edit("counter.go", fixed(text))
	c.waitFor("the repair", func() bool { return c.state == "idle" && c.tests["TestInc"].Verdict == "verified" })
	if empty, ok := pull(full.ResultID).(*protocol.RelatedFullDocumentDiagnosticReport); !ok || len(empty.Items) > 0 {
		t.Errorf("after the repair: %+v", empty)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.diags) > 0 {
		t.Errorf("diagnostics were sent: %+v", c.diags)
	}
}

// TestStalePlace checks that what is stale stays with its line.
func TestStalePlace(t *testing.T) {
	c, _ := failedCounter(t)
	c.command(commandPause, commandArg{})
	at := func(line uint32) func() bool {
		return func() bool {
			p := c.diags[c.path("counter.go")]
			return c.tests["TestInc"].Stale && len(p.Diagnostics) > 0 && p.Diagnostics[0].Range.Start.Line == line
		}
	}
	c.edit("counter.go", strings.Replace(c.texts["counter.go"], "import \"sync\"\n", "import (\n\t\"sync\"\n)\n", 1))
	c.waitFor("a stale diagnostic two lines below", at(12))
}

func TestEncodingOf(t *testing.T) {
	for want, offers := range map[protocol.PositionEncodingKind][]protocol.PositionEncodingKind{
		protocol.PositionEncodingKindUTF16: nil,
		protocol.PositionEncodingKindUTF8:  {"utf-7", protocol.PositionEncodingKindUTF8, protocol.PositionEncodingKindUTF16},
		protocol.PositionEncodingKindUTF32: {protocol.PositionEncodingKindUTF32},
	} {
		if got := encodingOf(&protocol.GeneralClientCapabilities{PositionEncodings: offers}); got != encoding(want) {
			t.Errorf("%v: %v, want %v", offers, got, want)
		}
	}
}
