package explore_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	update    = flag.Bool("update", false, "rewrite what the toolchain and the machine do, in testdata and docs")
	toolchain = flag.Bool("toolchain", false, "check what is recorded of the toolchain against the toolchain itself")
)

// A behaviour is what one can see of a program that ran: its output, its exit
// status, and on the error stream all that comes before the stacks.
type behaviour struct {
	exit           int
	stdout, stderr string
}

// String is the form in which behaviours are recorded and compared.
func (b behaviour) String() string {
	return fmt.Sprintf("exit %d\n-- stdout --\n%s-- stderr --\n%s", b.exit, endLine(b.stdout), endLine(b.stderr))
}

// digest identifies a behaviour in few bytes.
func (b behaviour) digest() string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(b.String())))[:16]
}

func endLine(s string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n(no newline at the end)\n"
}

// crashHead drops what differs from run to run at the end of the error
// stream of a crash: stacks, and the line with the address of a signal.
func crashHead(stderr string) string {
	var head strings.Builder
	for line := range strings.Lines(stderr) {
		if strings.HasPrefix(line, "goroutine ") {
			break
		}
		if !strings.HasPrefix(line, "[signal ") {
			head.WriteString(line)
		}
	}
	if s := strings.TrimRight(head.String(), "\n"); s != "" {
		return s + "\n"
	}
	return ""
}

// notRun is the exit status that stands for a program that could not be run.
const notRun = -1

// result identifies a behaviour in one line.
func (b behaviour) result() string {
	if b.exit == notRun {
		return "none"
	}
	return fmt.Sprintf("%d %s", b.exit, b.digest())
}

// A command is a program, given by files or a package in a directory, that is
// to be run there.
type command struct {
	dir   string
	flags []string // of go build
	files []string
	args  []string
}

// natively builds and runs a program with the toolchain.
func natively(t *testing.T, dir string, files ...string) behaviour {
	t.Helper()
	b := runNatively(t, command{dir: dir, files: files})
	if b.exit == notRun {
		t.Fatal(b.stderr)
	}
	return b
}

func runNatively(t *testing.T, c command) behaviour {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "program")
	build := exec.Command("go", slices.Concat([]string{"build", "-o", exe}, c.flags, c.files)...)
	build.Dir = c.dir
	if out, err := build.CombinedOutput(); err != nil {
		return behaviour{notRun, "", fmt.Sprintf("go build %v: %v\n%s", c.files, err, out)}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var stdout, stderr bytes.Buffer
	run := exec.CommandContext(ctx, exe, c.args...)
	run.Dir, run.Stdout, run.Stderr = c.dir, &stdout, &stderr
	if err := run.Run(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) || !exit.Exited() {
			return behaviour{notRun, "", fmt.Sprintf("%v: %v", c.files, err)}
		}
	}
	return behaviour{run.ProcessState.ExitCode(), stdout.String(), crashHead(stderr.String())}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// firstDifference shows where two texts part.
func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		switch {
		case i >= len(w):
			return fmt.Sprintf("line %d: got %q, want the end", i+1, g[i])
		case i >= len(g):
			return fmt.Sprintf("line %d: got the end, want %q", i+1, w[i])
		case w[i] != g[i]:
			return fmt.Sprintf("line %d:\n got %s\nwant %s", i+1, g[i], w[i])
		}
	}
	return "none"
}
