package load

import (
	"fmt"
	"go/build"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// compilerTags returns the tags that the go command sets by itself: one for
// each release and for each experiment.
func compilerTags(goversion, experiment string) []string {
	tags := []string{"gc", "amd64.v1"}
	minor := 0
	if v, ok := strings.CutPrefix(langVersion(goversion), "go1."); ok {
		minor, _ = strconv.Atoi(v)
	}
	if minor == 0 {
		tags = append(tags, build.Default.ReleaseTags...)
	}
	for i := 1; i <= minor; i++ {
		tags = append(tags, fmt.Sprintf("go1.%d", i))
	}
	for _, t := range build.Default.ToolTags {
		if name, ok := strings.CutPrefix(t, "goexperiment."); ok && !slices.Contains(strings.Split(experiment, ","), "no"+name) {
			tags = append(tags, t)
		}
	}
	for _, e := range strings.Split(experiment, ",") {
		if e != "" && !strings.HasPrefix(e, "no") {
			tags = append(tags, "goexperiment."+e)
		}
	}
	return tags
}

// buildContext is the go/build view of the settings. It serves to find
// packages of the standard library that only a model needs, without asking
// the go command once more.
func (s *settings) buildContext() *build.Context {
	return &build.Context{
		GOARCH: "amd64", GOOS: "linux", GOROOT: s.goroot, Compiler: "gc",
		BuildTags:   s.tags,
		ToolTags:    s.compiler,
		ReleaseTags: nil, // among the tool tags
	}
}

// stdMeta returns the metadata of a package of the standard library, read
// from its directory.
func (s *settings) stdMeta(importPath string) (*meta, error) {
	dir := filepath.Join(s.goroot, "src", filepath.FromSlash(importPath))
	p, err := s.buildContext().ImportDir(dir, 0)
	if err != nil {
		return nil, fmt.Errorf("package %s is not in std: %v", importPath, err)
	}
	m := &meta{
		id: importPath, path: importPath, name: p.Name, dir: dir,
		standard: true, immutable: true,
		goVersion: langVersion(s.goversion),
		imports:   make(map[string]string, len(p.Imports)),
		assembly:  len(p.SFiles) > 0,
	}
	for _, f := range p.GoFiles {
		m.files = append(m.files, filepath.Join(dir, f))
	}
	for _, imp := range p.Imports {
		m.imports[imp] = imp
		if strings.Contains(firstElem(imp), ".") { // golang.org/x/... is vendored
			m.imports[imp] = path.Join("vendor", imp)
		}
	}
	return m, nil
}

func firstElem(importPath string) string {
	first, _, _ := strings.Cut(importPath, "/")
	return first
}
