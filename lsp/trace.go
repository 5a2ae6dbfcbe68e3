package lsp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/html"
)

// A trace is a counterexample that the client has on display: what the hints
// in the code are about, from its replay until it is closed or the code that
// it runs through is edited.
type trace struct {
	uri   uri.URI // of the document with the interleaving
	story *explore.Interleaving
}

// A traceAnswer is the answer to replay.
type traceAnswer struct {
	URI        uri.URI          `json:"uri"`
	Text       string           `json:"text"`
	Steps      []traceStep      `json:"steps"`
	Goroutines []traceGoroutine `json:"goroutines"`
}

// A traceStep is a step of an interleaving for clients that mark its line.
type traceStep struct {
	Index     int     `json:"index"`
	Goroutine int     `json:"goroutine"`
	Name      string  `json:"name"` // of the goroutine
	URI       uri.URI `json:"uri"`
	Line      int     `json:"line"`
	Character uint32  `json:"character"`
	Text      string  `json:"text"`
	Matters   bool    `json:"matters"`
	TextLine  int     `json:"textLine"` // in the text of the interleaving, -1 if it is not there
}

type traceGoroutine struct {
	Name  string  `json:"name"`
	Label string  `json:"label"`
	URI   uri.URI `json:"uri"`
	Line  int     `json:"line"`
}

// replay executes a schedule and shows its interleaving. The answer has the
// URI of the document, for clients that do not let a server show one.
func (s *server) replay(ctx context.Context, arg commandArg) (any, error) {
	story, err := s.story(ctx, arg)
	if err != nil {
		return nil, err
	}
	root, _ := s.results.rootOf(arg.id())
	text, lines := render(story, root)
	u, err := s.place(arg, text)
	if err != nil {
		return nil, err
	}
	s.display(&trace{u, story})
	if s.caps().showDocument {
		if _, err := s.client.ShowDocument(ctx, &protocol.ShowDocumentParams{URI: u, TakeFocus: new(true)}); err != nil {
			return nil, err
		}
	}
	return s.traceAnswer(u, text, story, lines), nil
}

// traceAnswer tells where the steps are, with the client's positions.
func (s *server) traceAnswer(u uri.URI, text string, story *explore.Interleaving, lines map[int]int) *traceAnswer {
	out := &traceAnswer{URI: u, Text: text, Steps: []traceStep{}, Goroutines: []traceGoroutine{}}
	at := s.mappers()
	for i, st := range story.Steps {
		line, ok := lines[i]
		if !ok {
			line = -1
		}
		step := traceStep{
			Index: st.Index, Goroutine: st.Goroutine, Name: story.Goroutines[st.Goroutine].Name, Text: st.Text,
			URI: fileURI(st.Pos.Filename), Line: max(st.Pos.Line-1, 0), Matters: st.Matters, TextLine: line,
		}
		if step.URI != "" {
			step.Character = at(st.Pos.Filename).position(st.Pos.Line, st.Pos.Column).Character
		}
		out.Steps = append(out.Steps, step)
	}
	for _, g := range story.Goroutines {
		out.Goroutines = append(out.Goroutines, traceGoroutine{
			g.Name, g.Label, fileURI(g.Start.Filename), max(g.Start.Line-1, 0),
		})
	}
	return out
}

// fileURI is the URI of a file on disk; code of the machine's own models is in none.
func fileURI(path string) uri.URI {
	if !filepath.IsAbs(path) {
		return ""
	}
	return uri.File(path)
}

// story replays a counterexample.
func (s *server) story(ctx context.Context, arg commandArg) (*explore.Interleaving, error) {
	t, snap := s.test(arg.id())
	if t == nil {
		return nil, noTest(arg)
	}
	sched, err := s.schedule(arg)
	if err != nil {
		return nil, err
	}
	return s.session.Replay(ctx, snap, sched)
}

// schedule is that of a finding that is shown, or in a file.
func (s *server) schedule(arg commandArg) (*explore.Schedule, error) {
	if f := s.results.finding(arg.id(), arg.Schedule); f != nil && f.Schedule != nil {
		return f.Schedule, nil
	}
	sched, err := explore.ReadSchedule(arg.Schedule)
	if err != nil {
		return nil, fmt.Errorf("reading the schedule: %w", err)
	}
	return sched, nil
}

// place gives an interleaving a document: a virtual one if the client can
// open it, a file otherwise.
func (s *server) place(arg commandArg, text string) (uri.URI, error) {
	if s.caps().virtualDocuments {
		return virtualURI(arg), nil
	}
	return s.writePage(arg.Test+".interleaving", text)
}

// writePage writes a file for a client to show.
func (s *server) writePage(name, text string) (uri.URI, error) {
	dir := s.options.CacheDir
	if dir == "" {
		base, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(base, "mazurka")
	}
	file := filepath.Join(dir, "interleavings", name)
	return uri.File(file), errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o666))
}

// display takes note of what the client shows now; nil is nothing.
func (s *server) display(t *trace) {
	s.mu.Lock()
	changed := s.trace != t
	s.trace = t
	can := s.can
	s.mu.Unlock()
	if changed && can.hintRefresh {
		go func() { _ = s.client.InlayHintRefresh(s.ctx) }()
	}
	if changed && can.inlineValues {
		go s.offerValues()
	}
}

// displayed is the counterexample that the client shows, or nil.
func (s *server) displayed() *trace {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trace
}

// closeTrace is for clients that show an interleaving in something else than
// a document.
func (s *server) closeTrace(context.Context, commandArg) (any, error) {
	s.display(nil)
	return nil, nil
}

// edited hides the hints of a counterexample that runs through a file.
func (s *server) edited(path string) {
	t := s.displayed()
	if t == nil {
		return
	}
	for i := range t.story.Steps {
		if t.story.Steps[i].Pos.Filename == path {
			s.display(nil)
			return
		}
	}
}

// showTrace answers the page with the interleaving of a counterexample, and the
// file that has it, too.
func (s *server) showTrace(ctx context.Context, arg commandArg) (any, error) {
	story, err := s.story(ctx, arg)
	if err != nil {
		return nil, err
	}
	page, err := s.page(arg.id(), story)
	if err != nil {
		return nil, err
	}
	u, err := s.writePage(arg.Test+".html", page)
	if err != nil {
		return nil, err
	}
	s.display(&trace{u, story})
	return map[string]string{"html": page, "uri": string(u)}, nil
}

// page renders an interleaving, with the code as the client sees it.
func (s *server) page(id testID, story *explore.Interleaving) (string, error) {
	root, _ := s.results.rootOf(id)
	var b strings.Builder
	err := html.Interleaving(&b, story, html.Options{
		Dir:    root,
		Source: func(file string) ([]byte, error) { return []byte(s.docs.text(file)), nil },
	})
	return b.String(), err
}
