package explore_test

import (
	"bytes"
	"context"
	"runtime/debug"
	"testing"
	"time"

	"github.com/mazurka-go/mazurka/explore"
)

// What a program of the suites may use: the longest that is run every time
// needs a few hundred million instructions, and one starts 10,000 goroutines.
var machineLimits = explore.Limits{Steps: 2_000_000_000, Goroutines: 20_000}

// sweepLimits are those of a sweep over all programs of the Go project.
var sweepLimits = explore.Limits{Steps: 50_000_000_000, Goroutines: 200_000, Memory: 1 << 30}

var programs = explore.NewSession("")

// inMachine runs a program in the machine. What keeps it from being run is
// shown as its error stream.
func inMachine(t *testing.T, dir string, files ...string) behaviour {
	t.Helper()
	b, _ := runInMachine(t, command{dir: dir, files: files}, machineLimits, time.Minute)
	return b
}

// runInMachine also returns how many instructions were executed.
func runInMachine(t *testing.T, c command, limits explore.Limits, patience time.Duration) (b behaviour, steps int64) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	defer func() {
		if e := recover(); e != nil {
			programs = explore.NewSession("") // the old one may be locked
			t.Fatalf("broken invariant: %v\n%s", e, debug.Stack())
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	exit, err := programs.RunProgram(ctx, explore.RunConfig{
		LoadOptions: explore.LoadOptions{Dir: c.dir, Patterns: c.files},
		Args:        c.args,
		Stdout:      &stdout,
		Stderr:      &stderr,
		Limits:      limits,
		Steps:       &steps,
	})
	b = behaviour{exit, stdout.String(), crashHead(stderr.String())}
	if err != nil {
		b.exit = notRun
		b.stderr += "not run: " + err.Error()
	}
	return b, steps
}
