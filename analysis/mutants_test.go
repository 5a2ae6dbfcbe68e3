package analysis

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A mutant is a fault to plant: in a file, old becomes new.
type mutant struct{ File, What, Old, New string }

var allMutants = flag.Bool("analysis.mutants", false, "test all mutants, not just the first of each file")

// TestMutants plants each fault of testdata/mutants.json and sees the golden
// files notice.
func TestMutants(t *testing.T) {
	if os.Getenv("ANALYSIS_MUTANT") != "" {
		return // this is a mutant being tested
	}
	text, err := os.ReadFile("testdata/mutants.json")
	if err != nil {
		t.Fatal(err)
	}
	var mutants []mutant
	if err := json.Unmarshal(text, &mutants); err != nil {
		t.Fatal(err)
	}
	tested := map[string]bool{}
	for _, m := range mutants {
		t.Run(strings.ReplaceAll(m.What, " ", "_"), func(t *testing.T) {
			source, err := os.ReadFile(m.File)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(source), m.Old); n != 1 {
				t.Fatalf("%q occurs %d times in %s", m.Old, n, m.File)
			}
			if tested[m.File] && !*allMutants {
				return
			}
			tested[m.File] = true
			m.test(t, string(source))
		})
	}
}

// test runs the tests with the fault planted.
func (m *mutant) test(t *testing.T, source string) {
	t.Parallel()
	dir := t.TempDir()
	original, err := filepath.Abs(m.File)
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{original: filepath.Join(dir, m.File)}})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{m.File: strings.Replace(source, m.Old, m.New, 1), "overlay.json": string(overlay)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "test", "-vet=off", "-overlay="+filepath.Join(dir, "overlay.json"), "-timeout=60s", "-run=^Test(Future|Guards)$", ".")
	cmd.Env = append(os.Environ(), "ANALYSIS_MUTANT=1")
	out, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		t.Errorf("not noticed: %s", m.What)
	case !strings.Contains(string(out), "--- FAIL: Test") && !strings.Contains(string(out), "panic: test timed out"):
		t.Errorf("broken in another way: %s", out)
	}
}
