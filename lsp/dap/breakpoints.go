package dap

import (
	"errors"
	"slices"

	"github.com/google/go-dap"

	"github.com/mazurka-go/mazurka/explore"
)

func (s *server) setBreakpoints(args *dap.SetBreakpointsArguments) (any, error) {
	var list []explore.Breakpoint
	for _, b := range args.Breakpoints {
		list = append(list, explore.Breakpoint{Line: s.fromClient(b.Line), Condition: b.Condition, Log: b.LogMessage})
	}
	if args.Breakpoints == nil {
		for _, line := range args.Lines {
			list = append(list, explore.Breakpoint{Line: s.fromClient(line)})
		}
	}
	return s.breakpoints(s.debugger.SetLineBreakpoints(args.Source.Path, list)), nil
}

func (s *server) setFunctionBreakpoints(args *dap.SetFunctionBreakpointsArguments) (any, error) {
	var list []explore.Breakpoint
	for _, b := range args.Breakpoints {
		list = append(list, explore.Breakpoint{Function: b.Name, Condition: b.Condition})
	}
	return s.breakpoints(s.debugger.SetFunctionBreakpoints(list)), nil
}

func (s *server) setDataBreakpoints(args *dap.SetDataBreakpointsArguments) (any, error) {
	var list []explore.Breakpoint
	for _, b := range args.Breakpoints {
		list = append(list, explore.Breakpoint{Data: b.DataId, Condition: b.Condition})
	}
	return s.breakpoints(s.debugger.SetDataBreakpoints(list)), nil
}

// dataBreakpointInfo says whether the writes to a variable can be waited for.
func (s *server) dataBreakpointInfo(args *dap.DataBreakpointInfoArguments) (any, error) {
	v, err := s.find(args)
	if err != nil {
		return nil, err
	}
	body := dap.DataBreakpointInfoResponseBody{Description: args.Name}
	if id := s.debugger.Watchable(v, args.Name); id != "" {
		body.DataId = id
		body.AccessTypes = []dap.DataBreakpointAccessType{"write"}
	} else {
		body.Description = args.Name + " is no variable, or a part of one that no other goroutine can use"
	}
	return body, nil
}

// find finds a variable by the group that it is in, or as an expression.
func (s *server) find(args *dap.DataBreakpointInfoArguments) (explore.Variable, error) {
	if args.VariablesReference == 0 {
		f, err := s.frameOf(args.FrameId)
		if err != nil {
			return explore.Variable{}, err
		}
		return s.debugger.Evaluate(f, args.Name)
	}
	list, err := s.groupOf(args.VariablesReference)
	if err != nil {
		return explore.Variable{}, err
	}
	i := slices.IndexFunc(list, func(v explore.Variable) bool { return v.Name == args.Name })
	if i < 0 {
		return explore.Variable{}, errors.New("there is no such variable")
	}
	return list[i], nil
}

// fromClient is a line as the compiler counts.
func (s *server) fromClient(line int) int {
	if s.client.line0 {
		return line + 1
	}
	return line
}

func (s *server) breakpoints(list []explore.Breakpoint) dap.SetBreakpointsResponseBody {
	body := dap.SetBreakpointsResponseBody{Breakpoints: []dap.Breakpoint{}}
	for _, b := range list {
		out := dap.Breakpoint{Id: b.ID, Verified: b.Message == "", Message: b.Message}
		if b.Pos.IsValid() {
			out.Source, out.Line = source(b.Pos), s.line(b.Pos)
		}
		body.Breakpoints = append(body.Breakpoints, out)
	}
	return body
}

func (s *server) setExceptionBreakpoints(args *dap.SetExceptionBreakpointsArguments) (any, error) {
	s.debugger.StopAtFindings(slices.Contains(args.Filters, "findings"))
	return dap.SetExceptionBreakpointsResponseBody{}, nil
}
