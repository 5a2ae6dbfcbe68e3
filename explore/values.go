package explore

import (
	"slices"
	"strings"

	"github.com/mazurka-go/mazurka/explore/vm"
)

// This file tells what the machine knows of values and calls.

// maxCalls is how many calls a step tells: the innermost ones.
const maxCalls = 16

// calls are the activations of a stack, outermost first, from the programmer's
// innermost one outwards.
func (p *program) calls(stack []vm.StackFrame) (list []Call) {
	if len(stack) == 0 {
		return nil
	}
	for _, f := range stack[p.places.user(stack):] {
		if len(list) == maxCalls {
			break
		}
		if f.Pos.IsValid() && p.places.rank(f.Pos.Filename) <= 1 {
			list = append(list, Call{shortFunc(f.Func), f.Pos})
		}
	}
	slices.Reverse(list)
	return list
}

// shortFunc is the name of a function without the path of its package.
func shortFunc(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// runs is the outermost function that is the programmer's.
func (s *system) runs(slot vm.Slot) string {
	for _, f := range slices.Backward(s.m.Stack(slot)) {
		if s.p.places.rank(f.Pos.Filename) <= 1 {
			return shortFunc(f.Func)
		}
	}
	return ""
}

func values(effects []vm.Effect) (list []Value) {
	for _, e := range effects {
		list = append(list, Value{What: e.What, Name: e.Name, Type: e.Type, Before: e.Before, After: e.After, Object: e.Object})
	}
	return list
}

// accessOf tells a plain access. What the standard library accesses is its own
// business.
func (p *program) accessOf(t *vm.Touch) (Access, bool) {
	if len(t.Stack) == 0 || p.places.rank(t.Stack[0].Pos.Filename) > 1 {
		return Access{}, false
	}
	what := "read"
	if t.Write {
		what = "write"
	}
	pos := t.Stack[0].Pos
	return Access{
		Pos: pos, Source: p.sourceLine(pos), Calls: p.calls(t.Stack),
		Value: Value{What: what, Name: t.Name, Type: t.Type, Before: t.Before, After: t.After, Object: t.Object},
	}, true
}
