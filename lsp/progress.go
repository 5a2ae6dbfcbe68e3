package lsp

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"
)

// patience is how long an exploration may take without being shown, so that
// short ones do not flicker.
const patience = 300 * time.Millisecond

// progressTokens counts the progresses of the process.
var progressTokens atomic.Int64

// showProgress shows a work-done progress until done is closed or the
// connection ends.
func (s *server) showProgress(done <-chan struct{}) {
	set := s.set()
	if !s.caps().progress || !set.AnalysisProgressReporting || !s.sleep(done, patience) {
		return
	}
	token := protocol.String(fmt.Sprintf("mazurka-%d", progressTokens.Add(1)))
	ctx, cancel := context.WithTimeout(s.ctx, time.Second)
	defer cancel()
	if s.client.WorkDoneProgressCreate(ctx, &protocol.WorkDoneProgressCreateParams{Token: token}) != nil {
		return
	}
	s.sendProgress(token, &protocol.WorkDoneProgressBegin{
		Kind: "begin", Title: "Exploring schedules", Cancellable: new(true), Message: new(s.results.overview()),
	})
	for s.sleep(done, progressEvery) {
		s.sendProgress(token, &protocol.WorkDoneProgressReport{Kind: "report", Message: new(s.results.overview())})
	}
	s.sendProgress(token, &protocol.WorkDoneProgressEnd{Kind: "end"})
}

// sleep waits, unless done is closed or the connection ends before: then it
// returns false.
func (s *server) sleep(done <-chan struct{}, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-done:
	case <-s.ctx.Done():
	}
	return false
}

func (s *server) sendProgress(token protocol.ProgressToken, v any) {
	raw, err := protocol.Marshal(v)
	if err == nil {
		err = s.client.Progress(s.ctx, &protocol.ProgressParams{Token: token, Value: raw})
	}
	if err != nil && s.ctx.Err() == nil {
		s.log.Warn("progress", "error", err)
	}
}
