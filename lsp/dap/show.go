package dap

import (
	"errors"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"github.com/google/go-dap"

	"github.com/mazurka-go/mazurka/explore"
)

// handles are what the numbers stand for that the client was given since the debugger has
// moved.
type handles struct {
	base   int // numbers given before, which are not given again
	frames []explore.DebugFrame
	groups []group
	texts  map[string][]string // lines of files
}

// A group are variables that the client can ask for.
type group func() []explore.Variable

func (s *server) forget() { s.handles = handles{base: s.base + len(s.frames) + len(s.groups)} }

// Numbers given to the client begin with 1.

func thread(goroutine int) int { return goroutine + 1 }

func (h *handles) frame(f explore.DebugFrame) int {
	h.frames = append(h.frames, f)
	return h.base + len(h.frames)
}

func (h *handles) group(g group) int {
	h.groups = append(h.groups, g)
	return h.base + len(h.groups)
}

func (h *handles) frameOf(id int) (explore.DebugFrame, error) {
	i, err := h.index(id, len(h.frames))
	if err != nil {
		return explore.DebugFrame{}, err
	}
	return h.frames[i], nil
}

func (h *handles) groupOf(id int) ([]explore.Variable, error) {
	i, err := h.index(id, len(h.groups))
	if err != nil {
		return nil, err
	}
	return h.groups[i](), nil
}

// errPast is for numbers of an earlier stop. A client asks for them when the
// debugger moves while it fills its views: there is nothing to see any more,
// and nothing wrong.
var errPast = errors.New("the debugger has moved since")

func (h *handles) index(id, n int) (int, error) {
	switch i := id - h.base - 1; {
	case id >= 1 && i < 0:
		return 0, errPast
	case i < 0 || i >= n:
		return 0, fmt.Errorf("there is no number %d", id)
	default:
		return i, nil
	}
}

func (s *server) threads(*struct{}) (any, error) {
	list := []dap.Thread{}
	for _, g := range s.debugger.Goroutines() {
		list = append(list, dap.Thread{Id: thread(g.ID), Name: fmt.Sprintf("%s [%s]", g.Label, g.State)})
	}
	return dap.ThreadsResponseBody{Threads: list}, nil
}

func (s *server) stackTrace(args *dap.StackTraceArguments) (any, error) {
	frames := s.debugger.Frames(args.ThreadId - 1)
	body := dap.StackTraceResponseBody{StackFrames: []dap.StackFrame{}, TotalFrames: len(frames)}
	from := min(max(args.StartFrame, 0), len(frames))
	frames = frames[from:]
	if args.Levels > 0 && args.Levels < len(frames) {
		frames = frames[:args.Levels]
	}
	for _, f := range frames {
		out := dap.StackFrame{Id: s.frame(f), Name: f.Func, Source: source(f.Pos), Line: s.line(f.Pos), Column: s.column(f.Pos)}
		if f.Library {
			out.PresentationHint = "subtle"
		}
		body.StackFrames = append(body.StackFrames, out)
	}
	return body, nil
}

// source is the file of a position, nil if there is none.
func source(pos token.Position) *dap.Source {
	if pos.Filename == "" {
		return nil
	}
	return &dap.Source{Name: filepath.Base(pos.Filename), Path: pos.Filename}
}

func (s *server) line(pos token.Position) int {
	if s.client.line0 {
		return max(pos.Line-1, 0)
	}
	return pos.Line
}

// column counts characters as editors do: in UTF-16.
func (s *server) column(pos token.Position) int {
	n := pos.Column
	if lines := s.text(pos.Filename); pos.Line >= 1 && pos.Line <= len(lines) && n >= 1 {
		text := lines[pos.Line-1]
		n = 1
		for _, r := range text[:min(pos.Column-1, len(text))] {
			n += utf16.RuneLen(r)
		}
	}
	if s.client.column0 {
		return max(n-1, 0)
	}
	return n
}

// text has the lines of a file; none if it cannot be read.
func (h *handles) text(file string) []string {
	lines, ok := h.texts[file]
	if !ok && file != "" {
		if b, err := os.ReadFile(file); err == nil {
			lines = strings.Split(string(b), "\n")
		}
		if h.texts == nil {
			h.texts = map[string][]string{}
		}
		h.texts[file] = lines
	}
	return lines
}

func (s *server) scopes(args *dap.ScopesArguments) (any, error) {
	f, err := s.frameOf(args.FrameId)
	if errors.Is(err, errPast) {
		return dap.ScopesResponseBody{Scopes: []dap.Scope{}}, nil
	}
	if err != nil {
		return nil, err
	}
	arguments, locals := s.debugger.Variables(f)
	body := dap.ScopesResponseBody{}
	add := func(name, hint string, vars []explore.Variable) {
		body.Scopes = append(body.Scopes, dap.Scope{
			Name: name, PresentationHint: hint, NamedVariables: len(vars),
			VariablesReference: s.group(func() []explore.Variable { return vars }),
		})
	}
	add("Locals", "locals", locals)
	add("Arguments", "arguments", arguments)
	for _, g := range s.debugger.Scopes(f.Goroutine) {
		add(g.Name, "", g.Variables)
	}
	return body, nil
}

func (s *server) variables(args *dap.VariablesArguments) (any, error) {
	list, err := s.groupOf(args.VariablesReference)
	if errors.Is(err, errPast) {
		return dap.VariablesResponseBody{Variables: []dap.Variable{}}, nil
	}
	if err != nil {
		return nil, err
	}
	if args.Start > 0 || args.Count > 0 {
		list = list[min(max(args.Start, 0), len(list)):]
		if args.Count > 0 {
			list = list[:min(args.Count, len(list))]
		}
	}
	body := dap.VariablesResponseBody{Variables: []dap.Variable{}}
	for _, v := range list {
		body.Variables = append(body.Variables, s.variable(v))
	}
	return body, nil
}

func (s *server) variable(v explore.Variable) dap.Variable {
	return dap.Variable{Name: v.Name, Value: short(v.Value), Type: v.Type, VariablesReference: s.parts(v)}
}

// parts is the number for the parts of a value, 0 if it has none.
func (s *server) parts(v explore.Variable) int {
	if !v.Parts {
		return 0
	}
	return s.group(func() []explore.Variable { return s.debugger.Parts(v) })
}

// maxValue is how much of a value is shown at once.
const maxValue = 400

func short(value string) string {
	if len(value) <= maxValue {
		return value
	}
	return strings.ToValidUTF8(value[:maxValue], "") + "…"
}

// exceptionInfo tells of the finding at which the debugger stands.
func (s *server) exceptionInfo(*dap.ExceptionInfoArguments) (any, error) {
	if s.stopped.Reason != explore.StopFinding {
		return nil, errors.New("there is no finding here")
	}
	return dap.ExceptionInfoResponseBody{ExceptionId: s.stopped.Code, Description: s.stopped.Text, BreakMode: "always"}, nil
}
