package explore_test

import (
	"bytes"
	"context"
	"runtime/debug"
	"testing"
	"time"

	"github.com/mazurka-go/mazurka/explore"
)

// What a program of the suites may use: the longest needs a few hundred
// million instructions, and one starts 10,000 goroutines.
var machineLimits = explore.Limits{Steps: 2_000_000_000, Goroutines: 20_000}

var programs = explore.NewSession("")

// inMachine runs a program in the machine. What keeps it from being run is
// shown as its error stream.
func inMachine(t *testing.T, dir string, files ...string) behaviour {
	t.Helper()
	var stdout, stderr bytes.Buffer
	defer func() {
		if e := recover(); e != nil {
			programs = explore.NewSession("") // the old one may be locked
			t.Fatalf("broken invariant: %v\n%s", e, debug.Stack())
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	exit, err := programs.RunProgram(ctx, explore.RunConfig{
		LoadOptions: explore.LoadOptions{Dir: dir, Patterns: files},
		Stdout:      &stdout,
		Stderr:      &stderr,
		Limits:      machineLimits,
	})
	b := behaviour{exit, stdout.String(), crashHead(stderr.String())}
	if err != nil {
		b.exit = -1
		b.stderr += "not run: " + err.Error()
	}
	return b
}
