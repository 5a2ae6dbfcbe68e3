package dap

import (
	"encoding/json"
	"errors"

	"github.com/google/go-dap"

	"github.com/mazurka-go/mazurka/explore"
)

// handlers are the requests that are served.
var handlers map[string]handler

func init() {
	handlers = map[string]handler{
		"initialize":        asks((*server).initialize),
		"launch":            on((*server).start),
		"configurationDone": debugs(on((*server).begin)),
		"disconnect":        on((*server).disconnect),
		"terminate":         on((*server).terminate),
		"restart":           debugs(configured(on((*server).restart))),
		"pause":             debugs(on((*server).pause)),

		"threads":       debugs(asks((*server).threads)),
		"stackTrace":    debugs(asks((*server).stackTrace)),
		"scopes":        debugs(asks((*server).scopes)),
		"variables":     debugs(asks((*server).variables)),
		"exceptionInfo": debugs(asks((*server).exceptionInfo)),

		"setBreakpoints":          debugs(asks((*server).setBreakpoints)),
		"setFunctionBreakpoints":  debugs(asks((*server).setFunctionBreakpoints)),
		"setDataBreakpoints":      debugs(asks((*server).setDataBreakpoints)),
		"dataBreakpointInfo":      debugs(asks((*server).dataBreakpointInfo)),
		"setExceptionBreakpoints": debugs(asks((*server).setExceptionBreakpoints)),

		"evaluate":    debugs(on((*server).evaluate)),
		"gotoTargets": debugs(asks((*server).gotoTargets)),
		"goto":        debugs(configured(on((*server).gotoTarget))),

		"mazurka/choices":  debugs(asks((*server).choices)),
		"mazurka/choose":   debugs(configured(on((*server).choose))),
		"mazurka/goto":     debugs(configured(on((*server).goTo))),
		"mazurka/position": debugs(asks((*server).position)),
		"mazurka/save":     debugs(asks((*server).save)),

		"continue": debugs(moves(func(d *explore.Debugger, _ moveArguments) (explore.Stopped, error) { return d.Continue() })),
		"reverseContinue": debugs(moves(func(d *explore.Debugger, _ moveArguments) (explore.Stopped, error) {
			return d.ReverseContinue()
		})),
		"stepIn":   debugs(moves(func(d *explore.Debugger, _ moveArguments) (explore.Stopped, error) { return d.StepIn() })),
		"next":     debugs(moves(byGranularity((*explore.Debugger).Next, (*explore.Debugger).StepIn))),
		"stepOut":  debugs(moves(byGranularity((*explore.Debugger).StepOut, (*explore.Debugger).StepIn))),
		"stepBack": debugs(moves(byGranularity((*explore.Debugger).StepBack, (*explore.Debugger).UnstepIn))),
	}
}

// moveArguments are those that the moves have in common.
type moveArguments struct {
	ThreadID    int                     `json:"threadId"`
	Granularity dap.SteppingGranularity `json:"granularity"`
}

// byGranularity makes a move of one by lines of a goroutine and one by scheduling steps.
func byGranularity(lines func(*explore.Debugger, int) (explore.Stopped, error), steps func(*explore.Debugger) (explore.Stopped, error)) func(*explore.Debugger, moveArguments) (explore.Stopped, error) {
	return func(d *explore.Debugger, args moveArguments) (explore.Stopped, error) {
		if args.Granularity == "instruction" {
			return steps(d)
		}
		return lines(d, args.ThreadID-1)
	}
}

// moves makes a handler of a move of the debugger. It is made after the answer.
func moves(f func(*explore.Debugger, moveArguments) (explore.Stopped, error)) handler {
	return configured(on(func(s *server, args *moveArguments) (any, func() error, error) {
		return moved, func() error {
			return s.move(func() (explore.Stopped, error) { return f(s.debugger, *args) })
		}, nil
	}))
}

// configured makes a handler of one that moves the debugger, which the client has to have
// set up.
func configured(h handler) handler {
	return func(s *server, args json.RawMessage) (any, func() error, error) {
		if !s.configured {
			return nil, nil, errNotConfigured
		}
		return h(s, args)
	}
}

var errNotConfigured = errors.New("the configuration is not done")

// moved answers a move. Only that of continue is looked at.
var moved = dap.ContinueResponseBody{AllThreadsContinued: true}
