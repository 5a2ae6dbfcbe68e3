package explore_test

import (
	"path/filepath"
	"strings"
	"testing"
)

const diffDir = "vm/testdata/diff"

// TestDiff runs every program of the differential suite in the machine and
// compares what it does with what it does under the toolchain, as recorded in
// the golden file next to it.
func TestDiff(t *testing.T) {
	programs, err := filepath.Glob(filepath.Join(diffDir, "*.go"))
	if err != nil || len(programs) < 150 {
		t.Fatalf("%d programs, %v", len(programs), err)
	}
	for _, p := range programs {
		name := strings.TrimSuffix(filepath.Base(p), ".go")
		t.Run(name, func(t *testing.T) {
			golden := strings.TrimSuffix(p, ".go") + ".golden"
			if *update || *toolchain {
				native := natively(t, diffDir, filepath.Base(p)).String()
				if *update {
					writeFile(t, golden, native)
				} else if want := readFile(t, golden); native != want {
					t.Fatalf("the golden file is not what the toolchain does: %s", firstDifference(want, native))
				}
			}
			want, got := readFile(t, golden), inMachine(t, diffDir, filepath.Base(p)).String()
			if got != want {
				t.Errorf("machine and toolchain differ: %s", firstDifference(want, got))
			}
		})
	}
}
