package load

import (
	"go/token"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

// stubs are models as small as can be of what test modules import, for tests
// that load many of them.
var stubs = toyModels{
	"context":       stub("context", "type Context interface { Err() error }; func Background() Context"),
	"embed":         stub("embed", "type FS struct{}"),
	"encoding/json": stub("json", "func Marshal(any) ([]byte, error)"),
	"errors":        stub("errors", "func New(string) error"),
	"fmt":           stub("fmt", "func Sprint(...any) string; func Print(...any); func Println(...any)"),
	"io":            stub("io", "type Writer interface { Write([]byte) (int, error) }; type Reader interface { Read([]byte) (int, error) }"),
	"os":            stub("os", `import "io"; var Stdout io.Writer; func Exit(int)`),
	"strings":       stub("strings", "type Reader struct{}; func (*Reader) Read([]byte) (int, error); func NewReader(string) *Reader; func Count(s, t string) int"),
	"sync":          stub("sync", "type Mutex struct{}; func (*Mutex) Lock(); func (*Mutex) Unlock(); type Once struct{}; func (*Once) Do(func()) {}"),
	"testing":       stub("testing", "type T struct{}; type B struct{}; type F struct{}; type M struct{}; func (*M) Run() int"),
	"time":          stub("time", "type Duration int64; const Millisecond Duration = 1; func Sleep(Duration)"),
}

func stub(name, source string) Model {
	return Model{Replace: true, Files: []ModelFile{{Name: name + ".go", Content: []byte("package " + name + "; " + source)}}}
}

// toyModels is a ModelSet made of the sections of an archive.
type toyModels map[string]Model

func (m toyModels) Lookup(importPath string) (Model, bool) {
	model, ok := m[importPath]
	return model, ok
}

func (m toyModels) Roots() []string { return nil }

// add adds a file. Its first line may be
//
//	//model replace bodyless noinit keep=F drop=T.M remove=G
func (m toyModels) add(importPath string, f txtar.File) {
	model := m[importPath]
	line, _, _ := strings.Cut(string(f.Data), "\n")
	if words, ok := strings.CutPrefix(line, "//model "); ok {
		for _, w := range strings.Fields(words) {
			key, value, _ := strings.Cut(w, "=")
			switch key {
			case "replace":
				model.Replace = true
			case "bodyless":
				model.Bodyless = true
			case "noinit":
				model.NoInit = true
			case "keep":
				model.Keep = append(model.Keep, value)
			case "drop":
				model.Drop = append(model.Drop, value)
			case "remove":
				model.Remove = append(model.Remove, value)
			}
		}
	}
	model.Files = append(model.Files, ModelFile{Name: "model/" + f.Name[len("model/"):], Content: f.Data})
	m[importPath] = model
}

// shortPos prints a position with the base name of its file.
func shortPos(p token.Position) string {
	return filepath.Base(p.Filename) + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
}
