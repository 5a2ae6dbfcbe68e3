package explore_test

import (
	"flag"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	// agreement is the least share of the programs in scope, in percent, that
	// behave in the machine as under the toolchain.
	agreement = 95

	// Every sampled-th program is run every time, if it executes less than
	// slowProgram instructions. The rest is for a sweep.
	sampled     = 4
	slowProgram = 5_000_000
)

var sweep = flag.Bool("sweep", false, "run all programs of the Go project's test directory, not a sample; with -update, the toolchain's results stay as recorded")

// TestGoTests runs the programs of the Go project's own test directory in the
// machine and compares what they do with what they do under the toolchain, as
// recorded in testdata/gotest.txt. Programs that differ must be listed in
// [deviations], and those listed must differ. Programs out of scope are run,
// too: they may end in any way, but not with a broken invariant. Programs that
// are not recorded are those of another version of Go.
func TestGoTests(t *testing.T) {
	root := filepath.Join(goroot(t), "test")
	tests := findGoTests(t, root)
	records := readRecords(t)
	all := *sweep || *update || *toolchain
	for i := range tests {
		p := &tests[i]
		r, known := records[p.name]
		if !all && (i%sampled != 0 || r.slow || !known) {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			if *toolchain || *update && !*sweep {
				native := p.run(t, root, runNatively).result()
				if *toolchain && native != r.result {
					t.Fatalf("recorded %q, but the toolchain does %q", r.result, native)
				}
				r.result = native
			}
			b, steps := p.inMachine(t, root, all)
			r.slow = b.exit == notRun || steps > slowProgram
			records[p.name] = r
			p.judge(t, b, r.result)
		})
	}
	if *update {
		writeRecords(t, records)
	}
	if all && !slices.ContainsFunc(tests, func(p goTest) bool { return !p.ran }) {
		p := pageOf(tests)
		if *update {
			writeFile(t, conformance, p.text())
		}
		if sum := p.sum(); sum.same*100 < agreement*sum.inScope {
			t.Errorf("%d of %d programs behave as under the toolchain, want %d%%", sum.same, sum.inScope, agreement)
		}
	}
}

// inMachine runs a test in the machine, with patience if it is in scope, and
// returns how many instructions it executed.
func (p *goTest) inMachine(t *testing.T, root string, patient bool) (b behaviour, steps int64) {
	limits, patience := machineLimits, time.Minute
	if patient && p.outside == "" {
		limits, patience = sweepLimits, 5*time.Minute
	}
	b = p.run(t, root, func(t *testing.T, c command) behaviour {
		b, n := runInMachine(t, c, limits, patience)
		steps += n
		return b
	})
	return b, steps
}

// judge compares what a program did with what the toolchain does.
func (p *goTest) judge(t *testing.T, b behaviour, want string) {
	known := deviations[p.name]
	p.ran, p.same = true, b.exit != notRun && b.result() == want
	switch {
	case known != "" && p.outside != "":
		t.Errorf("listed as a deviation, but out of scope: %s", p.outside)
	case known != "" && p.same:
		t.Errorf("behaves as under the toolchain, but is listed as a deviation: %s", known)
	case known == "" && !p.same && p.outside == "":
		t.Errorf("got %s, want %s; output:\n%s", b.result(), want, b)
	}
}

// run follows the recipe of a test.
func (p *goTest) run(t *testing.T, root string, do func(*testing.T, command) behaviour) behaviour {
	tmp := t.TempDir()
	b := do(t, p.prepare(t, root, tmp))
	if p.recipe == "runoutput" && b.exit == 0 {
		writeFile(t, filepath.Join(tmp, "output.go"), b.stdout)
		b = do(t, command{dir: tmp, files: []string{"output.go"}})
	}
	b.stdout = strings.ReplaceAll(b.stdout, tmp, "$TMP")
	b.stderr = strings.ReplaceAll(b.stderr, tmp, "$TMP")
	return b
}

func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
