package load

import (
	"go/token"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

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
