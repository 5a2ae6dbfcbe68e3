package lsp

import (
	"context"
	"reflect"
	"runtime/debug"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/mazurka-go/mazurka/explore"
)

func (s *server) fetchSettings() {
	answer, err := s.client.Configuration(s.ctx, &protocol.ConfigurationParams{
		Items: []protocol.ConfigurationItem{{Section: new(section)}},
	})
	if err != nil || len(answer) != 1 || string(answer[0]) == "null" {
		return
	}
	s.useSettings(answer[0])
}

// useSettings takes over settings. If they say that tests are to be explored in
// another way, what is known of them is outdated.
func (s *server) useSettings(raw []byte) {
	set, problems := parseSettings(raw)
	s.mu.Lock()
	old := s.settings
	s.settings = set
	s.mu.Unlock()
	s.complainAbout(problems)
	if reflect.DeepEqual(old, set) {
		return
	}
	debug.SetMemoryLimit(int64(set.MemoryLimit))
	if !set.exploresLike(&old) {
		s.results.expire()
	}
	for _, path := range s.docs.paths() {
		s.explorer.trigger(path, 0)
	}
}

// exploresLike reports whether results under one of two settings are those under the
// other.
func (s *Settings) exploresLike(o *Settings) bool {
	return slices.Equal(s.BuildFlags, o.BuildFlags) && reflect.DeepEqual(s.Env, o.Env) && s.Budget == o.Budget &&
		s.Algorithm == o.Algorithm && s.Timing == o.Timing
}

// complainAbout tells the user of problems, of each once.
func (s *server) complainAbout(problems []string) {
	for _, text := range problems {
		s.mu.Lock()
		told := s.told[text]
		s.told[text] = true
		s.mu.Unlock()
		if !told {
			_ = s.client.ShowMessage(s.ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeWarning, Message: "mazurka: " + text})
		}
	}
}

func (s *server) set() Settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.settings
}

// DidChangeConfiguration takes new settings, sent or to be asked for.
func (s *server) DidChangeConfiguration(_ context.Context, p *protocol.DidChangeConfigurationParams) error {
	if s.caps().configuration {
		go s.fetchSettings()
		return nil
	}
	s.useSettings(p.Settings)
	return nil
}

// DidChangeWorkspaceFolders keeps the list of folders. What is known of
// folders that are gone is forgotten; open files of new ones are explored.
func (s *server) DidChangeWorkspaceFolders(_ context.Context, p *protocol.DidChangeWorkspaceFoldersParams) error {
	gone := foldersOf(p.Event.Removed)
	s.mu.Lock()
	s.roots = slices.DeleteFunc(s.roots, func(r string) bool { return slices.Contains(gone, r) })
	for _, path := range foldersOf(p.Event.Added) {
		if !slices.Contains(s.roots, path) {
			s.roots = append(s.roots, path)
		}
	}
	folders := slices.Clone(s.roots)
	s.mu.Unlock()
	s.explorer.leave(func(root string) bool {
		inside := func(folder string) bool { return within(folder, root) }
		return slices.ContainsFunc(gone, inside) && !slices.ContainsFunc(folders, inside)
	})
	for _, path := range s.docs.paths() {
		s.explorer.trigger(path, 0)
	}
	return nil
}

func foldersOf(list []protocol.WorkspaceFolder) (paths []string) {
	for _, f := range list {
		if path, ok := filePath(f.URI); ok {
			paths = append(paths, path)
		}
	}
	return paths
}

// leave forgets what is known of roots.
func (e *explorer) leave(which func(root string) bool) {
	e.drop(func(j *job) bool { return which(j.root) })
	e.mu.Lock()
	var left []string
	for root := range e.snapshots {
		if which(root) {
			left = append(left, root)
			delete(e.snapshots, root)
		}
	}
	upto := e.edits
	e.mu.Unlock()
	for _, root := range left {
		e.s.results.loaded(root, &explore.Snapshot{}, nil, upto)
	}
}
