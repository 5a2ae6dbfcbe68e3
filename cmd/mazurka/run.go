package main

import (
	"errors"
	"os"
	"strings"

	"github.com/mazurka-go/mazurka/explore"
)

// runProgram runs a program once in the machine. Its exit status is that of
// the program.
func runProgram(e *env, args []string) int {
	var b buildFlags
	c := explore.RunConfig{Stdout: e.stdout, Stderr: e.stderr}
	fs := newFlags(e, "run")
	b.add(fs)
	fs.Uint64Var(&c.Seed, "seed", 0, "`seed` of the scheduler, of map order and of math/rand")
	fs.Int64Var(&c.Limits.Steps, "max-steps", 0, "`instructions` after which to give up")
	if code, done := parse(fs, args); done {
		return code
	}
	target, rest := programArgs(fs.Args())
	if len(target) == 0 {
		return e.fail(errors.New("run: a package or Go files are needed"))
	}
	c.LoadOptions, c.Args = b.options(target), rest
	c.TestEnv = append(os.Environ(), b.env...)
	code, err := explore.NewSession("").RunProgram(e.ctx, c)
	if err != nil {
		return e.fail(err)
	}
	return code
}

// programArgs splits the arguments as go run does: leading .go files, or one
// package, are the program; the rest is for it.
func programArgs(args []string) (target, rest []string) {
	n := 0
	for n < len(args) && strings.HasSuffix(args[n], ".go") {
		n++
	}
	if n == 0 && len(args) > 0 {
		n = 1
	}
	return args[:n], args[n:]
}
