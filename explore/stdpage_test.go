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

const stdRule = `
The others, and why. *Internals* are tests of a package of which the machine has a model, and which use, through the package's
own export_test.go or a linkname, declarations that the model leaves out or implements in another way, or test what only the real
implementation does.

| function | reason |
|---|---|
`

// stdText is the page; each is told of each package's functions, and of how
// many of them end as under go test.
func stdText(ends map[string]stdEnds, each func(functions, same int)) string {
	var table, others strings.Builder
	functions, same := 0, 0
	for _, p := range stdPackages {
		n, good := len(ends[p]), 0
		for _, name := range slices.Sorted(maps.Keys(ends[p])) {
			if reason := stdDeviations[p+"."+name]; reason != "" {
				fmt.Fprintf(&others, "| %s.%s | %s |\n", p, name, reason)
			} else {
				good++
			}
		}
		fmt.Fprintf(&table, "| %s | %d | %d |\n", p, n, good)
		functions, same = functions+n, same+good
		each(n, good)
	}
	fmt.Fprintf(&table, "| all | %d | %d (%.1f %%) |\n", functions, same, 100*float64(same)/float64(functions))
	return stdIntro + "| package | test functions | as under go test |\n|---|---|---|\n" + table.String() + stdRule + others.String()
}
