package html_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"go/token"
	"strings"
	"testing"

	xhtml "golang.org/x/net/html"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/html"
)

// hostile would be markup, a script or the end of one if it were not escaped.
const hostile = `</script><script>alert(1)</script>"'` + "`" + `&lt;<b>x</b><!--{{.}} ` + "\u2028"

func at(line int) token.Position {
	return token.Position{Filename: "/m/bank/bank.go", Line: line, Column: 2}
}

func sample() *explore.Interleaving {
	write := explore.Access{Goroutine: 1, Pos: at(22), Source: "a.balance = b", Value: explore.Value{What: "write", Name: "Account.balance", Type: "int", Before: "0", After: "70"}}
	read := explore.Access{Goroutine: 1, Pos: at(22), Source: "a.balance = b", Value: explore.Value{What: "read", Name: "b", Type: "int", Before: "70", Object: 8}}
	return &explore.Interleaving{
		Package: "example.com/bank", Test: "TestDeposit", Output: "balance is 50\n",
		Findings: []*explore.Finding{{Code: "MZ001", Kind: explore.KindRace, Message: "data race on Account.balance"}},
		Goroutines: []explore.Goroutine{
			{Name: "0", Label: "test goroutine", Func: "bank.TestDeposit"},
			{Name: "0.0", Label: "goroutine started at bank_test.go:19", Start: at(19)},
		},
		Steps: []explore.Step{
			{Index: 0, Goroutine: 0, Pos: at(19), Source: "go func() {", Text: "go", Matters: true},
			{Index: 1, Goroutine: 1, Pos: at(20), Source: "a.mu.Lock()", Text: "sync.Mutex.Lock of Account.mu", Matters: true, Accesses: []explore.Access{read, write},
				Calls: []explore.Call{{Func: "bank.deposit", Pos: at(20)}}},
			{Index: -1, Goroutine: 1, Pos: at(22), Source: "a.balance = b", Text: "write", Matters: true, Side: true},
			{Index: -1, Goroutine: 0, Pos: at(25), Source: "if a.balance > 0 {", Text: "read", Matters: true, Side: true},
		},
		Edges: []explore.Edge{{From: 0, To: 1}},
		Waits: []explore.Wait{{Goroutine: 0, From: 0, To: 1, On: "sync.WaitGroup.Wait of wg", Pos: at(24)}},
	}
}

func options() html.Options {
	return html.Options{Dir: "/m", Source: func(file string) ([]byte, error) {
		if file != "/m/bank/bank.go" {
			return nil, errors.New("no such file")
		}
		return []byte(strings.Repeat("line\n", 21) + hostile + "\n" + strings.Repeat("line\n", 20)), nil
	}}
}

// A page is a parsed page.
type page struct {
	text  string
	doc   *xhtml.Node
	nodes map[string][]*xhtml.Node // by tag
}

func render(t *testing.T, story *explore.Interleaving) *page {
	t.Helper()
	var b bytes.Buffer
	if err := html.Interleaving(&b, story, options()); err != nil {
		t.Fatal(err)
	}
	return parse(t, b.String())
}

func parse(t *testing.T, s string) *page {
	t.Helper()
	// Without scripts, what is in noscript is parsed as well.
	doc, err := xhtml.ParseWithOptions(strings.NewReader(s), xhtml.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatal(err)
	}
	p := &page{text: s, doc: doc, nodes: map[string][]*xhtml.Node{}}
	for n := range doc.Descendants() {
		if n.Type == xhtml.ElementNode {
			p.nodes[n.Data] = append(p.nodes[n.Data], n)
		}
	}
	return p
}

func content(n *xhtml.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == xhtml.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

func attribute(n *xhtml.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// data decodes what the page's script is given.
func (p *page) data(t *testing.T) (v struct {
	Rows []struct {
		N      int
		Kind   string
		Label  string
		Side   string
		Values []struct{ What, Name, Before, After string } `json:"v"`
	}
	Edges, Pairs [][2]int
	Waits        []struct{ G, From, To int }
	Files        []struct {
		Path, URI string
		Lines     map[string]string
	}
	Output string
}) {
	t.Helper()
	for _, n := range p.nodes["script"] {
		if attribute(n, "type") == "application/json" {
			if err := json.Unmarshal([]byte(content(n)), &v); err != nil {
				t.Fatal(err)
			}
			return v
		}
	}
	t.Fatal("no data")
	return v
}

// TestRows checks that steps, accesses and sides become rows, and that edges, waits
// and the racing pair refer to them.
func TestRows(t *testing.T) {
	v := render(t, sample()).data(t)
	var got []string
	for _, r := range v.Rows {
		got = append(got, r.Kind+" "+r.Label+" "+r.Side)
	}
	want := []string{"step go func() { ", "step a.mu.Lock() ", "access a.balance = b ", "step a.balance = b write", "step if a.balance > 0 { read"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("rows\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if a := v.Rows[2].Values; len(a) != 2 || a[0].Name != "b" || a[1].What != "write" || a[1].Before != "0" || a[1].After != "70" {
		t.Errorf("accesses of one line: %v", a)
	}
	if len(v.Edges) != 1 || v.Edges[0] != [2]int{0, 1} || len(v.Pairs) != 1 || v.Pairs[0] != [2]int{3, 4} {
		t.Errorf("edges %v, pairs %v", v.Edges, v.Pairs)
	}
	if len(v.Waits) != 1 || v.Waits[0].From != 0 || v.Waits[0].To != 1 {
		t.Errorf("waits %v", v.Waits)
	}
	f := v.Files[0]
	if f.Path != "bank/bank.go" || f.URI != "file:///m/bank/bank.go" || f.Lines["20"] != "line" || f.Lines["22"] != hostile || f.Lines["40"] != "" {
		t.Errorf("file %+v", f)
	}
}

// TestEscaping puts markup into everything that comes from the program under test.
func TestEscaping(t *testing.T) {
	story := sample()
	story.Package, story.Test, story.Output = hostile, hostile, hostile
	story.Findings[0].Message = hostile
	for i := range story.Goroutines {
		story.Goroutines[i].Label, story.Goroutines[i].Func = hostile, hostile
	}
	for i := range story.Steps {
		s := &story.Steps[i]
		s.Source, s.Text = hostile, hostile
		s.Values = []explore.Value{{What: "read", Name: hostile, Type: hostile, Before: hostile, After: hostile}}
		s.Calls = []explore.Call{{Func: hostile, Pos: at(3)}}
	}
	p, plain := render(t, story), render(t, sample())
	for _, tag := range []string{"script", "b", "h1", "html", "style"} {
		if len(p.nodes[tag]) != len(plain.nodes[tag]) {
			t.Errorf("%d elements %s, %d without markup in names", len(p.nodes[tag]), tag, len(plain.nodes[tag]))
		}
	}
	if got := content(p.nodes["title"][0]); !strings.HasPrefix(got, hostile) {
		t.Errorf("title %q", got)
	}
	v := p.data(t)
	if v.Output != hostile || v.Rows[0].Label != hostile || v.Rows[0].Values[0].Before != hostile {
		t.Errorf("data %q, %+v", v.Output, v.Rows[0])
	}
}

// TestPolicy checks that a page loads nothing, and that its policy allows its
// own style and script, to the byte, and nothing else.
func TestPolicy(t *testing.T) {
	p := render(t, sample())
	policy := ""
	for _, n := range p.nodes["meta"] {
		if attribute(n, "http-equiv") == "Content-Security-Policy" {
			policy = attribute(n, "content")
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "unsafe") {
		t.Errorf("policy %q", policy)
	}
	for _, n := range append(p.nodes["style"], p.nodes["script"]...) {
		if attribute(n, "type") == "application/json" {
			continue
		}
		sum := sha256.Sum256([]byte(content(n)))
		if digest := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, digest) {
			t.Errorf("the policy does not allow the %s", n.Data)
		}
	}
	for n := range p.doc.Descendants() {
		for _, a := range n.Attr {
			if a.Key == "src" || a.Key == "style" || a.Key == "href" || strings.HasPrefix(a.Key, "on") {
				t.Errorf("%s has %s=%q", n.Data, a.Key, a.Val)
			}
		}
	}
}
