package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPages checks that check and replay write their pages beside what they print, and
// complain of places where they cannot.
func TestPages(t *testing.T) {
	dir := module(t, bank)
	report := filepath.Join(dir, "out", "report")
	out := run(t, dir, "check", "-run", "Transfer|Fixed", "-html", report, "./bank")
	if out.code != exitFindings || !strings.Contains(out.stdout, "1 failed, 1 verified") {
		t.Fatalf("exit status %d, %s%s", out.code, out.stdout, out.stderr)
	}
	has(t, filepath.Join(report, "index.html"), "TestTransfer", "TestFixed", "001-TestTransfer-mz002.html")
	has(t, filepath.Join(report, "001-TestTransfer-mz002.html"), "bank_test.go", "from.Lock()")
	_, file, ok := strings.Cut(out.stdout, "mazurka replay ")
	file, _, _ = strings.Cut(file, "\n")
	if !ok {
		t.Fatalf("no schedule in %s", out.stdout)
	}
	page := filepath.Join(dir, "page.html")
	out = run(t, dir, "replay", "-C", "bank", "-html", page, file)
	if out.code != exitFindings || !strings.Contains(out.stdout, "from.Lock()") {
		t.Errorf("exit status %d, %s%s", out.code, out.stdout, out.stderr)
	}
	has(t, page, "TestTransfer", "from.Lock()")
	for _, args := range [][]string{
		{"replay", "-C", "bank", "-html", filepath.Join(dir, "none", "page.html"), file},
		{"check", "-run", "Fixed", "-html", page, "./bank"},
	} {
		if out := run(t, dir, args...); out.code != exitError || out.stderr == "" {
			t.Errorf("%v: exit status %d, %s", args, out.code, out.stderr)
		}
	}
}

// has checks that a file contains texts.
func has(t *testing.T, file string, texts ...string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		if !strings.Contains(string(b), text) {
			t.Errorf("%s does not contain %q", filepath.Base(file), text)
		}
	}
}
