package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/mazurka-go/mazurka/explore"
)

// Options configure a server.
type Options struct {
	// Version is reported to the client.
	Version string
	// CacheDir is where results and schedules are kept; empty means the
	// user's cache directory.
	CacheDir string
	// Log receives messages for the developers of the server.
	Log *slog.Logger
}

// Serve speaks LSP over in and out until the client says exit, closes the
// input, or dies. It returns the exit status that the protocol asks for: 0
// if the client said shutdown before, 1 otherwise.
func Serve(ctx context.Context, in io.ReadCloser, out io.Writer, o Options) int {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	box := newOutbox(out)
	defer box.flush(time.Second)
	conn := jsonrpc2.NewConn(newStream(in, box), jsonrpc2.WithCodec(codec{}))
	s := newServer(ctx, o, conn)
	conn.Go(ctx, s.dispatch(protocol.ServerHandler(s, jsonrpc2.MethodNotFoundHandler)))
	// conn.Close would wait for the reader, which stays in Read.
	select {
	case <-s.exited:
	case <-conn.Done():
	case <-ctx.Done():
	}
	stop()
	s.explorer.wait()
	if s.isShutdown() {
		return 0
	}
	return 1
}

// codec is the protocol's, which does not export it.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error)      { return protocol.Marshal(v) }
func (codec) Unmarshal(data []byte, v any) error { return protocol.Unmarshal(data, v) }

// dispatch runs notifications inline, in the order of the wire, and calls
// concurrently and cancellably. What goes wrong in a notification is logged;
// what goes wrong in a call is its answer; neither ends the connection.
//
// Handlers get a detached context: the library reuses that of a request that
// is not asynchronous, and contexts derived from it would outlive it.
func (s *server) dispatch(h jsonrpc2.Handler) jsonrpc2.Handler {
	var calls sync.Map // of jsonrpc2.ID to context.CancelFunc
	return func(reqCtx context.Context, req *jsonrpc2.Request) (any, error) {
		ctx := jsonrpc2.DetachContext(reqCtx)
		if !req.IsCall() {
			if req.Method() == protocol.MethodCancelRequest {
				cancelCall(&calls, req.Params())
				return nil, nil
			}
			if _, err := s.guard(ctx, h, req); err != nil {
				s.log.Warn("notification", "method", req.Method(), "error", err)
			}
			return nil, nil
		}
		if err := s.admit(req.Method()); err != nil {
			return nil, err
		}
		if req.Method() == protocol.MethodInitialize {
			return s.guard(ctx, h, req) // before anything that follows it
		}
		ctx, cancel := context.WithCancel(ctx)
		id := req.ID()
		calls.Store(id, cancel)
		defer func() { calls.Delete(id); cancel() }()
		jsonrpc2.Async(reqCtx)
		return s.guard(ctx, h, req)
	}
}

// guard calls the handler, turns a panic into an error, and gives errors
// their codes.
func (s *server) guard(ctx context.Context, h jsonrpc2.Handler, req *jsonrpc2.Request) (res any, err error) {
	defer func() {
		if r := recover(); r != nil {
			s.log.Error("panic", "method", req.Method(), "value", r, "stack", string(debug.Stack()))
			res, err = nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "internal error in %s: %v", req.Method(), r)
		}
		var coded *jsonrpc2.Error
		switch {
		case errors.Is(err, context.Canceled):
			err = protocol.ErrRequestCancelled
		case err != nil && !errors.As(err, &coded):
			err = jsonrpc2.Errorf(jsonrpc2.InternalError, "%v", err)
		}
	}()
	return h(ctx, req)
}

func cancelCall(calls *sync.Map, params []byte) {
	// The library's type for these parameters takes 32-bit numbers only.
	var p struct{ ID json.RawMessage }
	if json.Unmarshal(params, &p) != nil {
		return
	}
	var id jsonrpc2.ID
	var name string
	if n, err := strconv.ParseInt(string(p.ID), 10, 64); err == nil {
		id = jsonrpc2.NewNumberID(n)
	} else if json.Unmarshal(p.ID, &name) == nil {
		id = jsonrpc2.NewStringID(name)
	} else {
		return
	}
	if cancel, ok := calls.Load(id); ok {
		cancel.(context.CancelFunc)()
	}
}

// progressEvery is how often progress and lenses are refreshed at most.
const progressEvery = 200 * time.Millisecond

func newServer(ctx context.Context, o Options, conn jsonrpc2.Conn) *server {
	s := &server{
		ctx:      ctx,
		log:      o.Log,
		options:  o,
		client:   protocol.ClientDispatcher(conn),
		conn:     conn,
		session:  explore.NewSession(o.CacheDir),
		exited:   make(chan struct{}),
		docs:     documents{open: map[string]*document{}},
		settings: defaultSettings(),
		told:     map[string]bool{},
	}
	s.results = newResults(s)
	s.explorer = newExplorer(s)
	return s
}
