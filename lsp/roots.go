package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/mazurka-go/mazurka/explore"
)

// rootOf is the directory whose packages are loaded together with a file's: that of
// its go.work if there is one that uses its module, else that of its module.
func rootOf(path string) string {
	dir := filepath.Dir(path)
	module := above(dir, "go.mod")
	if work := above(dir, "go.work"); work != "" && os.Getenv("GOWORK") != "off" {
		if module == "" && filepath.Base(path) == "go.work" || slices.Contains(usedBy(work), module) {
			return work
		}
	}
	if module == "" {
		return dir
	}
	return module
}

// above is the nearest directory from dir upwards that contains a file; "" if
// there is none.
func above(dir, name string) string {
	for {
		if fi, err := os.Stat(filepath.Join(dir, name)); err == nil && fi.Mode().IsRegular() {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// usedBy lists the directories of the modules of a go.work; none if it cannot
// be read.
func usedBy(root string) (dirs []string) {
	file := filepath.Join(root, "go.work")
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	work, err := modfile.ParseWork(file, text, nil)
	if err != nil {
		return nil
	}
	for _, use := range work.Use {
		dir := filepath.FromSlash(use.Path)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(root, dir)
		}
		dirs = append(dirs, filepath.Clean(dir))
	}
	return dirs
}

// patternsOf are the patterns of all packages of a root.
func patternsOf(root string) (patterns []string) {
	for _, dir := range usedBy(root) {
		if rel, err := filepath.Rel(root, dir); err == nil {
			patterns = append(patterns, "./"+filepath.ToSlash(rel)+"/...")
		}
	}
	if len(patterns) == 0 {
		return []string{"./..."}
	}
	return patterns
}

// watches reports whether edits of a file have tests explored: Go files and
// those that say what belongs to a module, of the workspace folders if there
// are any. Code that is looked at in the standard library or another module is not the user's.
func (s *server) watches(path string) bool {
	switch base := filepath.Base(path); {
	case base == "go.mod", base == "go.work", filepath.Ext(base) == ".go":
	default:
		return false
	}
	s.mu.Lock()
	folders, filters := s.roots, s.settings.DirectoryFilters
	s.mu.Unlock()
	dir := filepath.Dir(path)
	for _, folder := range folders {
		if within(folder, dir) {
			return !excluded(filters, folder, dir)
		}
	}
	return len(folders) == 0 && !strings.Contains(filepath.ToSlash(path), "/pkg/mod/") && !isGoroot(above(dir, "go.mod"))
}

// isGoroot reports whether a module is the standard library.
func isGoroot(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil || dir == "" {
		return false
	}
	name := modfile.ModulePath(text)
	return name == "std" || name == "cmd"
}

// within reports whether a directory is root or below it.
func within(root, dir string) bool {
	rel, err := filepath.Rel(root, dir)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// inDir reports whether a file is in a directory.
func inDir(dir string, files []string) bool {
	return slices.ContainsFunc(files, func(f string) bool { return filepath.Dir(f) == dir })
}

// scope returns which tests are explored without being asked for.
func (s *server) scope(set *Settings) func(*explore.Test) bool {
	s.mu.Lock()
	folders := slices.Clone(s.roots)
	s.mu.Unlock()
	open := s.docs.paths()
	return func(t *explore.Test) bool {
		file := t.Pos.Filename
		dir := filepath.Dir(file)
		for _, folder := range folders {
			if within(folder, dir) && excluded(set.DirectoryFilters, folder, dir) {
				return false
			}
		}
		switch set.Scope {
		case scopeFiles:
			return slices.Contains(open, file)
		case scopePackage:
			return inDir(dir, open)
		}
		return true
	}
}
