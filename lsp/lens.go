package lsp

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/mazurka-go/mazurka/explore"
)

// CodeLens answers the lenses of each test of a document: its state, and what
// can be done about it.
func (s *server) CodeLens(_ context.Context, p *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	path, ok := filePath(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	s.explorer.see(path, nil)
	shown := s.set().Codelenses
	var out []protocol.CodeLens
	for _, t := range s.testsIn(path) {
		for _, l := range s.lenses(t.id) {
			if shown[l.name] {
				out = append(out, protocol.CodeLens{Range: t.at, Command: l.command})
			}
		}
	}
	return out, nil
}

// A lens is something that can be done about a test. Each is a code action,
// too.
type lens struct {
	name    string // of the setting
	action  string // title of the code action
	command protocol.Command
}

// lenses are those of a test. The first says its state, and explores it or
// replays its first finding.
func (s *server) lenses(id testID) []lens {
	text, finding := s.results.summary(id)
	arg := commandArg{Package: id.pkg, Test: id.name}
	if finding == nil || finding.File == "" {
		return []lens{{lensExplore, "Explore the schedules of " + id.name, newCommand(text, commandExplore, arg)}}
	}
	arg.Schedule = finding.File
	what := string(finding.Kind) + " of " + id.name
	return []lens{
		{lensExplore, "Replay the " + what, newCommand(text+": replay", commandReplay, arg)},
		{lensTrace, "Show the interleaving of the " + what, newCommand("show", commandShowTrace, arg)},
		{lensDebug, "Debug the " + what, newCommand("debug", commandDebug, arg)},
	}
}

func newCommand(title, name string, arg commandArg) protocol.Command {
	raw, err := protocol.Marshal(arg)
	if err != nil {
		panic(err) // plain data
	}
	return protocol.Command{Title: title, Command: name, Arguments: []protocol.LSPAny{raw}}
}

// A testPlace is a test function in the buffer as it is now.
type testPlace struct {
	id   testID
	at   protocol.Range // of the name
	body protocol.Range // of the function
}

// testsIn finds the test functions of a document. The package is that of the
// last snapshot.
func (s *server) testsIn(path string) (out []testPlace) {
	if !strings.HasSuffix(path, "_test.go") {
		return nil
	}
	pkg, ok := s.packageOf(path)
	if !ok {
		return nil
	}
	text := s.docs.text(path)
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, path, text, parser.SkipObjectResolution) // with errors: as far as it goes
	if f == nil {
		return nil
	}
	m := newMapper(text, s.encoding())
	at := func(p token.Pos) protocol.Position {
		pos := fset.PositionFor(p, false)
		return m.position(pos.Line, pos.Column)
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || !isTestName(fn.Name.Name) || fn.Type.Params.NumFields() != 1 {
			continue
		}
		out = append(out, testPlace{
			id:   testID{pkg, fn.Name.Name},
			at:   protocol.Range{Start: at(fn.Name.Pos()), End: at(fn.Name.End())},
			body: protocol.Range{Start: at(fn.Pos()), End: at(fn.End())},
		})
	}
	return out
}

// isTestName is the rule of go test.
func isTestName(name string) bool {
	rest, ok := strings.CutPrefix(name, "Test")
	if !ok || name == "TestMain" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || !unicode.IsLower(r)
}

// packageOf is the import path of the package that a file's directory holds.
func (s *server) packageOf(path string) (string, bool) {
	snap := s.explorer.snapshot(rootOf(path))
	if snap == nil {
		return "", false
	}
	for _, pkg := range snap.Packages {
		if pkg.Dir == filepath.Dir(path) {
			return pkg.Path, true
		}
	}
	return "", false
}

// test finds a test in the last snapshots.
func (s *server) test(id testID) (*explore.Test, *explore.Snapshot) {
	root, ok := s.results.rootOf(id)
	if !ok {
		return nil, nil
	}
	snap := s.explorer.snapshot(root)
	if snap == nil {
		return nil, nil
	}
	return snap.Lookup(id.pkg, id.name), snap
}
