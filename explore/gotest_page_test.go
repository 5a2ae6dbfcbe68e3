package explore_test

import (
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

const (
	recorded    = "testdata/gotest.txt"
	conformance = "../docs/conformance.md"
)

// A goRecord is what is recorded of a test.
type goRecord struct {
	result string // under the toolchain
	slow   bool   // in the machine
}

func readRecords(t *testing.T) map[string]goRecord {
	t.Helper()
	records := make(map[string]goRecord)
	if _, err := os.Stat(recorded); *update && err != nil {
		return records
	}
	for line := range strings.Lines(readFile(t, recorded)) {
		name, record, _ := strings.Cut(strings.TrimSpace(line), " ")
		result, slow := strings.CutSuffix(record, " slow")
		records[name] = goRecord{result, slow}
	}
	return records
}

func writeRecords(t *testing.T, records map[string]goRecord) {
	t.Helper()
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(records)) {
		r := records[name]
		fmt.Fprintf(&out, "%s %s", name, r.result)
		if r.slow {
			out.WriteString(" slow")
		}
		out.WriteByte('\n')
	}
	writeFile(t, recorded, out.String())
}

// A page is docs/conformance.md: the tests by directory.
type page struct {
	tests []goTest
	dirs  map[string]tally
}

// A tally counts tests.
type tally struct {
	tests, inScope, same int
}

func pageOf(tests []goTest) *page {
	p := &page{tests, make(map[string]tally)}
	for _, test := range tests {
		n := p.dirs[path.Dir(test.name)]
		n.tests++
		if test.outside == "" {
			n.inScope++
			if test.same {
				n.same++
			}
		}
		p.dirs[path.Dir(test.name)] = n
	}
	return p
}

func (p *page) sum() (all tally) {
	for _, n := range p.dirs {
		all.tests += n.tests
		all.inScope += n.inScope
		all.same += n.same
	}
	return all
}

const pageIntro = `# Conformance

The tests in ` + "`$GOROOT/test`" + ` that run a program (recipes ` + "`run`, `runoutput`, `rundir` and `runindir`" + `, build
constraints permitting), run in the machine and compared with the toolchain: exit status, standard output, and the error
stream up to the stacks. A rule that looks at the recipe and the source only, never at the outcome, puts those out of
scope that are about the compiler's and linker's flags, assembly, cgo, other processes or the collector
(` + "`explore/gotest_scope_test.go`" + `). They are run all the same, and must not break the machine. The standard
library's own tests have [a page of their own](conformance-std.md). This page is written by

    go test ./explore -run TestGoTests -timeout 2h -sweep -update

from the toolchain's results as recorded; without -sweep they are recorded anew, and -toolchain checks them.

`

func (p *page) text() string {
	var out strings.Builder
	out.WriteString(pageIntro)
	out.WriteString("| directory | programs | in scope | same behaviour |\n|---|---|---|---|\n")
	for _, d := range slices.Sorted(maps.Keys(p.dirs)) {
		n := p.dirs[d]
		fmt.Fprintf(&out, "| %s | %d | %d | %d |\n", d, n.tests, n.inScope, n.same)
	}
	all := p.sum()
	fmt.Fprintf(&out, "| all | %d | %d | %d (%.1f %%) |\n", all.tests, all.inScope, all.same, 100*float64(all.same)/float64(all.inScope))
	out.WriteString("\nIn scope, but different:\n\n| program | reason |\n|---|---|\n")
	for _, test := range p.tests {
		if test.outside == "" && !test.same {
			fmt.Fprintf(&out, "| %s | %s |\n", test.name, deviations[test.name])
		}
	}
	out.WriteString("\nOut of scope:\n\n| program | it | same behaviour |\n|---|---|---|\n")
	for _, test := range p.tests {
		if test.outside != "" {
			fmt.Fprintf(&out, "| %s | %s | %s |\n", test.name, test.outside, yesNo(test.same))
		}
	}
	return out.String()
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
