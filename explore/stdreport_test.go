package explore_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

const stdPage = "../docs/conformance-std.md"

// A stdReport is what a run of TestStd came to.
type stdReport struct {
	lines  []stdLine
	differ map[string]string // reasons by package and function
}

// A stdLine is a line of the table.
type stdLine struct {
	pkg             string
	functions, same int
}

func (r *stdReport) add(pkg string, differ map[string]string, functions int) {
	if r.differ == nil {
		r.differ = map[string]string{}
	}
	r.lines = append(r.lines, stdLine{pkg, functions, functions - len(differ)})
	for name, reason := range differ {
		r.differ[pkg+"."+name] = reason
	}
}

func (r *stdReport) sum() (functions, same int) {
	for _, l := range r.lines {
		functions, same = functions+l.functions, same+l.same
	}
	return functions, same
}

const stdIntro = `# The standard library's own tests

The test functions of packages of the standard library, from unmodified source, run in the machine one at a time with
` + "`-algorithm one`" + ` and without ` + "`-short`" + `, and compared with how they end under ` + "`go test`" + `: pass or skip. A test in which the
machine finds something, a race or a leak included, does not count as passed. This page is written by

    go test ./explore -run TestStd -explore.std -update -timeout 2h

`

const stdRule = `
The others, and why. *Internals* are tests of a package of which the machine has a model ([its source](../explore/vm/model)):
they use, through the package's own export_test.go or a linkname, declarations that the model leaves out or implements in another way, or test an
order of events that only the real implementation has.

| function | reason |
|---|---|
`

func (r *stdReport) text() string {
	var b strings.Builder
	b.WriteString(stdIntro + "| package | test functions | as under go test |\n|---|---|---|\n")
	for _, l := range r.lines {
		fmt.Fprintf(&b, "| %s | %d | %d |\n", l.pkg, l.functions, l.same)
	}
	functions, same := r.sum()
	fmt.Fprintf(&b, "| all | %d | %d (%.1f %%) |\n", functions, same, 100*float64(same)/float64(functions))
	b.WriteString(stdRule)
	for _, name := range slices.Sorted(maps.Keys(r.differ)) {
		fmt.Fprintf(&b, "| %s | %s |\n", name, r.differ[name])
	}
	return b.String()
}
