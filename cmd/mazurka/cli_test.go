package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/jstemmer/go-junit-report/v2/junit"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// ran is what a run of the command shows.
type ran struct {
	code           int
	stdout, stderr string
}

func run(t *testing.T, dir string, args ...string) ran {
	t.Helper()
	cmd := mazurka(t, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var r ran
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			t.Fatal(err)
		}
		r.code = exit.ExitCode()
	}
	r.stdout, r.stderr = stdout.String(), stderr.String()
	return r
}

// module writes the files of a txtar archive to a directory.
func module(t *testing.T, archive string) string {
	t.Helper()
	files, err := txtar.FS(txtar.Parse([]byte(archive)))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	return dir
}

const bank = `
-- go.mod --
module example.com/bank

go 1.26
-- bank/bank_test.go --
package bank

import (
	"sync"
	"testing"
)

func transfer(from, to *sync.Mutex) {
	from.Lock()
	defer from.Unlock()
	to.Lock()
	defer to.Unlock()
}

func TestTransfer(t *testing.T) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	wg.Go(func() { transfer(&a, &b) })
	wg.Go(func() { transfer(&b, &a) })
	wg.Wait()
}

func TestFixed(t *testing.T) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	wg.Go(func() { transfer(&a, &b) })
	wg.Go(func() { transfer(&a, &b) })
	wg.Wait()
}

func TestNet(t *testing.T) { unsupported(t) }

func BenchmarkTransfer(b *testing.B) {}
-- bank/net_test.go --
package bank

import (
	"os/exec"
	"testing"
)

func unsupported(t *testing.T) {
	if err := exec.Command("true").Run(); err != nil {
		t.Error(err)
	}
}
-- broken/broken_test.go --
package broken

import "testing"

func TestBroken(t *testing.T) { return 1 }
`

var (
	elapsed  = regexp.MustCompile(`"elapsed_ms":\d+`)
	schedule = regexp.MustCompile(`/\S*/(mz\d+)-[0-9a-f]{12}(\.schedule)`)
	took     = regexp.MustCompile(`, (<1ms|[0-9.]+m?s)\b|\([0-9.]+s\)`)
)

// golden compares output with a file, without what differs from run to run.
func golden(t *testing.T, name, got string) {
	t.Helper()
	got = elapsed.ReplaceAllString(got, `"elapsed_ms":0`)
	got = schedule.ReplaceAllString(got, "$1$2")
	got = took.ReplaceAllString(got, "")
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestCheckCommand pins the output of check in both forms and its exit
// status.
func TestCheckCommand(t *testing.T) {
	dir := module(t, bank)
	out := run(t, dir, "check", "-p", "1", "-v", "./bank")
	golden(t, "check", out.stdout)
	if out.code != exitFindings || !strings.Contains(out.stderr, "BenchmarkTransfer: not run: benchmark") {
		t.Errorf("exit status %d, stderr %s", out.code, out.stderr)
	}
	out = run(t, "", "check", "--C", dir, "-p=1", "--json", "-run", "Fixed|Transfer|Net", "./...")
	golden(t, "check-json", out.stdout)
	if out.code != exitError || !strings.Contains(out.stderr, "broken/broken_test.go:5:40: too many return values") {
		t.Errorf("exit status %d with a broken package, stderr %s", out.code, out.stderr)
	}
	for line := range strings.Lines(out.stdout) {
		if err := json.Unmarshal([]byte(line), new(map[string]any)); err != nil {
			t.Errorf("%v: %s", err, line)
		}
	}
	if out := run(t, dir, "check", "-run", "Fixed", "./bank"); out.code != exitOK {
		t.Errorf("exit status %d without findings", out.code)
	}
}

// TestCheckOnRequest explores benchmarks and examples when asked to.
func TestCheckOnRequest(t *testing.T) {
	dir := module(t, `
-- go.mod --
module request
go 1.26
-- lines/lines_test.go --
package lines

import "fmt"

func Example() {
	fmt.Println("b")
	fmt.Println("a")
	// Unordered output:
	// a
	// b
}

func Example_race() {
	c := make(chan int)
	for i := range 2 {
		go func() { c <- i }()
	}
	fmt.Println(<-c)
	<-c
	// Output: 0
}

func Example_silent() { panic("not run") }
-- sums/sums_test.go --
package sums

import "testing"

func BenchmarkSum(b *testing.B) {
	sum := 0
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			sum++
		}
	})
}
`)
	if out := run(t, dir, "check", "./..."); !strings.Contains(out.stdout, "no tests to explore") || out.code != exitOK {
		t.Errorf("exit status %d without tests: %s%s", out.code, out.stdout, out.stderr)
	}
	out := run(t, dir, "check", "-p", "1", "-examples", "-bench", "Sum", "./...")
	golden(t, "check-request", out.stdout)
	if out.code != exitFindings {
		t.Errorf("exit status %d, stderr %s", out.code, out.stderr)
	}
}

// TestCheckTogether checks that several processors for one test make no difference
// to what is found.
func TestCheckTogether(t *testing.T) {
	dir := module(t, bank)
	results := func(workers string) (list []map[string]any) {
		out := run(t, dir, "check", "-no-cache", "-json", "-p", "1", "-j", workers, "./bank")
		for line := range strings.Lines(schedule.ReplaceAllString(out.stdout, "$1$2")) {
			all, kept := map[string]any{}, map[string]any{}
			if err := json.Unmarshal([]byte(line), &all); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			for _, key := range []string{"type", "test", "verdict", "executions", "findings", "unsupported", "bound", "failed", "verified"} {
				kept[key] = all[key]
			}
			list = append(list, kept)
		}
		return list
	}
	want := results("1")
	for _, workers := range []string{"2", "4"} {
		if got := results(workers); len(want) < 4 || !reflect.DeepEqual(got, want) {
			t.Errorf("-j %s: got\n%v\nwant\n%v", workers, got, want)
		}
	}
}

// TestCached checks that a second check of unchanged code answers from the
// cache, and of changed code does not.
func TestCached(t *testing.T) {
	dir, cache := module(t, bank), t.TempDir()
	check := func() string {
		cmd := mazurka(t, "check", "-C", dir, "-json", "-run", "Fixed|Transfer", "./bank")
		cmd.Env = append(cmd.Env, "XDG_CACHE_HOME="+cache)
		out, err := cmd.Output()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != exitFindings {
			t.Fatal(err)
		}
		return string(out)
	}
	first, second := check(), check()
	if strings.Contains(first, `"cached"`) || strings.Count(second, `"cached":true`) != 2 {
		t.Errorf("first\n%s\nsecond\n%s", first, second)
	}
	file := filepath.Join(dir, "bank", "net_test.go")
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(src, "\n// changed\n"...), 0o666); err != nil {
		t.Fatal(err)
	}
	if third := check(); strings.Contains(third, `"cached"`) {
		t.Errorf("after a change\n%s", third)
	}
}

// TestReplayCommand checks that a schedule that check has written replays,
// the same every time, and what is said once the code has changed, or when the
// file is no schedule.
func TestReplayCommand(t *testing.T) {
	dir := module(t, bank)
	cmd := mazurka(t, "check", "-C", dir, "-json", "-run", "Transfer", "./bank")
	out, err := cmd.Output()
	var test struct{ Findings []struct{ Schedule string } }
	if jsonErr := json.Unmarshal(bytes.SplitAfter(out, []byte("\n"))[0], &test); jsonErr != nil || len(test.Findings) != 1 {
		t.Fatalf("%v, %v: %s", err, jsonErr, out)
	}
	file := test.Findings[0].Schedule
	first, second := run(t, "", "replay", "-all", file), run(t, "", "replay", "-all", file)
	golden(t, "replay", first.stdout)
	if first != second || first.code != exitFindings {
		t.Errorf("exit status %d and %d, second output\n%s", first.code, second.code, second.stdout)
	}
	told := run(t, "", "replay", "-json", file)
	var story struct {
		Findings []struct{ Code string }
		Steps    []struct{ Goroutine int }
	}
	if err := json.Unmarshal([]byte(told.stdout), &story); err != nil || len(story.Findings) != 1 || story.Findings[0].Code != "MZ002" || len(story.Steps) == 0 {
		t.Errorf("%v: %s", err, told.stdout)
	}
	changed := strings.Replace(bank, "defer from.Unlock()\n\tto.Lock()", "from.Unlock()\n\tto.Lock()", 1)
	if err := os.CopyFS(filepath.Join(dir, "new"), os.DirFS(module(t, changed))); err != nil {
		t.Fatal(err)
	}
	if out := run(t, "", "replay", "-C", filepath.Join(dir, "new"), file); out.code != exitError || !strings.Contains(out.stderr, "the code has changed since the schedule was recorded") {
		t.Errorf("changed code: exit status %d, stderr %s", out.code, out.stderr)
	}
	noise := filepath.Join(dir, "noise")
	if err := os.WriteFile(noise, []byte("\x00noise\xff"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out := run(t, "", "replay", noise); out.code != exitError || !strings.Contains(out.stderr, "not a schedule") {
		t.Errorf("noise: exit status %d, stderr %s", out.code, out.stderr)
	}
}

// TestSARIF checks the SARIF report of a finding.
func TestSARIF(t *testing.T) {
	dir := module(t, bank)
	file := filepath.Join(dir, "out.sarif")
	if out := run(t, dir, "check", "-sarif", file, "-run", "Transfer", "./bank"); out.code != exitFindings {
		t.Fatalf("exit status %d: %s", out.code, out.stderr)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := sarif.FromBytes(b); err != nil {
		t.Error(err)
	} else if err := r.Validate(); err != nil {
		t.Error(err)
	}
	var report struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID    string
				Locations []struct {
					PhysicalLocation struct{ ArtifactLocation struct{ URI string } }
				}
				RelatedLocations []any
				CodeFlows        []struct {
					ThreadFlows []struct {
						Locations []struct{ ExecutionOrder int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(b, &report); err != nil {
		t.Fatal(err)
	}
	if report.Version != "2.1.0" || len(report.Runs) != 1 || len(report.Runs[0].Tool.Driver.Rules) != 7 || len(report.Runs[0].Results) != 1 {
		t.Fatalf("%s", b)
	}
	if r := report.Runs[0].Results[0]; r.RuleID != "MZ002" || r.Locations[0].PhysicalLocation.ArtifactLocation.URI != "bank/bank_test.go" || len(r.RelatedLocations) != 3 ||
		len(r.CodeFlows) != 1 || len(r.CodeFlows[0].ThreadFlows) < 2 || r.CodeFlows[0].ThreadFlows[0].Locations[0].ExecutionOrder != 1 {
		t.Errorf("%+v", r)
	}
}

// TestJUnit checks the numbers of the JUnit report.
func TestJUnit(t *testing.T) {
	dir := module(t, bank)
	file := filepath.Join(dir, "out.xml")
	if out := run(t, dir, "check", "-junit", file, "./bank"); out.code != exitFindings {
		t.Fatalf("exit status %d: %s", out.code, out.stderr)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var report junit.Testsuites
	if err := xml.Unmarshal(b, &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Suites) != 1 || report.Suites[0].Name != "example.com/bank/bank" || report.Failures == 0 || report.Tests <= report.Failures {
		t.Errorf("%s", b)
	}
	for _, c := range report.Suites[0].Testcases {
		if (c.Failure != nil) != (c.Status == "failed") || c.Failure != nil && !strings.Contains(c.Failure.Data, "interleaving") {
			t.Errorf("%+v", c)
		}
	}
}

// TestAnnotations checks that findings are shown at their lines by GitHub Actions.
func TestAnnotations(t *testing.T) {
	t.Setenv(asActions, "true")
	t.Setenv("GITHUB_WORKSPACE", "")
	out := run(t, module(t, bank), "check", "-run", "Transfer", "./bank")
	if !regexp.MustCompile(`(?m)^::error file=bank/bank_test.go,line=\d+,col=\d+,title=MZ002 deadlock in Test\w*::.+$`).MatchString(out.stdout) {
		t.Error(out.stdout)
	}
}

// TestRunCommand checks that a program runs with its arguments and exit
// status, and keeps output and errors apart.
func TestRunCommand(t *testing.T) {
	dir := module(t, `
-- main.go --
package main

import (
	"fmt"
	"os"
)

func main() {
	switch len(os.Args) {
	case 1:
		select {}
	case 2:
		var m map[string]int
		m["x"] = 1
	}
	fmt.Println(os.Args[1:])
	println("to stderr")
	os.Exit(7)
}
`)
	for _, test := range []struct {
		args           []string
		code           int
		stdout, stderr string
	}{
		{nil, 2, "", "fatal error: all goroutines are asleep - deadlock!"},
		{[]string{"a"}, 2, "", "panic: assignment to entry in nil map\n\ngoroutine 1 [running]:\nmain.main"},
		{[]string{"-x", "b"}, 7, "[-x b]\n", "to stderr\n"},
	} {
		out := run(t, dir, append([]string{"run", "main.go"}, test.args...)...)
		if out.code != test.code || out.stdout != test.stdout || !strings.HasPrefix(out.stderr, test.stderr) {
			t.Errorf("%v: %+v, want %+v", test.args, out, test)
		}
	}
}

// TestUsage checks what is said of wrong usage, and the exit status.
func TestUsage(t *testing.T) {
	dir := module(t, bank)
	for _, test := range []struct {
		args []string
		code int
		want string // in stdout or stderr
	}{
		{nil, 2, "Usage:"},
		{[]string{"help"}, 0, "mazurka check"},
		{[]string{"frobnicate"}, 2, `unknown command "frobnicate"`},
		{[]string{"check", "-h"}, 0, "-budget"},
		{[]string{"check", "-frob"}, 2, "flag provided but not defined: -frob"},
		{[]string{"check", "-algorithm", "magic"}, 2, `no search is called "magic"`},
		{[]string{"check", "-run", "("}, 2, "-run: error parsing regexp"},
		{[]string{"check", "-budget", "-1s"}, 2, "the budget must be positive"},
		{[]string{"check", "-C", "nowhere"}, 2, "is not a directory"},
		{[]string{"check", "./nothing"}, 2, "nothing"},
		{[]string{"replay"}, 2, "one schedule file is needed"},
		{[]string{"replay", "nowhere.schedule"}, 2, "no such file"},
		{[]string{"run"}, 2, "a package or Go files are needed"},
		{[]string{"explain"}, 2, "MZ001"},
		{[]string{"explain", "MZ999"}, 2, `no finding has the code "MZ999"`},
		{[]string{"explain", "mz002"}, 0, "# MZ002: deadlock"},
		{[]string{"version"}, 0, "mazurka "},
		{[]string{"--version"}, 0, "mazurka "},
	} {
		out := run(t, dir, test.args...)
		if out.code != test.code || !strings.Contains(out.stdout+out.stderr, test.want) {
			t.Errorf("%v: exit status %d, output\n%s%s\nwant status %d and %q", test.args, out.code, out.stdout, out.stderr, test.code, test.want)
		}
	}
}
