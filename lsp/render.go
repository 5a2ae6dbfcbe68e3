package lsp

import (
	"strings"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/text"
)

// interleavingWidth is the width of the interleavings shown in an editor.
const interleavingWidth = 120

// render tells an interleaving as plain text, with paths relative to a
// directory, and on which lines its steps stand.
func render(story *explore.Interleaving, dir string) (page string, lines map[int]int) {
	var b strings.Builder
	lines = text.Interleaving(&b, story, text.Options{Width: interleavingWidth, Dir: dir})
	return b.String(), lines
}
