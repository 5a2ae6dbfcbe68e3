package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/html"
	"github.com/mazurka-go/mazurka/explore/text"
)

// checkFlags are the flags of check.
type checkFlags struct {
	build buildFlags
	x     exploreFlags
	json  bool
	sarif string
	junit string
	html  string
	v     bool

	run, bench string
	examples   bool
	static     bool
}

// check explores the tests of packages.
func check(e *env, args []string) int {
	var f checkFlags
	fs := newFlags(e, "check")
	f.build.add(fs)
	f.x.add(fs)
	fs.StringVar(&f.run, "run", "", "explore only tests whose name matches the `regexp`")
	fs.StringVar(&f.bench, "bench", "", "explore one iteration of the benchmarks whose name matches the `regexp`, too")
	fs.BoolVar(&f.examples, "examples", false, "explore examples that say what they print, too")
	fs.BoolVar(&f.static, "static", false, "first list accesses that lack a mutex which is held at others; these are no findings")
	fs.BoolVar(&f.json, "json", false, "print one JSON object a line")
	fs.StringVar(&f.sarif, "sarif", "", "write the findings to `file` in SARIF")
	fs.StringVar(&f.junit, "junit", "", "write the results to `file` in JUnit's XML")
	fs.StringVar(&f.html, "html", "", "write a report to `dir`: index.html, and a page for each finding")
	fs.BoolVar(&f.v, "v", false, "list tests that are not run as well")
	if code, done := parse(fs, args); done {
		return code
	}
	wanted, err := f.check()
	if err != nil {
		return e.fail(err)
	}
	c := &checking{env: e, flags: f, start: time.Now(), wanted: wanted}
	return c.run(fs.Args())
}

// A selection says which tests are explored.
type selection struct {
	run, bench *regexp.Regexp // bench may be nil
	examples   bool
}

func (s *selection) has(t *explore.Test) bool {
	switch t.Kind {
	case explore.IsBenchmark:
		return s.bench != nil && s.bench.MatchString(t.Name)
	case explore.IsExample:
		return s.examples && t.Runnable() && s.run.MatchString(t.Name)
	}
	return s.run.MatchString(t.Name)
}

// check checks the values of the flags.
func (f *checkFlags) check() (s selection, err error) {
	if !explore.ValidAlgorithm(f.x.o.Algorithm) {
		return s, fmt.Errorf("no search is called %q; there are %v", f.x.o.Algorithm, explore.Algorithms())
	}
	if f.x.o.Budget <= 0 {
		return s, errors.New("the budget must be positive")
	}
	s.examples = f.examples
	if s.run, err = regexp.Compile(f.run); err != nil {
		return s, fmt.Errorf("-run: %v", err)
	}
	if f.bench == "" {
		return s, nil
	}
	if s.bench, err = regexp.Compile(f.bench); err != nil {
		return s, fmt.Errorf("-bench: %v", err)
	}
	return s, nil
}

// checking is one run of check.
type checking struct {
	*env
	flags  checkFlags
	wanted selection
	start  time.Time
	dir    string
	out    reporter
	bad    bool // packages that do not compile, ...
}

// A reporter shows what happens.
type reporter interface {
	update(u explore.Update)
	result(r *explore.Result)
	hint(h *explore.Hint)
	summary(s *summary)
}

func (c *checking) run(patterns []string) int {
	dir, err := filepath.Abs(c.flags.build.dir)
	if err != nil {
		return c.fail(err)
	}
	c.dir = dir
	session := explore.NewSession("")
	snap, err := session.Load(c.ctx, c.flags.build.options(patterns))
	if err != nil {
		return c.fail(err)
	}
	c.bad = complain(c.env, snap, dir)
	tests := c.selected(snap)
	if c.flags.json {
		c.out = &jsonReporter{w: c.stdout, dir: dir}
	} else {
		c.out = newTextReporter(c.env, dir, len(tests))
		if os.Getenv("GITHUB_ACTIONS") == "true" {
			c.out = &annotator{c.out, c.stdout, workspace(dir)}
		}
	}
	if err := c.hints(session, snap); err != nil {
		return c.fail(err)
	}
	sum := &summary{}
	results := session.Check(c.ctx, tests, c.flags.x.options(), func(u explore.Update) {
		c.out.update(u)
		if u.State == explore.Done {
			sum.add(u.Result)
			c.out.result(u.Result)
		}
	})
	sum.elapsed = time.Since(c.start)
	c.out.summary(sum)
	for _, w := range []struct {
		file  string // or directory
		write func(file, dir string, results []*explore.Result) error
	}{{c.flags.sarif, writeSARIF}, {c.flags.junit, writeJUnit}, {c.flags.html, writeReport}} {
		if w.file == "" {
			continue
		}
		if err := w.write(w.file, dir, results); err != nil {
			return c.fail(err)
		}
	}
	return c.code(sum)
}

// writeReport writes the results as pages for a browser.
func writeReport(to, dir string, results []*explore.Result) error {
	return html.Report(to, filepath.Base(dir), results, html.Options{Dir: dir})
}

// hints shows what static facts raise suspicion, if asked.
func (c *checking) hints(session *explore.Session, snap *explore.Snapshot) error {
	if !c.flags.static {
		return nil
	}
	for _, p := range snap.Packages {
		if len(p.Errors) > 0 {
			continue
		}
		hints, err := session.Hints(c.ctx, snap, p)
		if err != nil {
			return err
		}
		for _, h := range hints {
			c.out.hint(h)
		}
	}
	return nil
}

// workspace is what paths in annotations are relative to.
func workspace(dir string) string { return cmp.Or(os.Getenv("GITHUB_WORKSPACE"), dir) }

// complain lists what cannot be compiled, and reports whether there is anything.
func complain(e *env, snap *explore.Snapshot, dir string) (bad bool) {
	show := func(errs []explore.Error) {
		for _, err := range errs {
			bad = true
			if err.Pos.Filename == "" {
				fmt.Fprintln(e.stderr, err.Message)
			} else {
				fmt.Fprintf(e.stderr, "%s: %s\n", text.Position(err.Pos, dir), err.Message)
			}
		}
	}
	show(snap.Unmatched)
	for _, p := range snap.Packages {
		if len(p.Errors) > 0 {
			fmt.Fprintf(e.stderr, "# %s\n", p.Path)
			show(p.Errors)
		}
	}
	return bad
}

// selected lists the tests to explore and names, if asked, those that are
// not run.
func (c *checking) selected(snap *explore.Snapshot) (tests []*explore.Test) {
	for _, p := range snap.Packages {
		if len(p.Errors) > 0 {
			continue
		}
		for _, t := range p.Tests {
			switch {
			case c.wanted.has(t):
				tests = append(tests, t)
			case c.flags.v && !t.Explored():
				fmt.Fprintf(c.stderr, "%s.%s: not run: %s\n", t.Package, t.Name, t.Kind)
			}
		}
	}
	return tests
}

func (c *checking) code(s *summary) int {
	switch {
	case c.bad || s.broken > 0 || c.ctx.Err() != nil:
		return exitError
	case s.failed > 0:
		return exitFindings
	}
	return exitOK
}

// A summary counts verdicts.
type summary struct {
	tests, failed, verified, incomplete, unsupported, broken int
	findings                                                 int
	elapsed                                                  time.Duration
}

func (s *summary) add(r *explore.Result) {
	s.tests++
	s.findings += len(r.Findings)
	switch r.Verdict {
	case explore.Failed:
		s.failed++
	case explore.Verified:
		s.verified++
	case explore.Incomplete:
		s.incomplete++
	case explore.Unsupported:
		s.unsupported++
	default:
		s.broken++
	}
}

// isTerminal reports whether w is a terminal.
func isTerminal(w any) (fd int, ok bool) {
	f, isFile := w.(*os.File)
	if !isFile {
		return 0, false
	}
	return terminal(int(f.Fd()))
}
