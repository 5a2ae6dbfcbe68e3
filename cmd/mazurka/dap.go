package main

import (
	"log/slog"

	"github.com/mazurka-go/mazurka/lsp/dap"
)

// debugAdapter speaks the Debug Adapter Protocol over standard input and output.
func debugAdapter(e *env, args []string) int {
	fs := newFlags(e, "dap")
	verbose := fs.Bool("v", false, "log more, to standard error")
	if code, done := parse(fs, args); done {
		return code
	}
	level := slog.LevelWarn
	if *verbose {
		level = slog.LevelDebug
	}
	err := dap.Serve(e.ctx, e.stdin, e.stdout, dap.Options{
		Log: slog.New(slog.NewTextHandler(e.stderr, &slog.HandlerOptions{Level: level})),
	})
	if err != nil {
		return e.fail(err)
	}
	return exitOK
}
