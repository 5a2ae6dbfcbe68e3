package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/mazurka-go/mazurka/explore"
)

// diagnostics are those of a file, from all tests, each fault once, and the
// suspicions (locked).
func (r *results) diagnostics(file string) []protocol.Diagnostic {
	var ids []testID
	for id := range r.tests {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, compareIDs)
	at := r.mappers()
	seen := map[string]bool{}
	witnessed := map[int]bool{} // lines of which an execution tells
	out := []protocol.Diagnostic{}
	for _, id := range ids {
		st := r.tests[id]
		for _, f := range st.findings {
			for _, rel := range f.Related {
				witnessed[rel.Pos.Line] = witnessed[rel.Pos.Line] || rel.Side && rel.Pos.Filename == file
			}
			key := fmt.Sprint(f.Code, f.Pos, f.Message)
			if f.Pos.Filename == file && !seen[key] {
				seen[key] = true
				out = append(out, r.diagnostic(st, f, at))
			}
		}
	}
	for _, pkg := range sortedKeys(r.hints) {
		for _, h := range r.hints[pkg] {
			if h.Pos.Filename == file && !witnessed[h.Pos.Line] {
				out = append(out, r.suspicion(h, at))
			}
		}
	}
	return out
}

// mappers are those of the server, for positions of the code that was loaded
// last.
func (r *results) mappers() func(string) *mapper {
	at := r.s.mappers()
	return func(path string) *mapper {
		m := at(path)
		old, doc := r.open[path], r.s.docs.get(path)
		if m.since == nil && old != nil && doc != nil && old.text != doc.text {
			m.since = changeOf(strings.Split(old.text, "\n"), m.lines)
		}
		return m
	}
}

// docsURL is where the pages of the findings are.
const docsURL = "https://github.com/mazurka-go/mazurka/blob/main/docs/findings/"

// diagnosticData travels with a diagnostic and comes back in code actions.
type diagnosticData struct {
	Package  string `json:"package"`
	Test     string `json:"test"`
	Code     string `json:"code"`
	Schedule string `json:"schedule,omitempty"`
}

// diagnostic tells a finding in one sentence, with the values that matter;
// its related locations tell the rest in the order of the schedule.
func (r *results) diagnostic(st *testState, f *explore.Finding, at func(string) *mapper) protocol.Diagnostic {
	message := f.Message
	if values := valuesOf(f); values != "" {
		message += " (" + values + ")"
	}
	message += " [" + st.test.Name + "]"
	severity := protocol.DiagnosticSeverityError
	if f.Timing {
		severity = protocol.DiagnosticSeverityWarning
		message += " [only if a timer fires early]"
	}
	if st.stale() {
		severity = protocol.DiagnosticSeverityInformation
		message += " (stale)"
	}
	d := protocol.Diagnostic{
		Range:    at(f.Pos.Filename).wordRange(f.Pos),
		Severity: severity,
		Code:     protocol.String(f.Code),
		Source:   protocol.NewOptional(section),
		CodeDescription: protocol.CodeDescription{
			Href: uri.URI(docsURL + f.Code + ".md"),
		},
	}
	r.explain(&d, message, momentsOf(f), at)
	if data, err := protocol.Marshal(diagnosticData{st.test.Package, st.test.Name, f.Code, f.File}); err == nil {
		d.Data = data
	}
	return d
}

// suspicion tells what static facts make suspicious.
func (r *results) suspicion(h *explore.Hint, at func(string) *mapper) protocol.Diagnostic {
	d := protocol.Diagnostic{
		Range:    at(h.Pos.Filename).wordRange(h.Pos),
		Severity: protocol.DiagnosticSeverityHint,
		Source:   protocol.NewOptional(section),
		Code:     protocol.String("static"),
	}
	var with []moment
	for _, rel := range h.With {
		with = append(with, moment{pos: rel.Pos, text: rel.Message})
	}
	r.explain(&d, fmt.Sprintf("%s (%s, no execution shows it yet)", h.Message, h.Confidence()), with, at)
	return d
}

// explain gives a diagnostic its message and its related locations. Clients
// that do not show these get them in the message.
func (r *results) explain(d *protocol.Diagnostic, message string, story []moment, at func(string) *mapper) {
	related := r.s.caps().related
	for _, m := range story {
		text := m.text
		if m.goroutine != "" {
			text = m.goroutine + ": " + text
		}
		switch {
		case !related:
			message += fmt.Sprintf("\n%s:%d: %s", filepath.Base(m.pos.Filename), m.pos.Line, text)
		case fileURI(m.pos.Filename) != "":
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: protocol.Location{URI: uri.File(m.pos.Filename), Range: at(m.pos.Filename).wordRange(m.pos)},
				Message:  text,
			})
		}
	}
	d.Message = protocol.String(message)
}
