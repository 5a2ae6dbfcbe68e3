package lsp

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"golang.org/x/tools/txtar"
)

// A testClient is an editor: it keeps what the server has told it.
type testClient struct {
	protocol.UnimplementedClient
	t    testing.TB
	dir  string
	conn jsonrpc2.Conn
	srv  protocol.Server
	exit chan int

	mu         sync.Mutex
	changed    chan struct{} // closed and replaced when something arrives
	diags      map[string]*protocol.PublishDiagnosticsParams
	shown      []uri.URI
	messages   []string
	versions   map[string]int32
	state      string // of the background
	tests      map[string]testStatus
	texts      map[string]string // as opened
	registered map[string]bool   // capabilities, by method
	applied    []protocol.WorkspaceEdit

	reports []string // of progress

	hintRefreshes, diagnosticRefreshes int

	least int // executions of a waiting or running test in any status since it was set
}

func (c *testClient) note(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
	close(c.changed)
	c.changed = make(chan struct{})
}

func (c *testClient) PublishDiagnostics(_ context.Context, p *protocol.PublishDiagnosticsParams) error {
	c.note(func() { c.diags[p.URI.FsPath()] = p })
	return nil
}

func (c *testClient) ShowDocument(_ context.Context, p *protocol.ShowDocumentParams) (*protocol.ShowDocumentResult, error) {
	c.note(func() { c.shown = append(c.shown, p.URI) })
	return &protocol.ShowDocumentResult{Success: true}, nil
}

func (c *testClient) ShowMessage(_ context.Context, p *protocol.ShowMessageParams) error {
	c.note(func() { c.messages = append(c.messages, p.Message) })
	return nil
}

func (c *testClient) CodeLensRefresh(context.Context) error { c.note(func() {}); return nil }

func (c *testClient) WorkDoneProgressCreate(context.Context, *protocol.WorkDoneProgressCreateParams) error {
	return nil
}

// newTestClient starts a server on a fresh directory with the files of an
// archive and says initialize; more changes what it says.
func newTestClient(t testing.TB, archive string, more ...func(*protocol.InitializeParams)) *testClient {
	t.Helper()
	return newTestClientIn(t, archive, func(_ *testClient, p *protocol.InitializeParams) {
		for _, f := range more {
			f(p)
		}
	})
}

// newTestClientIn is newTestClient for what depends on the directory.
func newTestClientIn(t testing.TB, archive string, more func(*testClient, *protocol.InitializeParams)) *testClient {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, must(txtar.FS(txtar.Parse([]byte(archive))))); err != nil {
		t.Fatal(err)
	}
	c := &testClient{
		t: t, dir: dir, exit: make(chan int, 1), changed: make(chan struct{}),
		diags: map[string]*protocol.PublishDiagnosticsParams{}, versions: map[string]int32{}, tests: map[string]testStatus{}, texts: map[string]string{}, registered: map[string]bool{},
	}
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	log := slog.New(slog.NewTextHandler(testWriter{t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
	done := make(chan struct{})
	cache := t.TempDir()
	go func() {
		defer close(done)
		c.exit <- Serve(context.Background(), toServer, fromServer, Options{Version: "test", CacheDir: cache, Log: log})
		fromServer.Close()
	}()
	c.conn = jsonrpc2.NewConn(jsonrpc2.NewStream(pipes{toClient, fromClient}), jsonrpc2.WithCodec(codec{}))
	c.conn.Go(context.Background(), protocol.ClientHandler(c, c.custom)) // in the order of the wire
	c.srv = protocol.ServerDispatcher(c.conn)
	t.Cleanup(func() { fromClient.Close(); <-done })
	params := &protocol.InitializeParams{
		WorkspaceFoldersInitializeParams: protocol.WorkspaceFoldersInitializeParams{},
		InitializationOptions:            protocol.LSPAny(`{"diagnosticsDelay":"10ms","budget":"20s"}`),
		Capabilities: protocol.ClientCapabilities{
			Experimental: protocol.LSPAny(`{"mazurkaStatus":true}`),
			Workspace: &protocol.WorkspaceClientCapabilities{
				InlayHint: &protocol.InlayHintWorkspaceClientCapabilities{RefreshSupport: new(true)},
			},
			Window: &protocol.WindowClientCapabilities{ShowDocument: &protocol.ShowDocumentClientCapabilities{Support: true}},
			TextDocument: &protocol.TextDocumentClientCapabilities{
				PublishDiagnostics: &protocol.PublishDiagnosticsClientCapabilities{DiagnosticsCapabilities: protocol.DiagnosticsCapabilities{RelatedInformation: new(true)}},
			},
		},
	}
	more(c, params)
	if _, err := c.srv.Initialize(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	if err := c.srv.Initialized(t.Context(), &protocol.InitializedParams{}); err != nil {
		t.Fatal(err)
	}
	return c
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// testWriter logs what the server logs, as long as the test runs.
type testWriter struct{ t testing.TB }

func (w testWriter) Write(p []byte) (int, error) {
	if w.t.Context().Err() == nil {
		w.t.Logf("server: %s", p)
	}
	return len(p), nil
}

func (c *testClient) path(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }
func (c *testClient) uri(name string) uri.URI { return uri.File(c.path(name)) }

func (c *testClient) open(name string) string {
	c.t.Helper()
	text := string(must(os.ReadFile(c.path(name))))
	c.versions[name], c.texts[name] = 1, text
	err := c.srv.DidOpen(c.t.Context(), &protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{
		URI: c.uri(name), LanguageID: "go", Version: 1, Text: text,
	}})
	if err != nil {
		c.t.Fatal(err)
	}
	return text
}

// edit replaces the text of an open buffer without saving it.
func (c *testClient) edit(name, text string) {
	c.t.Helper()
	c.versions[name]++
	err := c.srv.DidChange(c.t.Context(), &protocol.DidChangeTextDocumentParams{
		TextDocument: protocol.VersionedTextDocumentIdentifier{
			TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: c.uri(name)}, Version: c.versions[name],
		},
		ContentChanges: []protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangeWholeDocument{Text: text}},
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

// save writes a buffer to disk and says so.
func (c *testClient) save(name, text string) {
	c.t.Helper()
	if err := os.WriteFile(c.path(name), []byte(text), 0o666); err != nil {
		c.t.Fatal(err)
	}
	if err := c.srv.DidSave(c.t.Context(), &protocol.DidSaveTextDocumentParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(name)},
	}); err != nil {
		c.t.Fatal(err)
	}
}

// waitFor waits until cond, which is called with the lock held, is true.
func (c *testClient) waitFor(what string, cond func() bool) {
	c.t.Helper()
	deadline := time.After(30 * time.Second)
	for {
		c.mu.Lock()
		ok, changed := cond(), c.changed
		c.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-changed:
		case <-deadline:
			c.mu.Lock()
			defer c.mu.Unlock()
			c.t.Fatalf("waiting for %s; diagnostics: %+v", what, c.diags)
		}
	}
}

// fresh returns the diagnostics of a file that are not stale.
func (c *testClient) fresh(name string) (out []protocol.Diagnostic) {
	if p := c.diags[c.path(name)]; p != nil {
		for _, d := range p.Diagnostics {
			if d.Severity != protocol.DiagnosticSeverityInformation {
				out = append(out, d)
			}
		}
	}
	return out
}

// quit ends the session as the protocol wants it and returns the exit status.
func (c *testClient) quit() int {
	c.t.Helper()
	if err := c.srv.Shutdown(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
	if err := c.srv.Exit(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
	select {
	case code := <-c.exit:
		return code
	case <-time.After(20 * time.Second):
		c.t.Fatal("the server does not end")
		return -1
	}
}
