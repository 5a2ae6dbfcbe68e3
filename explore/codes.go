package explore

import "github.com/mazurka-go/mazurka/docs/findings"

// codes are the stable codes of the kinds.
var codes = map[Kind]string{
	KindRace:     "MZ001",
	KindDeadlock: "MZ002",
	KindLeak:     "MZ003",
	KindPanic:    "MZ004",
	KindFailure:  "MZ005",
	KindLivelock: "MZ006",
	KindMisuse:   "MZ007",
}

// Code returns the stable code of the kind.
func (k Kind) Code() string { return codes[k] }

// Explain returns the page of a code, in Markdown.
func Explain(code string) (page string, ok bool) { return findings.Page(code) }

// Codes lists the codes of all kinds of findings.
func Codes() []string { return findings.Codes() }

// Title names the kind of finding with the code: "data race".
func Title(code string) string { return findings.Title(code) }
