package lsp

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

// checkFilters says what is wrong with directory filters.
func checkFilters(filters []string) error {
	for _, f := range filters {
		if f == "" || f[0] != '+' && f[0] != '-' {
			return fmt.Errorf("%q does not begin with + or -", f)
		}
		if _, err := path.Match(f[1:], ""); err != nil {
			return fmt.Errorf("%q: %v", f, err)
		}
	}
	return nil
}

// excluded reports whether filters keep a directory below root from being
// looked at: the last filter that fits it, or a directory above it, decides.
func excluded(filters []string, root, dir string) bool {
	rel, err := filepath.Rel(root, dir)
	if err != nil || !within(root, dir) {
		return false
	}
	var parts []string
	if rel != "." {
		parts = strings.Split(filepath.ToSlash(rel), "/")
	}
	out := false
	for _, f := range filters {
		if filterFits(f[1:], parts) {
			out = f[0] == '-'
		}
	}
	return out
}

// filterFits reports whether a pattern fits a path or a beginning of it.
func filterFits(pattern string, parts []string) bool {
	pattern = strings.Trim(pattern, "/")
	if pattern == "" {
		return true
	}
	return matchPrefix(strings.Split(pattern, "/"), parts)
}

func matchPrefix(pattern, parts []string) bool {
	switch {
	case len(pattern) == 0:
		return true
	case pattern[0] == "**":
		return matchPrefix(pattern[1:], parts) || len(parts) > 0 && matchPrefix(pattern, parts[1:])
	case len(parts) == 0:
		return false
	}
	ok, _ := path.Match(pattern[0], parts[0]) // checkFilters has seen the pattern
	return ok && matchPrefix(pattern[1:], parts[1:])
}
