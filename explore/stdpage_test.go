package explore_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

const stdPage = "../docs/conformance-std.md"

const stdIntro = `# The standard library's own tests

The test functions of packages of the standard library, from unmodified source, run in the machine one at a time with
` + "`-algorithm one`" + ` and without ` + "`-short`" + `, and compared with how they end under ` + "`go test`" + `: pass or skip. A test in which the
machine finds something, a race or a leak included, does not count as passed. Of one function at most 3,000,000,000
instructions are executed, and at most 1 GiB is allocated, which nothing collects. That it is as the tables say is checked by

    go test ./explore -run TestStd -explore.std -timeout 2h

and with ` + "`-update`" + ` they are written anew, from what the toolchain does and the list of those that differ.

`

const stdNetworkIntro = `
Of the following packages those test functions that need neither a process nor the outside world, nor cgo, as far as their source
says so: neither they nor functions of the package's test files that they name, and so on, name anything of package exec,
testenv.MustHaveExternalNetwork, testenv.MustHaveExec or the like, and they are not in files for cgo.

`

const stdRule = `
The others, and why. *Internals* are tests of a package of which the machine has a model, and which use, through the package's
own export_test.go or a linkname, declarations that the model leaves out or implements in another way, or test what only the real
implementation does.

| function | reason |
|---|---|
`

const stdHeader = "| package | test functions | as under go test |\n|---|---|---|\n"

// A stdCount counts test functions, and those that end as under go test.
type stdCount struct{ functions, same int }

// stdText is the page; counts are those of its two tables.
func stdText(ends map[string]stdEnds) (text string, counts [2]stdCount) {
	var others strings.Builder
	var tables [2]string
	for i, packages := range [][]string{stdPackages, stdNetwork} {
		tables[i], counts[i] = stdTable(packages, ends, &others)
	}
	return stdIntro + tables[0] + stdNetworkIntro + tables[1] + stdRule + others.String(), counts
}

// stdTable is the table of some packages; those that differ are added to
// others.
func stdTable(packages []string, ends map[string]stdEnds, others *strings.Builder) (table string, all stdCount) {
	var b strings.Builder
	b.WriteString(stdHeader)
	for _, p := range packages {
		c := stdCount{functions: len(ends[p])}
		for _, name := range slices.Sorted(maps.Keys(ends[p])) {
			if reason := stdDeviations[p+"."+name]; reason != "" {
				fmt.Fprintf(others, "| %s.%s | %s |\n", p, name, reason)
			} else {
				c.same++
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %d |\n", p, c.functions, c.same)
		all = stdCount{all.functions + c.functions, all.same + c.same}
	}
	fmt.Fprintf(&b, "| all | %d | %d (%.1f %%) |\n", all.functions, all.same, 100*float64(all.same)/float64(all.functions))
	return b.String(), all
}
