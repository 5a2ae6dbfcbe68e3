package load

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A snapshot is a listing together with everything it depends on, so that it
// can be told whether the go command would answer the same again.
type snapshot struct {
	set  *settings
	list *listing

	headers map[string]string   // of the mutable Go files that belong to packages
	extra   map[string]string   // of other overlaid files
	dirs    map[string]dirState // that hold packages or could
	control map[string]fileStamp
}

// A fileStamp tells whether a file has changed.
type fileStamp struct {
	size  int64
	mtime time.Time
}

func stampOf(path string) fileStamp {
	info, err := os.Stat(path)
	if err != nil {
		return fileStamp{size: -1}
	}
	return fileStamp{info.Size(), info.ModTime()}
}

// A dirState tells whether a directory has got or lost something that
// matters.
type dirState struct {
	mtime  time.Time
	recent bool   // see diskFile
	names  string // of Go files and subdirectories
	all    bool   // other files count, too: they may be embedded
}

func dirStateOf(dir string, all bool) dirState {
	info, err := os.Stat(dir)
	if err != nil {
		return dirState{all: all}
	}
	s := dirState{mtime: info.ModTime(), all: all, recent: time.Since(info.ModTime()) < racy}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return s
	}
	var b strings.Builder
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, "."):
		case e.IsDir() && !all && skipDir(name):
		case all, e.IsDir(), strings.HasSuffix(name, ".go"):
			b.WriteString(name)
			b.WriteByte('\n')
		}
	}
	s.names = b.String()
	return s
}

// skipDir reports whether patterns do not descend into directories of the
// name, or whether nobody wants them to.
func skipDir(name string) bool {
	return strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") ||
		name == "testdata" || name == "vendor" || name == "node_modules"
}

// snapshotKey identifies what was asked.
func snapshotKey(cfg *Config) (string, error) {
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return "", err
	}
	env := cfg.Env
	if env == nil {
		env = os.Environ()
	}
	return fmt.Sprintf("%q %q %t %q %q %x", dir, cfg.Patterns, cfg.Tests, cfg.Tags, cfg.BuildFlags,
		sha256.Sum256([]byte(strings.Join(env, "\x00")))), nil
}

// listing returns the metadata for the configuration, from the cache if
// nothing has changed that the go command would look at.
func (c *Cache) listing(ctx context.Context, cfg *Config) (*settings, *listing, error) {
	key, err := snapshotKey(cfg)
	if err != nil {
		return nil, nil, err
	}
	if s := c.snapshots[key]; s != nil && s.holds(c, cfg) {
		return s.set, s.list, nil
	}
	delete(c.snapshots, key)
	start := time.Now()
	set, err := newSettings(ctx, cfg)
	if err != nil {
		return nil, nil, err
	}
	l, err := list(ctx, cfg, set)
	if err != nil {
		return nil, nil, err
	}
	l.main = set.readMain(c.files, cfg.Overlay)
	c.lists++
	if s := c.newSnapshot(cfg, set, l, start); s != nil {
		c.snapshots[key] = s
	}
	return set, l, nil
}

// clockSlack covers the coarseness of file times.
const clockSlack = 20 * time.Millisecond

// newSnapshot records what the listing, begun at start, depends on. It
// returns nil if that cannot be told: the go command found errors, whose
// causes can be anywhere, or something changed meanwhile.
func (c *Cache) newSnapshot(cfg *Config, set *settings, l *listing, start time.Time) *snapshot {
	if len(l.unmatched) > 0 {
		return nil
	}
	s := &snapshot{set: set, list: l, headers: make(map[string]string), extra: make(map[string]string),
		dirs: make(map[string]dirState), control: make(map[string]fileStamp)}
	for _, m := range l.metas {
		if len(m.errors) > 0 {
			return nil
		}
		if m.immutable {
			continue
		}
		for _, f := range slices.Concat(m.files, m.ignored) {
			src, err := c.files.get(f, cfg.Overlay, false)
			if err != nil {
				return nil
			}
			s.headers[f] = src.header
		}
		s.addDir(m.dir, len(m.embeds) > 0)
		for _, f := range m.embeds {
			for d := filepath.Dir(f); d != m.dir && within(m.dir, d); d = filepath.Dir(d) {
				s.addDir(d, true)
			}
		}
		if m.gomod != "" {
			s.addControl(filepath.Dir(m.gomod))
		}
	}
	for _, root := range treeRoots(cfg, set, l) {
		s.addTree(root)
	}
	for d := set.dir; ; d = filepath.Dir(d) {
		s.addControl(d)
		if d == filepath.Dir(d) {
			break
		}
	}
	s.control[set.gowork] = stampOf(set.gowork)
	for path, content := range cfg.Overlay {
		if _, ok := s.headers[path]; !ok {
			s.extra[path] = overlayState(path, content)
		}
	}
	if s.newest().After(start.Add(-clockSlack)) {
		return nil
	}
	return s
}

// overlayState returns what of an overlaid file matters to the go command.
func overlayState(path string, content []byte) string {
	if strings.HasSuffix(path, ".go") {
		return header(content)
	}
	return string(content)
}

func (s *snapshot) addDir(dir string, all bool) {
	if old, ok := s.dirs[dir]; !ok || all && !old.all {
		s.dirs[dir] = dirStateOf(dir, all)
	}
}

func (s *snapshot) addControl(dir string) {
	for _, name := range []string{"go.mod", "go.sum", "go.work", "go.work.sum", "vendor/modules.txt"} {
		path := filepath.Join(dir, name)
		s.control[path] = stampOf(path)
	}
}

// addTree records the directories under root into which patterns descend.
func (s *snapshot) addTree(root string) {
	// An error only means that a directory is not there to be recorded.
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil
		}
		if path != root && skipDir(d.Name()) {
			return filepath.SkipDir
		}
		s.addDir(path, false)
		return nil
	})
}

// treeRoots returns the directories whose trees the patterns search.
func treeRoots(cfg *Config, set *settings, l *listing) []string {
	var roots []string
	for _, p := range cfg.Patterns {
		prefix, _, tree := strings.Cut(p, "...")
		switch {
		case tree && (strings.HasPrefix(p, ".") || filepath.IsAbs(p)):
			if !filepath.IsAbs(prefix) {
				prefix = filepath.Join(set.dir, prefix)
			}
			if !strings.HasSuffix(p, "/...") { // as in ./a...
				prefix = filepath.Dir(prefix)
			}
			roots = append(roots, filepath.Clean(prefix))
		case tree, p == "all", p == "work":
			for _, m := range l.metas {
				if !m.immutable && m.gomod != "" {
					roots = append(roots, filepath.Dir(m.gomod))
				}
			}
		}
	}
	slices.Sort(roots)
	return slices.Compact(roots)
}

// newest returns the newest time among control files and directories.
func (s *snapshot) newest() time.Time {
	var t time.Time
	for _, f := range s.control {
		if f.mtime.After(t) {
			t = f.mtime
		}
	}
	for _, d := range s.dirs {
		if d.mtime.After(t) {
			t = d.mtime
		}
	}
	return t
}

// holds reports whether the go command would answer the same to the
// configuration, which has the snapshot's key.
func (s *snapshot) holds(c *Cache, cfg *Config) bool {
	for path, old := range s.control {
		if stampOf(path) != old {
			return false
		}
	}
	for dir, old := range s.dirs {
		info, err := os.Stat(dir)
		if err != nil {
			return false
		}
		if !old.recent && info.ModTime().Equal(old.mtime) {
			continue
		}
		now := dirStateOf(dir, old.all)
		if now.names != old.names {
			return false
		}
		s.dirs[dir] = now
	}
	for path, old := range s.headers {
		src, err := c.files.get(path, cfg.Overlay, false)
		if err != nil || src.header != old {
			return false
		}
	}
	seen := 0
	for path, content := range cfg.Overlay {
		if _, ok := s.headers[path]; ok {
			continue
		}
		if old, ok := s.extra[path]; !ok || old != overlayState(path, content) {
			return false
		}
		seen++
	}
	return seen == len(s.extra)
}
