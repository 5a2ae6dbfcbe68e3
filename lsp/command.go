package lsp

import (
	"context"
	"path/filepath"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/mazurka-go/mazurka/explore"
)

const (
	commandExplore    = "mazurka.explore"
	commandExploreAll = "mazurka.explore_all"
	commandReplay     = "mazurka.replay"
	commandShowTrace  = "mazurka.show_trace"
	commandCloseTrace = "mazurka.close_trace"
	commandDebug      = "mazurka.debug"
	commandKeep       = "mazurka.keep_as_test"
	commandIgnore     = "mazurka.ignore"
	commandClearCache = "mazurka.clear_cache"
	commandStop       = "mazurka.stop"
	commandPause      = "mazurka.pause"
	commandResume     = "mazurka.resume"
)

// A commandArg is the one argument of every command. Each looks at what it
// needs: a test, a counterexample of it, a document, words of the user.
type commandArg struct {
	Package  string  `json:"package,omitempty"`
	Test     string  `json:"test,omitempty"`
	Schedule string  `json:"schedule,omitempty"` // file
	URI      uri.URI `json:"uri,omitempty"`
	Reason   string  `json:"reason,omitempty"`
}

func (a *commandArg) id() testID { return testID{a.Package, a.Test} }

type commandFunc func(s *server, ctx context.Context, arg commandArg) (any, error)

var commands = map[string]commandFunc{
	commandExplore:    (*server).exploreTest,
	commandExploreAll: (*server).exploreAll,
	commandReplay:     (*server).replay,
	commandShowTrace:  (*server).showTrace,
	commandCloseTrace: (*server).closeTrace,
	commandDebug:      (*server).debug,
	commandKeep:       (*server).keep,
	commandIgnore:     (*server).ignore,
	commandClearCache: (*server).clearCache,
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

// exploreTest explores one test now, before all others.
func (s *server) exploreTest(_ context.Context, arg commandArg) (any, error) {
	if t, _ := s.test(arg.id()); t == nil {
		return nil, noTest(arg)
	}
	s.explorer.explore(arg.id())
	return nil, nil
}

func noTest(arg commandArg) error {
	return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "no test %s in package %s", arg.Test, arg.Package)
}

// exploreAll explores the tests of a document or a package, if one is named,
// and all that are known otherwise.
func (s *server) exploreAll(_ context.Context, arg commandArg) (any, error) {
	path, _ := filePath(arg.URI)
	s.explorer.explore(s.results.choose(func(t *explore.Test) bool {
		return (path == "" || t.Pos.Filename == path) && (arg.Package == "" || t.Package == arg.Package)
	})...)
	return nil, nil
}

func (s *server) stopExploring(context.Context, commandArg) (any, error) {
	s.explorer.stop()
	return nil, nil
}

// clearCache forgets the results of earlier explorations, on disk and in
// memory, and explores all tests anew.
func (s *server) clearCache(ctx context.Context, _ commandArg) (any, error) {
	if err := s.session.ClearCache(); err != nil {
		return nil, err
	}
	return s.exploreAll(ctx, commandArg{})
}

func (s *server) keep(_ context.Context, arg commandArg) (any, error) {
	t, f, err := s.counterexample(arg)
	if err != nil {
		return nil, err
	}
	file, err := s.session.Keep(t, f)
	if err != nil {
		return nil, err
	}
	return map[string]string{"uri": string(uri.File(file))}, nil
}

// counterexample is a finding that is shown now, with its test. Without a
// schedule it is the test's first one.
func (s *server) counterexample(arg commandArg) (*explore.Test, *explore.Finding, error) {
	t, _ := s.test(arg.id())
	if t == nil {
		return nil, nil, noTest(arg)
	}
	f := s.results.finding(arg.id(), arg.Schedule)
	if f == nil {
		return nil, nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s has no such finding any more", arg.Test)
	}
	return t, f, nil
}

// ignore puts a comment above the line of a finding, with the reason that the user
// gives, in the client's buffer.
func (s *server) ignore(ctx context.Context, arg commandArg) (any, error) {
	_, f, err := s.counterexample(arg)
	if err != nil {
		return nil, err
	}
	file := f.Pos.Filename
	u := s.docs.uri(file)
	edit := s.ignoreEdit(file, uint32(max(f.Pos.Line-1, 0)), f.Code, arg.Reason)
	res, err := s.client.ApplyEdit(ctx, &protocol.ApplyWorkspaceEditParams{
		Label: new("Ignore " + f.Code),
		Edit:  protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{u: {edit}}},
	})
	switch {
	case err != nil:
		return nil, err
	case !res.Applied:
		return nil, jsonrpc2.NewError(jsonrpc2.InternalError, "the client did not apply the edit")
	}
	return map[string]string{"uri": string(u)}, nil
}

// A debugConfiguration is what a client starts a debug session with.
type debugConfiguration struct {
	Type       string            `json:"type"`
	Request    string            `json:"request"`
	Name       string            `json:"name"`
	Schedule   string            `json:"schedule"`
	Dir        string            `json:"cwd"`
	BuildFlags []string          `json:"buildFlags,omitempty"`
	Env        map[string]string `json:"env,omitempty"`
}

// debug answers how to debug a counterexample. The client starts the session.
func (s *server) debug(_ context.Context, arg commandArg) (any, error) {
	t, f, err := s.counterexample(arg)
	if err != nil {
		return nil, err
	}
	set := s.set()
	return map[string]debugConfiguration{"configuration": {
		Type: "mazurka", Request: "launch", Name: t.Name + ": " + string(f.Kind), Schedule: f.File,
		Dir: filepath.Dir(t.Pos.Filename), BuildFlags: set.BuildFlags, Env: set.Env,
	}}, nil
}
