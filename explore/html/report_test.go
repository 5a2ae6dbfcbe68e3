package html_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/html"
)

// TestReport checks that a report has the verdict of each test, and links to a
// page for each finding, whatever the tests are called.
func TestReport(t *testing.T) {
	story := sample()
	finding := &explore.Finding{Code: "MZ001", Kind: explore.KindRace, Message: hostile, Pos: at(22), File: "/c/" + hostile, Interleaving: story}
	test := func(name string) *explore.Test { return &explore.Test{Package: "example.com/bank", Name: name} }
	results := []*explore.Result{
		{Test: test("TestDeposit"), Verdict: explore.Failed, Executions: 3, Findings: []*explore.Finding{finding, {Code: "MZ004", Kind: explore.KindPanic, Message: "init"}}},
		nil,
		{Test: test("FuzzX/../" + hostile), Verdict: explore.Failed, Findings: []*explore.Finding{finding}},
		{Test: test("TestOK"), Verdict: explore.Verified, Executions: 4, Elapsed: time.Second},
		{Test: test("TestNet"), Verdict: explore.Unsupported, Missing: &explore.Missing{What: "call of net.Dial", Pos: at(3)}},
		{Test: test("TestBroken"), Verdict: explore.Broken, Internal: "internal error: x\nstack"},
	}
	dir := filepath.Join(t.TempDir(), "a", "report")
	if err := html.Report(dir, "bank", results, options()); err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	index := parse(t, string(src))
	text := content(index.nodes["body"][0])
	for _, want := range []string{"2 failed", "1 verified", "1 unsupported", "bank/bank.go:3:2: call of net.Dial", "internal error: x", "4 schedules", "mazurka replay /c/" + hostile} {
		if !strings.Contains(text, want) {
			t.Errorf("index.html does not say %q", want)
		}
	}
	if n := len(index.nodes["script"]); n > 0 {
		t.Errorf("%d scripts in index.html", n)
	}
	pages := 0
	for _, a := range index.nodes["a"] {
		page, err := os.ReadFile(filepath.Join(dir, attribute(a, "href")))
		if err != nil {
			t.Error(err)
			continue
		}
		pages++
		if up := parse(t, string(page)).nodes["a"][0]; attribute(up, "href") != "index.html" {
			t.Errorf("page %d leads up to %q", pages, attribute(up, "href"))
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil || pages != 2 || len(files) != 3 {
		t.Errorf("%d pages linked, %d files, %v", pages, len(files), err)
	}
	if story.Findings[0].Message == hostile {
		t.Error("the result was changed")
	}
}

// TestReportFails checks that a directory that cannot be made is an error.
func TestReportFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := html.Report(filepath.Join(file, "report"), "bank", nil, html.Options{}); err == nil {
		t.Error("a report below a file")
	}
}
