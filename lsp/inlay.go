package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mazurka-go/mazurka/explore"
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
	var out []protocol.InlayHint
	for line, steps := range stepsAt(t.story, path) {
		at := m.position(line, len(m.lines[min(line, len(m.lines))-1])+1)
		label := lineLabel(t.story, steps, hints)
		if label == "" || at.Line < p.Range.Start.Line || at.Line > p.Range.End.Line {
			continue
		}
		out = append(out, protocol.InlayHint{
			Position: at, Label: protocol.String(label), PaddingLeft: new(true),
			Tooltip: protocol.String(lineStory(t.story, steps)),
		})
	}
	return out, nil
}

// stepsAt lists the steps of the story at the lines of a file.
func stepsAt(story *explore.Interleaving, path string) map[int][]int {
	at := map[int][]int{}
	for i := range story.Steps {
		if st := &story.Steps[i]; st.Matters && st.Pos.Filename == path && st.Pos.Line > 0 {
			at[st.Pos.Line] = append(at[st.Pos.Line], i)
		}
	}
	return at
}

// lineLabel is the hint of a line.
func lineLabel(story *explore.Interleaving, steps []int, hints map[string]bool) string {
	var parts []string
	for _, i := range steps[:min(len(steps), maxLineSteps)] {
		if part := stepLabel(story, i, hints); part != "" {
			parts = append(parts, part)
		}
	}
	if len(steps) > maxLineSteps {
		parts = append(parts, fmt.Sprintf("… %d more", len(steps)-maxLineSteps))
	}
	return strings.Join(parts, " · ")
}

func stepLabel(story *explore.Interleaving, i int, hints map[string]bool) string {
	if !hints[hintSteps] {
		return ""
	}
	st := &story.Steps[i]
	return fmt.Sprintf("step %d, %s", i+1, story.Goroutines[st.Goroutine].Label)
}

// lineStory tells the steps of a line in full.
func lineStory(story *explore.Interleaving, steps []int) string {
	var b strings.Builder
	for _, i := range steps {
		st := &story.Steps[i]
		fmt.Fprintf(&b, "step %d of %d, %s: %s\n", i+1, len(story.Steps), story.Goroutines[st.Goroutine].Label, st.Text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
