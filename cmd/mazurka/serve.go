package main

import (
	"io"
	"log/slog"

	"github.com/mazurka-go/mazurka/lsp"
)

// serve speaks the Language Server Protocol over standard input and output.
func serve(e *env, args []string) int {
	fs := newFlags(e, "serve")
	verbose := fs.Bool("v", false, "log more, to standard error")
	fs.Bool("stdio", true, "speak over standard input and output; the only way there is, for clients that say so")
	if code, done := parse(fs, args); done {
		return code
	}
	level := slog.LevelWarn
	if *verbose {
		level = slog.LevelDebug
	}
	return lsp.Serve(e.ctx, io.NopCloser(e.stdin), e.stdout, lsp.Options{
		Version: moduleVersion(),
		Log:     slog.New(slog.NewTextHandler(e.stderr, &slog.HandlerOptions{Level: level})),
	})
}
