// Package model holds the models: Go source that is compiled in place of, or
// in addition to, packages of the standard library that lean on the runtime,
// the host, or on lock-free code that the machine executes as one operation.
//
// Everything else of the standard library runs from its real source. The
// reason why a package is modelled stands in the comment of its package
// clause, in the directory _src/<import path>. The directory's name begins
// with an underscore so that the go command does not take the models for
// packages of this module: they are compiled for the machine only.
//
// # Directives
//
// The lines before the package clause of the files of a model say how it
// takes effect. All files of a model count together.
//
//	//mazurka:replace       the files stand in place of the package's own
//	//mazurka:patch         the files are added, and their declarations
//	                        replace the real ones of the same name
//	//mazurka:bodyless      patch, and the real functions lose their bodies
//	//mazurka:keep F T.M    with bodyless: but not these
//	//mazurka:drop F T.M    these real functions lose their bodies
//	//mazurka:remove F T    these real declarations are left out
//	//mazurka:noinit        the real package is not initialised
//
// A function without a body is an intrinsic of the machine.
//
// The package returns plain data: who loads programs joins it to the loader.
package model

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed all:_src
var src embed.FS

// A Model says what of a package is to be compiled. Functions are named as in
// "F" or "T.M".
type Model struct {
	Replace  bool     // Files stand in place of the package's own
	Files    []File   // sorted by name
	Remove   []string // real declarations that are left out
	Drop     []string // real functions that lose their bodies
	Bodyless bool     // all real functions but those in Keep lose their bodies
	Keep     []string
	NoInit   bool // the real package is not initialised
}

// A File is a Go file of a model.
type File struct {
	Name    string // as it appears in positions
	Content []byte
}

var models = read()

// Lookup returns the model of the package with the import path. The caller
// must not change it.
func Lookup(importPath string) (Model, bool) {
	m, ok := models[importPath]
	return m, ok
}

// Paths lists the import paths of all models, sorted.
func Paths() []string {
	var paths []string
	for p := range models {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths
}

// Roots lists the packages that every program contains although nothing may
// import them: the machine calls functions of theirs.
func Roots() []string { return []string{"runtime"} }

// read reads the embedded models. They are part of the program, so a mistake
// in one of them is a broken invariant.
func read() map[string]Model {
	models := map[string]Model{}
	err := fs.WalkDir(src, "_src", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".go" {
			return err
		}
		content, err := src.ReadFile(name)
		if err != nil {
			return err
		}
		importPath := strings.TrimPrefix(path.Dir(name), "_src/")
		m := models[importPath]
		if err := m.directives(string(content)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		m.Files = append(m.Files, File{"$MAZURKA/" + importPath + "/" + path.Base(name), content})
		models[importPath] = m
		return nil
	})
	if err != nil {
		panic("model: " + err.Error())
	}
	return models
}

// directives takes over the directives of one file.
func (m *Model) directives(content string) error {
	known := false
	for line := range strings.Lines(content) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "package ") {
			break
		}
		directive, ok := strings.CutPrefix(line, "//mazurka:")
		if !ok {
			continue
		}
		words := strings.Fields(directive)
		if len(words) == 0 {
			return fmt.Errorf("empty directive")
		}
		switch args := words[1:]; words[0] {
		case "replace":
			m.Replace, known = true, true
		case "patch":
			known = true
		case "bodyless":
			m.Bodyless, known = true, true
		case "keep":
			m.Keep = append(m.Keep, args...)
		case "drop":
			m.Drop = append(m.Drop, args...)
		case "remove":
			m.Remove = append(m.Remove, args...)
		case "noinit":
			m.NoInit = true
		default:
			return fmt.Errorf("unknown directive %q", words[0])
		}
	}
	if !known {
		return fmt.Errorf("no directive says how the model takes effect")
	}
	return nil
}
