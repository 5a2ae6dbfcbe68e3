// Mazurka runs Go tests under every schedule that matters and says what it
// found. See `mazurka help`.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
)

// Exit codes.
const (
	exitOK       = 0 // nothing found
	exitFindings = 1
	exitError    = 2 // usage, build or internal error
)

// A command is a subcommand. Each has a file of its own.
type command struct {
	name  string
	args  string // what stands behind the name on the usage line
	short string // one line
	run   func(e *env, args []string) int
}

// commands in the order of the help text.
func commands() []command {
	return []command{
		{"check", "[flags] [packages]", "explore the tests of packages", check},
		{"compare", "[flags] [packages]", "explore tests with several searches, side by side", compare},
		{"replay", "[flags] SCHEDULE", "show the interleaving of a schedule", replay},
		{"run", "[flags] FILE.go... | PACKAGE [ARGS]", "run a program once in the machine, as go run would", runProgram},
		{"serve", "[flags]", "the language server, over standard input and output", serve},
		{"dap", "[flags]", "the debug adapter, over standard input and output or a socket", debugAdapter},
		{"explain", "CODE", "explain a kind of finding", explain},
		{"version", "", "print the version", version},
	}
}

// env is the world of a command, so that tests can call it.
type env struct {
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
}

func main() {
	// A second signal ends the process the hard way.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(dispatch(&env{ctx, os.Stdin, os.Stdout, os.Stderr}, os.Args[1:]))
}

// dispatch runs the command that the arguments name. A panic of ours is
// reported, not passed on.
func dispatch(e *env, args []string) (code int) {
	defer func() {
		if v := recover(); v != nil {
			fmt.Fprintf(e.stderr, "mazurka: internal error: %v\n\n%s", v, debug.Stack())
			code = exitError
		}
	}()
	if len(args) == 0 {
		usage(e.stderr)
		return exitError
	}
	name := strings.TrimLeft(args[0], "-")
	switch name {
	case "help", "h":
		usage(e.stdout)
		return exitOK
	}
	for _, c := range commands() {
		if c.name == name {
			return c.run(e, args[1:])
		}
	}
	fmt.Fprintf(e.stderr, "mazurka: unknown command %q; mazurka help lists the commands\n", args[0])
	return exitError
}

func usage(w io.Writer) {
	fmt.Fprint(w, "Mazurka runs Go tests under every schedule that matters.\n\nUsage:\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "    mazurka %-8s %-36s %s\n", c.name, c.args, c.short)
	}
	fmt.Fprint(w, "\nmazurka COMMAND -h lists the flags of a command. Exit status: 0 nothing found,\n1 findings, 2 usage, build or internal error.\n")
}

// newFlags returns the flag set of a command, as the go command has it: one
// dash or two, flags before arguments.
func newFlags(e *env, name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(e.stderr)
	fs.Usage = func() {
		for _, c := range commands() {
			if c.name == name {
				fmt.Fprintf(fs.Output(), "usage: mazurka %s %s\n\n%s.\n\n", c.name, c.args, capital(c.short))
			}
		}
		fs.PrintDefaults()
	}
	return fs
}

// parse parses flags. If done is true the command ends with the code.
func parse(fs *flag.FlagSet, args []string) (code int, done bool) {
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitOK, true
	case err != nil:
		return exitError, true // fs has told why
	}
	return 0, false
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// fail reports an error of the user or the environment.
func (e *env) fail(err error) int {
	fmt.Fprintf(e.stderr, "mazurka: %v\n", err)
	return exitError
}
