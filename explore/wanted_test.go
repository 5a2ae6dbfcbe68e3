package explore_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mazurka-go/mazurka/explore"
)

// check explores the tests of a module and returns the results by
// "package TestName", with the last element of the package's path.
func check(t *testing.T, dir string, o explore.Options) (*explore.Snapshot, map[string]*explore.Result) {
	t.Helper()
	s := explore.NewSession(t.TempDir())
	snap, err := s.Load(t.Context(), explore.LoadOptions{Dir: dir, Patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	var tests []*explore.Test
	for _, p := range snap.Packages {
		for _, test := range p.Tests {
			if test.Kind == explore.IsTest && len(p.Errors) == 0 {
				tests = append(tests, test)
			}
		}
	}
	results := make(map[string]*explore.Result)
	for _, r := range s.Check(t.Context(), tests, o, func(explore.Update) {}) {
		results[path.Base(r.Test.Package)+" "+r.Test.Name] = r
	}
	return snap, results
}

// labels are the verdict of a result or, if it failed, the kinds of its
// findings.
func labels(r *explore.Result) []string {
	if r.Verdict != explore.Failed {
		return []string{string(r.Verdict)}
	}
	kinds := make(map[string]bool)
	for _, f := range r.Findings {
		kinds[string(f.Kind)] = true
	}
	return slices.Sorted(maps.Keys(kinds))
}

// explain tells what a reader of a failed comparison wants to know next.
func explain(r *explore.Result) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s after %d executions, %v, algorithm %s", r.Verdict, r.Executions, r.Elapsed.Round(time.Millisecond), r.Algorithm)
	for _, f := range r.Findings {
		fmt.Fprintf(&out, "\n%s %s: %s (%s)", f.Code, f.Kind, f.Message, f.Pos)
	}
	if r.Missing != nil {
		fmt.Fprintf(&out, "\nunsupported: %s (%s)", r.Missing.What, r.Missing.Pos)
	}
	if r.Bound != "" {
		fmt.Fprintf(&out, "\nbound: %s", r.Bound)
	}
	if r.Internal != "" {
		fmt.Fprintf(&out, "\ninternal: %s", r.Internal)
	}
	return out.String()
}

// compare checks each result against what is wanted: alternatives, of which
// one must be among the labels. A test that is to be verified has no other.
func compare(t *testing.T, want map[string][]string, results map[string]*explore.Result) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		t.Run(strings.ReplaceAll(name, " ", "/"), func(t *testing.T) {
			r := results[name]
			if r == nil {
				t.Fatal("no result")
			}
			got := labels(r)
			if !slices.ContainsFunc(want[name], func(w string) bool { return slices.Contains(got, w) }) {
				t.Errorf("got %s, want %s: %s", strings.Join(got, " "), strings.Join(want[name], " or "), explain(r))
			}
			checkFindings(t, r)
		})
	}
	for name := range results {
		if want[name] == nil {
			t.Errorf("%s: nothing is said about what is wanted of it", name)
		}
	}
}

// checkFindings checks what holds of every finding.
func checkFindings(t *testing.T, r *explore.Result) {
	t.Helper()
	for _, f := range r.Findings {
		switch {
		case f.Schedule == nil || f.Interleaving == nil:
			t.Errorf("%s: finding without a schedule", f.Message)
		case f.Message == "" || f.Code == "" || !f.Pos.IsValid():
			t.Errorf("incomplete finding: %+v", f)
		}
	}
}

// wanted reads the comments "want: label|label" of the tests in a module.
func wanted(t *testing.T, dir string) map[string][]string {
	t.Helper()
	want := make(map[string][]string)
	files, err := filepath.Glob(filepath.Join(dir, "*", "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Doc == nil {
				continue
			}
			if _, w, ok := strings.Cut(fn.Doc.Text(), "want: "); ok {
				want[filepath.Base(filepath.Dir(name))+" "+fn.Name.Name] = strings.Split(strings.TrimSpace(w), "|")
			}
		}
	}
	return want
}

// TestKinds explores pairs of bugs, of every kind that the studies of
// concurrency bugs in Go programs list, and of their repairs.
func TestKinds(t *testing.T) {
	const dir = "testdata/kinds"
	want := wanted(t, dir)
	if len(want) < 2*40 {
		t.Fatalf("%d tests", len(want))
	}
	_, results := check(t, dir, explore.Options{})
	compare(t, want, results)
}

// row is a line of the table in the README of the examples: package, bug,
// test with the bug, finding, test of the twin.
var row = regexp.MustCompile(`(?m)^\| \[(\w+)\]\(.*\) \|.*\| .(Test\w+). \| ([a-z, ]+) \| .(Test\w+). \|$`)

// TestExamples checks that the table in the README of the examples tells the
// truth.
func TestExamples(t *testing.T) {
	const dir = "../examples"
	want := make(map[string][]string)
	for _, m := range row.FindAllStringSubmatch(readFile(t, filepath.Join(dir, "README.md")), -1) {
		want[m[1]+" "+m[2]] = strings.Split(m[3], ", ")
		want[m[1]+" "+m[4]] = []string{string(explore.Verified)}
	}
	if len(want) < 24 {
		t.Fatalf("%d tests in the table", len(want))
	}
	_, results := check(t, dir, explore.Options{})
	compare(t, want, results)
}

// TestHostile explores tests that try to take the machine down.
func TestHostile(t *testing.T) {
	const (
		dir    = "testdata/hostile"
		budget = 3 * time.Second
		grace  = 15 * time.Second // to minimise and confirm, on a machine that is busy
	)
	snap, results := check(t, dir, explore.Options{Budget: budget})
	compare(t, wanted(t, dir), results)
	for name, r := range results {
		if r.Elapsed > budget+grace {
			t.Errorf("%s took %v with a budget of %v", name, r.Elapsed, budget)
		}
	}
	for _, p := range snap.Packages {
		broken := p.Path == "hostile/broken" || p.Path == "hostile/syntax"
		if got := len(p.Errors) > 0; got != broken {
			t.Errorf("%s: errors %v", p.Path, p.Errors)
		}
		for _, e := range p.Errors {
			if !e.Pos.IsValid() {
				t.Errorf("%s: error without a position: %s", p.Path, e.Message)
			}
		}
	}
}

// TestNoise reads a schedule that is none.
func TestNoise(t *testing.T) {
	const file = "testdata/hostile/noise.schedule"
	if s, err := explore.ReadSchedule(file); err == nil {
		t.Errorf("noise was read as %v", s)
	}
	noise, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for n := range noise {
		if s, err := explore.ParseSchedule(noise[:n]); err == nil {
			t.Fatalf("%d bytes of noise were read as %v", n, s)
		}
	}
}
