package main

import (
	"io"
	"log/slog"
	"os"
	"runtime/debug"

	"github.com/mazurka-go/mazurka/lsp"
)

// gcPercent is how much garbage a server has at most, in parts of what it
// needs: an editor's machine has other uses for its memory.
const gcPercent = 40

// serve speaks the Language Server Protocol over standard input and output.
func serve(e *env, args []string) int {
	fs := newFlags(e, "serve")
	verbose := fs.Bool("v", false, "log more, to standard error")
	fs.Bool("stdio", true, "speak over standard input and output; the only way there is, for clients that say so")
	settings := fs.Bool("settings", false, "print the JSON schema of the settings, and end")
	if code, done := parse(fs, args); done {
		return code
	}
	if *settings {
		return printSchema(e)
	}
	if os.Getenv("GOGC") == "" {
		// Most of what a server holds is there to stay: types and code.
		debug.SetGCPercent(gcPercent)
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

// printSchema prints the schema of the server's settings.
func printSchema(e *env) int {
	schema, err := lsp.SettingsSchema()
	if err == nil {
		_, err = e.stdout.Write(schema)
	}
	if err != nil {
		return e.fail(err)
	}
	return 0
}
