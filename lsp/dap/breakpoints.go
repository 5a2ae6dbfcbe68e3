package dap

import (
	"slices"

	"github.com/google/go-dap"

	"github.com/mazurka-go/mazurka/explore"
)

func (s *server) setBreakpoints(args *dap.SetBreakpointsArguments) (any, error) {
	var lines []int
	for _, b := range args.Breakpoints {
		lines = append(lines, s.fromClient(b.Line))
	}
	body := dap.SetBreakpointsResponseBody{Breakpoints: []dap.Breakpoint{}}
	for _, b := range s.debugger.SetBreakpoints(args.Source.Path, lines) {
		body.Breakpoints = append(body.Breakpoints, s.breakpoint(b))
	}
	return body, nil
}

// fromClient is a line as the compiler counts.
func (s *server) fromClient(line int) int {
	if s.client.line0 {
		return line + 1
	}
	return line
}

func (s *server) breakpoint(b explore.Breakpoint) dap.Breakpoint {
	out := dap.Breakpoint{Id: b.ID, Verified: b.Message == "", Message: b.Message}
	if b.Pos.IsValid() {
		out.Source, out.Line = source(b.Pos), s.line(b.Pos)
	}
	return out
}

func (s *server) setExceptionBreakpoints(args *dap.SetExceptionBreakpointsArguments) (any, error) {
	s.debugger.StopAtFindings(slices.Contains(args.Filters, "findings"))
	return dap.SetExceptionBreakpointsResponseBody{}, nil
}
