// Package planted tests tests: it plants a fault in the package whose tests
// are running and sees them fail.
//
// The fault is planted by an overlay of the go command, so no file of the
// package is written to.
package planted

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// underWay is set in the environment of tests that run with a fault.
const underWay = "MAZURKA_PLANTED"

// UnderWay reports whether these tests run with a fault planted. They should
// then plant none.
func UnderWay() bool { return os.Getenv(underWay) != "" }

// A Fault is to be planted in a file of the package: there Old, which must
// occur once, becomes New.
type Fault struct{ File, What, Old, New string }

// Name is what a subtest about the fault is called.
func (f *Fault) Name() string { return strings.ReplaceAll(f.What, " ", "_") }

// Source is the file that the fault would be planted in. The test ends if the
// fault does not fit it.
func (f *Fault) Source(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(f.File)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(source), f.Old); n != 1 {
		t.Fatalf("%q occurs %d times in %s", f.Old, n, f.File)
	}
	return string(source)
}

// Noticed runs the tests that args of go test select with the fault planted;
// it is an error if they pass, or do not get as far as failing.
func (f *Fault) Noticed(t *testing.T, args ...string) {
	t.Helper()
	overlay := f.overlay(t)
	cmd := exec.Command("go", append([]string{"test", "-vet=off", "-overlay=" + overlay, "-timeout=60s", "."}, args...)...)
	cmd.Env = append(os.Environ(), underWay+"=1")
	out, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		t.Errorf("not noticed: %s", f.What)
	case !strings.Contains(string(out), "--- FAIL: Test") && !strings.Contains(string(out), "panic: test timed out"):
		t.Errorf("broken in another way: %s", out)
	}
}

// overlay writes the file with the fault, and the overlay that puts it in place.
func (f *Fault) overlay(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	original, err := filepath.Abs(f.File)
	if err != nil {
		t.Fatal(err)
	}
	faulty := filepath.Join(dir, f.File)
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{original: faulty}})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	for file, content := range map[string]string{faulty: strings.Replace(f.Source(t), f.Old, f.New, 1), overlay: string(list)} {
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return overlay
}
