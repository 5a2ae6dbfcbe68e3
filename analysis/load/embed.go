package load

import (
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/token"
	"hash"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// hashModel adds everything that a model says to the hash.
func hashModel(h hash.Hash, m Model) {
	fmt.Fprintf(h, "model %t %q %q %t %q %t\n", m.Replace, m.Remove, m.Drop, m.Bodyless, m.Keep, m.NoInit)
	for _, f := range m.Files {
		fmt.Fprintf(h, "file %q %d\n", f.Name, len(f.Content))
		h.Write(f.Content)
	}
}

// hashEmbed adds an embedded file to the hash.
func (g *graph) hashEmbed(h hash.Hash, m *meta, file string) {
	rel, err := filepath.Rel(m.dir, file)
	if err != nil {
		rel = file
	}
	content, ok := g.overlay[file]
	if !ok {
		content, _ = os.ReadFile(file) // a file that is gone hashes as empty
	}
	fmt.Fprintf(h, "embed %s %x\n", rel, sha256.Sum256(content))
}

// embedsOf finds the variables that the //go:embed directives belong to.
func embedsOf(fset *token.FileSet, e *entry, m *meta) []Embed {
	var embeds []Embed
	for _, src := range e.sources {
		if len(src.embeds) == 0 || src.file == nil {
			continue
		}
		for _, d := range src.file.Decls {
			gd, ok := d.(*ast.GenDecl)
			if !ok || gd.Tok != token.VAR {
				continue
			}
			for _, s := range gd.Specs {
				vs := s.(*ast.ValueSpec)
				if patterns := patternsAbove(src, fset.PositionFor(gd.Pos(), false).Line, fset.PositionFor(vs.Pos(), false).Line); len(patterns) > 0 && len(vs.Names) == 1 {
					embeds = append(embeds, Embed{Var: vs.Names[0].Name, Files: matchEmbeds(m, patterns)})
				}
			}
		}
	}
	return embeds
}

// patternsAbove returns the patterns of the directives that stand directly
// above a variable specification: between the previous declaration and it.
func patternsAbove(src *source, declLine, specLine int) []string {
	var patterns []string
	next := declLine
	if specLine > declLine {
		next = specLine
	}
	for i := len(src.embeds) - 1; i >= 0; i-- {
		d := src.embeds[i]
		if d.line < next && next-d.line <= 1 {
			patterns = append(patterns, d.patterns...)
			next = d.line
		}
	}
	return patterns
}

// matchEmbeds selects the embedded files of the package that match.
func matchEmbeds(m *meta, patterns []string) []string {
	var files []string
	for _, f := range m.embeds {
		rel, err := filepath.Rel(m.dir, f)
		if err != nil {
			continue
		}
		rel = filepath.ToSlash(rel)
		for _, p := range patterns {
			p = strings.TrimPrefix(p, "all:")
			if matchPrefix(p, rel) {
				files = append(files, rel)
				break
			}
		}
	}
	slices.Sort(files)
	return files
}

// matchPrefix reports whether the pattern matches the path or a directory
// that contains it.
func matchPrefix(pattern, rel string) bool {
	for p := rel; p != "." && p != "/"; p = path.Dir(p) {
		if ok, _ := path.Match(pattern, p); ok {
			return true
		}
	}
	return pattern == "."
}
