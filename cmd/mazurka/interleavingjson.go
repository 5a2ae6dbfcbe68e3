package main

import (
	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/text"
)

// The JSON of an interleaving: one object. Names do not change.

type jsonInterleaving struct {
	Type       string          `json:"type"` // "interleaving"
	Package    string          `json:"package"`
	Test       string          `json:"test"`
	Findings   []jsonFinding   `json:"findings"`
	Goroutines []jsonGoroutine `json:"goroutines"`
	Steps      []jsonStep      `json:"steps"`
	Edges      [][2]int        `json:"edges"` // indexes into steps: the one happens before the other
	Waits      []jsonWait      `json:"waits"`
	Output     string          `json:"output"`
}

type jsonGoroutine struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	Pos   string `json:"pos"`
	Func  string `json:"func,omitempty"`
}

type jsonStep struct {
	Index     int          `json:"index"`
	Goroutine int          `json:"goroutine"`
	Pos       string       `json:"pos"`
	Source    string       `json:"source"`
	Text      string       `json:"text"`
	Matters   bool         `json:"matters"`
	Side      bool         `json:"side,omitempty"`
	Early     bool         `json:"early,omitempty"`
	Fault     string       `json:"fault,omitempty"`
	Half      bool         `json:"half,omitempty"`
	Completed bool         `json:"completed,omitempty"`
	Calls     []jsonCall   `json:"calls,omitempty"`
	Values    []jsonValue  `json:"values,omitempty"`
	Accesses  []jsonAccess `json:"accesses,omitempty"`
}

type jsonCall struct {
	Func string `json:"func"`
	Pos  string `json:"pos"`
}

type jsonValue struct {
	What   string `json:"what"` // "send", "receive", "read", "write", "use"
	Name   string `json:"name"`
	Type   string `json:"type"`
	Before string `json:"before"`
	After  string `json:"after,omitempty"`
	Object uint64 `json:"object"` // tells apart what has the same name
}

type jsonAccess struct {
	Goroutine int       `json:"goroutine"`
	Pos       string    `json:"pos"`
	Source    string    `json:"source"`
	Value     jsonValue `json:"value"`
}

type jsonWait struct {
	Goroutine int    `json:"goroutine"`
	From      int    `json:"from"` // index into steps: after it; -1 for before all
	To        int    `json:"to"`   // by it; -1 for never
	On        string `json:"on"`
	Pos       string `json:"pos"`
	Holder    int    `json:"holder"` // who had the lock, -1 if it is none
}

func newJSONInterleaving(s *explore.Interleaving, dir string) jsonInterleaving {
	j := jsonInterleaving{
		Type: "interleaving", Package: s.Package, Test: s.Test, Output: s.Output,
		Findings: []jsonFinding{}, Goroutines: []jsonGoroutine{}, Steps: []jsonStep{}, Edges: [][2]int{}, Waits: []jsonWait{},
	}
	for _, f := range s.Findings {
		j.Findings = append(j.Findings, newJSONFinding(f, dir))
	}
	for _, g := range s.Goroutines {
		j.Goroutines = append(j.Goroutines, jsonGoroutine{g.Name, g.Label, text.Position(g.Start, dir), g.Func})
	}
	for i := range s.Steps {
		j.Steps = append(j.Steps, newJSONStep(&s.Steps[i], dir))
	}
	for _, e := range s.Edges {
		j.Edges = append(j.Edges, [2]int{e.From, e.To})
	}
	for _, w := range s.Waits {
		j.Waits = append(j.Waits, jsonWait{w.Goroutine, w.From, w.To, w.On, text.Position(w.Pos, dir), w.Holder})
	}
	return j
}

func newJSONStep(s *explore.Step, dir string) jsonStep {
	j := jsonStep{
		Index: s.Index, Goroutine: s.Goroutine, Pos: text.Position(s.Pos, dir), Source: s.Source, Text: s.Text, Matters: s.Matters,
		Side: s.Side, Early: s.Early, Fault: s.Fault, Half: s.Half, Completed: s.Completed,
	}
	for _, c := range s.Calls {
		j.Calls = append(j.Calls, jsonCall{c.Func, text.Position(c.Pos, dir)})
	}
	for _, v := range s.Values {
		j.Values = append(j.Values, jsonValue(v))
	}
	for _, a := range s.Accesses {
		j.Accesses = append(j.Accesses, jsonAccess{a.Goroutine, text.Position(a.Pos, dir), a.Source, jsonValue(a.Value)})
	}
	return j
}
