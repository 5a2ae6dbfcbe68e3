package analysis

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mazurka-go/mazurka/analysis/load"
)

// archives runs a test for each archive in the directory.
func archives(t *testing.T, dir string, test func(t *testing.T, file string, ar *txtar.Archive)) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatal("no archives", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			test(t, file, ar)
		})
	}
}

// loadArchive loads the packages of the archive as a module, with stand-ins for
// large packages of the standard library.
func loadArchive(t testing.TB, ar *txtar.Archive) *load.Program {
	t.Helper()
	return loadProgram(t, ar, stubs{})
}

// loadProgram loads the packages of the archive as a module.
func loadProgram(t testing.TB, ar *txtar.Archive, models load.ModelSet) *load.Program {
	t.Helper()
	dir := t.TempDir()
	fs, err := txtar.FS(ar)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, fs); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n\ngo 1.26\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	prog, err := load.Load(t.Context(), &load.Config{Dir: dir, Patterns: []string{"./..."}, Tests: true, Models: models})
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range prog.All() {
		for _, e := range pkg.Errors {
			t.Fatalf("%s: %v", pkg.ID, e)
		}
	}
	return prog
}

// stubs are models of packages whose source does not matter here.
type stubs struct{}

func (stubs) Roots() []string { return nil }

func (stubs) Lookup(path string) (load.Model, bool) {
	source, ok := map[string]string{
		"testing": "package testing; type T struct{}; func (*T) Run(string, func(*T)); func (*T) Parallel(); type M struct{}; func (*M) Run() int",
		"time":    "package time; type Duration int64; func Sleep(Duration); func Since(int) Duration",
		"context": "package context; type Context interface { Done() <-chan int }; func Background() Context; func WithCancel(Context) (Context, func())",
		"sync":    "package sync; type Mutex struct{}; func (*Mutex) Lock()",
		"sort":    "package sort; type Interface interface { Less(i, j int) bool }; func Sort(Interface)",
	}[path]
	return load.Model{Replace: true, Files: []load.ModelFile{{Name: path + ".go", Content: []byte(source)}}}, ok
}
