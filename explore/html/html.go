// Package html renders interleavings and reports of checks as self-contained
// HTML pages: one file each, with its style and script inside, that loads
// nothing and says so in its Content-Security-Policy.
//
// A page shows one column for each goroutine, time downwards, with the
// happens-before edges between them. Its script draws only what is in view, so
// thousands of steps are as quick as ten. Where there is no script, a page
// tells the steps as a list.
//
// In a webview of VS Code a page posts
//
//	{"command": "open", "uri": "file:///...", "line": 12}
//
// when a position is clicked, with lines counted from 0, and takes its colours
// from the editor's theme.
package html

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"go/token"
	"html/template"
	"io"
	"os"
	"strings"

	"github.com/mazurka-go/mazurka/explore"
)

//go:embed view.css
var viewCSS string

//go:embed model.js
var modelJS string

//go:embed graph.js
var graphJS string

//go:embed panel.js
var panelJS string

// viewJS is the script of a page: the files are parts of one function.
var viewJS = "'use strict';\n(() => {\n" + modelJS + graphJS + panelJS + "})();\n"

//go:embed view.html
var viewHTML string

// Options say how pages are made. The zero value is good.
type Options struct {
	// Dir is the directory relative to which paths are shown; empty means as
	// they are.
	Dir string
	// Source returns the text of a file; nil reads it.
	Source func(file string) ([]byte, error)
}

func (o Options) source(file string) ([]byte, error) {
	if o.Source != nil {
		return o.Source(file)
	}
	return os.ReadFile(file)
}

// line is the trimmed source line at a position, "" if there is none.
func (o Options) line(pos token.Position) string {
	src, err := o.source(pos.Filename)
	if err != nil {
		return ""
	}
	lines := strings.Split(string(src), "\n")
	if pos.Line < 1 || pos.Line > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[pos.Line-1])
}

var templates = func() *template.Template {
	t := template.Must(template.New("view").Parse(viewHTML))
	template.Must(t.New("report").Parse(reportHTML))
	return t
}()

// assets are the style and script of a page, and the policy that allows them and
// nothing else.
type assets struct {
	CSS    template.CSS
	JS     template.JS
	Policy string
}

func newAssets(js string) assets {
	policy := "default-src 'none'; img-src data:; style-src " + digest(viewCSS)
	if js != "" {
		policy += "; script-src " + digest(js)
	}
	return assets{template.CSS(viewCSS), template.JS(js), policy}
}

// digest is how a policy names an inline text.
func digest(s string) string {
	h := sha256.Sum256([]byte(s))
	return "'sha256-" + base64.StdEncoding.EncodeToString(h[:]) + "'"
}

// Interleaving writes the page of an interleaving.
func Interleaving(w io.Writer, story *explore.Interleaving, o Options) error {
	return interleaving(w, story, o, "")
}

// interleaving writes a page that links to the one that lists it, if up is not empty.
func interleaving(w io.Writer, story *explore.Interleaving, o Options, up string) error {
	return execute(w, "view", struct {
		assets
		View *view
		Up   string
	}{newAssets(viewJS), newView(story, o), up})
}

// execute writes a page, or nothing if it cannot be made.
func execute(w io.Writer, name string, data any) error {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

func baseName(file string) string { return file[strings.LastIndexByte(file, '/')+1:] }
