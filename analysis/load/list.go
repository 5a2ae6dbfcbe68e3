package load

import (
	"context"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// meta is what the go command knows about one variant of a package.
type meta struct {
	id, path, name, dir, forTest string
	module, goVersion, gomod     string
	standard                     bool
	immutable                    bool // in GOROOT (unless that is where we work) or the module cache: read once per session
	assembly                     bool
	files                        []string // absolute, sorted by name
	ignored                      []string // excluded by build constraints
	embeds                       []string // absolute
	imports                      map[string]string
	errors                       []Error
}

// listing is the result of one run of the go command.
type listing struct {
	metas     map[string]*meta
	roots     []string         // IDs, sorted, without test mains
	missing   map[string]Error // why packages that something imports do not exist
	unmatched []Error
	main      mainModule
}

const listMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
	packages.NeedModule | packages.NeedForTest | packages.NeedEmbedFiles

// list runs the go command.
func list(ctx context.Context, cfg *Config, s *settings) (*listing, error) {
	pkgs, err := packages.Load(&packages.Config{
		Mode: listMode, Context: ctx, Dir: s.dir, Env: s.env, BuildFlags: s.flags,
		Tests: cfg.Tests, Overlay: cfg.Overlay,
	}, cfg.Patterns...)
	if err != nil {
		return nil, err
	}
	l := &listing{metas: make(map[string]*meta), missing: make(map[string]Error)}
	isRoot := make(map[*packages.Package]bool, len(pkgs))
	for _, p := range pkgs {
		isRoot[p] = true
	}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		nothing := p.Name == "" && len(p.GoFiles) == 0 && len(p.Errors) > 0
		switch {
		case isTestMain(p):
		case nothing && !isRoot[p] && len(p.IgnoredFiles) == 0:
			l.missing[p.ID] = listErrors(p, s)[0]
		case nothing && isRoot[p] && p.Dir == "":
			l.unmatched = append(l.unmatched, listErrors(p, s)...)
		default:
			l.metas[p.ID] = newMeta(p, s)
			if isRoot[p] {
				l.roots = append(l.roots, p.ID)
			}
		}
	})
	slices.Sort(l.roots)
	l.roots = slices.Compact(l.roots)
	l.dropPlain()
	return l, nil
}

// dropPlain removes the roots of which there is a variant with test files:
// the variant is what is tested, and the plain package is loaded only if
// another package imports it.
func (l *listing) dropPlain() {
	tested := make(map[string]bool)
	for _, id := range l.roots {
		if m := l.metas[id]; m.forTest == m.path {
			tested[m.path] = true
		}
	}
	l.roots = slices.DeleteFunc(l.roots, func(id string) bool { return tested[id] })
}

// isTestMain reports whether p is a generated test main package: nothing else
// may import the package it imports.
func isTestMain(p *packages.Package) bool {
	if p.Name != "main" || !strings.HasSuffix(p.ID, ".test") {
		return false
	}
	_, generated := p.Imports["testing/internal/testdeps"]
	return generated || len(p.GoFiles) == 0
}

func newMeta(p *packages.Package, s *settings) *meta {
	m := &meta{
		id: p.ID, path: p.PkgPath, name: p.Name, dir: p.Dir, forTest: p.ForTest,
		files: slices.Clone(p.GoFiles), embeds: slices.Clone(p.EmbedFiles),
		imports: make(map[string]string, len(p.Imports)),
	}
	m.standard = p.Module == nil && within(filepath.Join(s.goroot, "src"), p.Dir)
	m.immutable = within(s.goroot, p.Dir) && !within(s.goroot, s.dir) || within(s.gomodcache, p.Dir)
	switch {
	case p.Module == nil: // the standard library, or files on the command line
		m.goVersion = langVersion(s.goversion)
	case p.Module.GoVersion == "":
		m.goVersion = "go1.16" // what the go command assumes
	default:
		m.goVersion = "go" + p.Module.GoVersion
	}
	if p.Module != nil {
		m.module, m.gomod = p.Module.Path, p.Module.GoMod
	}
	for path, imp := range p.Imports {
		m.imports[path] = imp.ID
	}
	for _, f := range p.IgnoredFiles {
		if strings.HasSuffix(f, ".go") {
			m.ignored = append(m.ignored, f)
		}
	}
	for _, f := range p.OtherFiles {
		m.assembly = m.assembly || strings.HasSuffix(f, ".s")
	}
	m.errors = listErrors(p, s)
	return m
}

// within reports whether the path lies in the directory.
func within(dir, path string) bool {
	if dir == "" || path == "" {
		return false
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// listErrors converts the errors of the go command.
func listErrors(p *packages.Package, s *settings) []Error {
	var errs []Error
	for _, e := range p.Errors {
		msg := strings.TrimPrefix(e.Msg, fmt.Sprintf("package %s: ", p.PkgPath))
		msg = strings.ReplaceAll(msg, "\n\t", " ")
		errs = append(errs, Error{Kind: ListError, Pos: parsePos(e.Pos, s.dir), Msg: msg})
	}
	return errs
}

// parsePos parses file:line:col, where column and line are optional.
func parsePos(pos, dir string) token.Position {
	if pos == "" || pos == "-" {
		return token.Position{}
	}
	var nums []int
	for range 2 {
		i := strings.LastIndexByte(pos, ':')
		if i < 0 {
			break
		}
		n, err := strconv.Atoi(pos[i+1:])
		if err != nil {
			break
		}
		nums, pos = append(nums, n), pos[:i]
	}
	if !filepath.IsAbs(pos) {
		pos = filepath.Join(dir, pos)
	}
	p := token.Position{Filename: pos}
	switch len(nums) {
	case 1:
		p.Line = nums[0]
	case 2:
		p.Line, p.Column = nums[1], nums[0]
	}
	return p
}
