package explore

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/mazurka-go/mazurka/analysis/load"
)

// A Session keeps what the next question can use. It is safe for concurrent
// use.
type Session struct {
	store store
	cache *load.Cache

	mu       sync.Mutex
	programs []*program // most recently used last
	codes    []*code    // newest last
	guard    *memoryGuard
}

// NewSession returns a session that keeps schedules and results in cacheDir;
// empty means the directory mazurka in the user's cache directory. If there
// is none, nothing is kept beyond the session.
func NewSession(cacheDir string) *Session {
	if cacheDir == "" {
		cacheDir = defaultStoreDir()
	}
	return &Session{store: store{cacheDir}, cache: load.NewCache()}
}

// ClearCache forgets the results of earlier checks.
func (s *Session) ClearCache() error { return s.store.clear() }

// memoryGuard is the guard for a limit. Checks that go on at the same time have
// the same one, as long as their limits are the same.
func (s *Session) memoryGuard(limit uint64) *memoryGuard {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.guard == nil || s.guard.limit != limit {
		s.guard = newMemoryGuard(limit)
	}
	return s.guard
}

// snapshotState is the inner side of a Snapshot.
type snapshotState struct {
	options LoadOptions
	program *load.Program
	tests   map[[2]string]*Test
}

type packageState struct {
	target *load.Target
}

type testState struct {
	snap *Snapshot
	pkg  *Package
	test *load.Test
}

// ErrNoPackages is the error of a load whose patterns match nothing.
var ErrNoPackages = errors.New("no packages to check")

// Load loads packages and lists their tests. Packages that do not compile
// are in the snapshot with their errors; an error means that there is nothing
// to look at at all.
func (s *Session) Load(ctx context.Context, o LoadOptions) (*Snapshot, error) {
	p, err := s.loadProgram(ctx, o, true)
	if err != nil {
		return nil, err
	}
	snap := &Snapshot{snapshotState: snapshotState{options: o, program: p, tests: map[[2]string]*Test{}}}
	for _, e := range p.Unmatched {
		snap.Unmatched = append(snap.Unmatched, Error{e.Pos, e.Msg})
	}
	for _, t := range p.Targets {
		snap.Packages = append(snap.Packages, snap.newPackage(t))
	}
	if len(snap.Packages) == 0 && len(snap.Unmatched) == 0 {
		return nil, ErrNoPackages
	}
	return snap, nil
}

func (s *Session) loadProgram(ctx context.Context, o LoadOptions, tests bool) (*load.Program, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	if fi, err := os.Stat(dir); err != nil || !fi.IsDir() {
		return nil, fmt.Errorf("%s is not a directory", dir)
	}
	return load.Load(ctx, &load.Config{
		Dir: dir, Patterns: o.Patterns, Tests: tests, Tags: o.Tags, BuildFlags: o.BuildFlags,
		Env: o.Env, Overlay: o.Overlay, Models: models{}, Cache: s.cache,
	})
}

func (snap *Snapshot) newPackage(t *load.Target) *Package {
	p := &Package{Path: t.ImportPath, Dir: t.Package.Dir, packageState: packageState{t}}
	for _, pkg := range []*load.Package{t.Package, t.External} {
		if pkg == nil {
			continue
		}
		for _, e := range pkg.Errors {
			p.Errors = append(p.Errors, Error{e.Pos, e.Msg})
		}
	}
	for i := range t.Tests {
		lt := &t.Tests[i]
		test := &Test{
			Package: t.ImportPath, Name: lt.Name, Kind: TestKind(lt.Kind.String()),
			Pos: lt.Pos, End: snap.program.Fset.Position(lt.Decl.End()),
			testState: testState{snap, p, lt},
		}
		p.Tests = append(p.Tests, test)
		snap.tests[[2]string{p.Path, lt.Name}] = test
	}
	return p
}

// Identity identifies everything of the code that the test's result can depend
// on, except the files that it reads: tests of two snapshots with the same identity
// have the same result under the same options.
func (t *Test) Identity() [32]byte { return t.pkg.target.Hash }

// Lookup returns the test of a package, or nil.
func (s *Snapshot) Lookup(pkg, test string) *Test { return s.tests[[2]string{pkg, test}] }

// Affected returns the tests that can reach code of the file (an absolute
// path), nearest first: those of the file's own package, then of packages
// that import it, and so on.
func (s *Snapshot) Affected(file string) []*Test {
	type near struct {
		pkg      *Package
		distance int
	}
	var found []near
	for _, p := range s.Packages {
		if d := distance(p.target, file); d >= 0 {
			found = append(found, near{p, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return a.distance - b.distance })
	var tests []*Test
	for _, n := range found {
		tests = append(tests, n.pkg.Tests...)
	}
	return tests
}

// distance is the number of imports between a target and the package that
// contains the file, -1 if there is no way.
func distance(t *load.Target, file string) int {
	level, seen := []*load.Package{t.Package}, map[*load.Package]bool{}
	if t.External != nil {
		level = append(level, t.External)
	}
	for d := 0; len(level) > 0; d++ {
		var next []*load.Package
		for _, p := range level {
			if p.Standard || seen[p] {
				continue
			}
			seen[p] = true
			if slices.Contains(p.Files, file) {
				return d
			}
			next = slices.AppendSeq(next, maps.Values(p.Imports))
		}
		level = next
	}
	return -1
}

// label is a position as it is shown within a sentence: file:line, without
// directories.
func label(pos token.Position) string {
	if !pos.IsValid() {
		return "unknown position"
	}
	return fmt.Sprintf("%s:%d", filepath.Base(pos.Filename), pos.Line)
}

// testEnv is the environment that tests see.
func testEnv(extra []string, dir string) []string {
	env := []string{"HOME=/home/user", "LANG=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin", "TMPDIR=/tmp", "USER=user", "PWD=" + dir}
	for _, e := range extra {
		name, _, _ := strings.Cut(e, "=")
		env = slices.DeleteFunc(env, func(old string) bool { return strings.HasPrefix(old, name+"=") })
		env = append(env, e)
	}
	return env
}
