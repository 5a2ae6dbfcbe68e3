// Package findings holds one page for each kind of finding: what it means,
// an example, and how it is usually repaired. The pages are text for people;
// the command and the language server show them.
package findings

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
)

//go:embed MZ*.md
var pages embed.FS

// Page returns the page of a code such as "MZ001", in Markdown.
func Page(code string) (text string, ok bool) {
	b, err := pages.ReadFile(strings.ToUpper(code) + ".md")
	return string(b), err == nil
}

// Codes lists the codes that have a page, in order.
func Codes() []string {
	names, err := fs.Glob(pages, "*.md")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for i, n := range names {
		names[i] = strings.TrimSuffix(n, ".md")
	}
	slices.Sort(names)
	return names
}

// Title returns the first heading of a page, without its code: "data race".
func Title(code string) string {
	text, _ := Page(code)
	line, _, _ := strings.Cut(text, "\n")
	_, title, _ := strings.Cut(line, ": ")
	return title
}
