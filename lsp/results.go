package lsp

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"go.lsp.dev/protocol"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/text"
)

// results are what is known of each test, and what the client has been told.
type results struct {
	s *server

	mu    sync.Mutex
	tests map[testID]*testState
	// hints are the suspicions of each package.
	hints map[string][]*explore.Hint
	// open are the documents that were open when the last load of their root
	// began, as they were then.
	open map[string]*document
	// reach has the tests that reach a file, as far as somebody asked since
	// the last load.
	reach map[string]map[testID]bool
	// shown has the files with published diagnostics; revisions says how often
	// those of a file have changed.
	shown       map[string]bool
	revisions   map[string]int
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
	// of is the identity of the code that findings and result are about;
	// edited, if not 0, is the number of an edit that reaches the test and is
	// not loaded yet.
	of     [32]byte
	edited int64
}

// stale reports whether what is known is about other code.
func (st *testState) stale() bool {
	return (st.result != nil || len(st.findings) > 0) && (st.edited > 0 || st.of != st.test.Identity())
}

func newResults(s *server) *results {
	return &results{
		s: s, tests: map[testID]*testState{}, open: map[string]*document{}, hints: map[string][]*explore.Hint{}, shown: map[string]bool{}, revisions: map[string]int{},
	}
}

// loaded takes over the tests of a new snapshot, which has all edits up to a
// number: tests that are gone are forgotten, with what was published of them.
func (r *results) loaded(root string, snap *explore.Snapshot, open map[string]*document, upto int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	inRoot := func(path string, _ *document) bool { return within(root, filepath.Dir(path)) }
	maps.DeleteFunc(r.open, inRoot)
	for path, doc := range open {
		if inRoot(path, doc) {
			r.open[path] = doc
		}
	}
	r.reach = map[string]map[testID]bool{}
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
		t, was := there[id], st.stale()
		switch {
		case broken[id.pkg]:
			continue // what is known stays, as stale
		case t == nil:
			touched = append(touched, st.files()...)
			removed = append(removed, id)
			delete(r.tests, id)
			continue
		case st.test.Pos != t.Pos:
			changed = append(changed, id)
		}
		st.test = t
		if st.result != nil {
			result := *st.result // which otherwise keeps the snapshot before
			result.Test = t
			st.result = &result
		}
		if st.edited <= upto {
			st.edited = 0
		}
		if st.stale() != was {
			changed = append(changed, id)
			touched = append(touched, st.files()...)
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
func (st *testState) files() (files []string) {
	for _, f := range st.findings {
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

// finding is the finding of a test with the schedule, its first one if that is
// empty, or nil.
func (r *results) finding(id testID, schedule string) *explore.Finding {
	r.mu.Lock()
	defer r.mu.Unlock()
	st := r.tests[id]
	if st == nil {
		return nil
	}
	for _, f := range st.findings {
		if f.File == schedule || schedule == "" {
			return f
		}
	}
	return nil
}

// choose lists the tests for which ok holds, of those that are explored
// without being asked for by name.
func (r *results) choose(ok func(*explore.Test) bool) (ids []testID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, st := range r.tests {
		if st.test.Explored() && ok(st.test) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, compareIDs)
	return ids
}

// explored reports whether something is known of a test.
func (r *results) explored(id testID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	st := r.tests[id]
	return st != nil && st.result != nil
}

// outdated lists those tests whose verdict is not known, or is about other code.
func (r *results) outdated(tests []*explore.Test) (out []*explore.Test) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range tests {
		if st := r.tests[idOf(t)]; st != nil && (st.result == nil || st.of != t.Identity()) {
			out = append(out, t)
		}
	}
	return out
}

// expire makes everything outdated, because it is to be explored in another way.
func (r *results) expire() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, st := range r.tests {
		st.of = [32]byte{}
	}
}

func (r *results) queue(tests []*explore.Test) {
	if len(tests) == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var changed []testID
	for _, t := range tests {
		if st := r.tests[idOf(t)]; st != nil {
			st.state, st.progress = explore.Queued, explore.Progress{}
			changed = append(changed, idOf(t))
		}
	}
	r.refreshLenses(true)
	r.sendStatus(changed, nil)
}

// forget gives tests that were not finished back their last state.
func (r *results) forget(ids []testID) {
	if len(ids) == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range ids {
		if st := r.tests[id]; st != nil {
			st.state = ""
			if st.result != nil {
				st.state = explore.Done
			}
		}
	}
	r.refreshLenses(true)
	r.sendStatus(ids, nil)
}

// ended gives a test whose exploration has ended without a result, because its
// code does not compile or by a fault of ours, back its last state.
func (r *results) ended(id testID) {
	r.mu.Lock()
	st := r.tests[id]
	without := st != nil && st.state != explore.Done
	r.mu.Unlock()
	if without {
		r.forget([]testID{id})
	}
}

// update takes over what the exploration tells, unless it is about code that
// is no more.
func (r *results) update(u explore.Update) {
	r.mu.Lock()
	defer r.mu.Unlock()
	st := r.tests[idOf(u.Test)]
	if st == nil || st.test.Identity() != u.Test.Identity() {
		return
	}
	touched := st.files()
	st.state, st.progress = u.State, u.Progress
	switch {
	case u.Result != nil:
		st.result, st.findings, st.of = u.Result, u.Result.Findings, u.Test.Identity()
	case u.Finding != nil:
		if st.of != u.Test.Identity() {
			st.result, st.findings, st.of = nil, nil, u.Test.Identity()
		}
		st.findings = append(slices.Clip(st.findings), u.Finding)
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

// edited marks what is known of the tests that reach a file as possibly no
// longer true: an edit with a number changes it. It returns these tests.
func (r *results) edited(path string, number int64) map[testID]bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	reached := r.reached(path)
	var touched []string
	var changed []testID
	for id := range reached {
		st := r.tests[id]
		if st == nil {
			continue
		}
		was := st.stale()
		st.edited = number
		if st.stale() != was {
			changed = append(changed, id)
			touched = append(touched, st.files()...)
		}
	}
	r.publish(touched)
	if len(changed) > 0 {
		r.sendStatus(changed, nil)
	}
	return reached
}

// reached are the tests that can reach code of a file (locked).
func (r *results) reached(path string) map[testID]bool {
	if ids, ok := r.reach[path]; ok {
		return ids
	}
	ids := map[testID]bool{}
	snap := r.s.explorer.snapshot(rootOf(path))
	if snap != nil {
		for _, t := range snap.Affected(path) {
			ids[idOf(t)] = true
		}
	}
	if r.reach != nil {
		r.reach[path] = ids
	}
	return ids
}

// suspect takes over the suspicions about a package.
func (r *results) suspect(pkg string, hints []*explore.Hint) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var touched []string
	for _, h := range append(slices.Clip(r.hints[pkg]), hints...) {
		touched = append(touched, h.Pos.Filename)
	}
	r.hints[pkg] = hints
	r.publish(touched)
}

// overview says in a few words how far the work is.
func (r *results) overview() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	waiting := 0
	var parts []string
	for id, st := range r.tests {
		switch st.state {
		case explore.Queued:
			waiting++
		case explore.Running:
			text := id.name + ": " + progressText(st.progress)
			if st.progress.Estimate > float64(st.progress.Executions) {
				text += " of about " + humanize.Comma(int64(st.progress.Estimate)) + " schedules"
			}
			parts = append(parts, text)
		}
	}
	slices.Sort(parts)
	if waiting > 0 {
		parts = append(parts, fmt.Sprintf("%d waiting", waiting))
	}
	return strings.Join(parts, ", ")
}

// publish sends the diagnostics of files, or has a client that asks for them ask
// again (locked).
func (r *results) publish(files []string) {
	slices.Sort(files)
	changed := false
	for _, file := range slices.Compact(files) {
		diags := r.diagnostics(file)
		if len(diags) == 0 && !r.shown[file] {
			continue
		}
		changed = true
		r.shown[file] = len(diags) > 0
		r.revisions[file]++
		if !r.s.caps().pull {
			r.send(file, diags)
		}
	}
	if can := r.s.caps(); changed && can.pull && can.diagnosticRefresh {
		go func() { _ = r.s.client.DiagnosticRefresh(r.s.ctx) }()
	}
}

// send publishes the diagnostics of one file (locked).
func (r *results) send(file string, diags []protocol.Diagnostic) {
	params := &protocol.PublishDiagnosticsParams{URI: r.s.docs.uri(file), Diagnostics: diags}
	if v := r.version(file); v != nil {
		params.Version = protocol.NewOptional(*v)
	}
	if err := r.s.client.PublishDiagnostics(r.s.ctx, params); err != nil && r.s.ctx.Err() == nil {
		r.s.log.Warn("publishing", "file", file, "error", err)
	}
}

// version is that of an open document if what is known is about it, nil
// otherwise (locked).
func (r *results) version(file string) *int32 {
	old, doc := r.open[file], r.s.docs.get(file)
	if old == nil || doc == nil || old.version != doc.version {
		return nil
	}
	return new(doc.version)
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
	case st.stale():
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
		return text.Extent(r) + ", verified"
	case explore.Failed:
		kinds := map[explore.Kind]int{}
		for _, f := range r.Findings {
			kinds[f.Kind]++
		}
		var parts []string
		for _, k := range sortedKinds(kinds) {
			parts = append(parts, english.Plural(kinds[k], string(k), ""))
		}
		return strings.Join(parts, ", ")
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
