package explore_test

import (
	"bufio"
	"bytes"
	"go/build/constraint"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A goTest is a test of the Go project's test directory that runs a program:
// a file whose first comment is a recipe, such as "run" or "rundir", with
// flags of the compiler and arguments of the program.
type goTest struct {
	name    string // path of the file below the test directory
	recipe  string
	flags   []string
	args    []string
	outside string // the rule that puts the program out of scope
	ran     bool
	same    bool // behaves in the machine as under the toolchain
}

// recipes are those that end in running a program.
//
//	run        this file, and the files among the arguments
//	runoutput  the file that this file prints
//	rundir     the packages in the directory of the same name: a file each,
//	           unless files share a package name
//	runindir   the module in the directory of the same name
var recipes = []string{"run", "runoutput", "rundir", "runindir"}

// flagsWithValue are the flags of recipes whose value is a word of its own.
var flagsWithValue = []string{"-goexperiment", "-gomodversion", "-godebug", "-gcflags", "-ldflags", "-t"}

// findGoTests lists the tests below dir whose build constraints hold, in the
// order of their names.
func findGoTests(t *testing.T, dir string) (tests []goTest) {
	t.Helper()
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasSuffix(file, ".dir"):
			return fs.SkipDir // parts of other tests
		case d.IsDir() || filepath.Ext(file) != ".go":
			return nil
		}
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		if p, ok := parseRecipe(src); ok {
			p.name = filepath.ToSlash(name)
			p.outside = p.outOfScope(t, dir)
			tests = append(tests, p)
		}
		return nil
	})
	if err != nil || len(tests) < 1000 {
		t.Fatalf("%d programs in %s: %v", len(tests), dir, err)
	}
	return tests
}

// parseRecipe reads what the comments above the package clause say.
func parseRecipe(src []byte) (p goTest, ok bool) {
	for s := bufio.NewScanner(bytes.NewReader(src)); s.Scan() && !strings.HasPrefix(s.Text(), "package "); {
		line := strings.TrimSpace(s.Text())
		if e, err := constraint.Parse(line); err == nil {
			if !e.Eval(hasTag) {
				return p, false
			}
			continue
		}
		if words := strings.Fields(strings.TrimPrefix(line, "//")); p.recipe == "" && len(words) > 0 {
			p.recipe, p.args = words[0], words[1:]
		}
	}
	for len(p.args) > 0 && strings.HasPrefix(p.args[0], "-") {
		n := 1
		if slices.Contains(flagsWithValue, p.args[0]) {
			n = 2
		}
		p.flags, p.args = append(p.flags, p.args[:n]...), p.args[n:]
	}
	return p, slices.Contains(recipes, p.recipe)
}

func hasTag(tag string) bool {
	return slices.Contains([]string{runtime.GOOS, runtime.GOARCH, "gc", "unix", "cgo", "test_run"}, tag) || strings.HasPrefix(tag, "go1.")
}

// parts is the directory with the packages of a test of several, "" if it has none.
func (p *goTest) parts() string {
	if p.recipe == "rundir" || p.recipe == "runindir" {
		return strings.TrimSuffix(p.name, ".go") + ".dir"
	}
	return ""
}

// prepare returns the command of a test. Packages are put in a module in tmp.
func (p *goTest) prepare(t *testing.T, root, tmp string) command {
	t.Helper()
	file := filepath.Join(root, filepath.FromSlash(p.name))
	switch p.recipe {
	case "rundir":
		program := writePackages(t, filepath.Join(root, p.parts()), tmp, slices.Contains(p.flags, "-s"))
		return command{dir: tmp, files: []string{program}, args: p.args}
	case "runindir":
		writeModule(t, filepath.Join(root, p.parts()), tmp, p.flag("-gomodversion", "1.14"))
		return command{dir: tmp, files: []string{"."}, args: p.args}
	}
	c := command{dir: filepath.Dir(file), files: []string{filepath.Base(file)}}
	for _, a := range p.args {
		if strings.HasSuffix(a, ".go") {
			c.files = append(c.files, filepath.Base(a))
		} else {
			c.args = append(c.args, a)
		}
	}
	return c
}

func (p *goTest) flag(name, otherwise string) string {
	if i := slices.Index(p.flags, name); i >= 0 {
		return strings.Trim(p.flags[i+1], `"`)
	}
	return otherwise
}

// writePackages writes the packages of dir to a module in tmp and returns the
// pattern of the last one, which is the program. The files say "./a" for the
// package whose first file is a.go.
func writePackages(t *testing.T, dir, tmp string, single bool) (program string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	folders := make(map[string]string) // of packages by name
	for _, f := range files {
		src := readFile(t, f)
		name := packageName(src)
		if folders[name] == "" || single {
			folders[name] = strings.TrimSuffix(filepath.Base(f), ".go")
		}
		program = folders[name]
		if err := os.MkdirAll(filepath.Join(tmp, program), 0o777); err != nil {
			t.Fatal(err)
		}
		file := strings.Replace(filepath.Base(f), "_test.go", "_test_.go", 1) // it is no test to the go command
		writeFile(t, filepath.Join(tmp, program, file), strings.ReplaceAll(src, `"./`, `"test/`))
		// An assembly file makes the go command accept functions without a body.
		writeFile(t, filepath.Join(tmp, program, "empty.s"), "")
	}
	writeFile(t, filepath.Join(tmp, "go.mod"), "module test\ngo 1.26\n")
	return "./" + program
}

func packageName(src string) string {
	for line := range strings.Lines(src) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "package" {
			return strings.TrimSuffix(words[1], ";")
		}
	}
	return ""
}

// writeModule copies dir to tmp as a module of the given language version.
func writeModule(t *testing.T, dir, tmp, version string) {
	t.Helper()
	if err := os.CopyFS(tmp, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(tmp, "go.mod"), "module "+filepath.Base(dir)+"\ngo "+version+"\n")
}
