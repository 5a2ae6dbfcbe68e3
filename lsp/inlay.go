package lsp

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
)

// maxLineSteps is how many steps are told in the hint of one line; a loop has
// many.
const maxLineSteps = 4

// InlayHint answers, for the counterexample on display, which of its steps
// happen at which lines of a document.
func (s *server) InlayHint(_ context.Context, p *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	path, ok := filePath(p.TextDocument.URI)
	t := s.displayed()
	if !ok || t == nil {
		return nil, nil
	}
	hints := s.set().Hints
	m := s.mappers()(path)
	byLine := map[int][]moment{}
	for _, x := range moments(t.story) {
		if x.pos.Filename == path && x.pos.Line > 0 && x.pos.Line <= len(m.lines) {
			byLine[x.pos.Line] = append(byLine[x.pos.Line], x)
		}
	}
	var out []protocol.InlayHint
	for _, line := range slices.Sorted(maps.Keys(byLine)) {
		at := m.position(line, len(m.lines[line-1])+1)
		label := lineLabel(byLine[line], hints)
		if label == "" || at.Line < p.Range.Start.Line || at.Line > p.Range.End.Line {
			continue
		}
		out = append(out, protocol.InlayHint{
			Position: at, Label: protocol.String(label), PaddingLeft: new(true),
			Tooltip: protocol.String(lineStory(byLine[line])),
		})
	}
	return out, nil
}

// lineLabel is the hint of a line: which steps happen there, with which
// values.
func lineLabel(list []moment, hints map[string]bool) string {
	var parts []string
	last := -1
	for _, m := range list {
		var words []string
		if hints[hintSteps] && m.step != last {
			words = append(words, m.when)
			last = m.step
		}
		if hints[hintValues] && m.values != "" {
			words = append(words, m.values)
		}
		if len(words) > 0 {
			parts = append(parts, strings.Join(words, " "))
		}
	}
	if more := len(parts) - maxLineSteps; more > 0 {
		parts = append(parts[:maxLineSteps], fmt.Sprintf("… %d more", more))
	}
	return strings.Join(parts, ", ")
}

// lineStory tells what happens at a line in full.
func lineStory(list []moment) string {
	var lines []string
	for _, m := range list {
		lines = append(lines, fmt.Sprintf("%s, %s: %s", m.when, m.goroutine, m.text))
	}
	return strings.Join(lines, "\n")
}
