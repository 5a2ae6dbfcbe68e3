package explore_test

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	recorded    = "testdata/gotest.txt"
	conformance = "../docs/conformance.md"

	// agreement is the least share of the programs, in percent, that behave
	// in the machine as under the toolchain.
	agreement = 90
)

var goTestDirs = []string{"chan", "typeparam", "ken", "interface"}

// TestGoTests runs the programs of the Go project's own test directory in the
// machine and compares what they do with what they do under the toolchain, as
// recorded in testdata/gotest.txt. Programs that differ must be listed in
// [deviations], and those listed must differ.
func TestGoTests(t *testing.T) {
	dir := filepath.Join(goroot(t), "test")
	programs := goTests(t, dir)
	want := readRecords(t)
	if *update {
		want = make(map[string]string)
	}
	differ := make(map[string]string)
	for _, p := range programs {
		t.Run(p, func(t *testing.T) {
			pkg, file := filepath.Join(dir, path.Dir(p)), path.Base(p)
			if *update || *toolchain {
				b := natively(t, pkg, file)
				record := fmt.Sprintf("%d %s", b.exit, b.digest())
				if *update {
					want[p] = record
				} else if record != want[p] {
					t.Fatalf("recorded %q, but the toolchain does %q", want[p], record)
				}
			}
			b := inMachine(t, pkg, file)
			switch got, known := fmt.Sprintf("%d %s", b.exit, b.digest()), deviations[p]; {
			case got == want[p] && known != "":
				t.Errorf("behaves as under the toolchain, but is listed as a deviation: %s", known)
			case got != want[p]:
				differ[p] = known
				if known == "" {
					t.Errorf("got %s, want %s; output:\n%s", got, want[p], b)
				}
			}
		})
	}
	if *update {
		writeRecords(t, want)
		writeFile(t, conformance, conformanceText(programs, differ))
	}
	if same := len(programs) - len(differ); same*100 < agreement*len(programs) {
		t.Errorf("%d of %d programs behave as under the toolchain, want %d%%", same, len(programs), agreement)
	}
}

func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// goTests lists the programs of one file that are to be run as they are.
func goTests(t *testing.T, dir string) (programs []string) {
	t.Helper()
	for _, d := range goTestDirs {
		files, err := filepath.Glob(filepath.Join(dir, d, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files in %s: %v", filepath.Join(dir, d), err)
		}
		for _, f := range files {
			if action(t, f) == "run" {
				programs = append(programs, path.Join(d, filepath.Base(f)))
			}
		}
	}
	return programs
}

// action is what the first comment of a test says is to be done with it.
func action(t *testing.T, file string) string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		line := strings.TrimSpace(s.Text())
		if line == "" || strings.HasPrefix(line, "//go:build") {
			continue
		}
		return strings.TrimSpace(strings.TrimPrefix(line, "//"))
	}
	return ""
}

func readRecords(t *testing.T) map[string]string {
	t.Helper()
	records := make(map[string]string)
	if *update {
		return records
	}
	for line := range strings.Lines(readFile(t, recorded)) {
		name, record, _ := strings.Cut(strings.TrimSpace(line), " ")
		records[name] = record
	}
	return records
}

func writeRecords(t *testing.T, records map[string]string) {
	t.Helper()
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(records)) {
		fmt.Fprintf(&out, "%s %s\n", name, records[name])
	}
	writeFile(t, recorded, out.String())
}

const conformanceIntro = `# Conformance

The programs of one file that the Go project runs as they are (` + "`// run`" + `) in ` + "`$GOROOT/test`" + `, run in the
machine and compared with the toolchain: exit status, standard output, and the error stream up to the stacks.
This page is written by

    go test ./explore -run TestGoTests -update

`

func conformanceText(programs []string, differ map[string]string) string {
	var out strings.Builder
	out.WriteString(conformanceIntro)
	out.WriteString("| directory | programs | same behaviour |\n|---|---|---|\n")
	total, totalDiffer := 0, 0
	for _, d := range goTestDirs {
		in := func(p string) bool { return path.Dir(p) == d }
		n, bad := count(slices.Values(programs), in), count(maps.Keys(differ), in)
		fmt.Fprintf(&out, "| %s | %d | %d |\n", d, n, n-bad)
		total, totalDiffer = total+n, totalDiffer+bad
	}
	fmt.Fprintf(&out, "| all | %d | %d (%.1f %%) |\n", total, total-totalDiffer, 100*float64(total-totalDiffer)/float64(total))
	if len(differ) > 0 {
		out.WriteString("\nThe others, and why:\n\n| program | reason |\n|---|---|\n")
	}
	for _, p := range slices.Sorted(maps.Keys(differ)) {
		fmt.Fprintf(&out, "| %s | %s |\n", p, differ[p])
	}
	return out.String()
}

func count(seq func(func(string) bool), ok func(string) bool) (n int) {
	for s := range seq {
		if ok(s) {
			n++
		}
	}
	return n
}
