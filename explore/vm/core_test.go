package vm

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files with what the go command makes of the programs")

// TestCore runs programs of the language proper, without the standard
// library. Their output must be that of gc: as they are, with race detection, and when
// each step is undone and done again.
func TestCore(t *testing.T) {
	files, err := filepath.Glob("testdata/core/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".go")
		golden := strings.TrimSuffix(file, ".go") + ".golden"
		if *update {
			out, _ := exec.Command("go", "run", file).CombinedOutput()
			if err := os.WriteFile(golden, out, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		check := func(t *testing.T, m *Machine) {
			if got := string(m.Output()); got != string(want) {
				t.Errorf("output differs:\n%s", firstDifference(got, string(want)))
			}
			for _, r := range m.Reports() {
				t.Errorf("report: %s", r.Message)
			}
			if u := m.Unsupported(); u != nil {
				t.Error(u)
			}
		}
		t.Run(name, func(t *testing.T) {
			m, _ := runTest(t, string(src), Config{})
			check(t, m)
		})
		t.Run(name+"/races", func(t *testing.T) {
			m, _ := runTest(t, string(src), Config{Races: true})
			check(t, m)
		})
		t.Run(name+"/undone", func(t *testing.T) {
			m, main := newTestMachine(t, string(src), Config{})
			m.StartMain(main)
			runUndoing(t, m)
			check(t, m)
		})
	}
}

// runUndoing does every step twice and checks that the first did not leave a
// trace.
func runUndoing(t *testing.T, m *Machine) {
	var buf []Choice
	for {
		if buf = m.Enabled(buf[:0]); len(buf) == 0 {
			return
		}
		c := buf[0]
		before := m.Fingerprint()
		k := m.Mark()
		first := m.Step(c)
		after, steps := m.Fingerprint(), m.Steps()
		m.Rewind(k)
		if m.Fingerprint() != before {
			t.Fatalf("the state before %v has changed", c)
		}
		if second := m.Step(c); second != first || m.Fingerprint() != after || m.Steps() != steps {
			t.Fatalf("%v went differently the second time", c)
		}
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			other := ""
			if i < len(w) {
				other = w[i]
			}
			return "line " + g[i] + "\nwant " + other
		}
	}
	return "output ends early; want " + w[min(len(g), len(w)-1)]
}
