package lsp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/mazurka-go/mazurka/explore"
)

const (
	commandExplore    = "mazurka.explore"
	commandExploreAll = "mazurka.explore_all"
	commandReplay     = "mazurka.replay"
	commandKeep       = "mazurka.keep_as_test"
	commandStop       = "mazurka.stop"
	commandPause      = "mazurka.pause"
	commandResume     = "mazurka.resume"
)

// A commandArg is the one argument of every command.
type commandArg struct {
	Package  string `json:"package,omitempty"`
	Test     string `json:"test,omitempty"`
	Schedule string `json:"schedule,omitempty"` // file
}

type commandFunc func(s *server, ctx context.Context, arg commandArg) (any, error)

var commands = map[string]commandFunc{
	commandExplore:    (*server).exploreTest,
	commandExploreAll: (*server).exploreAll,
	commandReplay:     (*server).replay,
	commandKeep:       (*server).keep,
	commandStop:       (*server).stopExploring,
	commandPause:      (*server).pauseExploring,
	commandResume:     (*server).resumeExploring,
}

func commandNames() []string { return sortedKeys(commands) }

// ExecuteCommand runs one of the server's commands.
func (s *server) ExecuteCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	run := commands[p.Command]
	if run == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "unknown command %q", p.Command)
	}
	var arg commandArg
	if len(p.Arguments) > 0 {
		if err := protocol.Unmarshal(p.Arguments[0], &arg); err != nil {
			return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: %v", p.Command, err)
		}
	}
	res, err := run(s, ctx, arg)
	if err != nil || res == nil {
		return nil, err
	}
	return protocol.Marshal(res)
}

func (s *server) exploreTest(_ context.Context, arg commandArg) (any, error) {
	id := testID{arg.Package, arg.Test}
	if t, _ := s.test(id); t == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "no test %s in package %s", arg.Test, arg.Package)
	}
	s.explorer.explore(id)
	return nil, nil
}

func (s *server) exploreAll(context.Context, commandArg) (any, error) {
	for _, path := range s.docs.paths() {
		s.explorer.trigger(path, 0)
	}
	return nil, nil
}

func (s *server) stopExploring(context.Context, commandArg) (any, error) {
	s.explorer.stop()
	return nil, nil
}

// replay executes a schedule and shows its interleaving. The answer has the
// URI of the document, for clients that do not let a server show one.
func (s *server) replay(ctx context.Context, arg commandArg) (any, error) {
	text, err := s.interleaving(ctx, arg)
	if err != nil {
		return nil, err
	}
	u, err := s.place(arg, text)
	if err != nil {
		return nil, err
	}
	if s.caps().showDocument {
		if _, err := s.client.ShowDocument(ctx, &protocol.ShowDocumentParams{URI: u, TakeFocus: new(true)}); err != nil {
			return nil, err
		}
	}
	return map[string]string{"uri": string(u), "text": text}, nil
}

// place gives an interleaving a document: a virtual one if the client can
// open it, a file otherwise.
func (s *server) place(arg commandArg, text string) (uri.URI, error) {
	if s.caps().virtualDocuments {
		return virtualURI(arg), nil
	}
	dir := s.options.CacheDir
	if dir == "" {
		base, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(base, "mazurka")
	}
	dir = filepath.Join(dir, "interleavings")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	file := filepath.Join(dir, arg.Test+".interleaving")
	return uri.File(file), os.WriteFile(file, []byte(text), 0o666)
}

func (s *server) keep(_ context.Context, arg commandArg) (any, error) {
	t, _ := s.test(testID{arg.Package, arg.Test})
	f := s.results.finding(testID{arg.Package, arg.Test}, arg.Schedule)
	if t == nil || f == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s has no such finding any more", arg.Test)
	}
	file, err := s.session.Keep(t, f)
	if err != nil {
		return nil, err
	}
	return map[string]string{"uri": string(uri.File(file))}, nil
}

// finding is the finding of a test with the schedule, or nil.
func (r *results) finding(id testID, schedule string) *explore.Finding {
	r.mu.Lock()
	defer r.mu.Unlock()
	st := r.tests[id]
	if st == nil {
		return nil
	}
	i := slices.IndexFunc(st.findings, func(f *explore.Finding) bool { return f.File == schedule })
	if i < 0 {
		return nil
	}
	return st.findings[i]
}

// interleaving replays a schedule and tells it as text.
func (s *server) interleaving(ctx context.Context, arg commandArg) (string, error) {
	t, snap := s.test(testID{arg.Package, arg.Test})
	if t == nil {
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "no test %s in package %s", arg.Test, arg.Package)
	}
	sched, err := explore.ReadSchedule(arg.Schedule)
	if err != nil {
		return "", fmt.Errorf("reading the schedule: %w", err)
	}
	story, err := s.session.Replay(ctx, snap, sched)
	if err != nil {
		return "", err
	}
	return render(story), nil
}
