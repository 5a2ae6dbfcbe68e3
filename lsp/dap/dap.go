// Package dap is the debug adapter: it steps through an execution of a test, forwards and
// backwards, for any client of the Debug Adapter Protocol.
//
// One goroutine owns the debugger and serves the requests in their order. Another one
// reads them; what is to interrupt a move (pause, disconnect, terminate, restart)
// it counts as soon as it arrives, and the move ends.
//
// Goroutines are threads, with what they wait for in their names. next and stepBack go
// from line to line of one goroutine, stepIn takes one scheduling step; with granularity
// "instruction" all of them do. docs/debugging.md lists the requests beyond the protocol
// and the commands of the debug console.
package dap

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"sync/atomic"

	"github.com/google/go-dap"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/lsp/wire"
)

// Options configure an adapter.
type Options struct {
	// Session, if not nil, is that of other clients, too.
	Session *explore.Session
	// Log receives messages for the developers of the adapter.
	Log *slog.Logger
}

// Serve serves one client over in and out, until it disconnects or closes the input.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &server{ctx: ctx, stop: stop, log: o.Log, out: out, session: o.Session}
	s.work, s.stopWork = context.WithCancel(ctx)
	if s.session == nil {
		s.session = explore.NewSession("")
	}
	defer s.close()
	requests := make(chan *request)
	go s.read(in, requests)
	for {
		select {
		case <-ctx.Done():
			return nil
		case r, ok := <-requests:
			if !ok {
				return nil
			}
			s.serve(r)
			if s.err != nil || s.gone {
				return s.err
			}
		}
	}
}

// A request is one message of the client.
type request struct {
	dap.Request
	Arguments json.RawMessage `json:"arguments"`
}

// interrupting are the requests that end a move that is under way.
var interrupting = map[string]bool{"pause": true, "disconnect": true, "terminate": true, "restart": true}

// read passes on the requests until the end of the input, which ends everything.
func (s *server) read(in io.Reader, requests chan<- *request) {
	defer s.stop()
	defer close(requests)
	frames := wire.NewReader(in)
	for {
		body, err := frames.Frame()
		var malformed *wire.Malformed
		switch {
		case errors.As(err, &malformed):
			s.log.Warn("malformed frame", "error", err)
			continue
		case err != nil:
			return
		}
		r := new(request)
		if err := json.Unmarshal(body, r); err != nil || r.Type != "request" {
			s.log.Warn("not a request", "error", err, "type", r.Type)
			continue
		}
		if interrupting[r.Command] {
			s.interrupts.Add(1)
		}
		if r.Command == "disconnect" {
			s.stopWork() // whatever it is: loading, exploring
		}
		select {
		case requests <- r:
		case <-s.ctx.Done():
			return
		}
	}
}

// A server serves one client. But for what is marked, the goroutine that serves
// requests owns it.
type server struct {
	ctx  context.Context    // read by both goroutines
	stop context.CancelFunc // called by both goroutines
	// work is ctx until the client wants to disconnect.
	work     context.Context
	stopWork context.CancelFunc
	log      *slog.Logger
	out      io.Writer
	session  *explore.Session
	// interrupts counts the requests that have arrived, but not been served, that
	// end a move.
	interrupts atomic.Int32

	seq  int
	err  error // of the output
	gone bool  // the client has disconnected

	client     clientInfo
	launch     launchArguments
	debugger   *explore.Debugger
	configured bool
	stopped    explore.Stopped
	printed    int // bytes of the test's output
	handles
}

func (s *server) close() {
	if s.debugger != nil {
		s.debugger.Close()
		s.debugger = nil
	}
}

// A handler serves one kind of request. What it returns as then is done after the
// answer.
type handler func(s *server, args json.RawMessage) (body any, then func() error, err error)

// on makes a handler of a function that takes arguments of a type.
func on[A any](f func(*server, *A) (any, func() error, error)) handler {
	return func(s *server, raw json.RawMessage) (any, func() error, error) {
		var args A
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &args); err != nil {
				return nil, nil, fmt.Errorf("arguments: %w", err)
			}
		}
		return f(s, &args)
	}
}

// asks makes a handler of one that only answers.
func asks[A any](f func(*server, *A) (any, error)) handler {
	return on(func(s *server, args *A) (any, func() error, error) {
		body, err := f(s, args)
		return body, nil, err
	})
}

// debugs makes a handler of one that needs a debugger.
func debugs(h handler) handler {
	return func(s *server, args json.RawMessage) (any, func() error, error) {
		if s.debugger == nil {
			return nil, nil, errors.New("nothing is being debugged")
		}
		return h(s, args)
	}
}

// serve answers a request. A panic is the answer's error.
func (s *server) serve(r *request) {
	if interrupting[r.Command] {
		s.interrupts.Add(-1)
	}
	body, then, err := s.handle(r)
	res := response{Response: dap.Response{
		ProtocolMessage: dap.ProtocolMessage{Type: "response"}, RequestSeq: r.Seq, Command: r.Command, Success: err == nil,
	}, Body: body}
	if err != nil {
		res.Message = err.Error()
		res.Body = dap.ErrorResponseBody{Error: &dap.ErrorMessage{Format: "{text}", Variables: map[string]string{"text": err.Error()}, ShowUser: true}}
	}
	s.send(&res.ProtocolMessage, &res)
	if then != nil && err == nil {
		if err := s.after(r, then); err != nil {
			s.output("console", err.Error()+"\n")
		}
	}
}

func (s *server) handle(r *request) (body any, then func() error, err error) {
	defer s.guard(r, &err)
	h := handlers[r.Command]
	if h == nil {
		return nil, nil, fmt.Errorf("unknown request %q", r.Command)
	}
	return h(s, r.Arguments)
}

func (s *server) after(r *request, then func() error) (err error) {
	defer s.guard(r, &err)
	return then()
}

// guard turns a panic into an error.
func (s *server) guard(r *request, err *error) {
	if v := recover(); v != nil {
		s.log.Error("panic", "command", r.Command, "value", v, "stack", string(debug.Stack()))
		*err = fmt.Errorf("internal error in %s: %v", r.Command, v)
	}
}

type response struct {
	dap.Response
	Body any `json:"body,omitempty"`
}

// send writes a message with the next number.
func (s *server) send(head *dap.ProtocolMessage, message any) {
	s.seq++
	head.Seq = s.seq
	b, err := json.Marshal(message)
	if err == nil {
		err = dap.WriteBaseMessage(s.out, b)
	}
	if err != nil && s.err == nil {
		s.err = err
	}
}

func (s *server) event(name string, body any) {
	e := struct {
		dap.Event
		Body any `json:"body,omitempty"`
	}{Event: dap.Event{ProtocolMessage: dap.ProtocolMessage{Type: "event"}, Event: name}, Body: body}
	s.send(&e.ProtocolMessage, &e)
}

func (s *server) output(category, text string) {
	s.event("output", dap.OutputEventBody{Category: category, Output: text})
}
