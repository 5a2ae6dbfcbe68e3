package html

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/text"
)

//go:embed report.html
var reportHTML string

// Report writes a report into a directory, which is made if need be: index.html
// with the verdict of each test, and a page for each finding with its interleaving.
// Results that are nil are left out.
func Report(dir, title string, results []*explore.Result, o Options) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	r := &report{assets: newAssets(""), Title: title, o: o}
	for _, res := range results {
		if res == nil {
			continue
		}
		if err := r.add(dir, res); err != nil {
			return err
		}
	}
	r.Tiles = r.tiles()
	return writeFile(filepath.Join(dir, "index.html"), func(w io.Writer) error { return execute(w, "report", r) })
}

// writeFile creates or replaces a file.
func writeFile(file string, write func(io.Writer) error) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	return cmp.Or(write(f), f.Close())
}

// A report is what index.html is made of.
type report struct {
	assets
	Title    string
	Tiles    []tile
	Findings []card
	Packages []*packageRows

	o     Options
	count map[explore.Verdict]int
}

// A tile is how many tests have a verdict.
type tile struct {
	Name, Class string
	Count       int
}

// A card tells a finding.
type card struct {
	finding
	Test, Place, Source string
	Page                string // with its interleaving
}

type packageRows struct {
	Path  string
	Tests []testRow
}

type testRow struct {
	Name, Verdict, Class, Summary, Reason string
}

// verdicts are the verdicts in the order of their tiles.
var verdicts = []struct {
	verdict     explore.Verdict
	name, class string
}{
	{explore.Failed, "failed", "bad"},
	{explore.Verified, "verified", "good"},
	{explore.Incomplete, "incomplete", "warn"},
	{explore.Unsupported, "unsupported", "plain"},
	{explore.Broken, "not explored by a fault of mazurka", "bad"},
}

func (r *report) tiles() (list []tile) {
	for _, v := range verdicts {
		if n := r.count[v.verdict]; n > 0 || v.verdict == explore.Failed || v.verdict == explore.Verified {
			list = append(list, tile{v.name, v.class, n})
		}
	}
	return list
}

// add adds a result, and writes the pages of its findings.
func (r *report) add(dir string, res *explore.Result) error {
	if r.count == nil {
		r.count = map[explore.Verdict]int{}
	}
	r.count[res.Verdict]++
	if n := len(r.Packages); n == 0 || r.Packages[n-1].Path != res.Test.Package {
		r.Packages = append(r.Packages, &packageRows{Path: res.Test.Package})
	}
	p := r.Packages[len(r.Packages)-1]
	p.Tests = append(p.Tests, r.testRow(res))
	for _, f := range res.Findings {
		c := card{finding: newFinding(f), Test: res.Test.Name, Place: text.Position(f.Pos, r.o.Dir), Source: r.o.line(f.Pos)}
		if story := f.Interleaving; story != nil {
			c.Page = fmt.Sprintf("%03d-%s-%s.html", len(r.Findings)+1, fileName(res.Test.Name), strings.ToLower(f.Code))
			page := *story
			page.Package, page.Test, page.Findings = res.Test.Package, res.Test.Name, []*explore.Finding{f}
			if err := writeFile(filepath.Join(dir, c.Page), func(w io.Writer) error { return interleaving(w, &page, r.o, "index.html") }); err != nil {
				return err
			}
		}
		r.Findings = append(r.Findings, c)
	}
	return nil
}

func (r *report) testRow(res *explore.Result) testRow {
	row := testRow{Name: res.Test.Name, Summary: text.Summary(res)}
	for _, v := range verdicts {
		if v.verdict == res.Verdict {
			row.Verdict, row.Class = string(v.verdict), v.class
		}
	}
	switch {
	case res.Missing != nil:
		row.Reason = text.Position(res.Missing.Pos, r.o.Dir) + ": " + res.Missing.What
	case res.Internal != "":
		row.Reason, _, _ = strings.Cut(res.Internal, "\n")
	}
	return row
}

// fileName keeps of a test's name what may stand in the name of a file.
func fileName(name string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_':
			return c
		}
		return '-'
	}, name)
}
