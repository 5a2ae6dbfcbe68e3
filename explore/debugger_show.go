package explore

import (
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// This file is what a debugger shows of the present state.

// A DebugGoroutine is a goroutine at the present position.
type DebugGoroutine struct {
	ID    int
	Name  string // stable name: "0.1"
	Label string // "test goroutine", "goroutine started at bank.go:31"
	State string // "running", "blocked in receive from a channel of int", ...
	// Blocked: it cannot go on now. Current: it takes, or goes on with, the next step.
	Blocked, Current bool
	Pos              token.Position
}

// A DebugFrame is an activation of a function.
type DebugFrame struct {
	Goroutine int
	Func      string
	Pos       token.Position
	Library   bool // of the standard library
	number    int
}

// Current is the goroutine that takes the next step, or is in the midst of the present
// one.
func (d *Debugger) Current() int {
	if g, ok := d.s.isPaused(); ok {
		return g
	}
	if c, ok := d.next(); ok && d.s.isGoroutine(int(c.Proc)) {
		return int(c.Proc)
	}
	live := d.s.goroutines()
	for i := min(len(d.plan), d.at.Steps-1) - 1; i >= 0; i-- {
		if g := int(d.plan[i].Proc); slices.Contains(live, g) {
			return g
		}
	}
	if len(live) > 0 {
		return live[0]
	}
	return 0
}

// exists reports whether a goroutine has begun and not returned.
func (d *Debugger) exists(g int) bool { return slices.Contains(d.s.goroutines(), g) }

// Goroutines are those that have begun and not returned.
func (d *Debugger) Goroutines() (list []DebugGoroutine) {
	current := d.Current()
	running, within := d.s.isPaused()
	for _, g := range d.s.goroutines() {
		out := DebugGoroutine{ID: g, Name: d.s.slotName(g), Label: d.s.goroutineLabel(g), Current: g == current}
		switch what := d.s.pendingText(g); {
		case within && g == running:
			out.State = "running"
		case what == "":
			out.State = "ended"
		case d.s.canGoOn(g):
			out.State = "can go on: " + what
		default:
			out.State, out.Blocked = "blocked in "+what, true
		}
		if frames := d.s.frames(g); len(frames) > 0 {
			out.Pos = frames[0].Pos
		}
		list = append(list, out)
	}
	return list
}

// Frames is the stack of a goroutine, innermost frame first.
func (d *Debugger) Frames(g int) (list []DebugFrame) {
	for _, f := range d.s.frames(g) {
		list = append(list, DebugFrame{
			Goroutine: g, Func: f.Func[strings.LastIndexByte(f.Func, '/')+1:], Pos: f.Pos, Library: f.rank > 1, number: f.number,
		})
	}
	return list
}

// Variables are the arguments of the function of a frame, results included, and the
// other variables in scope.
func (d *Debugger) Variables(f DebugFrame) (arguments, locals []Variable) {
	scope := d.p.scopeAt(f.Pos)
	for _, v := range d.s.variables(f) {
		switch kind := scope.kind(v.Name, v.Pos); kind {
		case inParams:
			arguments = append(arguments, v)
		case inScope:
			locals = append(locals, v)
		}
	}
	return arguments, locals
}

// Parts are the parts of a value of the present state.
func (d *Debugger) Parts(v Variable) []Variable { return d.s.m.Parts(v) }

// Output is what the test has printed and logged so far.
func (d *Debugger) Output() string { return string(d.w.output()) }

// Steps are the steps of the execution as far as it has been executed. Their Goroutine is
// an index into the second result.
func (d *Debugger) Steps() ([]Step, []Goroutine) {
	list := make([]Step, len(d.steps))
	for i := range d.steps {
		list[i] = d.steps[i].Step
	}
	return list, slices.Clone(d.names)
}

// A DebugScope is a group of variables that have to do with a goroutine.
type DebugScope struct {
	Name      string
	Variables []Variable
}

// Scopes are what there is to know of a goroutine beside the variables of its frames.
func (d *Debugger) Scopes(g int) []DebugScope {
	shared, held, channels := d.s.synchronisation(g)
	var clock []Variable
	for _, t := range d.s.ticks(g) {
		clock = append(clock, Variable{Name: d.s.goroutineLabel(t.g), Value: strconv.Itoa(t.time)})
	}
	return []DebugScope{{"Shared by this step", shared}, {"Locks held", held}, {"Channels", channels}, {"Vector clock", clock}}
}
