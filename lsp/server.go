package lsp

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"syscall"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/mazurka-go/mazurka/explore"
)

// A server is one connection's server. Methods that it does not override
// answer that they are not implemented.
type server struct {
	protocol.UnimplementedServer

	ctx      context.Context // of the connection; background work ends with it
	log      *slog.Logger
	options  Options
	client   protocol.Client
	conn     jsonrpc2.Conn
	session  *explore.Session
	explorer *explorer
	results  *results
	docs     documents
	exited   chan struct{}

	mu       sync.Mutex
	life     lifeState
	exitOnce sync.Once
	settings Settings
	told     map[string]bool // problems of settings
	enc      encoding
	can      clientCan
	roots    []string // workspace folders
	trace    *trace   // on display; nil for none

	offering sync.Mutex
	offered  bool // inline values, under offering
}

type lifeState uint8

const (
	uninitialized lifeState = iota
	initialized
	shutdown
)

// clientCan is what the client offers, as far as the server asks.
type clientCan struct {
	progress, showDocument, configuration, watch bool
	lensRefresh, hintRefresh                     bool
	virtualDocuments, related, applyEdit, status bool
	diagnosticRefresh, inlineValues              bool
	pull                                         bool // it asks for diagnostics
}

// admit says whether a call is allowed at this point of the server's life.
func (s *server) admit(method string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.life == uninitialized && method != protocol.MethodInitialize:
		return jsonrpc2.NewError(jsonrpc2.ServerNotInitialized, "the server is not initialized")
	case s.life == initialized && method == protocol.MethodInitialize:
		return jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the server is initialized already")
	case s.life == shutdown:
		return jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the server has been shut down")
	}
	return nil
}

func (s *server) isShutdown() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.life == shutdown
}

// Initialize answers what the server can do. It advertises nothing that
// gopls has.
func (s *server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	set, problems := parseSettings(p.InitializationOptions)
	s.mu.Lock()
	s.life = initialized
	s.settings = set
	debug.SetMemoryLimit(int64(set.MemoryLimit))
	s.enc = encodingOf(p.Capabilities.General)
	s.can = canOf(&p.Capabilities)
	s.can.pull = set.PullDiagnostics && p.Capabilities.TextDocument != nil && p.Capabilities.TextDocument.Diagnostic != nil
	pull := s.can.pull
	s.roots = rootsOf(p)
	enc := s.enc
	s.mu.Unlock()
	s.complainAbout(problems)
	if p.ProcessID != nil {
		go s.watchParent(int(*p.ProcessID))
	}
	result := &protocol.InitializeResult{
		Capabilities: protocol.ServerCapabilities{
			PositionEncoding: protocol.PositionEncodingKind(enc),
			TextDocumentSync: &protocol.TextDocumentSyncOptions{
				OpenClose: new(true),
				Change:    new(protocol.TextDocumentSyncKindIncremental),
				Save:      protocol.Boolean(true),
			},
			CodeLensProvider:  &protocol.CodeLensOptions{},
			InlayHintProvider: &protocol.InlayHintOptions{},
			CodeActionProvider: &protocol.CodeActionOptions{
				CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, kindExplore},
			},
			ExecuteCommandProvider: protocol.ExecuteCommandOptions{Commands: commandNames()},
			Workspace: &protocol.WorkspaceOptions{
				WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
					Supported: new(true), ChangeNotifications: protocol.Boolean(true),
				},
				TextDocumentContent: &protocol.TextDocumentContentOptions{Schemes: []string{scheme}},
			},
		},
		ServerInfo: protocol.ServerInfo{Name: "mazurka", Version: protocol.NewOptional(s.options.Version)},
	}
	if pull {
		result.Capabilities.DiagnosticProvider = &protocol.DiagnosticOptions{
			Identifier: new(section), InterFileDependencies: true, WorkspaceDiagnostics: true,
		}
	}
	return result, nil
}

// encodingOf chooses the first encoding of those that the client offers.
func encodingOf(g *protocol.GeneralClientCapabilities) encoding {
	if g != nil {
		for _, kind := range g.PositionEncodings {
			switch kind {
			case protocol.PositionEncodingKindUTF8, protocol.PositionEncodingKindUTF16, protocol.PositionEncodingKindUTF32:
				return encoding(kind)
			}
		}
	}
	return encoding(protocol.PositionEncodingKindUTF16)
}

func canOf(c *protocol.ClientCapabilities) (can clientCan) {
	is := func(b *bool) bool { return b != nil && *b }
	if w := c.Window; w != nil {
		can.progress = is(w.WorkDoneProgress)
		can.showDocument = w.ShowDocument != nil && w.ShowDocument.Support
	}
	if w := c.Workspace; w != nil {
		can.configuration = is(w.Configuration)
		can.watch = w.DidChangeWatchedFiles != nil && is(w.DidChangeWatchedFiles.DynamicRegistration)
		can.lensRefresh = w.CodeLens != nil && is(w.CodeLens.RefreshSupport)
		can.hintRefresh = w.InlayHint != nil && is(w.InlayHint.RefreshSupport)
		can.diagnosticRefresh = w.Diagnostics != nil && is(w.Diagnostics.RefreshSupport)
		can.applyEdit = is(w.ApplyEdit)
		can.virtualDocuments = w.TextDocumentContent != nil
	}
	if t := c.TextDocument; t != nil {
		can.inlineValues = t.InlineValue != nil && is(t.InlineValue.DynamicRegistration)
	}
	if t := c.TextDocument; t != nil && t.PublishDiagnostics != nil {
		can.related = is(t.PublishDiagnostics.RelatedInformation)
	}
	can.status = wantsStatus(c.Experimental)
	return can
}

func rootsOf(p *protocol.InitializeParams) (roots []string) {
	if folders, ok := p.WorkspaceFolders.Get(); ok {
		roots = foldersOf(folders)
	}
	//lint:ignore SA1019 there are clients that send nothing else
	if root := p.RootURI; root != nil && len(roots) == 0 {
		if path, ok := filePath(*root); ok {
			roots = append(roots, path)
		}
	}
	return roots
}

// Initialized registers for changes of files and asks for settings. Both
// wait for answers, so they must not run in the reader.
func (s *server) Initialized(context.Context, *protocol.InitializedParams) error {
	s.mu.Lock()
	can := s.can
	s.mu.Unlock()
	go func() {
		if can.watch {
			s.watchFiles()
		}
		if can.configuration {
			s.fetchSettings()
		}
		s.listTests()
	}()
	return nil
}

// listTests loads the modules of the workspace folders, so that their tests are
// known before a file is opened.
func (s *server) listTests() {
	s.mu.Lock()
	folders := slices.Clone(s.roots)
	s.mu.Unlock()
	for _, folder := range folders {
		for _, name := range []string{"go.work", "go.mod"} {
			if above(folder, name) == folder {
				s.explorer.trigger(filepath.Join(folder, name), 0)
			}
		}
	}
}

func (s *server) watchFiles() {
	var watchers []protocol.FileSystemWatcher
	for _, glob := range []string{"**/*.go", "**/go.mod", "**/go.work"} {
		watchers = append(watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern(glob)})
	}
	err := s.register("mazurka-files", protocol.MethodWorkspaceDidChangeWatchedFiles,
		&protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: watchers})
	if err != nil {
		s.log.Warn("watching files", "error", err)
	}
}

func (s *server) encoding() encoding {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.enc
}

func (s *server) caps() clientCan {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.can
}

// Shutdown stops the background work; only exit may follow.
func (s *server) Shutdown(context.Context) error {
	s.mu.Lock()
	s.life = shutdown
	s.mu.Unlock()
	s.explorer.stop()
	return nil
}

// Exit ends the server.
func (s *server) Exit(context.Context) error {
	s.exitOnce.Do(func() { close(s.exited) })
	return nil
}

// watchParent ends the server when the client's process is gone without a
// word.
func (s *server) watchParent(pid int) {
	if runtime.GOOS == "windows" {
		return // the end of the input tells there
	}
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
		}
		p, err := os.FindProcess(pid)
		if err == nil {
			err = p.Signal(syscall.Signal(0))
		}
		if err != nil && !os.IsPermission(err) {
			s.log.Info("the client's process is gone", "pid", pid)
			_ = s.Exit(s.ctx)
			return
		}
	}
}

// DidOpen takes over a document and explores the tests that reach it.
func (s *server) DidOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	path, ok := filePath(p.TextDocument.URI)
	if !ok {
		return nil
	}
	onDisk, err := os.ReadFile(path)
	s.docs.set(path, &document{
		uri: p.TextDocument.URI, version: p.TextDocument.Version, text: p.TextDocument.Text,
		saved: err == nil && string(onDisk) == p.TextDocument.Text,
	})
	s.explorer.trigger(path, 0)
	return nil
}

// DidChange edits a document. What was found in code that reaches it is
// stale from now on.
func (s *server) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	path, ok := filePath(p.TextDocument.URI)
	if !ok {
		return nil
	}
	old := s.docs.get(path)
	if old == nil {
		return fmt.Errorf("%s is not open", p.TextDocument.URI)
	}
	text, err := apply(old.text, p.ContentChanges, s.encoding())
	if err != nil {
		return err
	}
	s.docs.set(path, &document{uri: old.uri, version: p.TextDocument.Version, text: text})
	set := s.set()
	s.explorer.see(path, placeOf(p.ContentChanges))
	s.edited(path)
	onEdit := set.DiagnosticsTrigger == triggerEdit
	s.explorer.interrupt(path, onEdit)
	if onEdit {
		s.explorer.trigger(path, time.Duration(set.DiagnosticsDelay))
	}
	return nil
}

// placeOf is where the last of some changes is: at the start, if it is everywhere.
func placeOf(changes []protocol.TextDocumentContentChangeEvent) *protocol.Range {
	if len(changes) > 0 {
		if c, ok := changes[len(changes)-1].(*protocol.TextDocumentContentChangePartial); ok {
			return &c.Range
		}
	}
	return &protocol.Range{}
}

// DidSave explores at once.
func (s *server) DidSave(_ context.Context, p *protocol.DidSaveTextDocumentParams) error {
	path, ok := filePath(p.TextDocument.URI)
	if !ok {
		return nil
	}
	if doc := s.docs.get(path); doc != nil {
		saved := *doc
		saved.saved = true
		s.docs.set(path, &saved)
	}
	s.explorer.trigger(path, 0)
	return nil
}

// DidClose goes back to the file on disk.
func (s *server) DidClose(_ context.Context, p *protocol.DidCloseTextDocumentParams) error {
	if t := s.displayed(); t != nil && t.uri == p.TextDocument.URI {
		s.display(nil)
	}
	path, ok := filePath(p.TextDocument.URI)
	if !ok {
		return nil
	}
	if doc := s.docs.get(path); doc != nil {
		s.docs.set(path, nil)
		if !doc.saved {
			s.explorer.trigger(path, 0)
		}
	}
	return nil
}

// DidChangeWatchedFiles explores what changed outside the editor.
func (s *server) DidChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	for _, c := range p.Changes {
		path, ok := filePath(c.URI)
		if !ok || s.docs.get(path) != nil && filepath.Ext(path) == ".go" {
			continue // the buffer counts, not the file
		}
		s.explorer.trigger(path, time.Duration(s.set().DiagnosticsDelay))
	}
	return nil
}

// SetTrace is accepted and ignored, as the protocol asks of servers without
// tracing.
func (s *server) SetTrace(context.Context, *protocol.SetTraceParams) error { return nil }

// WorkDoneProgressCancel stops the exploration whose progress it was.
func (s *server) WorkDoneProgressCancel(context.Context, *protocol.WorkDoneProgressCancelParams) error {
	s.explorer.stop()
	return nil
}
