package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// settings are the facts about the go command and the build that hold for a
// whole load.
type settings struct {
	dir        string // absolute
	env        []string
	flags      []string // for the go command, -tags included
	tags       []string // sorted, without duplicates
	goroot     string
	goversion  string // such as "go1.26.1"
	gomodcache string
	gowork     string
	gomod      string
	experiment string
	compiler   []string // tool and release tags
}

// platform is the environment that fixes the platform of the machine.
var platform = []string{
	"GOOS=linux", "GOARCH=amd64", "GOAMD64=v1", "CGO_ENABLED=0",
}

// newSettings asks the go command.
func newSettings(ctx context.Context, cfg *Config) (*settings, error) {
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, err
	}
	s := &settings{dir: dir, env: cfg.Env}
	if s.env == nil {
		s.env = os.Environ()
	}
	s.env = append(slices.Clone(s.env), platform...)
	s.env = append(s.env, "PWD="+dir)

	var vars struct {
		GOROOT, GOVERSION, GOMODCACHE, GOFLAGS, GOWORK, GOMOD, GOEXPERIMENT string
	}
	out, err := s.goCommand(ctx, "env", "-json", "GOROOT", "GOVERSION", "GOMODCACHE", "GOFLAGS", "GOWORK", "GOMOD", "GOEXPERIMENT")
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(out, &vars); err != nil {
		return nil, fmt.Errorf("go env: %v", err)
	}
	s.goroot, s.goversion, s.gomodcache = vars.GOROOT, vars.GOVERSION, vars.GOMODCACHE
	s.gowork, s.gomod, s.experiment = vars.GOWORK, vars.GOMOD, vars.GOEXPERIMENT
	// GOVERSION may go on after a space (experiments) or a dash (vendors).
	if i := strings.IndexAny(s.goversion, " -"); i >= 0 {
		s.goversion = s.goversion[:i]
	}

	tags := append(slices.Clone(Tags), cfg.Tags...)
	goflagTags, _ := splitTags(strings.Fields(vars.GOFLAGS))
	flagTags, flags := splitTags(cfg.BuildFlags)
	tags = append(append(tags, goflagTags...), flagTags...)
	slices.Sort(tags)
	s.tags = slices.Compact(tags)
	s.flags = append(flags, "-tags="+strings.Join(s.tags, ","))
	s.compiler = compilerTags(s.goversion, s.experiment)
	return s, nil
}

// goCommand runs the go command and returns what it prints.
func (s *settings) goCommand(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = s.dir, s.env
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		err = errors.New(string(bytes.TrimSpace(exit.Stderr)))
	}
	return nil, fmt.Errorf("go %s: %w", args[0], err)
}

// splitTags separates the values of -tags flags from other flags.
func splitTags(flags []string) (tags, rest []string) {
	for i := 0; i < len(flags); i++ {
		f := strings.TrimPrefix(flags[i], "-")
		f = strings.TrimPrefix(f, "-")
		val, ok := strings.CutPrefix(f, "tags=")
		switch {
		case ok && f != flags[i]:
		case f == "tags" && f != flags[i] && i+1 < len(flags):
			i++
			val = flags[i]
		default:
			rest = append(rest, flags[i])
			continue
		}
		tags = append(tags, strings.FieldsFunc(val, func(r rune) bool { return r == ',' || r == ' ' })...)
	}
	return tags, rest
}

// langVersion returns the language version of a toolchain: go1.26 of go1.26.1.
func langVersion(goversion string) string {
	v := "v" + strings.TrimPrefix(goversion, "go")
	for i, r := range v[1:] {
		if r != '.' && (r < '0' || r > '9') { // go1.27rc1
			v = v[:i+1]
			break
		}
	}
	if mm := semver.MajorMinor(v); mm != "" {
		return "go" + mm[1:]
	}
	return "" // a development version: whatever the type checker knows
}
