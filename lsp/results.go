package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/mazurka-go/mazurka/explore"
)

// results are what is known of each test, and what the client has been told.
type results struct {
	s *server

	mu    sync.Mutex
	tests map[testID]*testState
	// versions are those of the open documents when the last load began.
	versions map[string]int32
	// shown has the files with published diagnostics.
	shown       map[string]bool
	lensRefresh time.Time // of the last one
}

// A testState is what is known of one test.
type testState struct {
	test     *explore.Test
	root     string
	state    explore.State // "" before it was queued for the first time
	progress explore.Progress
	findings []*explore.Finding
	result   *explore.Result // the last verdict; nil before
	stale    bool            // the code has changed since
}

func newResults(s *server) *results {
	return &results{s: s, tests: map[testID]*testState{}, shown: map[string]bool{}}
}

// loaded takes over the tests of a new snapshot: those that are gone are
// forgotten, with what was published of them.
func (r *results) loaded(root string, snap *explore.Snapshot, versions map[string]int32) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.versions = versions
	there := map[testID]*explore.Test{}
	broken := map[string]bool{}
	for _, pkg := range snap.Packages {
		broken[pkg.Path] = len(pkg.Errors) > 0
		for _, t := range pkg.Tests {
			there[idOf(t)] = t
		}
	}
	var touched []string
	var changed, removed []testID
	for id, st := range r.tests {
		if st.root != root {
			continue
		}
		if t := there[id]; t != nil {
			if st.test.Pos != t.Pos {
				changed = append(changed, id)
			}
			st.test = t
		} else if !broken[id.pkg] {
			touched = append(touched, st.files()...)
			removed = append(removed, id)
			delete(r.tests, id)
		}
	}
	for id, t := range there {
		if r.tests[id] == nil {
			r.tests[id] = &testState{test: t, root: root}
			changed = append(changed, id)
		}
	}
	r.publish(touched)
	r.sendStatus(changed, removed)
}

// files are those in which something of the test is shown.
func (t *testState) files() (files []string) {
	for _, f := range t.findings {
		files = append(files, f.Pos.Filename)
	}
	return files
}

func (r *results) rootOf(id testID) (string, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if st := r.tests[id]; st != nil {
		return st.root, true
	}
	return "", false
}

func (r *results) queue(tests []*explore.Test) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var changed []testID
	for _, t := range tests {
		if st := r.tests[idOf(t)]; st != nil {
			st.state = explore.Queued
			changed = append(changed, idOf(t))
		}
	}
	r.refreshLenses(true)
	r.sendStatus(changed, nil)
}

// unfinished are the tests that were queued or being explored.
func (r *results) unfinished() (ids []testID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, st := range r.tests {
		if st.state == explore.Queued || st.state == explore.Running {
			ids = append(ids, id)
		}
	}
	return ids
}

// forgetQueued gives tests that were not finished back their last state, and
// returns them.
func (r *results) forgetQueued() (forgotten []testID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, st := range r.tests {
		if st.state == explore.Queued || st.state == explore.Running {
			forgotten = append(forgotten, id)
			st.state = ""
			if st.result != nil {
				st.state = explore.Done
			}
		}
	}
	r.refreshLenses(true)
	r.sendStatus(forgotten, nil)
	return forgotten
}

// update takes over what the exploration tells.
func (r *results) update(u explore.Update) {
	r.mu.Lock()
	defer r.mu.Unlock()
	st := r.tests[idOf(u.Test)]
	if st == nil {
		return
	}
	touched := st.files()
	if u.State == explore.Running && st.state != explore.Running && u.Finding == nil {
		touched = nil // what is stale stays until there is something newer
	}
	st.state, st.progress = u.State, u.Progress
	switch {
	case u.Result != nil:
		st.result, st.findings, st.stale = u.Result, u.Result.Findings, false
	case u.Finding != nil:
		if st.stale {
			st.findings, st.stale = nil, false
		}
		st.findings = append(st.findings, u.Finding)
	default:
		if r.refreshLenses(false) {
			r.sendStatus([]testID{idOf(u.Test)}, nil)
		}
		return
	}
	r.publish(append(touched, st.files()...))
	r.refreshLenses(u.Result != nil)
	r.sendStatus([]testID{idOf(u.Test)}, nil)
}

// stale marks what was found by tests of a package directory, or lies in it,
// as possibly no longer true.
func (r *results) stale(dir string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var touched []string
	var changed []testID
	for id, st := range r.tests {
		near := filepath.Dir(st.test.Pos.Filename) == dir ||
			slices.ContainsFunc(st.files(), func(f string) bool { return filepath.Dir(f) == dir })
		if near && !st.stale && st.result != nil {
			st.stale = true
			changed = append(changed, id)
			touched = append(touched, st.files()...)
		}
	}
	r.publish(touched)
	if len(changed) > 0 {
		r.sendStatus(changed, nil)
	}
}

// publish sends the diagnostics of files (locked).
func (r *results) publish(files []string) {
	slices.Sort(files)
	for _, file := range slices.Compact(files) {
		diags := r.diagnostics(file)
		if len(diags) == 0 && !r.shown[file] {
			continue
		}
		r.shown[file] = len(diags) > 0
		params := &protocol.PublishDiagnosticsParams{URI: uri.File(file), Diagnostics: diags}
		if doc := r.s.docs.get(file); doc != nil {
			params.URI = doc.uri
			if v, ok := r.versions[file]; ok && v == doc.version {
				params.Version = protocol.NewOptional(v)
			}
		}
		if err := r.s.client.PublishDiagnostics(r.s.ctx, params); err != nil && r.s.ctx.Err() == nil {
			r.s.log.Warn("publishing", "file", file, "error", err)
		}
	}
}

// diagnostics are those of a file, from all tests, each fault once (locked).
func (r *results) diagnostics(file string) []protocol.Diagnostic {
	var ids []testID
	for id := range r.tests {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b testID) int {
		return strings.Compare(a.pkg+"\x00"+a.name, b.pkg+"\x00"+b.name)
	})
	maps := map[string]*mapper{}
	seen := map[string]bool{}
	var out []protocol.Diagnostic
	for _, id := range ids {
		st := r.tests[id]
		for _, f := range st.findings {
			key := fmt.Sprint(f.Code, f.Pos, f.Message)
			if f.Pos.Filename == file && !seen[key] {
				seen[key] = true
				out = append(out, r.diagnostic(st, f, maps))
			}
		}
	}
	return out
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

func (r *results) diagnostic(st *testState, f *explore.Finding, maps map[string]*mapper) protocol.Diagnostic {
	at := func(file string) *mapper {
		if maps[file] == nil {
			maps[file] = newMapper(r.s.docs.text(file), r.s.encoding())
		}
		return maps[file]
	}
	message := f.Message + " (" + st.test.Name + ")"
	severity := protocol.DiagnosticSeverityError
	if f.Timing {
		severity = protocol.DiagnosticSeverityWarning
		message += " [only if a timer fires early]"
	}
	if st.stale {
		severity = protocol.DiagnosticSeverityInformation
		message += " (stale)"
	}
	d := protocol.Diagnostic{
		Range:    at(f.Pos.Filename).wordRange(f.Pos),
		Severity: severity,
		Code:     protocol.String(f.Code),
		Source:   protocol.NewOptional("mazurka"),
		CodeDescription: protocol.CodeDescription{
			Href: uri.URI(docsURL + f.Code + ".md"),
		},
	}
	related := r.s.caps().related
	for _, rel := range f.Related {
		text := rel.Message
		if rel.Goroutine != "" {
			text = rel.Goroutine + ": " + text
		}
		if !related {
			message += fmt.Sprintf("\n%s:%d: %s", filepath.Base(rel.Pos.Filename), rel.Pos.Line, text)
			continue
		}
		if !rel.Pos.IsValid() {
			continue
		}
		d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
			Location: protocol.Location{URI: uri.File(rel.Pos.Filename), Range: at(rel.Pos.Filename).wordRange(rel.Pos)},
			Message:  text,
		})
	}
	d.Message = protocol.String(message)
	if data, err := protocol.Marshal(diagnosticData{st.test.Package, st.test.Name, f.Code, f.File}); err == nil {
		d.Data = data
	}
	return d
}

// refreshLenses has the client ask for lenses again, not too often unless
// now is set, and reports whether it was time (locked).
func (r *results) refreshLenses(now bool) bool {
	if !now && time.Since(r.lensRefresh) < progressEvery {
		return false
	}
	r.lensRefresh = time.Now()
	if r.s.caps().lensRefresh {
		go func() { _ = r.s.client.CodeLensRefresh(r.s.ctx) }()
	}
	return true
}

// summary is the state of a test in a few words, and the finding to replay,
// if any.
func (r *results) summary(id testID) (text string, finding *explore.Finding) {
	r.mu.Lock()
	defer r.mu.Unlock()
	st := r.tests[id]
	if st == nil {
		return "explore schedules", nil
	}
	return st.summary()
}

func (st *testState) summary() (text string, finding *explore.Finding) {
	if len(st.findings) > 0 {
		finding = st.findings[0]
	}
	switch {
	case st.state == explore.Queued:
		return "queued", finding
	case st.state == explore.Running:
		return "exploring " + progressText(st.progress), finding
	case st.result == nil:
		return "explore schedules", nil
	case st.stale:
		return resultText(st.result) + " (stale)", finding
	}
	return resultText(st.result), finding
}

func progressText(p explore.Progress) string {
	if p.Estimate > float64(p.Executions) && p.Executions > 0 {
		return fmt.Sprintf("%d%%", int(100*float64(p.Executions)/p.Estimate))
	}
	return humanize.Comma(int64(p.Executions)) + " schedules"
}

func resultText(r *explore.Result) string {
	count := english.PluralWord(r.Executions, "schedule", "")
	switch r.Verdict {
	case explore.Verified:
		return fmt.Sprintf("%s %s, verified", humanize.Comma(int64(r.Executions)), count)
	case explore.Failed:
		kinds := map[explore.Kind]int{}
		for _, f := range r.Findings {
			kinds[f.Kind]++
		}
		var parts []string
		for _, k := range sortedKinds(kinds) {
			parts = append(parts, english.Plural(kinds[k], string(k), ""))
		}
		return strings.Join(parts, ", ") + ": replay"
	case explore.Incomplete:
		return fmt.Sprintf("%s %s, incomplete: %s", humanize.Comma(int64(r.Executions)), count, r.Bound)
	case explore.Unsupported:
		if r.Missing == nil {
			return "unsupported"
		}
		return fmt.Sprintf("unsupported: %s (%s:%d)", r.Missing.What, filepath.Base(r.Missing.Pos.Filename), r.Missing.Pos.Line)
	}
	return "internal error: see the server's log"
}

func sortedKinds(m map[explore.Kind]int) (kinds []explore.Kind) {
	for k := range m {
		kinds = append(kinds, k)
	}
	slices.Sort(kinds)
	return kinds
}

func isIdent(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
