// Examples.

//mazurka:replace
package testing

import (
	"internal/abi"
	"io"
	"os"
	"slices"
	"strings"
)

// An InternalExample is an example with its name and what it ought to print.
type InternalExample struct {
	Name      string
	F         func()
	Output    string
	Unordered bool
}

// runExample is called by the machine on its main goroutine: it runs one example
// as a test.
func runExample(name string, f func(), testMain func(*M), output string, unordered bool) {
	runTest(name, func(t *T) { example(t, f, output, unordered) }, testMain)
}

// example compares what f prints with output. Who prints when shows: os.Stdout
// is a pipe meanwhile, from which nobody reads before f has returned.
func example(t *T, f func(), output string, unordered bool) {
	stdout := os.Stdout
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout = w
	func() {
		defer func() { os.Stdout = stdout }()
		f()
	}()
	w.Close()
	printed, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	got, want := strings.TrimSpace(string(printed)), strings.TrimSpace(output)
	if unordered {
		got, want = sortedLines(got), sortedLines(want)
	}
	if got != want {
		t.fail()
		t.report(failure, "got:\n"+got+"\nwant:\n"+want, abi.FuncPCABIInternal(f))
	}
}

func sortedLines(s string) string {
	lines := strings.Split(s, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
