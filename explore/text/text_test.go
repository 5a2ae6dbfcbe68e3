package text_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/text"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func at(line int) token.Position {
	return token.Position{Filename: "/m/bank/bank.go", Line: line, Column: 2}
}

func sampleFinding() *explore.Finding {
	story := &explore.Interleaving{
		Package: "example.com/bank", Test: "TestDeposit", Output: "balance is 50\n",
		Goroutines: []explore.Goroutine{
			{Name: "0", Label: "test goroutine"},
			{Name: "0.0", Label: "goroutine started at bank_test.go:19", Start: at(19)},
			{Name: "0.1", Label: "goroutine started at bank_test.go:19", Start: at(19)},
		},
	}
	for i, s := range []struct {
		g, line int
		source  string
		matters bool
	}{
		{0, 18, "wg.Add(1)", false}, {0, 19, "go func() {", true}, {0, 19, "go func() {", true},
		{1, 23, "a.mu.Lock()", true}, {2, 23, "a.mu.Lock()", true}, {2, 30, "defer a.mu.Unlock()", true},
		{1, 29, "a.mu.Lock() // ünïcödé and a comment that is longer than its column can be", true},
	} {
		story.Steps = append(story.Steps, explore.Step{
			Index: i, Goroutine: s.g, Pos: at(s.line), Source: s.source, Text: "lock a mutex", Matters: s.matters,
		})
	}
	balance := explore.Value{What: "write", Name: "bank.Account.balance", Type: "int", Before: "0", After: "70", Object: 1}
	story.Steps[4].Accesses = []explore.Access{{Goroutine: 2, Pos: at(25), Value: balance}}
	balance.What, balance.Before, balance.After = "read", "70", ""
	story.Steps[6].Accesses = []explore.Access{{Goroutine: 1, Pos: at(25), Value: balance}}
	other := explore.Value{What: "write", Name: "bank.Account.balance", Before: "1", After: "2", Object: 2}
	story.Steps[6].Accesses = append(story.Steps[6].Accesses, explore.Access{Goroutine: 1, Pos: at(26), Value: other})
	balance.What, balance.After = "write", "50"
	story.Steps = append(story.Steps, explore.Step{
		Index: 7, Goroutine: 0, Pos: at(31), Source: "wg.Wait()", Text: "sync.WaitGroup.Wait of wg", Matters: true,
		Accesses: []explore.Access{{Goroutine: 0, Pos: at(26), Value: other}},
	}, explore.Step{
		Index: -1, Goroutine: 0, Pos: at(27), Source: "t.Error(a.balance)", Text: "write", Matters: true, Side: true, Values: []explore.Value{balance},
	})
	story.Edges = []explore.Edge{{From: 1, To: 3}, {From: 2, To: 4}, {From: 5, To: 7}, {From: 6, To: 7}}
	story.Waits = []explore.Wait{{Goroutine: 0, From: 3, To: 5}, {Goroutine: 1, From: 4, To: 5}, {Goroutine: 2, From: 5, To: -1}}
	return &explore.Finding{
		Code: "MZ005", Kind: explore.KindFailure, Message: "balance is 50, want 120", Pos: at(27),
		Related: []explore.Related{
			{Pos: at(31), Goroutine: "goroutine started at bank_test.go:19", Message: "reads"},
			{Pos: at(27), Goroutine: "test goroutine", Message: "failure", Side: true},
		},
		Timing: true, Preemptions: 1, File: "/cache/mz005.schedule", Interleaving: story,
	}
}

func options() text.Options {
	return text.Options{Dir: "/m", Source: func(file string, line int) string {
		return "\tline of " + filepath.Base(file) + strings.Repeat("!", line%3)
	}}
}

// TestGolden pins what is written, plain and coloured, wide and narrow.
func TestGolden(t *testing.T) {
	test := &explore.Test{Package: "example.com/bank", Name: "TestDeposit"}
	for name, write := range map[string]func(b *bytes.Buffer){
		"failed": func(b *bytes.Buffer) {
			text.Result(b, &explore.Result{
				Test: test, Verdict: explore.Failed, Executions: 12, Elapsed: 8 * time.Millisecond,
				Findings: []*explore.Finding{sampleFinding()},
			}, options())
		},
		"colour": func(b *bytes.Buffer) {
			o := options()
			o.Color = true
			text.Finding(b, sampleFinding(), o)
		},
		"narrow": func(b *bytes.Buffer) {
			o := options()
			o.Width = 50
			text.Finding(b, sampleFinding(), o)
		},
		"interleaving": func(b *bytes.Buffer) {
			o := options()
			o.All = true
			f := sampleFinding()
			f.Interleaving.Findings = []*explore.Finding{f}
			text.Interleaving(b, f.Interleaving, o)
		},
		"verdicts": func(b *bytes.Buffer) {
			for _, r := range []*explore.Result{
				{Verdict: explore.Verified, Executions: 1},
				{Verdict: explore.Verified, Executions: 4096, Elapsed: 1500 * time.Millisecond, Ignored: 1},
				{Verdict: explore.Verified, Executions: 3, Cached: true},
				{Verdict: explore.Verified, Executions: 1, Skipped: true},
				{Verdict: explore.Incomplete, Executions: 1234567, Estimate: 3e12, Bound: "budget of 10s", Elapsed: 90 * time.Second},
				{Verdict: explore.Unsupported, Executions: 1, Missing: &explore.Missing{
					What: "call of net.Dial", Pos: at(3), Path: []string{"bank.TestX (bank_test.go:3)", "bank.dial (bank.go:9)"},
				}},
				{Verdict: explore.Broken, Internal: "internal error: x\nstack"},
			} {
				r.Test = test
				text.Result(b, r, options())
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			write(&b)
			golden := filepath.Join("testdata", name+".golden")
			if *update {
				if err := os.WriteFile(golden, b.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(b.Bytes(), want) {
				t.Errorf("got\n%s\nwant\n%s", b.Bytes(), want)
			}
		})
	}
}

// TestCount pins how numbers of schedules are written.
func TestCount(t *testing.T) {
	for n, want := range map[float64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", 3e12: "3e+12"} {
		if got := text.Count(n); got != want {
			t.Errorf("%v: %s, want %s", n, got, want)
		}
	}
}

// TestPath checks that paths are shown relative to a directory only where
// that makes them shorter.
func TestPath(t *testing.T) {
	for _, test := range [][3]string{
		{"/m/bank/bank.go", "/m", "bank/bank.go"},
		{"/m/bank/bank.go", "", "/m/bank/bank.go"},
		{"/usr/go/src/sync/mutex.go", "/home/me/deep/down/in/the/tree/m", "/usr/go/src/sync/mutex.go"},
		{"/m/a.go", "/m/b", "../a.go"},
	} {
		if got := text.Path(test[0], test[1]); got != test[2] {
			t.Errorf("%s in %s: %s, want %s", test[0], test[1], got, test[2])
		}
	}
}

// TestLines checks that the lines on which steps are said to stand are theirs.
func TestLines(t *testing.T) {
	for _, width := range []int{50, 120} {
		var b bytes.Buffer
		story := sampleFinding().Interleaving
		at := text.Interleaving(&b, story, text.Options{Width: width, All: true})
		lines := strings.Split(b.String(), "\n")
		if len(at) != len(story.Steps) {
			t.Errorf("width %d: %d steps have lines, want %d", width, len(at), len(story.Steps))
		}
		for i, line := range at {
			if want := fmt.Sprintf("bank.go:%d", story.Steps[i].Pos.Line); !strings.Contains(lines[line], want) {
				t.Errorf("width %d: step %d stands in %q, want %s", width, i, lines[line], want)
			}
		}
	}
}
