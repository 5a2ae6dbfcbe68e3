package explore

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mazurka-go/mazurka/analysis/load"
	"github.com/mazurka-go/mazurka/explore/vm"
)

// A RunConfig says which program to run and how.
type RunConfig struct {
	LoadOptions // Patterns: one package, or .go files
	Args        []string
	Seed        uint64 // of the scheduler, map order and math/rand
	Stdout      io.Writer
	Stderr      io.Writer
	Limits      Limits
	Steps       *int64 // if not nil, gets the number of instructions executed
}

// ErrUnsupported is wrapped by the error of a program that needs something
// the machine lacks.
var ErrUnsupported = errors.New("unsupported")

// runGoroutines is how many live goroutines a program may have that is run
// once, where they cost nothing but memory.
const runGoroutines = 100_000

// runDepth is how many words a stack of it may have.
const runDepth = 1 << 25

// RunProgram runs a main package once, as go run would, and returns its exit
// status: 2 after an uncaught panic or a deadlock, with the text of the Go
// runtime on Stderr. The error says why the program could not be run.
func (s *Session) RunProgram(ctx context.Context, c RunConfig) (exit int, err error) {
	prog, err := s.loadProgram(ctx, c.LoadOptions, false)
	if err != nil {
		return 0, err
	}
	target, err := mainTarget(prog)
	if err != nil {
		return 0, err
	}
	dir, err := filepath.Abs(c.Dir)
	if err != nil {
		return 0, err
	}
	s.mu.Lock()
	code, err := s.codeOf(prog)
	if err != nil {
		s.mu.Unlock()
		return 0, err
	}
	p := newProgram(code, target, prog, newHostFiles(c.Overlay, dir, moduleRoot(target.Package.Dir), prog.GOROOT))
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.close(p)
	}()
	args := append([]string{filepath.Join("/tmp", filepath.Base(target.ImportPath))}, c.Args...)
	p.start(args, testEnv(c.TestEnv, dir), dir, []*ssa.Package{target.Package.SSA})
	switch {
	case p.err != nil:
		return 0, p.err
	case p.init != nil:
		return c.initFailed(p.init)
	}
	limits := vm.Limits{
		Steps: c.Limits.Steps, LocalSteps: c.Limits.Steps, Memory: c.Limits.Memory,
		Goroutines: cmp.Or(c.Limits.Goroutines, runGoroutines), Depth: runDepth,
		Stop: func() bool { return ctx.Err() != nil },
	}
	m, err := p.image.NewMachine(vm.Config{Limits: limits, MapSeed: c.Seed, RandSeed: c.Seed, Ticking: true, Strict: true})
	if err != nil {
		return 0, err
	}
	defer m.Close()
	out, spans := p.image.Output()
	c.flush(out, spans, 0)
	m.StartMain(target.Package.SSA.Func("main"))
	return c.execute(ctx, m)
}

// mainTarget is the one main package of the program.
func mainTarget(prog *load.Program) (*load.Target, error) {
	for _, e := range prog.Unmatched {
		return nil, e
	}
	if len(prog.Targets) != 1 {
		return nil, fmt.Errorf("%d packages match; one is needed", len(prog.Targets))
	}
	t := prog.Targets[0]
	switch {
	case t.Broken():
		var b strings.Builder
		for i, e := range t.Package.Errors {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(e.Error())
		}
		return nil, errors.New(b.String())
	case t.Package.Name != "main":
		return nil, fmt.Errorf("package %s is not a main package", t.ImportPath)
	}
	return t, nil
}

// execute runs the machine to its end under one schedule.
func (c *RunConfig) execute(ctx context.Context, m *vm.Machine) (exit int, err error) {
	turns := newTurns(c.Seed)
	var buf []vm.Choice
	var written int
	for steps := 0; ; steps++ {
		written = c.flush(m.Output(), m.OutputSpans(), written)
		if steps%1024 == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		buf = buf[:0]
		if turns.lasts() {
			buf = m.EnabledOf(vm.Slot(turns.now), buf)
		}
		if len(buf) == 0 {
			buf = m.Enabled(buf)
		}
		if len(buf) == 0 {
			break
		}
		m.Step(buf[next(turns, offered{m, buf})])
	}
	c.flush(m.Output(), m.OutputSpans(), written)
	if c.Steps != nil {
		*c.Steps = m.Steps()
	}
	if m.Outcome() == vm.Limited && ctx.Err() != nil {
		return 0, ctx.Err()
	}
	e := end{
		outcome: m.Outcome(), code: m.ExitCode(), reports: m.Reports(), unsupported: m.Unsupported(), limit: m.Limit(),
		gone: len(m.Stack(0)) == 0, output: m.Output(),
	}
	return c.ended(&e)
}

// offered are the choices of a machine as the scheduler by turns sees them.
type offered struct {
	m       *vm.Machine
	choices []vm.Choice
}

func (o offered) size() int           { return len(o.choices) }
func (o offered) owner(i int) int32   { return int32(o.choices[i].Slot) }
func (o offered) fallback(i int) bool { return o.m.AltName(o.choices[i]) == "default" }

// An end is how a program ended.
type end struct {
	outcome     vm.Outcome
	code        int
	reports     []vm.Report
	unsupported *vm.Unsupported
	limit       string
	gone        bool // the main goroutine has ended
	output      []byte
}

// flush passes on what the program has written beyond the first written
// bytes. A reader that has gone does not stop the program.
func (c *RunConfig) flush(out []byte, spans []vm.Span, written int) int {
	for _, s := range spans {
		if s.To <= written {
			continue
		}
		w := c.Stdout
		if s.Stderr {
			w = c.Stderr
		}
		_, _ = w.Write(out[written:s.To])
		written = s.To
	}
	return written
}

func (c *RunConfig) initFailed(e *vm.InitError) (int, error) {
	c.flush(e.Output, e.Spans, 0)
	return c.ended(&end{
		outcome: e.Outcome, code: e.ExitCode, reports: e.Reports, unsupported: e.Unsupported, limit: "initialisation", output: e.Output,
	})
}

// ended turns an end into an exit status, writing what the Go runtime would
// write and the program has not.
func (c *RunConfig) ended(e *end) (int, error) {
	var b bytes.Buffer
	defer func() { _, _ = c.Stderr.Write(b.Bytes()) }()
	switch e.outcome {
	case vm.Exited:
		return e.code, nil
	case vm.Deadlock:
		if e.gone {
			b.WriteString("fatal error: no goroutines (main called runtime.Goexit) - deadlock!\n")
		} else {
			b.WriteString("fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [blocked]:\n")
		}
		return 2, nil
	case vm.Crashed:
		crash(&b, e)
		return 2, nil
	case vm.Stuck:
		return 0, fmt.Errorf("%w: %s at %s", ErrUnsupported, e.unsupported.What, e.unsupported.Pos)
	case vm.Limited:
		return 0, fmt.Errorf("limit of %s exceeded", e.limit)
	}
	return 0, nil
}

// crash writes the stack of an uncaught panic or fatal error, below its text,
// which the program has written itself.
func crash(b *bytes.Buffer, e *end) {
	if len(e.reports) == 0 {
		return
	}
	r := &e.reports[len(e.reports)-1]
	if n := len(e.output); n == 0 || e.output[n-1] != '\n' {
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "\ngoroutine %s [running]:\n", goroutineNumber(r))
	if len(r.Sides) == 0 {
		return
	}
	for _, f := range r.Sides[len(r.Sides)-1].Stack {
		fmt.Fprintf(b, "%s(...)\n\t%s:%d\n", f.Func, f.Pos.Filename, f.Pos.Line)
	}
}

func goroutineNumber(r *vm.Report) string {
	if len(r.Sides) == 0 || r.Sides[len(r.Sides)-1].Slot == 0 {
		return "1"
	}
	return fmt.Sprint(r.Sides[len(r.Sides)-1].Slot)
}
