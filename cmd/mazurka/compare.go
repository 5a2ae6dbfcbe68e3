package main

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/mazurka-go/mazurka/explore"
)

// compareFlags are the flags of compare.
type compareFlags struct {
	build      buildFlags
	x          exploreFlags
	run        string
	algorithms string
	by         string
	first      bool
	json       bool
	markdown   bool
	from       string
}

// defaultCompared are the searches compared if none are named: the one for each
// trace that keeps least, the one that begins none in vain, and those by states.
const defaultCompared = "source-dpor,optimal-dpor,stateful-dpor,s-por,dl-s-por"

// compare explores tests with several searches.
func compare(e *env, args []string) int {
	var f compareFlags
	fs := newFlags(e, "compare")
	f.build.add(fs)
	f.add(fs)
	if code, done := parse(fs, args); done {
		return code
	}
	c := &comparing{env: e, flags: f, start: time.Now(), command: "mazurka compare"}
	if f.from == "" { // else it says nothing about what was explored
		c.command += " " + strings.Join(args, " ")
	}
	if err := c.check(); err != nil {
		return e.fail(err)
	}
	if c.flags.from != "" {
		return c.tell(c.flags.from)
	}
	return c.explore(fs.Args())
}

func (f *compareFlags) add(fs *flag.FlagSet) {
	f.x.addLimits(fs, "each test and search, on the processor")
	fs.StringVar(&f.run, "run", "", "explore only tests whose name matches the `regexp`")
	fs.StringVar(&f.algorithms, "algorithms", defaultCompared, "`names` of the searches, separated by commas: "+strings.Join(explore.Algorithms(), ", "))
	fs.StringVar(&f.by, "by", "", "tables of single `measures`, a column for each search: "+strings.Join(measureNames(), ", "))
	fs.BoolVar(&f.first, "first", false, "end each search at the first fault")
	fs.BoolVar(&f.json, "json", false, "print one JSON object a line")
	fs.BoolVar(&f.markdown, "markdown", false, "print tables in Markdown")
	fs.StringVar(&f.from, "from", "", "show what -json printed to `file`, instead of exploring")
}

// comparing is one run of compare.
type comparing struct {
	*env
	flags compareFlags
	start time.Time
	dir   string
	// command is what was typed, as far as the result depends on it.
	command string

	run      *regexp.Regexp
	o        explore.CompareOptions
	measures []measure // empty: all in one table
	out      comparisonReporter

	tests, disagreements, broken int
}

// A comparisonReporter shows comparisons.
type comparisonReporter interface {
	pkg(path string) // those that follow are of the package
	comparison(c *explore.Comparison)
	end(c *comparing)
}

// check checks the values of the flags.
func (c *comparing) check() (err error) {
	if c.run, err = regexp.Compile(c.flags.run); err != nil {
		return fmt.Errorf("-run: %v", err)
	}
	c.o = explore.CompareOptions{Options: c.flags.x.options(), First: c.flags.first}
	if c.o.Budget <= 0 {
		return errors.New("the budget must be positive")
	}
	for name := range strings.SplitSeq(c.flags.algorithms, ",") {
		if name == "" || !explore.ValidAlgorithm(name) {
			return fmt.Errorf("no search is called %q; there are %v", name, explore.Algorithms())
		}
		c.o.Algorithms = append(c.o.Algorithms, name)
	}
	if c.flags.by != "" {
		for name := range strings.SplitSeq(c.flags.by, ",") {
			m, ok := measureOf(name)
			if !ok {
				return fmt.Errorf("no measure is called %q; there are %v", name, measureNames())
			}
			c.measures = append(c.measures, m)
		}
	}
	if c.dir, err = filepath.Abs(c.flags.build.dir); err != nil {
		return err
	}
	if c.flags.json {
		c.out = &jsonComparison{w: c.stdout, dir: c.dir}
	} else {
		c.out = &tableComparison{w: c.stdout, dir: c.dir, markdown: c.flags.markdown, measures: c.measures, command: c.command}
	}
	return nil
}

// explore compares the searches on all tests.
func (c *comparing) explore(patterns []string) int {
	session := explore.NewSession("")
	snap, err := session.Load(c.ctx, c.flags.build.options(patterns))
	if err != nil {
		return c.fail(err)
	}
	bad := complain(c.env, snap, c.dir)
	for _, p := range snap.Packages {
		tests := slices.DeleteFunc(slices.Clone(p.Tests), func(t *explore.Test) bool {
			return len(p.Errors) > 0 || !t.Explored() || !c.run.MatchString(t.Name)
		})
		if len(tests) > 0 {
			c.out.pkg(p.Path)
		}
		for _, t := range tests {
			if c.ctx.Err() != nil {
				break
			}
			cmp, err := session.Compare(c.ctx, t, c.o)
			if err != nil {
				bad = true
				fmt.Fprintf(c.stderr, "%s.%s: %v\n", t.Package, t.Name, err)
				continue
			}
			c.add(cmp)
			c.out.comparison(cmp)
		}
	}
	c.out.end(c)
	return c.code(bad)
}

func (c *comparing) code(bad bool) int {
	switch {
	case bad || c.broken > 0 || c.ctx.Err() != nil:
		return exitError
	case c.disagreements > 0:
		return exitFindings
	}
	return exitOK
}

func (c *comparing) add(cmp *explore.Comparison) {
	c.tests++
	c.disagreements += len(cmp.Disagreements)
	for _, r := range cmp.Runs {
		if r.Internal != "" {
			c.broken++
			fmt.Fprintf(c.stderr, "%s.%s: %s: %s\n", cmp.Test.Package, cmp.Test.Name, r.Algorithm, r.Internal)
		}
	}
}
