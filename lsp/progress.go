package lsp

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"

	"github.com/mazurka-go/mazurka/explore"
)

// A progress is a work-done progress of the protocol. It begins only when the
// work takes a while, so that short explorations do not flicker.
type progress struct {
	s     *server
	title string
	start time.Time
	last  time.Time
	token protocol.ProgressToken // nil: not begun
	mute  bool                   // the client shows no progress
}

// patience is how long an exploration may take without being shown.
const patience = 300 * time.Millisecond

// progressTokens counts the progresses of the process.

var progressTokens atomic.Int64

func newProgress(s *server, title string) *progress {
	return &progress{s: s, title: title, start: time.Now(), mute: !s.caps().progress}
}

func (p *progress) report(ctx context.Context, u explore.Update) {
	now := time.Now()
	if p.mute || now.Sub(p.start) < patience || now.Sub(p.last) < progressEvery {
		return
	}
	p.last = now
	if p.token == nil && !p.begin(ctx) {
		p.mute = true
		return
	}
	p.send(&protocol.WorkDoneProgressReport{Kind: "report", Message: new(u.Test.Name + ": " + progressText(u.Progress))})
}

func (p *progress) begin(ctx context.Context) bool {
	token := protocol.String(fmt.Sprintf("mazurka-%d", progressTokens.Add(1)))
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if p.s.client.WorkDoneProgressCreate(ctx, &protocol.WorkDoneProgressCreateParams{Token: token}) != nil {
		return false
	}
	p.token = token
	p.send(&protocol.WorkDoneProgressBegin{Kind: "begin", Title: p.title, Cancellable: new(true)})
	return true
}

func (p *progress) end() {
	if p.token != nil {
		p.send(&protocol.WorkDoneProgressEnd{Kind: "end"})
	}
}

func (p *progress) send(v any) {
	raw, err := protocol.Marshal(v)
	if err == nil {
		err = p.s.client.Progress(p.s.ctx, &protocol.ProgressParams{Token: p.token, Value: raw})
	}
	if err != nil && p.s.ctx.Err() == nil {
		p.s.log.Warn("progress", "error", err)
	}
}
