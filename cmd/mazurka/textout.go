package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/text"
)

// terminal returns fd if it is a terminal.
func terminal(fd int) (int, bool) { return fd, term.IsTerminal(fd) }

// textOptions are the options for writing to the command's output: colours
// and the real width only on a terminal.
func textOptions(e *env, dir string) text.Options {
	o := text.Options{Dir: dir}
	if fd, ok := isTerminal(e.stdout); ok {
		if w, _, err := term.GetSize(fd); err == nil {
			o.Width = w
		}
		_, no := os.LookupEnv("NO_COLOR")
		o.Color = !no && os.Getenv("TERM") != "dumb"
	}
	return o
}

// A textReporter writes for people. On a terminal a bar at the bottom shows
// the progress.
type textReporter struct {
	*env
	o     text.Options
	bar   *progressbar.ProgressBar // nil if stderr is no terminal
	tests int
	done  int
	// executions of the tests under way.
	executions map[*explore.Test]int
}

func newTextReporter(e *env, dir string, tests int) *textReporter {
	t := &textReporter{env: e, o: textOptions(e, dir), tests: tests, executions: map[*explore.Test]int{}}
	if _, ok := isTerminal(e.stderr); ok && tests > 0 {
		t.bar = progressbar.NewOptions(tests,
			progressbar.OptionSetWriter(e.stderr),
			progressbar.OptionSetWidth(20),
			progressbar.OptionShowCount(),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionSetElapsedTime(true),
			progressbar.OptionSetPredictTime(false),
		)
	}
	return t
}

func (t *textReporter) update(u explore.Update) {
	if t.bar == nil || u.State != explore.Running {
		return
	}
	t.executions[u.Test] = max(t.executions[u.Test], u.Progress.Executions)
	words := u.Test.Name
	if n := t.executions[u.Test]; n > 0 {
		words += fmt.Sprintf(": %s schedules", text.Count(float64(n)))
	}
	if u.Progress.Estimate > 1 {
		words += fmt.Sprintf(" of about %s", text.Count(u.Progress.Estimate))
	}
	t.bar.Describe(words)
}

func (t *textReporter) result(r *explore.Result) {
	t.done++
	delete(t.executions, r.Test)
	if t.bar != nil {
		t.clear()
	}
	text.Result(t.stdout, r, t.o)
	if t.bar != nil {
		_ = t.bar.Set(t.done)
	}
}

func (t *textReporter) hint(h *explore.Hint) {
	if t.bar != nil {
		t.clear()
	}
	fmt.Fprintf(t.stdout, "%s: %s: %s\n", text.Position(h.Pos, t.o.Dir), h.Confidence(), h.Message)
	for _, r := range h.With {
		fmt.Fprintf(t.stdout, "\t%s: %s\n", text.Position(r.Pos, t.o.Dir), r.Message)
	}
}

// clear takes the bar off the screen for a moment. What goes wrong with a
// bar is not worth a word.
func (t *textReporter) clear() { _ = t.bar.Clear() }

func (t *textReporter) summary(s *summary) {
	if t.bar != nil {
		t.clear()
	}
	if s.tests == 0 {
		fmt.Fprintln(t.stdout, "no tests to explore")
		return
	}
	var words []string
	for _, c := range []struct {
		n    int
		what string
	}{
		{s.failed, "failed"}, {s.verified, "verified"}, {s.incomplete, "incomplete"},
		{s.unsupported, "unsupported"}, {s.broken, "not explored by a fault of mazurka"},
	} {
		if c.n > 0 {
			words = append(words, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	fmt.Fprintf(t.stdout, "\n%s: %s (%.1fs)\n", plural(s.tests, "test"), strings.Join(words, ", "), s.elapsed.Seconds())
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
