package lsp

import (
	"strings"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/text"
)

// interleavingWidth is the width of the interleavings shown in an editor.
const interleavingWidth = 120

// render tells an interleaving as plain text.
func render(story *explore.Interleaving) string {
	var b strings.Builder
	text.Interleaving(&b, story, text.Options{Width: interleavingWidth})
	return b.String()
}
