package main

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/text"
)

// The JSON output: one object a line. Other tools read it; names do not
// change.

type jsonTest struct {
	Type        string           `json:"type"` // "test"
	Package     string           `json:"package"`
	Test        string           `json:"test"`
	Verdict     explore.Verdict  `json:"verdict"`
	Algorithm   string           `json:"algorithm"`
	Executions  int              `json:"executions"`
	Blocked     int              `json:"blocked"`
	States      int              `json:"states"`
	Transitions int              `json:"transitions"`
	Estimate    float64          `json:"estimate"`
	ElapsedMS   int64            `json:"elapsed_ms"`
	Findings    []jsonFinding    `json:"findings"`
	Unsupported *jsonUnsupported `json:"unsupported,omitempty"`
	Bound       string           `json:"bound,omitempty"`
	Ignored     int              `json:"ignored,omitempty"`
	Cached      bool             `json:"cached,omitempty"`
	Skipped     bool             `json:"skipped,omitempty"`
	Internal    string           `json:"internal,omitempty"`
}

type jsonFinding struct {
	Code        string        `json:"code"`
	Kind        explore.Kind  `json:"kind"`
	Message     string        `json:"message"`
	Pos         string        `json:"pos"`
	Timing      bool          `json:"timing"`
	Related     []jsonRelated `json:"related"`
	Schedule    string        `json:"schedule"`
	Preemptions int           `json:"preemptions"`
}

type jsonRelated struct {
	Pos       string `json:"pos"`
	Goroutine string `json:"goroutine"`
	Message   string `json:"message"`
}

type jsonUnsupported struct {
	What string   `json:"what"`
	Pos  string   `json:"pos"`
	Path []string `json:"path,omitempty"`
}

type jsonHint struct {
	Type       string        `json:"type"` // "hint"
	Package    string        `json:"package"`
	Confidence string        `json:"confidence"` // "likely" or "possible"
	Message    string        `json:"message"`
	Pos        string        `json:"pos"`
	Related    []jsonRelated `json:"related"`
}

type jsonSummary struct {
	Type        string `json:"type"` // "summary"
	Tests       int    `json:"tests"`
	Failed      int    `json:"failed"`
	Verified    int    `json:"verified"`
	Incomplete  int    `json:"incomplete"`
	Unsupported int    `json:"unsupported"`
	Broken      int    `json:"broken,omitempty"`
	ElapsedMS   int64  `json:"elapsed_ms"`
}

type jsonReporter struct {
	w   io.Writer
	dir string
}

func (j *jsonReporter) update(explore.Update) {}

func (j *jsonReporter) result(r *explore.Result) {
	t := jsonTest{
		Type: "test", Package: r.Test.Package, Test: r.Test.Name, Verdict: r.Verdict, Algorithm: r.Algorithm,
		Executions: r.Executions, Blocked: r.Blocked, States: r.States, Transitions: r.Transitions,
		Estimate: r.Estimate, ElapsedMS: r.Elapsed.Milliseconds(), Findings: []jsonFinding{},
		Bound: r.Bound, Ignored: r.Ignored, Cached: r.Cached, Skipped: r.Skipped, Internal: r.Internal,
	}
	for _, f := range r.Findings {
		t.Findings = append(t.Findings, newJSONFinding(f, j.dir))
	}
	t.Unsupported = newJSONUnsupported(r.Missing, j.dir)
	writeLine(j.w, t)
}

func (j *jsonReporter) hint(h *explore.Hint) {
	out := jsonHint{Type: "hint", Package: h.Package, Confidence: h.Confidence(), Message: h.Message, Pos: text.Position(h.Pos, j.dir), Related: []jsonRelated{}}
	for _, r := range h.With {
		out.Related = append(out.Related, jsonRelated{text.Position(r.Pos, j.dir), r.Goroutine, r.Message})
	}
	writeLine(j.w, out)
}

func newJSONUnsupported(m *explore.Missing, dir string) *jsonUnsupported {
	if m == nil {
		return nil
	}
	return &jsonUnsupported{m.What, text.Position(m.Pos, dir), m.Path}
}

func newJSONFinding(f *explore.Finding, dir string) jsonFinding {
	out := jsonFinding{
		Code: f.Code, Kind: f.Kind, Message: f.Message, Pos: text.Position(f.Pos, dir), Timing: f.Timing,
		Related: []jsonRelated{}, Schedule: f.File, Preemptions: f.Preemptions,
	}
	for _, r := range f.Related {
		out.Related = append(out.Related, jsonRelated{text.Position(r.Pos, dir), r.Goroutine, r.Message})
	}
	return out
}

func (j *jsonReporter) summary(s *summary) {
	writeLine(j.w, jsonSummary{
		Type: "summary", Tests: s.tests, Failed: s.failed, Verified: s.verified, Incomplete: s.incomplete,
		Unsupported: s.unsupported, Broken: s.broken, ElapsedMS: s.elapsed.Milliseconds(),
	})
}

// writeLine writes an object on a line of its own.
func writeLine(w io.Writer, v any) {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("mazurka: a result that cannot be encoded: " + err.Error())
	}
	// That the reader has gone shows in the exit status of its own process.
	_, _ = line.WriteTo(w)
}
