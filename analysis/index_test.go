package analysis

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mazurka-go/mazurka/analysis/load"
)

var update = flag.Bool("update", false, "rewrite the want sections of testdata")

// TestConcurrent: tests with names that end in Concurrent are, others are not.
func TestConcurrent(t *testing.T) {
	archives(t, "testdata/concurrent", func(t *testing.T, _ string, ar *txtar.Archive) {
		prog := loadArchive(t, ar)
		view := NewIndex().View(prog)
		n := 0
		for _, target := range prog.Targets {
			for _, test := range target.Tests {
				n++
				if got := view.Concurrent(target, test); got != strings.HasSuffix(test.Name, "Concurrent") {
					t.Errorf("%s: %t", test.Name, got)
				}
			}
		}
		if n == 0 {
			t.Error("no tests")
		}
	})
}

// TestAffected prints, for each line with a comment "edit", the tests that it
// affects, and compares with the section "want".
func TestAffected(t *testing.T) {
	files, err := filepath.Glob("testdata/affected/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no archives", err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if last := &ar.Files[len(ar.Files)-1]; last.Name == "want" {
			want = string(last.Data)
			ar.Files = ar.Files[:len(ar.Files)-1]
		}
		got := affectedLines(loadArchive(t, ar))
		if got == want {
			continue
		}
		if !*update {
			t.Errorf("%s: got\n%swant\n%s", file, got, want)
			continue
		}
		ar.Files = append(ar.Files, txtar.File{Name: "want", Data: []byte(got)})
		if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func affectedLines(prog *load.Program) string {
	var b strings.Builder
	view := NewIndex().View(prog)
	seen := make(map[string]bool)
	for _, pkg := range prog.All() {
		for _, file := range pkg.Files {
			content, err := os.ReadFile(file)
			if pkg.Standard || seen[file] || err != nil {
				continue
			}
			seen[file] = true
			for i, line := range strings.Split(string(content), "\n") {
				if _, what, ok := strings.Cut(line, "// edit"); ok {
					fmt.Fprintf(&b, "%s:%d%s:", filepath.Base(file), i+1, what)
					for _, a := range view.Affected(Lines{file, i + 1, i + 1}) {
						fmt.Fprintf(&b, " %s/%d", a.Test.Name, a.Distance)
					}
					b.WriteByte('\n')
				}
			}
		}
	}
	return b.String()
}

// TestIndexKeeps: an index forgets packages that programs no longer contain,
// and gives the same answers with and without what it has kept.
func TestIndexKeeps(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/affected/graph.txtar")
	if err != nil {
		t.Fatal(err)
	}
	ar.Files = ar.Files[:len(ar.Files)-1]
	x := NewIndex()
	first := x.View(loadArchive(t, ar))
	n := len(x.pkgs)
	for range keepPrograms + 2 {
		x.View(loadArchive(t, ar))
	}
	if len(x.pkgs) > n*(keepPrograms+1) {
		t.Errorf("%d packages kept of programs with %d each", len(x.pkgs), n)
	}
	if again := x.View(first.prog); len(again.pkgs) != n {
		t.Errorf("%d packages, want %d", len(again.pkgs), n)
	}
}

// TestStdPackages: every exported package of the standard library with a go
// statement is known to use concurrency, as a whole or in part.
func TestStdPackages(t *testing.T) {
	prog := loadArchive(t, txtar.Parse([]byte("-- a.go --\npackage m\n")))
	src := filepath.Join(prog.GOROOT, "src")
	err := filepath.WalkDir(src, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		pkg, _ := filepath.Rel(src, filepath.Dir(path))
		if d.IsDir() {
			switch d.Name() {
			case "testdata", "internal", "cmd", "vendor":
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || pkg == "syscall/js" || !hasGo(t, path) {
			return nil
		}
		_, whole := stdPackages[pkg]
		_, part := stdObjects[pkg]
		if !whole && !part {
			t.Errorf("%s starts goroutines in %s", pkg, filepath.Base(path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// hasGo reports whether the file has a go statement.
func hasGo(t *testing.T, path string) bool {
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(content), "go ") || strings.Contains(string(content), "//go:build ignore") {
		return false
	}
	f, err := parser.ParseFile(token.NewFileSet(), path, content, parser.SkipObjectResolution)
	if err != nil {
		return false // not for this toolchain
	}
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		_, ok := n.(*ast.GoStmt)
		found = found || ok
		return !found
	})
	return found
}
