package load

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the want sections of testdata")

// TestGolden loads each archive of testdata and compares what it gives with
// the section "want". Lines "key: value" of the archive's comment configure
// the load. Files below model/ are models of the package whose path is the
// rest of the directory; a first line "//model ..." sets their other fields.
func TestGolden(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			golden(t, file)
		})
	}
}

func golden(t *testing.T, file string) {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	models := maps.Clone(stubs)
	own := make(toyModels)
	var files []txtar.File
	want, at := "", -1
	for i, f := range ar.Files {
		rest, isModel := strings.CutPrefix(f.Name, "model/")
		switch {
		case isModel:
			own.add(path.Dir(rest), f)
		case f.Name == "want":
			want, at = string(f.Data), i
		default:
			files = append(files, f)
		}
	}
	maps.Copy(models, own)
	dir := module(t, string(txtar.Format(&txtar.Archive{Files: files})))
	cfg := &Config{Dir: dir, Tests: true, Models: models}
	configure(t, cfg, string(ar.Comment))
	prog, err := Load(t.Context(), cfg)
	got := ""
	if err != nil {
		got = fmt.Sprintf("error: %v\n", err)
	} else {
		prog.BuildAll() // must not panic, whatever was cut
		got = describe(prog, own)
	}
	got = strings.ReplaceAll(got, dir, "$DIR")
	if got == want {
		return
	}
	if !*update {
		t.Errorf("%s: got\n%swant\n%s", file, got, want)
		return
	}
	if at < 0 {
		at = len(ar.Files)
		ar.Files = append(ar.Files, txtar.File{Name: "want"})
	}
	ar.Files[at].Data = []byte(got)
	if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
		t.Fatal(err)
	}
}

// configure applies the "key: value" lines of an archive's comment.
func configure(t *testing.T, cfg *Config, comment string) {
	for _, line := range strings.Split(comment, "\n") {
		key, value, ok := strings.Cut(line, ": ")
		if !ok {
			continue
		}
		switch key {
		case "patterns":
			cfg.Patterns = strings.Fields(value)
		case "tags":
			cfg.Tags = strings.Fields(value)
		case "tests":
			cfg.Tests = value == "true"
		case "dir":
			cfg.Dir = filepath.Join(cfg.Dir, value)
		case "env":
			cfg.Env = append(os.Environ(), strings.Fields(value)...)
		case "overlay": // name of a file, whose content is that of name.overlay
			name := filepath.Join(cfg.Dir, value)
			content, err := os.ReadFile(name + ".overlay")
			if err != nil {
				t.Fatal(err)
			}
			cfg.Overlay = map[string][]byte{name: content}
		}
	}
}

// describe prints a program for comparison, but of the standard library only
// what is broken or has a model of its own.
func describe(p *Program, own toyModels) string {
	var b strings.Builder
	for _, e := range p.Unmatched {
		fmt.Fprintf(&b, "unmatched: %v\n", e)
	}
	for _, t := range p.Targets {
		fmt.Fprintf(&b, "target %s", t.ImportPath)
		if t.Broken() {
			b.WriteString(" broken")
		}
		if len(t.Godebug) > 0 {
			fmt.Fprintf(&b, " godebug %v", t.Godebug)
		}
		if t.GoVersion != t.Package.GoVersion {
			fmt.Fprintf(&b, " defaults of %s", t.GoVersion)
		}
		b.WriteByte('\n')
		if t.Main != nil {
			fmt.Fprintf(&b, "\t%s %s\n", t.Main.Name, shortPos(t.Main.Pos))
		}
		for _, test := range t.Tests {
			fmt.Fprintf(&b, "\t%s %s %s %s\n", test.Kind, test.Name, shortPos(test.Pos), test.Package.PkgPath)
		}
	}
	for _, pkg := range p.All() {
		if _, ok := own[pkg.PkgPath]; pkg.Standard && !ok && len(pkg.Errors) == 0 {
			continue
		}
		describePackage(&b, pkg)
	}
	return b.String()
}

func describePackage(b *strings.Builder, pkg *Package) {
	fmt.Fprintf(b, "package %s: name %s %s\n", pkg.ID, pkg.Name, pkg.GoVersion)
	for _, path := range slices.Sorted(maps.Keys(pkg.Imports)) {
		fmt.Fprintf(b, "\timport %s", path)
		if id := pkg.Imports[path].ID; id != path {
			fmt.Fprintf(b, " = %s", id)
		}
		b.WriteByte('\n')
	}
	for i, f := range pkg.Files {
		fmt.Fprintf(b, "\tfile %s", filepath.Base(f))
		if pkg.Info != nil {
			if v := pkg.Info.FileVersions[pkg.Syntax[i]]; v != pkg.GoVersion {
				fmt.Fprintf(b, " %s", v)
			}
		}
		b.WriteByte('\n')
	}
	for _, l := range pkg.Linknames {
		fmt.Fprintf(b, "\tlinkname %s %s\n", l.Local, l.Target)
	}
	for _, e := range pkg.Embeds {
		fmt.Fprintf(b, "\tembed %s %s\n", e.Var, e.Files)
	}
	for _, e := range pkg.Errors {
		fmt.Fprintf(b, "\t%s error: %v\n", e.Kind, e)
	}
	if pkg.Modelled && pkg.SSA != nil {
		describeMembers(b, pkg)
	}
}

// describeMembers prints what a model made of a package.
func describeMembers(b *strings.Builder, pkg *Package) {
	scope := pkg.Types.Scope()
	for _, name := range scope.Names() {
		fmt.Fprintf(b, "\t%s", scope.Lookup(name))
		if fn := pkg.SSA.Func(name); fn != nil && fn.Blocks == nil {
			b.WriteString(" external")
		}
		b.WriteByte('\n')
	}
	for _, i := range pkg.Info.InitOrder {
		fmt.Fprintf(b, "\tinit %s\n", i.Lhs[0].Name())
	}
}
