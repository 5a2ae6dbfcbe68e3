package explore

import (
	"bytes"
	"go/token"
	"os"
	"slices"
	"strings"
	"sync"
)

// Comments of the form
//
//	//lint:ignore MZ001 reason
//
// suppress findings with that code (or one of several, separated by commas)
// one of whose sides is on the comment's line or, if the comment has a line
// of its own, on the line below it. The reason is mandatory: without one the
// comment has no effect.

// ignores finds such comments in files, each of which it reads once.
type ignores struct {
	overlay map[string][]byte

	mu    sync.Mutex
	files map[string]map[int][]string // codes by file and line
}

func newIgnores(overlay map[string][]byte) *ignores {
	return &ignores{overlay: overlay, files: map[string]map[int][]string{}}
}

// suppressed reports whether a comment suppresses the finding.
func (g *ignores) suppressed(f *Finding) bool {
	if g.at(f.Pos, f.Code) {
		return true
	}
	return slices.ContainsFunc(f.Related, func(r Related) bool { return r.Side && g.at(r.Pos, f.Code) })
}

func (g *ignores) at(pos token.Position, code string) bool {
	if !pos.IsValid() {
		return false
	}
	return slices.Contains(g.file(pos.Filename)[pos.Line], code)
}

func (g *ignores) file(name string) map[int][]string {
	g.mu.Lock()
	defer g.mu.Unlock()
	lines, ok := g.files[name]
	if !ok {
		src, inOverlay := g.overlay[name]
		if !inOverlay {
			src, _ = os.ReadFile(name) // a file that is gone suppresses nothing
		}
		lines = ignoreLines(src)
		g.files[name] = lines
	}
	return lines
}

// ignoreLines finds the comments in a source text. It does not parse:
// the marker in a string literal does no harm.
func ignoreLines(src []byte) map[int][]string {
	const marker = "//lint:ignore "
	if !bytes.Contains(src, []byte(marker)) {
		return nil
	}
	lines := map[int][]string{}
	n := 0
	for line := range strings.Lines(string(src)) {
		n++
		before, rest, ok := strings.Cut(line, marker)
		if !ok {
			continue
		}
		words := strings.Fields(rest)
		if len(words) < 2 {
			continue
		}
		at := n
		if strings.TrimSpace(before) == "" {
			at = n + 1
		}
		lines[at] = append(lines[at], strings.Split(words[0], ",")...)
	}
	return lines
}
