package load

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/txtar"
)

// module writes the files of a txtar archive to a new directory.
func module(t testing.TB, archive string) string {
	t.Helper()
	dir := t.TempDir()
	fs, err := txtar.FS(txtar.Parse([]byte(archive)))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, fs); err != nil {
		t.Fatal(err)
	}
	return dir
}

func mustLoad(t testing.TB, cfg *Config) *Program {
	t.Helper()
	prog, err := Load(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return prog
}

// sound fails the test if a package of the program is broken.
func sound(t testing.TB, prog *Program) {
	t.Helper()
	for _, pkg := range prog.All() {
		for _, e := range pkg.Errors {
			t.Fatalf("%s: %v", pkg.ID, e)
		}
		if pkg.SSA == nil {
			t.Fatalf("%s: no SSA", pkg.ID)
		}
	}
}

const small = `
-- go.mod --
module example.com/small

go 1.22
-- small.go --
package small

import (
	"context"
	"fmt"
	"sync"
	"time"
)

type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Add(ctx context.Context) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	time.Sleep(time.Millisecond)
	return fmt.Sprint(c.n, ctx.Err())
}
-- small_test.go --
package small

import (
	"context"
	"testing"
)

func TestAdd(t *testing.T) {
	var c Counter
	done := make(chan bool)
	for range 2 {
		go func() { c.Add(context.Background()); done <- true }()
	}
	<-done
	<-done
}
-- ext_test.go --
package small_test

import (
	"testing"

	"example.com/small"
)

func TestExt(t *testing.T) { _ = new(small.Counter) }
-- sub/sub.go --
package sub

import "example.com/small"

type C = small.Counter
-- sub/sub_test.go --
package sub

import "testing"

func TestSub(t *testing.T) {}
-- sub/far/far_test.go --
package far

import (
	"testing"

	"example.com/small/sub"
)

func TestFar(t *testing.T) { _ = new(sub.C) }
-- other/other.go --
package other
`

// settled loads with a cache that answers without the go command: that takes
// a second load, as files that were just written are not trusted.
func settled(t testing.TB, cfg *Config) *Program {
	t.Helper()
	time.Sleep(2 * clockSlack)
	mustLoad(t, cfg)
	lists := cfg.Cache.lists
	prog := mustLoad(t, cfg)
	if cfg.Cache.lists != lists {
		t.Fatal("the go command ran again although nothing had changed")
	}
	return prog
}

func TestReload(t *testing.T) {
	dir := module(t, small)
	file := func(name string) string { return filepath.Join(dir, name) }
	read := func(name string) string {
		content, err := os.ReadFile(file(name))
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	write := func(name, content string) {
		if err := os.MkdirAll(filepath.Dir(file(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file(name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	overlay := func(cfg *Config, name, content string) {
		cfg.Overlay = map[string][]byte{file(name): []byte(content)}
	}
	const (
		pkg  = "example.com/small"
		test = pkg + " [example.com/small.test]"
		ext  = pkg + "_test [example.com/small.test]"
		sub  = pkg + "/sub"
		far  = pkg + "/sub/far [example.com/small/sub/far.test]"
		subT = sub + " [example.com/small/sub.test]"
	)
	body := read("small.go")
	tests := []struct {
		name    string
		edit    func(cfg *Config)
		list    bool     // the go command must run
		changed []string // packages, apart from new ones, whose types are new
	}{
		{"nothing", func(*Config) {}, false, nil},
		{"same content in a buffer", func(cfg *Config) { overlay(cfg, "small.go", body) }, false, nil},
		{"touched", func(*Config) { write("small.go", body) }, false, nil},
		{"test body", func(cfg *Config) {
			overlay(cfg, "small_test.go", read("small_test.go")+"\nvar x = 1\n")
		}, false, []string{test, ext}},
		{"external test", func(cfg *Config) {
			overlay(cfg, "ext_test.go", read("ext_test.go")+"\nvar x = 1\n")
		}, false, []string{ext}},
		{"package", func(cfg *Config) { overlay(cfg, "small.go", body+"\nvar x = 1\n") }, false,
			[]string{pkg, test, ext, sub, subT, far}},
		{"on disk", func(*Config) { write("sub/sub.go", read("sub/sub.go")+"\nvar x = 1\n") }, false,
			[]string{sub, subT, far}},
		{"import", func(cfg *Config) {
			overlay(cfg, "sub/sub.go", strings.Replace(read("sub/sub.go"), "\n\n", "\n\nimport _ \"strings\"\n", 1))
		}, true, []string{sub, subT, far}},
		{"constraint", func(cfg *Config) { overlay(cfg, "small_test.go", "//go:build never\n\n"+read("small_test.go")) },
			true, []string{ext, test}},
		{"new file in a buffer", func(cfg *Config) { overlay(cfg, "sub/new.go", "package sub\n") }, true, []string{sub, subT, far}},
		{"new file", func(*Config) { write("other/new.go", "package other\n") }, true, []string{pkg + "/other"}},
		{"new package", func(*Config) { write("sub/a/b/b.go", "package b\n") }, true, nil},
		{"file removed", func(*Config) {
			if err := os.Remove(file("sub/sub_test.go")); err != nil {
				t.Fatal(err)
			}
		}, true, []string{subT}},
		{"other directory entry", func(*Config) { write("sub/notes.txt", "") }, false, nil},
		{"go.mod", func(*Config) { write("go.mod", strings.Replace(read("go.mod"), "1.22", "1.23", 1)) }, true,
			[]string{pkg, test, ext, sub, subT, far, pkg + "/other"}},
	}
	for _, tt := range tests {
		dir = module(t, small)
		t.Run(tt.name, func(t *testing.T) {
			cfg := &Config{Dir: dir, Patterns: []string{"./..."}, Tests: true, Models: stubs, Cache: NewCache()}
			before := settled(t, cfg)
			sound(t, before)
			lists := cfg.Cache.lists
			tt.edit(cfg)
			after := mustLoad(t, cfg)
			sound(t, after)
			if ran := cfg.Cache.lists > lists; ran != tt.list {
				t.Errorf("go command ran: %t, want %t", ran, tt.list)
			}
			if after.SSA != before.SSA {
				t.Error("another ssa.Program")
			}
			compare(t, before, after, tt.changed)
		})
	}
}

// compare checks that of the packages in both programs exactly the given ones
// have changed (or are gone), in types, SSA and hash alike.
func compare(t *testing.T, before, after *Program, changed []string) {
	t.Helper()
	now := make(map[string]*Package)
	for _, pkg := range after.All() {
		now[pkg.ID] = pkg
	}
	for _, old := range before.All() {
		pkg := now[old.ID]
		if pkg == nil {
			pkg = new(Package)
		}
		want := !slices.Contains(changed, old.ID)
		if (pkg.Types == old.Types) != want || (pkg.SSA == old.SSA) != want || (pkg.Hash == old.Hash) != want {
			t.Errorf("%s: same types %t, same SSA %t, same hash %t, want %t", old.ID,
				pkg.Types == old.Types, pkg.SSA == old.SSA, pkg.Hash == old.Hash, want)
		}
	}
}

// TestRepair: a package with an error of each kind becomes sound again, in a
// buffer, and those that import it with it.
func TestRepair(t *testing.T) {
	dir := module(t, small)
	path := filepath.Join(dir, "small.go")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cfg := &Config{Dir: dir, Patterns: []string{"./..."}, Tests: true, Models: stubs, Cache: NewCache()}
	first := settled(t, cfg)
	for _, bad := range []string{
		string(good) + "\nfunc f() int {}\n",
		string(good) + "\nfunc f( {\n",
		strings.Replace(string(good), `"sync"`, `"sync"; _ "nowhere"`, 1),
		"",
	} {
		cfg.Overlay = map[string][]byte{path: []byte(bad)}
		prog := mustLoad(t, cfg)
		for _, target := range prog.Targets {
			if other := strings.HasSuffix(target.ImportPath, "other"); target.Broken() == other {
				t.Errorf("%q: target %s broken: %t", bad, target.ImportPath, target.Broken())
			}
		}
		cfg.Overlay = nil
		prog = mustLoad(t, cfg)
		sound(t, prog)
		compare(t, first, prog, nil)
	}
}

// TestHash: the hash says nothing of the place of a module, but does of
// tags and of whatever is compiled.
func TestHash(t *testing.T) {
	hash := func(edit func(cfg *Config)) Hash {
		cfg := &Config{Dir: module(t, small), Patterns: []string{"./sub/far"}, Tests: true, Models: stubs}
		edit(cfg)
		prog := mustLoad(t, cfg)
		sound(t, prog)
		return prog.Targets[0].Hash
	}
	appendTo := func(name, text string) func(cfg *Config) {
		return func(cfg *Config) {
			path := filepath.Join(cfg.Dir, name)
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			cfg.Overlay = map[string][]byte{path: append(content, text...)}
		}
	}
	first := hash(func(*Config) {})
	for _, tt := range []struct {
		name string
		edit func(cfg *Config)
		same bool
	}{
		{"elsewhere", func(*Config) {}, true},
		{"unrelated package", appendTo("other/other.go", "var x int\n"), true},
		{"test file of an import", appendTo("sub/sub_test.go", "var x int\n"), true},
		{"own file", appendTo("sub/far/far_test.go", "var x int\n"), false},
		{"indirect import", appendTo("small.go", "var x int\n"), false},
		{"tag", func(cfg *Config) { cfg.Tags = []string{"x"} }, false},
		{"model", func(cfg *Config) {
			cfg.Models = maps.Clone(stubs)
			sync := stubs["sync"]
			sync.Drop = []string{"Once.Do"}
			cfg.Models.(toyModels)["sync"] = sync
		}, false},
	} {
		if got := hash(tt.edit); (got == first) != tt.same {
			t.Errorf("%s: same hash %t, want %t", tt.name, got == first, tt.same)
		}
	}
}

func TestReaching(t *testing.T) {
	prog := mustLoad(t, &Config{Dir: module(t, small), Patterns: []string{"./..."}, Tests: true, Models: stubs})
	for path, want := range map[string]string{
		"example.com/small":     "small:0 sub:1 far:2",
		"example.com/small/sub": "sub:0 far:1",
		"example.com/other":     "",
		"sync":                  "small:1 sub:2 far:3",
	} {
		var got []string
		for _, r := range prog.Reaching(path) {
			got = append(got, fmt.Sprintf("%s:%d", filepath.Base(r.Target.ImportPath), r.Distance))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestInitOrder uses the example of an order that import paths decide against
// the order of imports.
func TestInitOrder(t *testing.T) {
	dir := module(t, `
-- go.mod --
module m

go 1.22
-- main.go --
package main

import (
	_ "m/c"
	_ "m/b"
	_ "m/a"
)

func main() {}
-- a/a.go --
package a

import _ "m/z"
-- b/b.go --
package b
-- c/c.go --
package c
-- z/z.go --
package z
`)
	prog := mustLoad(t, &Config{Dir: dir})
	var got []string
	for _, p := range prog.Targets[0].InitOrder() {
		got = append(got, p.PkgPath)
	}
	if want := "m/b m/c m/z m/a m"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestNaiveDefer: a function whose only defer statements are inside a
// range-over-func body must run them; the lifting pass of go/ssa has a defect
// there, which is one reason for the naive form.
func TestNaiveDefer(t *testing.T) {
	dir := module(t, `
-- go.mod --
module m

go 1.23
-- a.go --
package m

func F(seq func(func(int) bool)) (n int) {
	for range seq {
		defer func() { n++ }()
	}
	return 0
}
`)
	prog := mustLoad(t, &Config{Dir: dir})
	pkg := prog.Targets[0].Package.SSA
	prog.Build(pkg)
	found := false
	for _, b := range pkg.Func("F").Blocks {
		for _, instr := range b.Instrs {
			_, ok := instr.(*ssa.RunDefers)
			found = found || ok
		}
	}
	if !found {
		t.Error("no RunDefers instruction")
	}
}

// TestConcurrentBuild, with the real standard library, builds and looks up functions while other loads add
// packages to the same ssa.Program.
func TestConcurrentBuild(t *testing.T) {
	dir := module(t, small)
	path := filepath.Join(dir, "small.go")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cache := NewCache()
	var wg sync.WaitGroup
	for i := range 8 {
		cfg := &Config{Dir: dir, Patterns: []string{"./..."}, Tests: true, Cache: cache}
		cfg.Overlay = map[string][]byte{path: fmt.Appendf(nil, "%s\nvar x = %d\n", content, i)}
		wg.Go(func() {
			prog, err := Load(context.Background(), cfg)
			if err != nil {
				t.Error(err)
				return
			}
			prog.BuildAll()
			pkg := prog.Package("example.com/small")
			recv := types.NewPointer(pkg.Types.Scope().Lookup("Counter").Type())
			fn := prog.LookupMethod(recv, pkg.Types, "Add")
			if fn == nil || fn.Blocks == nil {
				t.Error("no body")
			}
		})
	}
	wg.Wait()
}

// TestCancel: a cancelled load leaves nothing behind that disturbs the next.
func TestCancel(t *testing.T) {
	cfg := &Config{Dir: module(t, small), Patterns: []string{"./..."}, Tests: true, Models: stubs, Cache: NewCache()}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Load(ctx, cfg); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	set, l, err := cfg.Cache.listing(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	g := newGraph(cfg.Cache, set, l, cfg)
	g.build()
	g.hashNodes()
	if err := g.check(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	sound(t, mustLoad(t, cfg))
}

// TestTags: models and their imports follow the build tags, although the cache
// is the same.
func TestTags(t *testing.T) {
	models := toyModels{
		"errors": stub("errors", "const Tagged = false"),
		"sort": {Replace: true, Files: []ModelFile{
			{"a.go", []byte("//go:build x\n\npackage sort\n\nconst Tagged = true\n")},
			{"b.go", []byte("//go:build !x\n\npackage sort\n\nimport \"errors\"\n\nconst Tagged = errors.Tagged\n")},
		}},
	}
	dir := module(t, "-- go.mod --\nmodule m\n\ngo 1.22\n-- a.go --\npackage m\n\nimport \"sort\"\n\nconst T = sort.Tagged\n")
	cache := NewCache()
	for _, tags := range [][]string{nil, {"x"}, nil, {"x"}} {
		prog := mustLoad(t, &Config{Dir: dir, Tags: tags, Models: models, Cache: cache})
		sound(t, prog)
		got := prog.Targets[0].Package.Types.Scope().Lookup("T").(*types.Const).Val().String()
		if want := fmt.Sprint(len(tags) > 0); got != want {
			t.Errorf("tags %v: %s", tags, got)
		}
	}
}

// TestGenerations: the memory of useless packages is given back.
func TestGenerations(t *testing.T) {
	dir := module(t, small)
	path := filepath.Join(dir, "small.go")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	filler := strings.Repeat("// filler\n", maxDead/50)
	cfg := &Config{Dir: dir, Models: stubs, Cache: NewCache()}
	first := settled(t, cfg)
	progs := map[*ssa.Program]bool{first.SSA: true}
	var prog *Program
	for i := range 40 {
		cfg.Overlay = map[string][]byte{path: fmt.Appendf(nil, "%s\n%svar x = %d\n", content, filler, i)}
		prog = mustLoad(t, cfg)
		sound(t, prog)
		progs[prog.SSA] = true
	}
	if n := len(progs); n < 3 || n > 10 {
		t.Errorf("%d generations", n)
	}
	if n := len(cfg.Cache.entries); n > 2*len(prog.All()) {
		t.Errorf("%d entries for %d packages", n, len(prog.All()))
	}
}

func TestParsePos(t *testing.T) {
	for in, want := range map[string]token.Position{
		"":         {},
		"-":        {},
		"a.go":     {Filename: "/d/a.go"},
		"a.go:1":   {Filename: "/d/a.go", Line: 1},
		"a.go:1:2": {Filename: "/d/a.go", Line: 1, Column: 2},
		"/x:y:3:4": {Filename: "/x:y", Line: 3, Column: 4},
	} {
		if got := parsePos(in, "/d"); got != want {
			t.Errorf("%q: %+v, want %+v", in, got, want)
		}
	}
}

func TestSplitTags(t *testing.T) {
	tags, rest := splitTags([]string{"-tags=a,b", "-mod=mod", "--tags", "c d", "tags=no", "-tags="})
	if want := []string{"a", "b", "c", "d"}; !slices.Equal(tags, want) {
		t.Errorf("tags %q, want %q", tags, want)
	}
	if want := []string{"-mod=mod", "tags=no"}; !slices.Equal(rest, want) {
		t.Errorf("rest %q, want %q", rest, want)
	}
}

func TestLangVersion(t *testing.T) {
	for in, want := range map[string]string{
		"go1.26.1": "go1.26", "go1.26": "go1.26", "go1.27rc1": "go1.27", "devel": "",
	} {
		if got := langVersion(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
