package explore_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The rules that put a test out of scope look at its recipe and its source
// only, never at what the machine does with it.

// outsideImports are packages whose users depend on what is not Go.
var outsideImports = map[string]string{
	"C":           "needs cgo",
	"runtime/cgo": "needs cgo",
	"os/exec":     "starts processes: the compiler, the linker, or itself",
}

// outsideFunctions are those by which a program looks at the statistics of the
// collector and the allocator, or at the memory of its process.
var outsideFunctions = map[string][]string{
	"runtime":       {"ReadMemStats", "MemStats", "MemProfile", "MemProfileRate"},
	"runtime/debug": {"ReadGCStats", "FreeOSMemory"},
	"syscall":       {"Mmap", "Mprotect"},
}

// outOfScope returns the rule by which a test is not about what the language
// and its library define, "" if there is none.
func (p *goTest) outOfScope(t *testing.T, root string) string {
	t.Helper()
	if slices.ContainsFunc(p.flags, func(f string) bool { return f != "-s" && f != "-gomodversion" && strings.HasPrefix(f, "-") }) {
		return "has flags for the compiler or the linker"
	}
	files := []string{filepath.Join(root, p.name)}
	if p.parts() != "" {
		files = filesBelow(t, filepath.Join(root, p.parts()))
	}
	for _, f := range files {
		if why := outsideFile(t, f); why != "" {
			return why
		}
	}
	return ""
}

func filesBelow(t *testing.T, dir string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func outsideFile(t *testing.T, file string) string {
	t.Helper()
	switch filepath.Ext(file) {
	case ".s":
		return "is partly assembly"
	case ".go":
	default:
		return ""
	}
	src, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	names := make(map[string]string) // paths of imported packages
	for _, i := range src.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if why := outsideImports[p]; why != "" {
			return why
		}
		names[p[strings.LastIndexByte(p, '/')+1:]] = p
	}
	for _, g := range src.Comments {
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, "//go:linkname ") {
				return "has linker directives"
			}
		}
	}
	why := ""
	ast.Inspect(src, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if pkg, ok := s.X.(*ast.Ident); ok && slices.Contains(outsideFunctions[names[pkg.Name]], s.Sel.Name) {
				why = "looks at the collector or the memory of the process: " + pkg.Name + "." + s.Sel.Name
			}
		}
		return why == ""
	})
	return why
}
