package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/lsp/dap"
)

// debugAdapter speaks the Debug Adapter Protocol over standard input and output, or
// with clients that connect.
func debugAdapter(e *env, args []string) int {
	fs := newFlags(e, "dap")
	verbose := fs.Bool("v", false, "log more, to standard error")
	listen := fs.String("listen", "", "serve clients that connect to `address`, as in localhost:7777, until interrupted")
	if code, done := parse(fs, args); done {
		return code
	}
	level := slog.LevelWarn
	if *verbose {
		level = slog.LevelDebug
	}
	o := dap.Options{Log: slog.New(slog.NewTextHandler(e.stderr, &slog.HandlerOptions{Level: level}))}
	var err error
	if *listen != "" {
		err = serveDebuggers(e, *listen, o)
	} else {
		err = dap.Serve(e.ctx, e.stdin, e.stdout, o)
	}
	if err != nil {
		return e.fail(err)
	}
	return exitOK
}

// serveDebuggers serves those who connect to an address.
func serveDebuggers(e *env, address string, o dap.Options) error {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.stderr, "mazurka dap: listening on %s\n", l.Addr())
	o.Session = explore.NewSession("")
	var clients sync.WaitGroup
	defer clients.Wait()
	defer context.AfterFunc(e.ctx, func() { _ = l.Close() })()
	for {
		conn, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			return err
		}
		clients.Go(func() {
			defer conn.Close()
			if err := dap.Serve(e.ctx, conn, conn, o); err != nil {
				o.Log.Warn("client", "error", err)
			}
		})
	}
}
