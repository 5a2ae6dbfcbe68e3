package explore_test

import (
	"path/filepath"
	"strings"
	"testing"
)

const stdlibDir = "vm/testdata/world"

// TestStandardLibrary is [TestDiff] for programs that use the standard library
// widely: files, time zones, encodings, templates, hashes, logs.
func TestStandardLibrary(t *testing.T) {
	programs, err := filepath.Glob(filepath.Join(stdlibDir, "*.go"))
	if err != nil || len(programs) < 20 {
		t.Fatalf("%d programs, %v", len(programs), err)
	}
	for _, p := range programs {
		name := strings.TrimSuffix(filepath.Base(p), ".go")
		t.Run(name, func(t *testing.T) {
			golden := strings.TrimSuffix(p, ".go") + ".golden"
			if *update {
				writeFile(t, golden, natively(t, stdlibDir, filepath.Base(p)).String())
			}
			want, got := readFile(t, golden), inMachine(t, stdlibDir, filepath.Base(p)).String()
			if got != want {
				t.Errorf("machine and toolchain differ: %s", firstDifference(want, got))
			}
		})
	}
}
