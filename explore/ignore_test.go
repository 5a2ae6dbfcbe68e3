package explore

import (
	"go/token"
	"testing"
)

// TestIgnore checks which findings comments suppress: by code, by line, and
// only with a reason.
func TestIgnore(t *testing.T) {
	const src = `package p

//lint:ignore MZ001 a counter for statistics
var a int
var b int //lint:ignore MZ001,MZ005 approximate
var c int

//lint:ignore MZ001
var d int
`
	g := newIgnores(map[string][]byte{"/p/a.go": []byte(src)})
	for _, test := range []struct {
		line int
		code string
		want bool
	}{
		{4, "MZ001", true}, {4, "MZ002", false}, {3, "MZ001", false},
		{5, "MZ001", true}, {5, "MZ005", true}, {6, "MZ001", false},
		{9, "MZ001", false},
	} {
		at := token.Position{Filename: "/p/a.go", Line: test.line, Column: 1}
		own := &Finding{Code: test.code, Pos: at}
		side := &Finding{Code: test.code, Related: []Related{{Pos: at, Side: true}}}
		story := &Finding{Code: test.code, Related: []Related{{Pos: at}}}
		if got := g.suppressed(own); got != test.want {
			t.Errorf("%s at line %d: suppressed %v", test.code, test.line, got)
		}
		if got := g.suppressed(side); got != test.want {
			t.Errorf("%s with a side at line %d: suppressed %v", test.code, test.line, got)
		}
		if g.suppressed(story) {
			t.Errorf("%s with a story at line %d: suppressed", test.code, test.line)
		}
	}
}
