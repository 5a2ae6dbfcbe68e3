package explore_test

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/mazurka-go/mazurka/explore"
)

// TestTestingOrder runs tests that print in which order package testing calls
// their parts. The model of the package must call them as the real one does:
// the golden file has what `go test -v` prints.
func TestTestingOrder(t *testing.T) {
	const dir, golden = "vm/testdata/testing", "vm/testdata/testing/order.golden"
	s := explore.NewSession(t.TempDir())
	snap, err := s.Load(context.Background(), explore.LoadOptions{Dir: dir, Patterns: []string{"."}})
	if err != nil || len(snap.Packages) != 1 {
		t.Fatalf("%d packages, %v", len(snap.Packages), err)
	}
	var native, ours strings.Builder
	for _, test := range snap.Packages[0].Tests {
		if *update || *toolchain {
			fmt.Fprintf(&native, "-- %s --\n%s", test.Name, nativeLog(dir, test.Name))
		}
		res := s.Check(context.Background(), []*explore.Test{test}, explore.Options{NoCache: true}, nil)
		fmt.Fprintf(&ours, "-- %s --\n%s", test.Name, res[0].Output)
	}
	if *update {
		writeFile(t, golden, native.String())
	}
	want := readFile(t, golden)
	if *toolchain && native.String() != want {
		t.Fatalf("the golden file is not what the toolchain does: %s", firstDifference(want, native.String()))
	}
	if got := ours.String(); got != want {
		t.Errorf("machine and toolchain differ: %s", firstDifference(want, got))
	}
}

// nativeLog is what a test prints under `go test -v`, without the lines of
// the test runner.
func nativeLog(dir, test string) string {
	cmd := exec.Command("go", "test", "-count=1", "-v", "-run", "^"+test+"$", ".")
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput() // a failing test is an error too
	var b strings.Builder
	for line := range strings.Lines(string(out)) {
		text := strings.TrimSpace(line)
		if !strings.HasPrefix(text, "=== ") && !strings.HasPrefix(text, "--- ") && text != "PASS" && text != "FAIL" &&
			!strings.HasPrefix(line, "ok ") && !strings.HasPrefix(line, "FAIL\t") {
			b.WriteString(line)
		}
	}
	return b.String()
}
