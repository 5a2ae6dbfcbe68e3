package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// kindExplore is the kind of the actions that are lenses too.
const kindExplore protocol.CodeActionKind = "source.mazurka"

// CodeAction answers what can be done about the findings in a range, and
// every lens that lies there, for clients that show no lenses.
func (s *server) CodeAction(_ context.Context, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	path, ok := filePath(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	var out []protocol.CommandOrCodeAction
	for _, d := range p.Context.Diagnostics {
		if src, _ := d.Source.Get(); src != "mazurka" {
			continue
		}
		var data diagnosticData
		if protocol.Unmarshal(d.Data, &data) != nil || data.Test == "" {
			continue
		}
		actions, err := s.findingActions(p.TextDocument.URI, path, d, data)
		if err != nil {
			return nil, err
		}
		out = append(out, actions...)
	}
	for _, t := range s.testsIn(path) {
		if p.Range.Start.Line > t.body.End.Line || p.Range.End.Line < t.at.Start.Line {
			continue
		}
		raw, err := protocol.Marshal(commandArg{Package: t.id.pkg, Test: t.id.name})
		if err != nil {
			return nil, err
		}
		out = append(out, &protocol.CodeAction{
			Title: "Explore the schedules of " + t.id.name, Kind: new(kindExplore),
			Command: protocol.Command{Title: "Explore", Command: commandExplore, Arguments: []protocol.LSPAny{raw}},
		})
	}
	return out, nil
}

func (s *server) findingActions(u uri.URI, path string, d protocol.Diagnostic, data diagnosticData) ([]protocol.CommandOrCodeAction, error) {
	raw, err := protocol.Marshal(commandArg{Package: data.Package, Test: data.Test, Schedule: data.Schedule})
	if err != nil {
		return nil, err
	}
	var out []protocol.CommandOrCodeAction
	if data.Schedule != "" {
		out = append(out,
			&protocol.CodeAction{
				Title: "Replay the schedule of " + data.Test, Kind: new(protocol.CodeActionKindQuickFix),
				Diagnostics: []protocol.Diagnostic{d}, IsPreferred: new(true),
				Command: protocol.Command{Title: "Replay", Command: commandReplay, Arguments: []protocol.LSPAny{raw}},
			},
			&protocol.CodeAction{
				Title: "Keep the schedule as a regression of " + data.Test, Kind: new(protocol.CodeActionKindQuickFix),
				Diagnostics: []protocol.Diagnostic{d},
				Command:     protocol.Command{Title: "Keep", Command: commandKeep, Arguments: []protocol.LSPAny{raw}},
			})
	}
	return append(out, &protocol.CodeAction{
		Title: fmt.Sprintf("Ignore %s here, with a reason", data.Code), Kind: new(protocol.CodeActionKindQuickFix),
		Diagnostics: []protocol.Diagnostic{d},
		Edit: &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{
			u: {s.ignoreEdit(path, d.Range.Start.Line, data.Code)},
		}},
	}), nil
}

// ignoreEdit puts a comment above a line, indented like it, with a reason
// to be filled in.
func (s *server) ignoreEdit(path string, line uint32, code string) protocol.TextEdit {
	m := newMapper(s.docs.text(path), s.encoding())
	text := m.lines[min(int(line), len(m.lines)-1)]
	indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
	at := protocol.Position{Line: line}
	return protocol.TextEdit{
		Range:   protocol.Range{Start: at, End: at},
		NewText: indent + "//lint:ignore " + code + " say why this is harmless\n",
	}
}
