package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/mazurka-go/mazurka/explore"
)

// methodStatus is the notification that tells a client what is known of the
// tests, for a list of them and a status bar. It is sent to those that
// announce {"experimental": {"mazurkaStatus": true}}: first of all tests,
// then of those that changed.
const methodStatus = "mazurka/status"

// A statusParams says what the background does, and what changed since the
// last one.
type statusParams struct {
	State   string       `json:"state"` // "idle", "exploring" or "paused"
	Waiting int          `json:"waiting"`
	Changed []testStatus `json:"changed"`
	Removed []commandArg `json:"removed"`
}

// A testStatus is what is known of one test.
type testStatus struct {
	Package    string           `json:"package"`
	Test       string           `json:"test"`
	URI        uri.URI          `json:"uri"`
	Line       int              `json:"line"`    // 0-based
	State      string           `json:"state"`   // "", "queued", "running" or "done"
	Verdict    string           `json:"verdict"` // of the last result; "" before
	Stale      bool             `json:"stale"`   // the code has changed since
	Summary    string           `json:"summary"` // as the lens says it
	Elapsed    int64            `json:"elapsedMs"`
	Executions int              `json:"executions"` // so far, or in all
	Single     bool             `json:"single"`     // it has one schedule only
	Findings   []findingSummary `json:"findings"`
}

// A findingSummary is a finding of a test.
type findingSummary struct {
	Code     string  `json:"code"`
	Message  string  `json:"message"`
	URI      uri.URI `json:"uri"`
	Line     int     `json:"line"` // 0-based
	Schedule string  `json:"schedule"`
	Timing   bool    `json:"timing"`
}

// wantsStatus reports whether a client announces that it takes the status.
func wantsStatus(experimental protocol.LSPAny) bool {
	var e struct {
		MazurkaStatus bool `json:"mazurkaStatus"`
	}
	return len(experimental) > 0 && protocol.Unmarshal(experimental, &e) == nil && e.MazurkaStatus
}

// sendStatus tells the client of changed and removed tests (locked).
func (r *results) sendStatus(changed, removed []testID) {
	if !r.s.caps().status {
		return
	}
	p := statusParams{State: "idle", Changed: []testStatus{}, Removed: []commandArg{}}
	for _, st := range r.tests {
		if st.state == explore.Queued || st.state == explore.Running {
			p.Waiting++
		}
	}
	switch {
	case r.s.explorer.isPaused():
		p.State = "paused"
	case p.Waiting > 0:
		p.State = "exploring"
	}
	slices.SortFunc(changed, compareIDs)
	for _, id := range changed {
		if st := r.tests[id]; st != nil {
			p.Changed = append(p.Changed, r.statusOf(id, st))
		}
	}
	slices.SortFunc(removed, compareIDs)
	for _, id := range removed {
		p.Removed = append(p.Removed, commandArg{Package: id.pkg, Test: id.name})
	}
	if err := r.s.conn.Notify(r.s.ctx, methodStatus, p); err != nil && r.s.ctx.Err() == nil {
		r.s.log.Warn("status", "error", err)
	}
}

func compareIDs(a, b testID) int {
	if c := strings.Compare(a.pkg, b.pkg); c != 0 {
		return c
	}
	return strings.Compare(a.name, b.name)
}

func (r *results) statusOf(id testID, st *testState) testStatus {
	text, _ := st.summary()
	out := testStatus{
		Package: id.pkg, Test: id.name, State: string(st.state), Stale: st.stale(), Summary: text,
		URI: uri.File(st.test.Pos.Filename), Line: max(st.test.Pos.Line-1, 0), Findings: []findingSummary{},
	}
	out.Executions = st.progress.Executions
	if res := st.result; res != nil {
		out.Verdict = string(res.Verdict)
		out.Elapsed = res.Elapsed.Milliseconds()
		out.Single = res.Verdict == explore.Verified && res.Executions <= 1
	}
	for _, f := range st.findings {
		out.Findings = append(out.Findings, findingSummary{
			Code: f.Code, Message: f.Message, Schedule: f.File, Timing: f.Timing,
			URI: uri.File(f.Pos.Filename), Line: max(f.Pos.Line-1, 0),
		})
	}
	return out
}

// setPaused pauses or resumes the background. What the user asks for by name
// is explored all the same.
func (s *server) setPaused(paused bool) {
	s.explorer.pause(paused)
	s.results.mu.Lock()
	defer s.results.mu.Unlock()
	s.results.sendStatus(nil, nil)
}

func (s *server) pauseExploring(context.Context, commandArg) (any, error) {
	s.setPaused(true)
	return nil, nil
}

func (s *server) resumeExploring(context.Context, commandArg) (any, error) {
	s.setPaused(false)
	return nil, nil
}
