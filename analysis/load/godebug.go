package load

import (
	"maps"
	"strings"

	"golang.org/x/mod/modfile"
)

// mainModule has what the main module or the workspace says about the
// programs of its packages.
type mainModule struct {
	goVersion string // decides the defaults of GODEBUG settings
	godebug   map[string]string
}

// readMain reads go.work or go.mod. Without either, or with a broken one,
// which the go command reports, the version is that of the toolchain.
func (s *settings) readMain(files *files, overlay map[string][]byte) mainModule {
	m := mainModule{goVersion: langVersion(s.goversion), godebug: make(map[string]string)}
	path, isWork := s.gomod, false
	if s.gowork != "" && s.gowork != "off" {
		path, isWork = s.gowork, true
	}
	content, err := files.content(path, overlay)
	if err != nil {
		return m
	}
	var goLine *modfile.Go
	var lines []*modfile.Godebug
	if isWork {
		f, err := modfile.ParseWork(path, content, nil)
		if err != nil {
			return m
		}
		goLine, lines = f.Go, f.Godebug
	} else {
		f, err := modfile.Parse(path, content, nil)
		if err != nil {
			return m
		}
		goLine, lines = f.Go, f.Godebug
	}
	if goLine != nil {
		m.goVersion = langVersion("go" + goLine.Version)
	}
	for _, l := range lines {
		m.godebug[l.Key] = l.Value
	}
	return m
}

// targetGodebug returns the GODEBUG settings of a target: those of the main
// module and those of //go:debug lines, which count in the files of a main
// package, or in the test files if there are any. A setting default=VERSION
// stands for the defaults of that version.
func targetGodebug(main mainModule, t *Target) (goVersion string, settings map[string]string) {
	settings = maps.Clone(main.godebug)
	for _, p := range []*Package{t.Package, t.External} {
		if p == nil {
			continue
		}
		for _, d := range p.debug {
			if isTestFile(d.file) || p.Name == "main" && p.ForTest == "" {
				if key, value, ok := strings.Cut(strings.TrimSpace(d.setting), "="); ok {
					settings[key] = value
				}
			}
		}
	}
	goVersion = main.goVersion
	if v, ok := settings["default"]; ok {
		goVersion = langVersion(v)
		delete(settings, "default")
	}
	return goVersion, settings
}

// A debugLine is a //go:debug line.
type debugLine struct {
	file, setting string
}

func isTestFile(path string) bool { return strings.HasSuffix(path, "_test.go") }
