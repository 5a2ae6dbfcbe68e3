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
		out = append(out, s.findingActions(p.TextDocument.URI, path, d, data)...)
	}
	s.explorer.see(path, &p.Range)
	for _, t := range s.testsIn(path) {
		if p.Range.Start.Line <= t.body.End.Line && p.Range.End.Line >= t.at.Start.Line {
			out = append(out, s.testActions(t.id)...)
		}
	}
	return out, nil
}

// testActions are the lenses of a test as actions. A test with findings can be explored
// again, too.
func (s *server) testActions(id testID) (out []protocol.CommandOrCodeAction) {
	lenses := s.lenses(id)
	for _, l := range lenses {
		out = append(out, &protocol.CodeAction{Title: l.action, Kind: new(kindExplore), Command: l.command})
	}
	if len(lenses) > 1 {
		title := "Explore the schedules of " + id.name
		arg := commandArg{Package: id.pkg, Test: id.name}
		out = append(out, &protocol.CodeAction{Title: title, Kind: new(kindExplore), Command: newCommand(title, commandExplore, arg)})
	}
	return out
}

// findingActions are what can be done about a finding.
func (s *server) findingActions(u uri.URI, path string, d protocol.Diagnostic, data diagnosticData) (out []protocol.CommandOrCodeAction) {
	arg := commandArg{Package: data.Package, Test: data.Test, Schedule: data.Schedule, URI: u}
	add := func(title, command string) {
		out = append(out, &protocol.CodeAction{
			Title: title, Kind: new(protocol.CodeActionKindQuickFix), Diagnostics: []protocol.Diagnostic{d},
			IsPreferred: new(command == commandReplay), Command: newCommand(title, command, arg),
		})
	}
	if data.Schedule != "" {
		add("Replay the schedule of "+data.Test, commandReplay)
		add("Show the interleaving of "+data.Test, commandShowTrace)
		add("Debug the schedule of "+data.Test, commandDebug)
		add("Keep the schedule as a regression of "+data.Test, commandKeep)
	}
	ignore := fmt.Sprintf("Ignore %s here, with a reason", data.Code)
	if s.caps().applyEdit && data.Schedule != "" {
		add(ignore, commandIgnore)
		return out
	}
	return append(out, &protocol.CodeAction{
		Title: ignore, Kind: new(protocol.CodeActionKindQuickFix), Diagnostics: []protocol.Diagnostic{d},
		Edit: &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{
			u: {s.ignoreEdit(path, d.Range.Start.Line, data.Code, "")},
		}},
	})
}

// ignoreEdit puts a comment above a line, indented like it. Without a reason
// there is one to be filled in: it has to have one.
func (s *server) ignoreEdit(path string, line uint32, code, reason string) protocol.TextEdit {
	reason = strings.Join(strings.Fields(reason), " ")
	if reason == "" {
		reason = "say why this is harmless"
	}
	m := newMapper(s.docs.text(path), s.encoding())
	text := m.lines[min(int(line), len(m.lines)-1)]
	indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
	at := protocol.Position{Line: line}
	return protocol.TextEdit{
		Range:   protocol.Range{Start: at, End: at},
		NewText: indent + "//lint:ignore " + code + " " + reason + "\n",
	}
}
