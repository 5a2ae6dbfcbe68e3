package dap

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"github.com/mazurka-go/mazurka/explore"
)

// This file is what is beyond the protocol: exploration by hand, as requests for clients that
// know them and as commands of the debug console for all others.

// A choice is one way to go on, as mazurka/choices tells it.
type choice struct {
	Goroutine   string `json:"goroutine"` // stable name of the goroutine or timer
	Alternative string `json:"alternative,omitempty"`
	ThreadID    int    `json:"threadId,omitempty"`
	Label       string `json:"label"`
	Text        string `json:"text"`
	Early       bool   `json:"early,omitempty"`
	Planned     bool   `json:"planned,omitempty"`
}

func (s *server) choices(*struct{}) (any, error) {
	list, err := s.debugger.Choices()
	if err != nil {
		return nil, err
	}
	out := []choice{}
	for _, c := range list {
		out = append(out, choice{
			Goroutine: c.Choice.Goroutine, Alternative: c.Choice.Alternative, ThreadID: max(thread(c.Goroutine), 0),
			Label: c.Label, Text: c.Text, Early: c.Early, Planned: c.Planned,
		})
	}
	return map[string]any{"choices": out}, nil
}

// choose is the request mazurka/choose.
func (s *server) choose(args *choice) (any, func() error, error) {
	name := args.Goroutine
	if name == "" {
		name = s.goroutine(args.ThreadID)
	}
	at, err := s.debugger.Choose(explore.NamedChoice{Goroutine: name, Alternative: args.Alternative})
	if err != nil {
		return nil, nil, err
	}
	return nil, func() error { return s.move(func() (explore.Stopped, error) { return at, nil }) }, nil
}

// goroutine is the stable name of a thread.
func (s *server) goroutine(thread int) string {
	for _, g := range s.debugger.Goroutines() {
		if g.ID == thread-1 {
			return g.Name
		}
	}
	return ""
}

// save is the request mazurka/save.
func (s *server) save(args *struct{ File string }) (any, error) {
	file := args.File
	if file != "" && !filepath.IsAbs(file) {
		file = filepath.Join(s.launch.Cwd, file)
	}
	path, err := s.debugger.Save(file)
	if err != nil {
		return nil, err
	}
	return map[string]string{"file": path}, nil
}

// goTo is the request mazurka/goto.
func (s *server) goTo(args *struct{ Step int }) (any, func() error, error) {
	return nil, func() error {
		return s.move(func() (explore.Stopped, error) { return s.debugger.GoTo(args.Step) })
	}, nil
}

// position is the request mazurka/position: where the debugger is.
func (s *server) position(*struct{}) (any, error) {
	at := s.debugger.At()
	return map[string]int{"step": at.Steps - 1, "stop": at.Stops, "steps": s.debugger.Planned()}, nil
}

// gotoTargets are the steps that are taken at a line.
func (s *server) gotoTargets(args *dap.GotoTargetsArguments) (any, error) {
	body := dap.GotoTargetsResponseBody{Targets: []dap.GotoTarget{}}
	steps, goroutines := s.debugger.Steps()
	for i, st := range steps {
		if st.Pos.Filename == args.Source.Path && st.Pos.Line == s.fromClient(args.Line) {
			body.Targets = append(body.Targets, dap.GotoTarget{
				Id: i + 1, Label: fmt.Sprintf("step %d: %s (%s)", i, st.Text, goroutines[st.Goroutine].Label), Line: args.Line,
			})
		}
	}
	return body, nil
}

func (s *server) gotoTarget(args *dap.GotoArguments) (any, func() error, error) {
	if args.TargetId < 1 {
		return nil, nil, errors.New("there is no such target")
	}
	return s.goTo(&struct{ Step int }{args.TargetId - 1})
}

// evaluate evaluates an expression, or in the debug console executes a command.
func (s *server) evaluate(args *dap.EvaluateArguments) (any, func() error, error) {
	text := strings.TrimSpace(args.Expression)
	if args.Context == "repl" || args.Context == "" {
		word, rest, _ := strings.Cut(text, " ")
		if c := commands[word]; c != nil && (rest == "" || isWord(rest)) {
			out, then, err := c(s, strings.TrimSpace(rest))
			return dap.EvaluateResponseBody{Result: out}, then, err
		}
	}
	f, err := s.frameFor(args.FrameId)
	if err != nil {
		return nil, nil, err
	}
	v, err := s.debugger.Evaluate(f, text)
	if err != nil {
		return nil, nil, err
	}
	return dap.EvaluateResponseBody{Result: short(v.Value), Type: v.Type, VariablesReference: s.parts(v)}, nil, nil
}

// isWord reports whether text can be the argument of a command: an expression that begins
// with the name of one goes on with an operator.
func isWord(text string) bool { return !strings.ContainsAny(text[:1], "=!<>+-*/%&|^.[(") }

// frameFor is a frame by its number, or the innermost one where the debugger stands.
func (s *server) frameFor(id int) (explore.DebugFrame, error) {
	if id != 0 {
		return s.frameOf(id)
	}
	frames := s.debugger.Frames(s.stopped.Goroutine)
	if len(frames) == 0 {
		return explore.DebugFrame{}, errors.New("there is no frame here")
	}
	return frames[0], nil
}

// A command of the debug console.
type command func(s *server, args string) (text string, then func() error, err error)

var commands map[string]command

func init() {
	commands = map[string]command{
		"help":    (*server).help,
		"choices": (*server).listChoices,
		"run":     (*server).runGoroutine,
		"step":    (*server).goToStep,
		"steps":   (*server).listSteps,
		"back":    moving((*explore.Debugger).UnstepIn),
		"failure": moving((*explore.Debugger).RunToFinding),
		"save":    (*server).saveAs,
	}
}

func (s *server) help(string) (string, func() error, error) {
	return `choices     the ways to go on at the beginning of a step
run G       let goroutine G (a thread or a stable name, such as 0.1) take the next step;
            run G A takes its alternative A
step N      go to step N; -1 is the beginning
steps       the steps, as far as they have been executed
back        go back one scheduling step
failure     go on to the next finding
save FILE   complete the execution and keep its schedule; without FILE in the cache
EXPRESSION  variables, fields, elements, operators, len and cap`, nil, nil
}

// moving makes a command of a move.
func moving(f func(*explore.Debugger) (explore.Stopped, error)) command {
	return func(s *server, _ string) (string, func() error, error) {
		if !s.configured {
			return "", nil, errNotConfigured
		}
		return "", func() error {
			return s.move(func() (explore.Stopped, error) { return f(s.debugger) })
		}, nil
	}
}

func (s *server) listChoices(string) (string, func() error, error) {
	list, err := s.debugger.Choices()
	if err != nil {
		return "", nil, err
	}
	var b strings.Builder
	for _, c := range list {
		mark := " "
		if c.Planned {
			mark = "*"
		}
		fmt.Fprintf(&b, "%s run %s\t%s: %s\n", mark, strings.TrimSpace(c.Choice.Goroutine+" "+c.Choice.Alternative), c.Label, c.Text)
	}
	if b.Len() == 0 {
		return "none: the execution has ended", nil, nil
	}
	return strings.TrimSuffix(b.String(), "\n"), nil, nil
}

func (s *server) runGoroutine(args string) (string, func() error, error) {
	name, alternative, _ := strings.Cut(args, " ")
	if id, err := strconv.Atoi(name); err == nil {
		if g := s.goroutine(id); g != "" {
			name = g
		}
	}
	_, then, err := s.choose(&choice{Goroutine: name, Alternative: alternative})
	return "", then, err
}

func (s *server) goToStep(args string) (string, func() error, error) {
	n, err := strconv.Atoi(args)
	if err != nil {
		return "", nil, errors.New("step N: a number is needed")
	}
	_, then, err := s.goTo(&struct{ Step int }{n})
	return "", then, err
}

func (s *server) listSteps(string) (string, func() error, error) {
	var b strings.Builder
	steps, goroutines := s.debugger.Steps()
	for i, st := range steps {
		fmt.Fprintf(&b, "%d\t%s\t%s:%d\t%s\n", i, goroutines[st.Goroutine].Label, filepath.Base(st.Pos.Filename), st.Pos.Line, st.Text)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil, nil
}

func (s *server) saveAs(args string) (string, func() error, error) {
	body, err := s.save(&struct{ File string }{args})
	if err != nil {
		return "", nil, err
	}
	return body.(map[string]string)["file"], nil, nil
}
