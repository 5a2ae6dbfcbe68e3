package main

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/text"
)

// writeJUnit writes the results as JUnit XML, a suite for each package. Findings
// are failures; a test that cannot be run, or is not explored to its end, is
// skipped, with the reason: it has not failed, nor is it known not to.
func writeJUnit(file, dir string, results []*explore.Result) error {
	var all junit.Testsuites
	var suite junit.Testsuite
	var elapsed, total time.Duration
	finish := func() {
		if suite.Name != "" {
			suite.ID, suite.Time = len(all.Suites), junitTime(elapsed)
			all.AddSuite(suite)
		}
		total += elapsed
	}
	for _, r := range results {
		if r == nil {
			continue
		}
		if r.Test.Package != suite.Name {
			finish()
			suite, elapsed = junit.Testsuite{Name: r.Test.Package}, 0
		}
		suite.AddTestcase(testcase(r, dir))
		elapsed += r.Elapsed
	}
	finish()
	all.Time = junitTime(total)
	var b bytes.Buffer
	if err := all.WriteXML(&b); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o666)
}

func junitTime(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }

func testcase(r *explore.Result, dir string) junit.Testcase {
	c := junit.Testcase{Name: r.Test.Name, Classname: r.Test.Package, Time: junitTime(r.Elapsed), Status: string(r.Verdict)}
	var told bytes.Buffer
	text.Result(&told, r, text.Options{Dir: dir})
	switch r.Verdict {
	case explore.Failed:
		f := r.Findings[0]
		c.Failure = &junit.Result{Type: f.Code + " " + string(f.Kind), Message: f.Message, Data: told.String()}
	case explore.Broken:
		c.Error = &junit.Result{Type: "internal", Message: "not explored by a fault of mazurka", Data: r.Internal}
	case explore.Unsupported:
		c.Skipped = &junit.Result{Message: "unsupported: " + r.Missing.What + " at " + text.Position(r.Missing.Pos, dir)}
	case explore.Incomplete:
		c.Skipped = &junit.Result{Message: "incomplete: " + r.Bound}
	}
	if r.Output != "" {
		c.SystemOut = &junit.Output{Data: r.Output}
	}
	return c
}
