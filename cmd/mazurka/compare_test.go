package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompare checks that searches side by side agree on a test with a deadlock,
// as table and as JSON.
func TestCompare(t *testing.T) {
	dir := module(t, bank)
	r := run(t, dir, "compare", "-run", "Transfer|Fixed", "-algorithms", "all,optimal-dpor,s-por", "-json", "./bank")
	if r.code != exitOK {
		t.Fatalf("exit %d: %s%s", r.code, r.stdout, r.stderr)
	}
	runs := map[string][]jsonRun{}
	var last jsonCompareSummary
	for line := range strings.Lines(r.stdout) {
		var run jsonRun
		if err := json.Unmarshal([]byte(line), &run); err != nil {
			t.Fatal(err)
		}
		if run.Type == "run" {
			runs[run.Test] = append(runs[run.Test], run)
			continue
		}
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			t.Fatal(err)
		}
	}
	if last.Type != "summary" || last.Tests != 2 || last.Disagreements != 0 {
		t.Errorf("last line %+v", last)
	}
	for test, faults := range map[string]int{"TestTransfer": 1, "TestFixed": 0} {
		if len(runs[test]) != 3 {
			t.Fatalf("%s: %d runs", test, len(runs[test]))
		}
		for _, run := range runs[test] {
			if !run.Complete || len(run.Faults) != faults || run.Ends != faults+1 {
				t.Errorf("%s: %+v, want %d faults and one more end", test, run, faults)
			}
		}
	}
}

func TestCompareTables(t *testing.T) {
	dir := module(t, bank)
	for _, test := range []struct {
		flags []string
		want  []string
	}{
		{nil, []string{"TestTransfer  all ", "optimal-dpor ", "deadlock\n", "1 test, no disagreement"}},
		{[]string{"-markdown"}, []string{"# Searches side by side", "## bank\n", "| TestTransfer | all | ", "| deadlock |\n"}},
		{[]string{"-markdown", "-by", "executions,time"}, []string{"| executions | all | optimal-dpor | found |", "| TestTransfer | 161 | 3 | deadlock |", "| time | all |"}},
	} {
		args := append([]string{"compare", "-run", "Transfer", "-algorithms", "all,optimal-dpor"}, test.flags...)
		r := run(t, dir, append(args, "./bank")...)
		for _, want := range test.want {
			if r.code != exitOK || !strings.Contains(r.stdout, want) {
				t.Errorf("%v: exit %d, %q is not in\n%s%s", test.flags, r.code, want, r.stdout, r.stderr)
			}
		}
	}
}

func TestCompareUsage(t *testing.T) {
	for _, args := range [][]string{{"-algorithms", "nothing"}, {"-by", "nothing"}, {"-run", "("}, {"-budget", "-1s"}} {
		if r := run(t, t.TempDir(), append([]string{"compare"}, args...)...); r.code != exitError || r.stderr == "" {
			t.Errorf("%v: exit %d, %q", args, r.code, r.stderr)
		}
	}
}

// TestCompareFrom checks that what was printed can be shown again.
func TestCompareFrom(t *testing.T) {
	dir := module(t, bank)
	args := []string{"compare", "-run", "Transfer|Fixed", "-algorithms", "optimal-dpor,s-por", "-json"}
	first := run(t, dir, append(args, "./bank")...)
	file := filepath.Join(dir, "runs.json")
	if err := os.WriteFile(file, []byte(first.stdout), 0o666); err != nil {
		t.Fatal(err)
	}
	again := run(t, dir, append(args, "-from", file)...)
	runs := func(out string) string { return out[:strings.LastIndex(strings.TrimSpace(out), "\n")] }
	if again.code != exitOK || runs(again.stdout) != runs(first.stdout) {
		t.Errorf("exit %d:\n%s%s\nwant\n%s", again.code, again.stdout, again.stderr, first.stdout)
	}
	if r := run(t, dir, append(args, "-from", filepath.Join(dir, "bank", "bank_test.go"))...); r.code != exitError {
		t.Errorf("exit %d for what is no JSON: %s", r.code, r.stdout)
	}
}
