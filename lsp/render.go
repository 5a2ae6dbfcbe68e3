package lsp

import (
	"strings"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/text"
)

// interleavingWidth is the width of the interleavings shown in an editor.
const interleavingWidth = 120

// render tells an interleaving as plain text, and on which lines its steps
// stand.
func render(story *explore.Interleaving) (page string, lines map[int]int) {
	var b strings.Builder
	lines = text.Interleaving(&b, story, text.Options{Width: interleavingWidth})
	return b.String(), lines
}
