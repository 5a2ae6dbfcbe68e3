// Package transparent uses parts of the standard library that synchronise, or
// recycle memory, where nobody can tell. None of it is to be seen.
package transparent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"text/template"
)

// inTwo calls f in two goroutines and compares what it returns.
func inTwo(t *testing.T, f func() string, want string) {
	t.Helper()
	var got [2]string
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i] = f() })
	}
	wg.Wait()
	if got != [2]string{want, want} {
		t.Errorf("got %q, want %q twice", got, want)
	}
}

// want: verified
func TestMarshal(t *testing.T) {
	inTwo(t, func() string {
		b, err := json.Marshal(map[string]any{"a": []int{1, 2}, "b": "x"})
		return string(b) + fmt.Sprint(err)
	}, `{"a":[1,2],"b":"x"}<nil>`)
}

// want: verified
func TestUnmarshal(t *testing.T) {
	inTwo(t, func() string {
		var v struct{ A []string }
		err := json.Unmarshal([]byte(`{"A":["x","y"]}`), &v)
		return strings.Join(v.A, "") + fmt.Sprint(err)
	}, "xy<nil>")
}

// want: verified
func TestPrint(t *testing.T) {
	inTwo(t, func() string {
		var b bytes.Buffer
		fmt.Fprintf(&b, "%v %q %+v", 1, "x", struct{ N int }{2})
		return b.String()
	}, `1 "x" {N:2}`)
}

// want: verified
func TestRegexp(t *testing.T) {
	re := regexp.MustCompile(`(a+)(b+)`)
	inTwo(t, func() string { return re.ReplaceAllString("xaabby", "$2$1") }, "xbbaay")
}

// want: verified
func TestReplacer(t *testing.T) {
	r := strings.NewReplacer("<", "&lt;", ">", "&gt;")
	inTwo(t, func() string { return r.Replace("<a>") }, "&lt;a&gt;")
}

// want: verified
func TestTemplate(t *testing.T) {
	tmpl := template.Must(template.New("t").Parse(`{{range .}}<{{.}}>{{end}}`))
	inTwo(t, func() string {
		var b strings.Builder
		if err := tmpl.Execute(&b, []int{1, 2}); err != nil {
			return err.Error()
		}
		return b.String()
	}, "<1><2>")
}
