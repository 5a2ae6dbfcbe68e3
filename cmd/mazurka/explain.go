package main

import (
	"fmt"
	"strings"

	"github.com/mazurka-go/mazurka/explore"
)

// explain prints the page of a kind of finding.
func explain(e *env, args []string) int {
	fs := newFlags(e, "explain")
	if code, done := parse(fs, args); done {
		return code
	}
	if fs.NArg() != 1 {
		fmt.Fprintf(e.stderr, "mazurka explain: one code is needed: %s\n", strings.Join(explore.Codes(), ", "))
		return exitError
	}
	page, ok := explore.Explain(fs.Arg(0))
	if !ok {
		return e.fail(fmt.Errorf("no finding has the code %q; there are %s", fs.Arg(0), strings.Join(explore.Codes(), ", ")))
	}
	fmt.Fprint(e.stdout, page)
	return exitOK
}
