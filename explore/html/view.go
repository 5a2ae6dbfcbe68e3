package html

import (
	"fmt"
	"go/token"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/text"
)

// A view is an interleaving as the page's script has it.
type view struct {
	Package    string      `json:"package"`
	Test       string      `json:"test"`
	Findings   []finding   `json:"findings"`
	Goroutines []goroutine `json:"goroutines"`
	Files      []*file     `json:"files"`
	Calls      []call      `json:"calls"`
	Rows       []row       `json:"rows"`
	Edges      [][2]int    `json:"edges"` // of rows: the one happens before the other
	Waits      []wait      `json:"waits"`
	Pairs      [][2]int    `json:"pairs"` // of rows: the sides of a race
	Output     string      `json:"output"`
}

type finding struct {
	Code    string `json:"code"`
	Kind    string `json:"kind"`
	Title   string `json:"title"`
	Message string `json:"message"`
	Timing  bool   `json:"timing"`
	Replay  string `json:"replay"` // the command that shows it again
}

func newFinding(f *explore.Finding) finding {
	out := finding{Code: f.Code, Kind: string(f.Kind), Title: explore.Title(f.Code), Message: f.Message, Timing: f.Timing}
	if f.File != "" {
		out.Replay = "mazurka replay " + f.File
	}
	return out
}

type goroutine struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	Func  string `json:"func"`
	Place place  `json:"at"`
}

// A file is a source file, with the lines around those that the view names.
type file struct {
	Path  string         `json:"path"` // as it is shown
	URI   string         `json:"uri"`
	Lines map[int]string `json:"lines"`
}

// A place is a line of a file; File is -1 if there is none.
type place struct {
	File int `json:"f"`
	Line int `json:"l"`
}

// A call is an activation: a function, and where it is in it.
type call struct {
	Func string `json:"func"`
	At   place  `json:"at"`
}

// A row is a step, or a plain access between two steps.
type row struct {
	Step      int     `json:"n"` // number of the choice, from 1 on; 0 for none
	Goroutine int     `json:"g"`
	At        place   `json:"at"`
	Label     string  `json:"label"` // what is shown of it: the source, as a rule
	Op        bool    `json:"op"`    // Label is not from the source
	Text      string  `json:"text"`
	Kind      string  `json:"kind"` // "step", "access", "half", "completed"
	Matters   bool    `json:"m"`
	Side      string  `json:"side,omitempty"` // what the finding says of it
	Note      string  `json:"note,omitempty"` // an early timer, a fault of the network
	Calls     []int   `json:"c"`
	Values    []value `json:"v"`
}

type value struct {
	What   string `json:"what"`
	Name   string `json:"name"`
	Type   string `json:"type"`
	Before string `json:"before"`
	After  string `json:"after"`
}

type wait struct {
	Goroutine int    `json:"g"`
	From      int    `json:"from"` // row after which, -1 for before all
	To        int    `json:"to"`   // row by which, -1 for never
	On        string `json:"on"`
	At        place  `json:"at"`
	Holder    int    `json:"holder"` // who has the lock, -1 if it is none
}

// A viewer makes a view.
type viewer struct {
	*view
	o     Options
	files map[string]int
	paths []string // of files, as they are
	// contended are the objects that go back and forth between goroutines.
	contended map[uint64]bool // by object
	names     map[uint64]string
	calls     map[explore.Call]int
	rowOf     []int        // by step
	begun     map[int]bool // by goroutine: it has a row
}

func newView(story *explore.Interleaving, o Options) *view {
	v := &viewer{
		view: &view{
			Package: story.Package, Test: story.Test, Output: story.Output,
			Findings: []finding{}, Goroutines: []goroutine{}, Files: []*file{}, Calls: []call{},
			Rows: []row{}, Edges: [][2]int{}, Waits: []wait{}, Pairs: [][2]int{},
		},
		o: o, files: map[string]int{}, calls: map[explore.Call]int{}, begun: map[int]bool{},
	}
	for _, f := range story.Findings {
		v.Findings = append(v.Findings, newFinding(f))
	}
	for _, g := range story.Goroutines {
		v.Goroutines = append(v.Goroutines, goroutine{g.Name, g.Label, g.Func, v.place(g.Start)})
	}
	v.contended, v.names = story.Contended(), story.Names()
	for i := range story.Steps {
		v.addStep(&story.Steps[i])
	}
	v.addOrder(story)
	v.addPairs(story)
	v.addSources()
	return v.view
}

// place names a position, and makes its file known.
func (v *viewer) place(pos token.Position) place {
	if pos.Filename == "" || pos.Line <= 0 {
		return place{File: -1}
	}
	i, ok := v.files[pos.Filename]
	if !ok {
		i = len(v.Files)
		v.files[pos.Filename] = i
		v.paths = append(v.paths, pos.Filename)
		v.Files = append(v.Files, &file{Path: text.Path(pos.Filename, v.o.Dir), URI: fileURI(pos.Filename), Lines: map[int]string{}})
	}
	v.Files[i].Lines[pos.Line] = ""
	return place{i, pos.Line}
}

// PlaceOf writes a place as text.
func (v *view) PlaceOf(p place) string {
	if p.File < 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d", baseName(v.Files[p.File].Path), p.Line)
}

// fileURI is the URI of a file, "" if its path is not absolute.
func fileURI(path string) string {
	if !filepath.IsAbs(path) {
		return ""
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	u := url.URL{Scheme: "file", Path: path}
	return u.String()
}

// addStep adds the row of a step, with those of the accesses behind it.
func (v *viewer) addStep(s *explore.Step) {
	v.begun[s.Goroutine] = true
	v.rowOf = append(v.rowOf, len(v.Rows))
	r := row{
		Step: s.Index + 1, Goroutine: s.Goroutine, At: v.place(s.Pos), Text: s.Text,
		Kind: "step", Matters: s.Matters, Calls: v.callsOf(s.Calls), Values: v.valuesOf(s.Values),
	}
	r.Label = text.Label(s)
	r.Op = r.Label != s.Source
	switch {
	case s.Half:
		r.Kind = "half"
	case s.Completed:
		r.Kind = "completed"
	}
	if s.Side {
		r.Side = s.Text
	}
	switch {
	case s.Early:
		r.Note = "early"
	case s.Fault != "":
		r.Note = s.Fault
	}
	v.Rows = append(v.Rows, r)
	for i := range s.Accesses {
		a := &s.Accesses[i]
		if a.Goroutine != s.Goroutine && !v.begun[a.Goroutine] { // the step starts the goroutine
			v.Edges = append(v.Edges, [2]int{v.rowOf[len(v.rowOf)-1], len(v.Rows)})
		}
		v.begun[a.Goroutine] = true
		v.addAccess(a, s.Matters && v.contended[a.Value.Object])
	}
}

// addAccess adds the row of an access. What one line accesses is one row.
func (v *viewer) addAccess(a *explore.Access, matters bool) {
	at := v.place(a.Pos)
	last := &v.Rows[len(v.Rows)-1]
	if last.Kind != "access" || last.Goroutine != a.Goroutine || last.At != at {
		v.Rows = append(v.Rows, row{
			Goroutine: a.Goroutine, At: at, Label: a.Source, Text: a.Value.What + " of " + a.Value.Name,
			Kind: "access", Calls: v.callsOf(a.Calls), Values: []value{},
		})
		last = &v.Rows[len(v.Rows)-1]
	}
	last.Matters = last.Matters || matters
	last.Values = append(last.Values, v.value(a.Value))
}

func (v *viewer) callsOf(list []explore.Call) []int {
	out := make([]int, len(list))
	for i, c := range list {
		n, ok := v.calls[c]
		if !ok {
			n = len(v.Calls)
			v.calls[c] = n
			v.Calls = append(v.Calls, call{c.Func, v.place(c.Pos)})
		}
		out[i] = n
	}
	return out
}

func (v *viewer) valuesOf(list []explore.Value) []value {
	out := make([]value, len(list))
	for i, x := range list {
		out[i] = v.value(x)
	}
	return out
}

func (v *viewer) value(x explore.Value) value {
	return value{x.What, v.names[x.Object], x.Type, x.Before, x.After}
}

// addOrder adds edges and waits.
func (v *viewer) addOrder(story *explore.Interleaving) {
	rowOf := func(step int) int {
		if step < 0 {
			return -1
		}
		return v.rowOf[step]
	}
	for _, e := range story.Edges {
		v.Edges = append(v.Edges, [2]int{rowOf(e.From), rowOf(e.To)})
	}
	for _, w := range story.Waits {
		v.Waits = append(v.Waits, wait{w.Goroutine, rowOf(w.From), rowOf(w.To), w.On, v.place(w.Pos), w.Holder})
	}
}

// addPairs links the sides of a race.
func (v *viewer) addPairs(story *explore.Interleaving) {
	var sides []int
	for i, s := range story.Steps {
		if s.Side && (strings.HasSuffix(s.Text, "read") || strings.HasSuffix(s.Text, "write")) {
			sides = append(sides, v.rowOf[i])
		}
	}
	if len(sides) == 2 {
		v.Pairs = append(v.Pairs, [2]int(sides))
	}
}

const (
	// contextLines is how many lines around a position are in the page.
	contextLines = 8
	// maxLine is the length from which on a line is cut, maxSource how many bytes of
	// source a page has at most.
	maxLine   = 300
	maxSource = 2 << 20
)

// addSources adds the lines around those that are named. A file that cannot be read
// has none.
func (v *viewer) addSources() {
	left := maxSource
	for i, f := range v.Files {
		wanted := slices.Sorted(maps.Keys(f.Lines))
		f.Lines = map[int]string{}
		src, err := v.o.source(v.paths[i])
		if err != nil {
			continue
		}
		lines := strings.Split(string(src), "\n")
		for _, at := range wanted {
			for n := max(at-contextLines, 1); n <= min(at+contextLines, len(lines)) && left > 0; n++ {
				if _, ok := f.Lines[n]; ok {
					continue
				}
				line := strings.TrimRight(lines[n-1], "\r")
				if len(line) > maxLine {
					line = strings.ToValidUTF8(line[:maxLine], "") + "…"
				}
				f.Lines[n] = line
				left -= len(line) + 1
			}
		}
	}
}
